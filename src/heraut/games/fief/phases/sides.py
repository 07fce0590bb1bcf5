"""Before a battle: who takes which side, with whom, behind which walls (FI-MUL-01, 02, 09)."""

from __future__ import annotations

from collections.abc import Mapping

from heraut.engine.protocol import Refusal
from heraut.games.fief.board.land import gatekeeper
from heraut.games.fief.board.pawns import free_pawns, playing_order
from heraut.games.fief.board.places import VILLAGE_IDS
from heraut.games.fief.numbers import NOBODY, OPEN, REBELS
from heraut.games.fief.orders.answers import Pass
from heraut.games.fief.orders.battles import Combine, Join, Sortie
from heraut.games.fief.orders.order import Answer, Order
from heraut.games.fief.phases.camps import (
    camp_view,
    form_camps,
    parties_at,
    usual_companions,
)
from heraut.games.fief.questions import Asked
from heraut.games.fief.resolution import Turn
from heraut.games.fief.standing import plan_for
from heraut.games.fief.state import Realm
from heraut.games.fief.tasks import Battle


def present_players(realm: Realm, battle: Battle) -> list[int]:
    """The players with a free pawn at the village, in playing order."""
    return [player for player in playing_order(realm) if free_pawns(realm, player, battle.village)]


def fighting_players(battle: Battle) -> set[int]:
    """Those who are hostile to somebody, the peasants included."""
    return {player for pair in battle.hostile for player in pair}


def side_offers(realm: Realm, battle: Battle, player: int) -> list[Order]:
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


def may_stand_together(battle: Battle, player: int, other: int) -> bool:
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


def take_sides(turn: Turn, battle: Battle, answers: Mapping[int, Answer]) -> None:
    """Third parties join or stay out, camps are formed, the first round begins."""
    realm = turn.now
    for player in present_players(realm, battle):
        if player not in fighting_players(battle) and not battle.rose:
            join(turn, battle, player, joined(realm, battle, player, answers.get(player, ())))
    wishes = {}
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
        wishes[player] = (usual if companions is None else companions, sortie)
    battle.camps = form_camps(realm, battle, wishes)
    battle.stage, battle.round = "round", 1
    turn.announce(
        "FI-BAT-05",
        "battle_begins",
        village=VILLAGE_IDS[battle.village],
        camps=[camp_view(realm, battle, camp) for camp in battle.camps],
    )


def joined(realm: Realm, battle: Battle, player: int, said: Answer) -> int:
    """The player whom a third party joins, or NOBODY (FI-MUL-01)."""
    for order in said:
        if isinstance(order, Join):
            return order.player
        if isinstance(order, Pass):
            return NOBODY
    plan = plan_for(realm, player, battle.village).join
    if plan in realm.seats and realm.seats.index(plan) in fighting_players(battle):
        return realm.seats.index(plan)
    holder = gatekeeper(realm, battle.village)
    if not plan and (battle.village, player) in realm.allies_of and holder in fighting_players(battle):
        return holder
    return NOBODY


def join(turn: Turn, battle: Battle, player: int, friend: int) -> None:
    """The enemies of the one who is joined are the joiner's (FI-MUL-01)."""
    if friend == NOBODY:
        return
    foes = {b if a == friend else a for a, b in battle.hostile if friend in (a, b)}
    battle.hostile = (*battle.hostile, *((player, foe) for foe in sorted(foes)))
    turn.announce(
        "FI-MUL-01",
        "side_taken",
        seat=turn.seat(player),
        friend=turn.seat(friend),
        village=VILLAGE_IDS[battle.village],
    )


def check_sides(realm: Realm, battle: Battle, player: int, answer: Answer) -> list[Refusal]:
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
