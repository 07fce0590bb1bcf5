"""Before a battle: who takes which side, with whom, behind which walls (FI-MUL-01, 02, 09)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from heraut.engine.protocol import Refusal
from heraut.games.fief.asking import Asked
from heraut.games.fief.board.land import gatekeeper
from heraut.games.fief.board.pawns import ally, free_pawns, playing_order
from heraut.games.fief.board.places import VILLAGE_IDS
from heraut.games.fief.identities import OPEN, REBELS, PlayerNo, VillageNo
from heraut.games.fief.instructions import plan_for
from heraut.games.fief.orders.answers import Pass
from heraut.games.fief.orders.battles import Combine, Join, Sortie
from heraut.games.fief.orders.order import Answer, Order
from heraut.games.fief.phases.camps import camp_view, parties_at
from heraut.games.fief.resolution import Turn
from heraut.games.fief.state import Realm, player_of
from heraut.games.fief.tasks import Battle, Camp, Foes, Party


def present_players(realm: Realm, battle: Battle) -> list[PlayerNo]:
    """The players with a free pawn at the village, in playing order."""
    return [player for player in playing_order(realm) if free_pawns(realm, player, battle.village)]


def fighting_players(battle: Battle) -> set[PlayerNo]:
    """Those who are hostile to somebody, the peasants included."""
    return {player for pair in battle.hostile for player in pair}


def side_offers(realm: Realm, battle: Battle, player: PlayerNo) -> list[Order]:
    """Whom a third party may join, with whom a fighter may add up his forces, whether he may make a sortie."""
    fighters = fighting_players(battle)
    found: list[Order] = []
    if player not in fighters:
        found += [Join(other) for other in playing_order(realm) if other in fighters]
    others = [other for other in present_players(realm, battle) if other != player]
    found += [Combine((other,)) for other in others if may_stand_together(battle, player, other)]
    fort = realm.forts[battle.village] != OPEN
    if fort and player in fighters and len(parties_at(realm, battle.village, player)) > 1:
        found.append(Sortie())
    return found


def may_stand_together(battle: Battle, player: PlayerNo, other: PlayerNo) -> bool:
    """Whether two players can be on one side: neither is the other's enemy."""
    return (player, other) not in battle.hostile and (other, player) not in battle.hostile


def asked_sides(realm: Realm, battle: Battle) -> Asked:
    """Everybody with a choice to make; by correspondence, everybody who fights, for his battle plan (FI-DP-R6)."""
    if battle.rose:
        return {}
    fighters = fighting_players(battle)
    return {
        player: "sides"
        for player in present_players(realm, battle)
        if (not realm.settings.live and player in fighters) or side_offers(realm, battle, player)
    }


def take_sides(turn: Turn, battle: Battle, answers: Mapping[PlayerNo, Answer]) -> None:
    """Third parties join or stay out, camps are formed, the first round begins."""
    realm = turn.now
    for player in present_players(realm, battle):
        if player not in fighting_players(battle) and not battle.rose:
            join(turn, battle, player, joined(realm, battle, player, answers.get(player, ())))
    wishes: Wishes = {}
    for player in fighting_players(battle) - {REBELS}:
        said = answers.get(player, ())
        named = [order for order in said if isinstance(order, Combine)]
        companions = {p for order in named for p in order.players} if named else None
        sortie = any(isinstance(order, Sortie) for order in said) or (
            not said and plan_for(realm, player, battle.village).holder == "sortie"
        )
        if battle.rose:
            companions, sortie = set(playing_order(realm)), False
        usual = usual_companions(realm, player, battle.village)
        wishes[player] = Wish(usual if companions is None else companions, sortie)
    battle.camps = form_camps(realm, battle, wishes)
    battle.stage, battle.round = "round", 1
    turn.announce(
        "FI-BAT-05",
        "battle_begins",
        village=VILLAGE_IDS[battle.village],
        camps=[camp_view(realm, battle, camp) for camp in battle.camps],
    )


def joined(realm: Realm, battle: Battle, player: PlayerNo, said: Answer) -> PlayerNo | None:
    """The player whom a third party joins, or None (FI-MUL-01)."""
    for order in said:
        if isinstance(order, Join):
            return order.player
        if isinstance(order, Pass):
            return None
    plan = plan_for(realm, player, battle.village).join
    if plan in realm.seats and player_of(realm, plan) in fighting_players(battle):
        return player_of(realm, plan)
    holder = gatekeeper(realm, battle.village)
    if not plan and (battle.village, player) in realm.allies_of and holder in fighting_players(battle):
        return holder
    return None


def join(turn: Turn, battle: Battle, player: PlayerNo, friend: PlayerNo | None) -> None:
    """The enemies of the one who is joined are the joiner's (FI-MUL-01)."""
    if friend is None:
        return
    foes = {b if a == friend else a for a, b in battle.hostile if friend in (a, b)}
    battle.hostile = (*battle.hostile, *(Foes(player, foe) for foe in sorted(foes)))
    turn.announce(
        "FI-MUL-01",
        "side_taken",
        seat=turn.seat(player),
        friend=turn.seat(friend),
        village=VILLAGE_IDS[battle.village],
    )


def check_sides(realm: Realm, battle: Battle, player: PlayerNo, answer: Answer) -> list[Refusal]:
    """Each line is one of the offers; Combine may name several; nothing is said twice."""
    offers = side_offers(realm, battle, player)
    allowed = {order.players[0] for order in offers if isinstance(order, Combine)}
    refusals, seen = [], set()
    for line, order in enumerate(answer, start=1):
        fine = order in offers or isinstance(order, Pass) or (
            isinstance(order, Combine) and set(order.players) <= allowed
        )  # fmt: skip
        if not fine:
            refusals.append(Refusal("FI-MUL-01", "no_such_side", {"order": order.code}, line))
        elif type(order) in seen:
            refusals.append(Refusal("FI-DP-R1", "one_answer", {}, line))
        seen.add(type(order))
    return refusals


# How camps are formed


class Wish(NamedTuple):
    """Beside whom a player would fight, and whether his garrison makes a sortie (FI-MUL-09)."""

    companions: set[PlayerNo]
    sortie: bool


Wishes = dict[PlayerNo, Wish]


def form_camps(realm: Realm, battle: Battle, wishes: Wishes) -> tuple[Camp, ...]:
    """In playing order: a player joins the first camp where all want each other (FI-MUL-02)."""
    village, fort = battle.village, realm.forts[battle.village] != OPEN
    camps: list[list[Party]] = []
    players = {player for pair in battle.hostile for player in pair}
    for player in playing_order(realm):
        if player not in players:
            continue
        parties = parties_at(realm, village, player)
        groups = [parties] if wishes[player].sortie or not fort else [[party] for party in parties]
        for group in groups:
            for camp in camps:
                if group and may_join(battle, camp, group, wishes, fort=fort):
                    camp.extend(group)
                    break
            else:
                if group:
                    camps.append(list(group))
    if REBELS in players:
        camps.append(parties_at(realm, village, REBELS))
    return tuple(Camp(tuple(camp)) for camp in camps)


def may_join(battle: Battle, camp: list[Party], group: list[Party], wishes: Wishes, *, fort: bool) -> bool:
    """Whether all of a camp and a newcomer want each other, on the same side, and none keeps to his walls."""
    player = group[0].player
    if any(other == player or not on_one_side(battle, wishes, player, other) for other, _ in camp):
        return False
    everyone = [*camp, *group]
    return (
        not fort or not parted_by_walls(everyone) or all(wishes[one].sortie for one, outside in everyone if not outside)
    )


def on_one_side(battle: Battle, wishes: Wishes, player: PlayerNo, other: PlayerNo) -> bool:
    """Whether two players want each other, are no enemies, and have an enemy in common (FI-MUL-02)."""
    foes = foes_of(battle, player)
    agreed = other in wishes[player].companions and player in wishes[other].companions
    return agreed and other not in foes and not foes.isdisjoint(foes_of(battle, other))


def foes_of(battle: Battle, player: PlayerNo) -> set[PlayerNo]:
    """A player's enemies in a battle."""
    return {b if a == player else a for a, b in battle.hostile if player in (a, b)}


def parted_by_walls(parties: list[Party]) -> bool:
    """Whether some stand inside and some outside."""
    return len({outside for _, outside in parties}) > 1


def usual_companions(realm: Realm, player: PlayerNo, village: VillageNo) -> set[PlayerNo]:
    """Those with whom a player's plan would add up his forces; the ally only, if it says nothing (FI-MUL-02)."""
    said = plan_for(realm, player, village).combine
    if said == "none":
        return set()
    if said:
        return {player_of(realm, seat) for seat in realm.seats if seat in said.split("+")}
    friend = ally(realm, player)
    return {friend} if friend is not None else set()
