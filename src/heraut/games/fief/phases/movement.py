"""Phase 4: the orders of a movement turn (FI-MOV): steps, attacks, seizures, change, the peasants."""

from __future__ import annotations

from heraut.engine.protocol import Refusal
from heraut.games.fief.asking import Chapter, OrderHandler
from heraut.games.fief.board.land import capture, frozen, owner, rebels_in, settle, take_village
from heraut.games.fief.board.pawns import (
    ally,
    fights,
    free_family,
    free_pawns,
    in_stock,
    merge,
    points_at,
    rest,
)
from heraut.games.fief.board.places import EVERY_VILLAGE, REGION_OF, VILLAGE_IDS
from heraut.games.fief.entries import Attack
from heraut.games.fief.identities import IN, REBELS, SOLDIER, PlayerNo, VillageNo
from heraut.games.fief.orders.answers import Pass
from heraut.games.fief.orders.movements import Assail, Break, Calm, Lead, March, Seize
from heraut.games.fief.orders.order import Order
from heraut.games.fief.phases.evacuation import evacuations
from heraut.games.fief.phases.marching import march_refusal
from heraut.games.fief.phases.passage import set_out
from heraut.games.fief.phases.revolt import (
    calm,
    calm_offers,
    calm_refusal,
    lead,
    lead_places,
    lead_refusal,
    stop_marching,
)
from heraut.games.fief.phases.steps import march_offers
from heraut.games.fief.resolution import Turn
from heraut.games.fief.state import Realm, Stack
from heraut.games.fief.tables import CONSTANTS

# Other orders


def fighting_points(realm: Realm, player: PlayerNo, village: VillageNo) -> int:
    """A player's soldiers and fighting lords at a village, in any position."""
    points = points_at(realm, player, village)
    for one in realm.lords:
        if one is not None and one.village == village and one.player == player:
            points += fights(realm, one)
    return points


def assail_refusal(realm: Realm, player: PlayerNo, order: Assail) -> Refusal | None:
    """Why a party cannot be attacked there (FI-BAT-02, FI-BAT-03)."""
    data = {"village": VILLAGE_IDS[order.village]}
    if not fighting_points(realm, player, order.village):
        return Refusal("FI-BAT-03", "nobody_fights", data)
    if frozen(realm, order.village):
        return Refusal("FI-BAT-03", "no_battle_in_storm", data)
    if order.target == player or not is_there(realm, order.target, order.village):
        return Refusal("FI-BAT-02", "nobody_to_attack", data)
    if (order.village, player, order.target) in realm.attacks:
        return Refusal("FI-BAT-02", "declared_already", data)
    return None


def is_there(realm: Realm, player: PlayerNo, village: VillageNo) -> bool:
    """Whether a player, or the peasants, have a pawn at a village."""
    if player == REBELS:
        return realm.revolt is not None and realm.revolt.village == village
    return 0 <= player < len(realm.seats) and free_pawns(realm, player, village)


def assail(turn: Turn, player: PlayerNo, order: Assail) -> None:
    """An attack is declared (FI-BAT-02)."""
    turn.now.attacks = (*turn.now.attacks, Attack(order.village, player, order.target))
    turn.announce(
        "FI-BAT-02",
        "attack_declared",
        seat=turn.seat(player),
        village=VILLAGE_IDS[order.village],
        target=turn.seat(order.target),
    )


def assail_offers(realm: Realm, player: PlayerNo) -> list[Order]:
    """Whoever stands where the player does."""
    found: list[Order] = []
    revolt = realm.revolt
    risen = revolt.village if revolt is not None and revolt.position == IN else None
    for village, here in zip(EVERY_VILLAGE, realm.present, strict=True):
        if player not in here or (len(here) == 1 and village != risen):
            continue
        if frozen(realm, village) or not fighting_points(realm, player, village):
            continue
        others = [other for other in (*here, REBELS) if (other != player if other != REBELS else village == risen)]
        orders = [Assail(village, other) for other in others]
        found += [order for order in orders if (village, player, order.target) not in realm.attacks]
    return found


def seize_refusal(realm: Realm, player: PlayerNo, order: Seize) -> Refusal | None:
    """The player is alone in a village of his ally's: the region's capital, if it has one (FI-OWN-04, FI-CAP-06)."""
    village, friend = order.village, ally(realm, player)
    if friend is None or realm.present[village] != (player,) or rebels_in(realm, village):
        return Refusal("FI-OWN-04", "not_alone_at_ally", {"village": VILLAGE_IDS[village]})
    region = REGION_OF[village]
    if owner(realm, village) != friend or (realm.capitals[region] is not None and realm.capitals[region] != village):
        return Refusal("FI-OWN-04", "not_alone_at_ally", {"village": VILLAGE_IDS[village]})
    return None


def seize(turn: Turn, player: PlayerNo, order: Seize) -> None:
    """An ally's village, or his city with the whole fief, is taken on purpose."""
    region = REGION_OF[order.village]
    if turn.now.capitals[region] == order.village:
        capture(turn, "FI-CAP-06", region, player)
    else:
        take_village(turn, "FI-OWN-04", order.village, player)


def seize_offers(realm: Realm, player: PlayerNo) -> list[Order]:
    """Villages of an ally where the player stands alone."""
    if ally(realm, player) is None:
        return []
    orders = [Seize(village) for village in EVERY_VILLAGE if realm.present[village] == (player,)]
    return [order for order in orders if seize_refusal(realm, player, order) is None]


def break_refusal(realm: Realm, player: PlayerNo, order: Break) -> Refusal | None:
    """A token of 3 or 6 that stands there, into smaller ones of the same sum, in stock (FI-MOD-14, FI-MOD-04)."""
    points = sum(number * value for number, value in zip(order.into, CONSTANTS.token_values, strict=True))
    if order.value not in (3, 6) or points != order.value or sum(order.into) < 2:
        return Refusal("FI-MOD-14", "bad_change", {"value": order.value})
    if token_of(realm, player, order.village, order.value) is None:
        return Refusal("FI-MOD-14", "no_token_there", {"village": VILLAGE_IDS[order.village], "value": order.value})
    if any(wanted > left for wanted, left in zip(order.into, in_stock(realm, player, SOLDIER), strict=True)):
        return Refusal("FI-MOD-04", "stock_empty", {"left": 0})
    return None


def token_of(realm: Realm, player: PlayerNo, village: VillageNo, value: int) -> Stack | None:
    """A stack with a token of this value, the one that has made fewest steps."""
    place = CONSTANTS.token_values.index(value)
    stacks = [
        stack
        for stack in realm.stacks
        if stack.player == player and stack.village == village and stack.series == SOLDIER and stack.tokens[place]
    ]
    return min(stacks, key=lambda stack: stack.steps, default=None)


def break_token(turn: Turn, player: PlayerNo, order: Break) -> None:
    """One token is exchanged for smaller ones, which keep its place and its steps."""
    stack = token_of(turn.now, player, order.village, order.value)
    assert stack is not None
    tokens = [have + new for have, new in zip(stack.tokens, order.into, strict=True)]
    tokens[CONSTANTS.token_values.index(order.value)] -= 1
    stack.tokens = (tokens[0], tokens[1], tokens[2])
    turn.tell(player, "FI-MOD-14", "token_broken", village=VILLAGE_IDS[order.village], value=order.value)


def break_offers(realm: Realm, player: PlayerNo) -> list[Order]:
    """A six into threes, a three into ones, where the bank has them."""
    large = [
        one for one in realm.stacks if one.player == player and one.series == SOLDIER and (one.sixes or one.threes)
    ]
    if not large:
        return []
    stock = in_stock(realm, player, SOLDIER)
    found: list[Order] = []
    for stack in large:
        if stack.sixes and stock[1] >= 2:
            found.append(Break(stack.village, 6, (0, 2, 0)))
        if stack.threes and stock[0] >= 3:
            found.append(Break(stack.village, 3, (3, 0, 0)))
    return list(dict.fromkeys(found))


def all_said_refusal(realm: Realm, player: PlayerNo, order: Pass) -> Refusal | None:
    """Only where attacks are asked of all at once does it spare a question (FI-DP-R11)."""
    if not realm.settings.batch or player in realm.declared:
        return Refusal("FI-TRN-05", "not_now", {"order": order.code})
    return None


def all_said(turn: Turn, player: PlayerNo, order: Pass) -> None:
    """The player has declared all his attacks, and is not asked again in phase 5."""
    turn.now.declared = (*turn.now.declared, player)


# The chapter

STEPS: dict[type[Order], OrderHandler] = {
    March: OrderHandler(march_refusal, set_out),
    Assail: OrderHandler(assail_refusal, assail),
    Seize: OrderHandler(seize_refusal, seize),
    Break: OrderHandler(break_refusal, break_token),
    Calm: OrderHandler(calm_refusal, calm),
    Lead: OrderHandler(lead_refusal, lead),
    Pass: OrderHandler(all_said_refusal, all_said),
}


OTHER_OFFERS = (assail_offers, seize_offers, break_offers)


def open_to(realm: Realm, player: PlayerNo) -> bool:
    """Whoever has a free pawn, or leads the peasants."""
    if realm.revolt is not None and realm.revolt.controller == player:
        return True
    for stack in realm.stacks:
        if stack.player == player:
            return True
    return bool(free_family(realm, player))


def offers(realm: Realm, player: PlayerNo) -> list[Order]:
    """The usual orders of a movement turn."""
    found = march_offers(realm, player)
    for part in OTHER_OFFERS:
        found += part(realm, player)
    if realm.revolt is not None:
        found += calm_offers(realm, player)
        found += [Lead(village) for village in lead_places(realm, player)]
    return found


def refusal(realm: Realm, player: PlayerNo, order: Order) -> Refusal | None:
    """Why an order of phase 4 is refused."""
    known = STEPS.get(type(order))
    return known.refusal(realm, player, order) if known else Refusal("FI-TRN-05", "not_now", {"order": order.code})


def execute(turn: Turn, player: PlayerNo, order: Order) -> None:
    """A step, or another order, at once."""
    STEPS[type(order)].execute(turn, player, order)


def close(turn: Turn, player: PlayerNo) -> None:
    """The turn is over: steps are forgotten, villages change hands (FI-MOV-10, FI-EVA-03)."""
    realm = turn.now
    merge(realm, player)
    for one in realm.lords:
        if one is not None and player in (one.player, one.captor):
            rest(one)
    stop_marching(turn, player)
    evacuations(turn)
    settle(turn)


MOVE_TURN = Chapter("move", open_to, offers, refusal, execute, close, 0.2, (Calm,))
