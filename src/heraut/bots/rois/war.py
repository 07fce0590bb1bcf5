"""Armies: raised as far as they can be paid, led against whoever looks weakest, one conquest a year and more."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from heraut.bots.rois.planner import Planner
from heraut.bots.rois.sailing import HOPE, build_ships, fleets, leave_ships, sail
from heraut.bots.rois.strength import enemy_strength, own_strength
from heraut.bots.rois.ways import by_land, is_target, moves, own_ways, paths
from heraut.engine.protocol import Json
from heraut.games.rois import orders as o
from heraut.games.rois.abilities import level
from heraut.games.rois.battle.strength import twice_base
from heraut.games.rois.encounter.plan import read_plan
from heraut.games.rois.state import Character, Plan
from heraut.games.rois.tables import UNITS
from heraut.games.rois.world.geography import distance, step_toward

SHARED = 9  # units from which an army is shared with a comrade who has none
UNSEEN = 0.6  # what a prize is worth that nobody has looked at: it may be a Neutral's
HERO_S_DUEL = read_plan("FL")
DUELLIST = 3  # the Melee from which a Hero takes up a challenge


def retrenchment(planner: Planner) -> None:
    """Units that cannot be paid are sent home before they desert, those that give least for their pay first."""
    short = 0 if planner.traits.reckless else -(planner.gold + planner.income)
    sent: dict[int, list[int]] = {}
    for unit in sorted(planner.units, key=lambda unit: (unit["quality"] * value_of(planner, unit), unit["number"])):
        who = commander(planner, unit)
        if short > 0 and who and unit["type"] != "GA":
            short -= UNITS[unit["type"]].pay
            planner.income += UNITS[unit["type"]].pay
            planner.units.remove(unit)
            sent.setdefault(who, []).append(unit["number"])
    for each in planner.people:
        if each.number in sent:
            planner.order(each, o.Disband(tuple(sorted(sent[each.number]))))


def commander(planner: Planner, unit: Json) -> int:
    """Who can send a unit home: its leader, or somebody where it stands in garrison; 0 if there is nobody."""
    here = (each.number for each in planner.people if each.province == unit["province"])
    return int(unit["leader"]) or next(here, 0)


def value_of(planner: Planner, unit: Json) -> float:
    """Strength for its pay where it stands."""
    return value(unit["type"], unit["race"], planner.map[unit["province"]]["terrain"])


def campaigns(planner: Planner) -> None:
    """Every leader, the ablest first: he gathers units, then marches on the best target that he can beat."""
    leaders = sorted(planner.people, key=lambda who: (-level(planner.items, who, "TA"), who.number))
    for who in leaders:
        if who.number not in planner.sailors and is_general(planner, who):
            campaign(planner, who)


def is_general(planner: Planner, who: Character) -> bool:
    """Whoever leads units, the King, and those who know how to."""
    leads = bool(planner.units_of(who.number)) or who.number in planner.received
    able = who.role == "king" or level(planner.items, who, "TA") >= 1
    return leads or able or planner.gold >= planner.traits.rich


def campaign(planner: Planner, who: Character) -> None:
    """One army's year."""
    planner.plan(who, duel_of(planner, who), duel=True)
    army = [*planner.units_of(who.number), *planner.received.get(who.number, ())]
    army = share(planner, who, army)
    overseas = not by_land(planner, who.province)
    if who.province in planner.provinces:
        army += pick_up(planner, who, overseas=overseas)
        if not overseas:
            army = leave_ships(planner, who, army)
        army += recruit(planner, who, len(army))
        if overseas:
            army += build_ships(planner, who, army)
    if not army:
        rally(planner, who)
        return
    if overseas:
        sail(planner, who, army)
    else:
        march(planner, who, army)


def rally(planner: Planner, who: Character) -> None:
    """A leader without units goes to those that have lost theirs, and takes them."""
    waiting: dict[int, int] = {}
    for unit in planner.units:
        fit = not unit["leader"] and unit["type"] not in ("GA", "FL", "WH")
        if fit and planner.leads(who, unit["race"], unit["type"]) and unit["province"] not in planner.claimed:
            waiting[unit["province"]] = waiting.get(unit["province"], 0) + 1
    if not waiting:
        return
    there = max(waiting, key=lambda province: (waiting[province] - distance(who.province, province), -province))
    if distance(who.province, there) >= planner.seasons_left(who):
        return
    planner.claimed.add(there)
    here = who.province
    while here != there:
        here = step_toward(here, there)
        planner.order(who, o.Move(here))
    planner.order(who, o.PickUp(o.ALL))


def share(planner: Planner, who: Character, army: list[Json]) -> list[Json]:
    """Half of a large army goes to a comrade here who has no unit; those whom he may not lead stay."""
    if len(army) < SHARED or fleets(army):
        return army
    idle = [
        other
        for other in planner.people
        if other.number != who.number
        and other.province == who.province
        and other.number not in planner.received
        and not planner.units_of(other.number)
        and planner.season[other.number] == 1
        and level(planner.items, other, "TA") >= 1
    ]
    if not idle:
        return army
    other = max(idle, key=lambda each: (level(planner.items, each, "TA"), -each.number))
    fit = [unit for unit in army if planner.leads(other, unit["race"], unit["type"])][: len(army) // 2]
    if len(fit) < 2:
        return army
    planner.received[other.number] = fit
    planner.order(who, o.Leave(tuple(unit["number"] for unit in fit), other.number))
    return [unit for unit in army if unit not in fit]


def duel_of(planner: Planner, who: Character) -> Plan:
    """A King fights as best he can; a Hero refuses, unless he is a swordsman."""
    bold = who.role == "king" or level(planner.items, who, "ME") >= DUELLIST
    return () if bold else HERO_S_DUEL


def pick_up(planner: Planner, who: Character, *, overseas: bool) -> list[Json]:
    """Takes the line units of the garrison along, ships only to sail; garrisons proper stay."""
    left = ("GA", "WH") if overseas else ("GA", "FL", "WH")
    units = [
        unit
        for unit in planner.garrison(who.province)
        if unit["type"] not in left and planner.leads(who, unit["race"], unit["type"])
    ]
    if units and who.province not in planner.claimed:
        planner.claimed.add(who.province)
        planner.order(who, o.PickUp(tuple(unit["number"] for unit in units)))
        return units
    return []


def recruit(planner: Planner, who: Character, strength: int) -> list[Json]:
    """Raises the best type that the province has and he can lead, as many as can be paid."""
    seen = planner.map.get(who.province, {})
    race = seen.get("race", "")
    types = [type for type in seen.get("types", ()) if UNITS[type].sort != "naval" and planner.leads(who, race, type)]
    if not types or planner.thrifty:
        return []
    best = max(types, key=lambda type: value(type, race, seen["terrain"]))
    raised: list[Json] = []
    home = who.province == planner.own["home"]
    while strength + len(raised) < planner.traits.most_units and planner.capacity(who.province) > 0:
        if not planner.affordable(UNITS[best].pay, HOPE):
            break
        planner.spend(UNITS[best].pay)
        planner.raised[who.province] += 1
        raised.append({"type": best, "race": race, "quality": 2 if home else 1, "number": 0})
    if raised:
        planner.order(who, o.Recruit(best, len(raised)))
    return raised


def value(type: str, race: str, terrain: str) -> float:
    """Strength for its pay."""
    return twice_base(type, race, terrain, UNITS[type].strength) / UNITS[type].pay


# Marching


def march(planner: Planner, who: Character, army: Sequence[Json]) -> None:
    """Toward the best target within reach; if there is none, toward the nearest border."""
    reach = moves(planner, who, army)
    ways = []
    for path in paths(planner, who.province, reach):
        target = path[-1]
        if own_strength(planner, who, army, target) >= planner.traits.superiority * enemy_strength(planner, target):
            seen = 1 if "owner" in planner.map[target] else UNSEEN
            ways.append((planner.liking() * seen * (planner.worth(target) + 1) / len(path), path))
    if not ways:
        approach(planner, who, reach)
        return
    ways.sort(reverse=True)
    best = ways[0][1]
    for step in best:
        planner.order(who, o.Move(step))
    planner.claimed.add(best[-1])
    if "owner" not in planner.map[best[-1]]:
        second_best(planner, who, best, [path for _, path in ways[1:]])
    elif reach >= len(best) + 2:
        follow_up(planner, who, army, best[-1])


def second_best(planner: Planner, who: Character, tried: Sequence[int], others: Iterable[Sequence[int]]) -> None:
    """Another target, should the first turn out to be a Neutral's: then the army has not moved."""
    for path in others:
        if len(tried) == 1 and tried[0] not in path:
            for step in path:
                planner.order(who, o.Move(step))
            planner.claimed.add(path[-1])
            return


def follow_up(planner: Planner, who: Character, army: Sequence[Json], taken: int) -> None:
    """A second conquest for those who have the moves."""
    targets = [
        there
        for there in planner.neighbours(taken)
        if is_target(planner, there)
        and own_strength(planner, who, army, there) >= 1.5 * planner.traits.superiority * enemy_strength(planner, there)
    ]
    if targets:
        best = max(targets, key=planner.worth)
        planner.order(who, o.Move(best))
        planner.claimed.add(best)


def approach(planner: Planner, who: Character, reach: int) -> None:
    """Through one's own land toward the nearest province that has a target next to it."""
    for way in own_ways(planner, who.province):
        if len(way) > 1 and any(is_target(planner, there) for there in planner.neighbours(way[-1])):
            for step in way[1 : 1 + reach]:
                planner.order(who, o.Move(step))
            return
