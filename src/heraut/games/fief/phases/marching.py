"""A step along a road: who goes, whether it is possible, and how it is made (FI-MOV-02 to 09)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from heraut.engine.protocol import Refusal
from heraut.games.fief.board.land import frozen, gatekeeper, rebels_in
from heraut.games.fief.board.pawns import (
    drop_empty,
    fights,
    free_family,
    guard_series,
    lord,
    points_at,
    refresh,
    village_of,
)
from heraut.games.fief.board.places import NEIGHBOURS, VILLAGE_IDS
from heraut.games.fief.cards import LORD_IDS
from heraut.games.fief.identities import BESIEGER, SOLDIER, PlayerNo, Position, VillageNo
from heraut.games.fief.orders.movements import March
from heraut.games.fief.phases.revolt import (
    roads_closed,
)
from heraut.games.fief.resolution import Turn, lord_names
from heraut.games.fief.state import Lord, Realm, Stack
from heraut.games.fief.tables import CONSTANTS, Tokens

ASK, FORCE, ASSAULT = "demander", "forcer", "assaut"
MANNERS = ("", ASK, FORCE, ASSAULT)
FIGHT_ON, DEFEND = "combattre", "defendre"
INTENTS = ("", FIGHT_ON, DEFEND)
NONE: Tokens = (0, 0, 0)


class Group(msgspec.Struct, frozen=True):
    """Pawns that make a step together: lords, captives, soldier tokens, and the guards who follow (FI-MOV-02)."""

    start: VillageNo
    position: Position
    lords: Sequence[Lord]
    captives: Sequence[Lord]
    soldiers: Tokens
    guards: Sequence[Stack]
    darc: bool


def gather(realm: Realm, player: PlayerNo, march: March) -> Group:
    """The group that a march names; its lords stand where the first one does."""
    lords = [lord(realm, number) for number in march.lords]
    start, position = village_of(lords[0]), lords[0].position
    guards = guards_beside(realm, player, lords)
    captives = [lord(realm, number) for number in march.prisoners]
    return Group(start, position, lords, captives, march.soldiers, guards, True in [one.darc for one in lords])


def guards_beside(realm: Realm, player: PlayerNo, lords: Sequence[Lord]) -> list[Stack]:
    """The guards who follow the King and the Queen among some lords who stand together (FI-GRD-02)."""
    series = [guards for one in lords for guards in guard_series(realm, one.number)]
    if not series:
        return []
    start = lords[0].village
    return [one for one in realm.stacks if one.series in series and one.player == player and one.village == start]


def can_fight(realm: Realm, player: PlayerNo, lords: Sequence[Lord], soldiers: Tokens) -> bool:
    """Whether soldiers, a fighting lord or royal guards are in a group (FI-PAS-05)."""
    return any(soldiers) or any(fights(realm, one) for one in lords) or bool(guards_beside(realm, player, lords))


def may_step(pawn: Lord | Stack, darc: bool) -> bool:
    """Two villages a turn; three for whoever makes every step with d'Arc (FI-MOV-04, FI-ARC-03)."""
    if pawn.steps < CONSTANTS.steps:
        return True
    return darc and not pawn.solo and pawn.steps < CONSTANTS.steps_darc


def can_step(pawn: Lord | Stack, darc: bool) -> bool:
    """Whether a pawn may make another step; d'Arc herself always has three, others as `may_step` says."""
    if pawn.steps < CONSTANTS.steps:
        return True
    if isinstance(pawn, Lord) and pawn.darc:
        return pawn.steps < CONSTANTS.steps_darc
    return may_step(pawn, darc)


def movable(realm: Realm, player: PlayerNo, village: VillageNo, position: Position, darc: bool) -> Tokens:
    """The soldier tokens that may make another step from there."""
    ones = threes = sixes = 0
    for stack in realm.stacks:
        if (
            stack.village == village
            and stack.player == player
            and stack.series == SOLDIER
            and stack.position == position
            and may_step(stack, darc)
        ):
            ones, threes, sixes = ones + stack.ones, threes + stack.threes, sixes + stack.sixes
    return ones, threes, sixes


# Whether a step is possible (FI-MOV-03)


def march_refusal(realm: Realm, player: PlayerNo, order: March) -> Refusal | None:
    """Every reason against a step, in the order of the rule."""
    return (
        people_refusal(realm, player, order)
        or road_refusal(realm, player, order)
        or pawns_refusal(realm, player, order)
        or entry_refusal(realm, player, order)
    )


def people_refusal(realm: Realm, player: PlayerNo, order: March) -> Refusal | None:
    """At least one free lord of the player, all in one place; captives of his own (FI-MOV-02, FI-MOV-08)."""
    if not order.lords or len(set(order.lords)) < len(order.lords):
        return Refusal("FI-MOV-03", "no_lord", {})
    first = realm.lords[order.lords[0]]
    for number in order.lords:
        one = realm.lords[number]
        if one is None or one.player != player or one.captor is not None or one.village is None:
            return Refusal("FI-MOV-03", "not_your_lord", {"lord": LORD_IDS[number]})
        if first is not None and (one.village, one.position) != (first.village, first.position):
            return Refusal("FI-MOV-03", "not_together", {"lord": LORD_IDS[number]})
        if one.position == BESIEGER:
            return Refusal("FI-MOV-03", "besieger_stays", {"lord": LORD_IDS[number]})
    for number in order.prisoners:
        one = realm.lords[number]
        if one is None or one.captor != player or first is None or one.village != first.village:
            return Refusal("FI-MOV-08", "not_your_captive", {"lord": LORD_IDS[number]})
    if order.manner not in MANNERS or order.intent not in INTENTS:
        return Refusal("FI-MOV-03", "bad_manner", {"manners": list(MANNERS[1:]), "intents": list(INTENTS[1:])})
    return None


def road_refusal(realm: Realm, player: PlayerNo, order: March) -> Refusal | None:
    """A road, open, out of a village where the weather lets one go and the gate has not been shut."""
    start = village_of(lord(realm, order.lords[0]))
    data = {"start": VILLAGE_IDS[start], "village": VILLAGE_IDS[order.to]}
    if order.to not in NEIGHBOURS[start]:
        return Refusal("FI-MOV-03", "no_road", {**data, "roads": [VILLAGE_IDS[v] for v in NEIGHBOURS[start]]})
    if frozen(realm, start):
        return Refusal("FI-WEA-02", "bad_weather", data)
    if order.to in roads_closed(realm, start):
        return Refusal("FI-EVA-02", "road_closed", data)
    if (start, player) in realm.exits:
        return Refusal("FI-PAS-06", "gate_shut", data)
    return None


def pawns_refusal(realm: Realm, player: PlayerNo, order: March) -> Refusal | None:
    """Steps left for everyone; tokens that stand there; no captive left alone (FI-MOV-04, FI-MOV-07)."""
    group = gather(realm, player, order)
    for one in (*group.lords, *group.captives):
        if not can_step(one, group.darc):
            return Refusal("FI-MOV-04", "no_step_left", {"lord": LORD_IDS[one.number]})
    there = movable(realm, player, group.start, group.position, group.darc)
    if any(wanted > found for wanted, found in zip(order.soldiers, there, strict=True)):
        return Refusal("FI-MOV-03", "not_so_many", {"ones": there[0], "threes": there[1], "sixes": there[2]})
    if leaves_captive_alone(realm, player, group):
        return Refusal("FI-MOV-07", "captive_alone", {"village": VILLAGE_IDS[group.start]})
    return None


def leaves_captive_alone(realm: Realm, player: PlayerNo, group: Group) -> bool:
    """Whether a captive of the player stays where no free pawn of his would be left (FI-MOV-07)."""
    staying = [
        one
        for one in realm.lords
        if one is not None and one.captor == player and one.village == group.start and one not in group.captives
    ]
    if not staying:
        return False
    lords = [one for one in free_family(realm, player) if one.village == group.start and one not in group.lords]
    points = points_at(realm, player, group.start) - sum(stack.points for stack in group.guards)
    leaving = group.soldiers[0] + 3 * group.soldiers[1] + 6 * group.soldiers[2]
    return not lords and points <= leaving


def entry_refusal(realm: Realm, player: PlayerNo, order: March) -> Refusal | None:
    """An assault where none can be, leave asked where it has been refused (FI-PAS-04, 05, 13, FI-WEA-04)."""
    to = order.to
    keeper = gatekeeper(realm, to)
    needs = keeper is not None and keeper != player
    peasants = rebels_in(realm, to)
    bishop = any(lord(realm, number).bishop is not None for number in order.lords)
    if not needs and (not peasants or bishop):
        return None
    must_fight = peasants and not bishop
    if needs and not must_fight and order.manner != ASSAULT:
        if (to, player) in realm.refused:
            return Refusal("FI-PAS-04", "refused_already", {"village": VILLAGE_IDS[to]})
        if (to, player, None) in realm.attacks:
            return Refusal("FI-PAS-13", "besieging_already", {"village": VILLAGE_IDS[to]})
    if must_fight or order.manner in (ASSAULT, FORCE):
        return assault_refusal(realm, player, order)
    return None


def assault_refusal(realm: Realm, player: PlayerNo, order: March) -> Refusal | None:
    """Why a group cannot assault a village (FI-PAS-05, FI-WEA-04)."""
    if frozen(realm, order.to):
        return Refusal("FI-WEA-04", "no_battle_in_storm", {"village": VILLAGE_IDS[order.to]})
    if not can_fight(realm, player, [lord(realm, number) for number in order.lords], order.soldiers):
        return Refusal("FI-PAS-05", "nobody_fights", {"village": VILLAGE_IDS[order.to]})
    return None


# A step is made


def move_group(turn: Turn, player: PlayerNo, order: March, position: Position) -> None:
    """The group is in the next village, or at its entrance (FI-MOV-02, FI-MOV-09)."""
    realm = turn.now
    group = gather(realm, player, order)
    road = group.start if position == BESIEGER else None
    everyone: tuple[Lord | Stack, ...] = (*group.lords, *group.captives, *group.guards)
    for pawn in everyone:
        pawn.village, pawn.position, pawn.road = order.to, position, road
        pawn.steps += 1
        pawn.solo = pawn.solo or not group.darc
    if any(order.soldiers):
        move_tokens(realm, player, group, order, position, road)
    turn.announce(
        "FI-MOV-02",
        "march",
        seat=turn.seat(player),
        start=VILLAGE_IDS[group.start],
        village=VILLAGE_IDS[order.to],
        lords=lord_names(order.lords),
        captives=lord_names(order.prisoners),
        soldiers=any(order.soldiers) or bool(group.guards),
        assault=position == BESIEGER,
    )
    refresh(realm, group.start)
    refresh(realm, order.to)


def move_tokens(
    realm: Realm, player: PlayerNo, group: Group, order: March, position: Position, road: VillageNo | None
) -> None:
    """Tokens leave the stacks that have made fewest steps first."""
    wanted = list(order.soldiers)
    stacks = [
        stack
        for stack in realm.stacks
        if stack.village == group.start
        and stack.player == player
        and stack.series == SOLDIER
        and stack.position == group.position
        and may_step(stack, group.darc)
    ]
    for stack in sorted(stacks, key=lambda stack: (stack.steps, stack.solo)):
        taken = [min(want, have) for want, have in zip(wanted, stack.tokens, strict=True)]
        if not any(taken):
            continue
        stack.tokens = (stack.ones - taken[0], stack.threes - taken[1], stack.sixes - taken[2])
        wanted = [want - take for want, take in zip(wanted, taken, strict=True)]
        solo = stack.solo or not group.darc
        realm.stacks.append(
            Stack(player, SOLDIER, order.to, position, road, taken[0], taken[1], taken[2], stack.steps + 1, solo)
        )
    drop_empty(realm)
