"""Where the beaten go, and what becomes of leaders without units (RO-BAT-34, 36, 37, RO-ARMY-12, RO-DUEL-08).

A camp first withdraws; what came of it is told afterwards, so that a report has the battle before the retreat.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from heraut.games.rois.abilities import may_lead_unit
from heraut.games.rois.battle.camps import Camp
from heraut.games.rois.battle.fight import Battle
from heraut.games.rois.dice import Dice
from heraut.games.rois.encounter.parties import die
from heraut.games.rois.phases.marching import is_coastal
from heraut.games.rois.resolution import Turn
from heraut.games.rois.state import NATIVES, Character, Province, Unit
from heraut.games.rois.tables import CONSTANTS, UNITS
from heraut.games.rois.units import cargo, may_enter, passengers, told_lost
from heraut.games.rois.world.geography import NEIGHBOURS


class Retreat(msgspec.Struct):
    """How a camp left a province: who went where, and who found no refuge and is no more."""

    camp: Camp
    origin: int
    gone: dict[int, list[Unit]]
    lost: list[Unit]


def retreat(turn: Turn, camps: Sequence[Camp], province: Province, battle: Battle, *, back: bool) -> list[Retreat]:
    """The losing side leaves: each camp together where it can (RO-BAT-34)."""
    strengths = {post.unit.number: post.strength for post in (*battle.attacker.posts, *battle.defender.posts)}
    return [withdraw(turn, camp, province, camp.origin if back else 0, strengths) for camp in camps if camp.units]


def share_the_rout(
    turn: Turn, camps: Sequence[Camp], routs: Sequence[Retreat], winner: Character | None, dice: Dice
) -> None:
    """Leaders none of whose units is left go where most of their side has fled (RO-BAT-37)."""
    refuges: dict[int, int] = {}  # how many units fled where
    for rout in routs:
        for place, units in rout.gone.items():
            refuges[place] = refuges.get(place, 0) + len(units)
    refuge = min(refuges, key=lambda place: (-refuges[place], place), default=0)
    for camp in camps:
        leader = camp.leader
        if leader is not None and leader.alive and not any(unit.number in turn.now.units for unit in camp.units):
            bereft(turn, leader, refuge, winner, dice)


def withdraw(
    turn: Turn, camp: Camp, province: Province, origin: int, strengths: dict[int, int] | None = None
) -> Retreat:
    """One camp leaves a province; whoever finds no place is destroyed."""
    ranked = sorted(camp.units, key=lambda unit: (not UNITS[unit.type].naval, -(strengths or {}).get(unit.number, 0)))
    gone: dict[int, list[Unit]] = {}
    lost: list[Unit] = []
    for unit in ranked:
        places = refuges_of(turn, unit, province, origin)
        if UNITS[unit.type].sort == "land":
            places += [there for there in gone if there not in places]  # wherever the ships of the camp go
        place = next((there for there in places if boards(turn, unit, there, gone)), 0)
        if place:
            gone.setdefault(place, []).append(unit)
        else:
            turn.kill_unit(unit, "no_refuge", remains=True)
            lost.append(unit)
    settle(turn, camp, gone)
    return Retreat(camp, province.number, gone, lost)


def tell_retreat(turn: Turn, rout: Retreat) -> None:
    """Its King hears where a camp went, and the names of those who found no refuge (RO-GEN-08, RO-BAT-34)."""
    kingdom, host = rout.camp.kingdom, rout.camp.host
    if rout.gone:
        turn.tell(kingdom, "RO-BAT-34", "retreated", host=host, origin=rout.origin, places=sorted(rout.gone))
    if rout.lost:
        turn.tell(kingdom, "RO-BAT-34", "no_refuge", host=host, province=rout.origin, lost=told_lost(rout.lost))


def settle(turn: Turn, camp: Camp, gone: dict[int, list[Unit]]) -> None:
    """The leader goes with most of his units; the others stay where they have fled, without him (RO-BAT-37)."""
    leader = camp.leader
    if not gone:
        return
    chosen = min(gone, key=lambda place: (-len(gone[place]), place))
    for place, units in gone.items():
        led = leader is not None and leader.alive and place == chosen and camp.kingdom != NATIVES
        for unit in units:
            turn.move_unit(unit, place, camp.host if led else 0)
    if leader is not None and leader.alive:
        turn.move_character(leader, chosen)


def refuges_of(turn: Turn, unit: Unit, province: Province, origin: int) -> list[int]:
    """Where a unit may flee to, the best place first: back where it came from, or to friends next door."""
    if unit.type == "WH" and province.terrain != "sea":
        return [there for there in NEIGHBOURS[province.number] if turn.provinces[there].terrain == "sea"]
    found = []
    if origin and is_safe(turn, unit.kingdom, origin) and may_go(turn, unit, province, origin):
        found.append(origin)
    naval = UNITS[unit.type].naval
    around = []
    for there in NEIGHBOURS[province.number]:
        place = turn.provinces[there]
        friendly = place.owner != NATIVES and turn.friendly(unit.kingdom, place.owner)
        if not friendly and not (naval and place.terrain == "sea"):
            continue
        if there != origin and may_go(turn, unit, province, there) and not turn.enemies_in(there, unit.kingdom):
            own = sum(other.kingdom == unit.kingdom for other in turn.units_in(there))
            around.append((-own, -place.tax_base, there))
    return found + [there for _, _, there in sorted(around)]


def is_safe(turn: Turn, kingdom: int, there: int) -> bool:
    """Not an Enemy's, and without Enemy units."""
    owner = turn.provinces[there].owner
    return not (owner != NATIVES and turn.hostile(kingdom, owner)) and not turn.enemies_in(there, kingdom)


def may_go(turn: Turn, unit: Unit, here: Province, there: int) -> bool:
    """Whether a unit of this class can flee there; land units board ships, which never go from land to land."""
    place = turn.provinces[there]
    sort = UNITS[unit.type].sort
    if sort == "land":
        return True  # at sea, if a fleet takes it: see `boards`
    if sort == "naval" and here.terrain != "sea" and place.terrain != "sea":
        return False
    return may_enter(unit.type, place, coastal=is_coastal(turn, there))


def boards(turn: Turn, unit: Unit, there: int, gone: dict[int, list[Unit]]) -> bool:
    """Land units flee to sea, or from it, with the ships of their camp that flee to the same place (RO-BAT-34)."""
    if UNITS[unit.type].sort != "land":
        return True
    if turn.provinces[there].terrain != "sea" and turn.provinces[unit.province].terrain != "sea":
        return True
    fled = gone.get(there, [])
    return passengers(fled) < cargo(fled)


def bereft(turn: Turn, leader: Character, refuge: int, winner: Character | None, dice: Dice) -> None:
    """A leader none of whose units survives: killed, carried along by the retreat, or in hiding (RO-BAT-37)."""
    if dice.pct(CONSTANTS.leader_falls):
        place = leader.province
        turn.tell(leader.kingdom, "RO-BAT-37", "leader_killed", who=leader.number, province=place)
        for item in die(turn, leader, "battle"):
            if winner is not None and winner.alive:
                turn.give_item(item, winner)
            else:
                turn.drop_item(item, place)
    elif refuge and leader.kingdom != NATIVES:
        turn.move_character(leader, refuge)
        turn.tell(leader.kingdom, "RO-BAT-37", "leader_swept_along", who=leader.number, province=refuge)
    elif leader.kingdom != NATIVES:
        turn.tell(leader.kingdom, "RO-BAT-37", "leader_hides", who=leader.number, province=leader.province)


def follow(turn: Turn, camps: Sequence[Camp], commander: Character | None) -> list[Unit]:
    """Units whose leader fell in the duel go to the new commander, if he can; returns the others (RO-DUEL-08)."""
    orphans = []
    for camp in camps:
        if not camp.host or camp.leader is not None or camp.kingdom == NATIVES:
            continue
        for unit in [unit for unit in camp.units if unit.number in turn.now.units]:
            if commander is not None and takes_over(turn, commander, unit):
                turn.move_unit(unit, unit.province, commander.number)
            else:
                orphans.append(unit)
    return orphans


def takes_over(turn: Turn, commander: Character, unit: Unit) -> bool:
    """Whether a commander is there to take a unit that has lost its leader, and may lead it."""
    here = commander.alive and commander.kingdom == unit.kingdom and commander.province == unit.province
    return here and may_lead_unit(turn.items, commander, unit)
