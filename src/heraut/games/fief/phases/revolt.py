"""The peasants' revolt: how it rises, marches, is calmed and ends (FI-REV, FI-CAL)."""

from __future__ import annotations

from heraut.engine.protocol import Refusal
from heraut.games.fief.board.change import compositions
from heraut.games.fief.board.land import abandon_title, bear_abeyance_fiefs, frozen, is_taken, owner, raze
from heraut.games.fief.board.pawns import all_pawns, lord
from heraut.games.fief.board.places import (
    EVERY_REGION,
    IN_REGION,
    NEIGHBOURS,
    REGION_OF,
    VILLAGE_IDS,
)
from heraut.games.fief.cards import LORD_IDS
from heraut.games.fief.entries import Attack
from heraut.games.fief.identities import BESIEGER, IN, REBELS, CardNo, PlayerNo, Vacancy, VillageNo
from heraut.games.fief.orders.movements import Calm, Lead
from heraut.games.fief.phases.succession import die
from heraut.games.fief.resolution import Turn, lord_name
from heraut.games.fief.state import Realm, Revolt, replaced
from heraut.games.fief.tables import CONSTANTS, Tokens
from heraut.games.fief.tasks import Battle, Foes


def rebel_series(realm: Realm) -> Tokens:
    """The rebel tokens that there are (FI-MOD-04)."""
    return CONSTANTS.rebel_series if realm.settings.stock_limits else (999, 999, 999)


def occupied(realm: Realm, village: VillageNo) -> bool:
    """Whether any pawn stands in a village."""
    return bool(realm.present[village])


def rising_villages(realm: Realm) -> list[VillageNo]:
    """Villages where the peasants may rise (FI-REV-01)."""
    return [
        village
        for region in EVERY_REGION
        if realm.famine[region] is not None
        for village in IN_REGION[region]
        if realm.weather[region] is None or not occupied(realm, village)
    ]


def raise_revolt(turn: Turn, player: PlayerNo, card: CardNo, village: VillageNo) -> None:
    """Three dice of peasants; whoever stands there fights them at once (FI-REV-02, 03, 05)."""
    realm = turn.now
    dice = turn.dice(3)
    tokens = min(compositions(sum(dice), CONSTANTS.rebel_series), key=sum)
    realm.revolt = Revolt(card, player, village, *tokens)
    turn.announce(
        "FI-REV-02", "revolt", seat=turn.seat(player), village=VILLAGE_IDS[village], dice=dice, points=sum(dice)
    )
    for other in {*realm.present[village]}:
        realm.families[other].hit = True
    if occupied(realm, village):
        realm.revolt.position = BESIEGER
        hostile = tuple(Foes(REBELS, other) for other in realm.present[village])
        turn.push(Battle(village, hostile, (REBELS,), owner(realm, village), rose=True))
    else:
        hold_empty(turn, village)


def hold_empty(turn: Turn, village: VillageNo) -> None:
    """Peasants in an empty village burn it, and nobody owns it any more (FI-REV-05, FI-REV-08, FI-REV-13)."""
    ravage(turn, village)
    lose_to_rebels(turn, village)


def ravage(turn: Turn, village: VillageNo) -> None:
    """Mills, presses and castle of an empty village are destroyed (FI-REV-08)."""
    lost = raze(turn, village, castle=True)
    if any(lost.values()):
        turn.announce("FI-REV-08", "ravaged", village=VILLAGE_IDS[village], **lost)


def lose_to_rebels(turn: Turn, village: VillageNo) -> None:
    """The village loses its owner; the city of a fief, the fief its title (FI-REV-08, FI-REV-13)."""
    realm = turn.now
    region = REGION_OF[village]
    if realm.capitals[region] is None:
        realm.owners = replaced(realm.owners, village, None)
    elif realm.capitals[region] == village and realm.holders[region] is not Vacancy.ABEYANCE:
        abandon_title(turn, "FI-REV-13", region)


def end_revolt(turn: Turn) -> None:
    """The card is discarded, the tokens go back; no later revolt has taken its fiefs (FI-REV-14, FI-CAL-05).

    No attack by the peasants or upon them is left (FI-CAL-06).
    """
    realm = turn.now
    assert realm.revolt is not None
    realm.played = (*realm.played, realm.revolt.card)
    realm.revolt = None
    realm.attacks = tuple(attack for attack in realm.attacks if REBELS not in attack[1:])
    realm.holders = tuple([Vacancy.VACANT if holder is Vacancy.ABEYANCE else holder for holder in realm.holders])
    turn.announce("FI-REV-14", "revolt_over")


# Phase 4: the peasants march (FI-REV-07 to 09)


def lead_places(realm: Realm, player: PlayerNo) -> list[VillageNo]:
    """Where the peasants may go now."""
    revolt = realm.revolt
    if revolt is None or revolt.controller != player or revolt.position == BESIEGER:
        return []
    if revolt.steps >= CONSTANTS.steps or frozen(realm, revolt.village):
        return []
    closed = roads_closed(realm, revolt.village)
    return [v for v in NEIGHBOURS[revolt.village] if v not in closed and not (frozen(realm, v) and is_taken(realm, v))]


def roads_closed(realm: Realm, village: VillageNo) -> set[VillageNo]:
    """Roads on which a besieger stands (FI-EVA-02), by the villages that they lead to."""
    closed: set[VillageNo | None] = set()
    if realm.attacks:  # without an attack there is no siege
        closed |= {stack.road for stack in realm.stacks if stack.village == village and stack.position == BESIEGER}
        closed |= {
            one.road for one in realm.lords if one is not None and one.village == village and one.position == BESIEGER
        }
    revolt = realm.revolt
    if revolt is not None and revolt.village == village and revolt.position == BESIEGER:
        closed.add(revolt.road)
    return {road for road in closed if road is not None}


def lead_refusal(realm: Realm, player: PlayerNo, order: Lead) -> Refusal | None:
    """The peasants go only where they may (FI-REV-07)."""
    if order.to not in lead_places(realm, player):
        return Refusal("FI-REV-07", "peasants_cannot_go", {"village": VILLAGE_IDS[order.to]})
    return None


def lead(turn: Turn, player: PlayerNo, order: Lead) -> None:
    """One step: into an empty village, which they burn, or to the entrance of another (FI-REV-08, FI-REV-09)."""
    realm = turn.now
    revolt = realm.revolt
    assert revolt is not None
    former, revolt.village = revolt.village, order.to
    revolt.steps += 1
    held = is_taken_by_players(realm, order.to)
    turn.announce(
        "FI-REV-07",
        "revolt_marches",
        start=VILLAGE_IDS[former],
        village=VILLAGE_IDS[order.to],
        besieges=held,
    )
    if held:
        revolt.position, revolt.road = BESIEGER, former
        realm.attacks = (*realm.attacks, Attack(order.to, REBELS, None))
    else:
        revolt.position, revolt.road = IN, None
        ravage(turn, order.to)


def is_taken_by_players(realm: Realm, village: VillageNo) -> bool:
    """Whether any player's pawn stands at a village, in any position (FI-REV-09)."""
    return bool(realm.present[village]) or any(pawn.village == village for pawn in all_pawns(realm))


def stop_marching(turn: Turn, player: PlayerNo) -> None:
    """Where the peasants stop, an empty village is lost to its owner (FI-REV-08)."""
    realm = turn.now
    revolt = realm.revolt
    if revolt is None or revolt.controller != player:
        return
    if revolt.steps and revolt.position == IN and not realm.present[revolt.village]:
        lose_to_rebels(turn, revolt.village)
    revolt.steps = 0


# A bishop speaks to them (FI-CAL)


def calm_refusal(realm: Realm, player: PlayerNo, order: Calm) -> Refusal | None:
    """FI-CAL-01, FI-CAL-03. He is in the village, or among its relief; the peasants may be before it."""
    one, revolt = realm.lords[order.lord], realm.revolt
    data = {"lord": LORD_IDS[order.lord]}
    if revolt is None or one is None or one.player != player or one.captor is not None or one.bishop is None:
        return Refusal("FI-CAL-01", "no_bishop_with_rebels", data)
    if one.village != revolt.village or one.position == BESIEGER:
        return Refusal("FI-CAL-01", "no_bishop_with_rebels", data)
    if order.lord in realm.tried:
        return Refusal("FI-CAL-01", "tried_already", data)
    price = CONSTANTS.prices.conviction * order.points
    if price > realm.families[player].purse:
        return Refusal("FI-CAL-03", "too_dear", {"price": price, "purse": realm.families[player].purse})
    return None


def calm_offers(realm: Realm, player: PlayerNo) -> list[Calm]:
    """Bishops who stand with the peasants, and what they can pay."""
    if realm.revolt is None:
        return []
    most = realm.families[player].purse // CONSTANTS.prices.conviction
    found = []
    for one in realm.lords:
        if one is not None and one.player == player and calm_refusal(realm, player, Calm(one.number)) is None:
            found += [Calm(one.number, points) for points in range(min(most, CONSTANTS.combat.calmed_from - 1) + 1)]
    return found


def calm(turn: Turn, player: PlayerNo, order: Calm) -> None:
    """A die and the points bought: the revolt is over, or the bishop is stoned (FI-CAL-04, FI-CAL-05)."""
    realm = turn.now
    price = CONSTANTS.prices.conviction * order.points
    realm.families[player].purse -= price
    realm.tried = (*realm.tried, order.lord)
    die_thrown = turn.die()
    calmed = die_thrown + order.points >= CONSTANTS.combat.calmed_from
    turn.announce(
        "FI-CAL-04",
        "calming",
        seat=turn.seat(player),
        lord=lord_name(order.lord),
        die=die_thrown,
        points=order.points,
        price=price,
        calmed=calmed,
    )
    if not calmed:
        die(turn, (order.lord,), "FI-CAL-04", "stoned")
        return
    lost = [region for region in EVERY_REGION if realm.holders[region] is Vacancy.ABEYANCE]
    end_revolt(turn)
    for region in lost:
        bear_abeyance_fiefs(turn, region, lord(realm, order.lord))
