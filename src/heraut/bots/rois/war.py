"""Armies: raised as far as they can be paid, led against whoever looks weakest, one conquest a year and more."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from heraut.bots.rois.council import Council
from heraut.bots.rois.sailing import HOPE, build_ships, fleets, leave_ships, sail
from heraut.bots.rois.strength import SUPERIORITY, enemy_strength, own_strength
from heraut.bots.rois.ways import by_land, is_target, moves, paths
from heraut.engine.protocol import Json
from heraut.games.rois import orders as o
from heraut.games.rois.abilities import level
from heraut.games.rois.battle.strength import twice_base
from heraut.games.rois.encounter.plan import read_plan
from heraut.games.rois.state import Character, Plan
from heraut.games.rois.tables import UNITS
from heraut.games.rois.world.geography import distance, step_toward

MOST_UNITS = 9  # of one army
SHARED = 9  # units from which an army is shared with a comrade who has none
UNSEEN = 0.6  # what a prize is worth that nobody has looked at: it may be a Neutral's
HERO_S_DUEL = read_plan("FL")
DUELLIST = 3  # the Melee from which a Hero takes up a challenge


def retrenchment(council: Council) -> None:
    """Units that cannot be paid are sent home before they desert, those that give least for their pay first."""
    short = -(council.gold + council.income)
    sent: dict[int, list[int]] = {}
    for unit in sorted(council.units, key=lambda unit: (unit["quality"] * value_of(council, unit), unit["number"])):
        who = commander(council, unit)
        if short > 0 and who and unit["type"] != "GA":
            short -= UNITS[unit["type"]].pay
            council.income += UNITS[unit["type"]].pay
            council.units.remove(unit)
            sent.setdefault(who, []).append(unit["number"])
    for each in council.people:
        if each.number in sent:
            council.order(each, o.Disband(tuple(sorted(sent[each.number]))))


def commander(council: Council, unit: Json) -> int:
    """Who can send a unit home: its leader, or somebody where it stands in garrison; 0 if there is nobody."""
    here = (each.number for each in council.people if each.province == unit["province"])
    return int(unit["leader"]) or next(here, 0)


def value_of(council: Council, unit: Json) -> float:
    """Strength for its pay where it stands."""
    return value(unit["type"], unit["race"], council.map[unit["province"]]["terrain"])


def campaigns(council: Council) -> None:
    """Every leader, the ablest first: he gathers units, then marches on the best target that he can beat."""
    leaders = sorted(council.people, key=lambda who: (-level(council.items, who, "TA"), who.number))
    for who in leaders:
        if is_general(council, who):
            campaign(council, who)


def is_general(council: Council, who: Character) -> bool:
    """Whoever leads units, the King, and those who know how to."""
    leads = bool(council.units_of(who.number)) or who.number in council.received
    return leads or who.role == "king" or level(council.items, who, "TA") >= 1


def campaign(council: Council, who: Character) -> None:
    """One army's year."""
    council.plan(who, duel_of(council, who), duel=True)
    army = [*council.units_of(who.number), *council.received.get(who.number, ())]
    army = share(council, who, army)
    overseas = not by_land(council, who.province)
    if who.province in council.provinces:
        army += pick_up(council, who, overseas=overseas)
        if not overseas:
            army = leave_ships(council, who, army)
        army += recruit(council, who, len(army))
        if overseas:
            army += build_ships(council, who, army)
    if not army:
        rally(council, who)
        return
    if overseas:
        sail(council, who, army)
    else:
        march(council, who, army)


def rally(council: Council, who: Character) -> None:
    """A leader without units goes to those that have lost theirs, and takes them."""
    waiting: dict[int, int] = {}
    for unit in council.units:
        fit = not unit["leader"] and unit["type"] not in ("GA", "FL", "WH")
        if fit and council.leads(who, unit["race"], unit["type"]) and unit["province"] not in council.claimed:
            waiting[unit["province"]] = waiting.get(unit["province"], 0) + 1
    if not waiting:
        return
    there = max(waiting, key=lambda province: (waiting[province] - distance(who.province, province), -province))
    if distance(who.province, there) >= council.seasons_left(who):
        return
    council.claimed.add(there)
    here = who.province
    while here != there:
        here = step_toward(here, there)
        council.order(who, o.Move(here))
    council.order(who, o.PickUp(o.ALL))


def share(council: Council, who: Character, army: list[Json]) -> list[Json]:
    """Half of a large army goes to a comrade here who has no unit; those whom he may not lead stay."""
    if len(army) < SHARED or fleets(army):
        return army
    idle = [
        other
        for other in council.people
        if other.number != who.number
        and other.province == who.province
        and other.number not in council.received
        and not council.units_of(other.number)
        and council.season[other.number] == 1
        and level(council.items, other, "TA") >= 1
    ]
    if not idle:
        return army
    other = max(idle, key=lambda each: (level(council.items, each, "TA"), -each.number))
    fit = [unit for unit in army if council.leads(other, unit["race"], unit["type"])][: len(army) // 2]
    if len(fit) < 2:
        return army
    council.received[other.number] = fit
    council.order(who, o.Leave(tuple(unit["number"] for unit in fit), other.number))
    return [unit for unit in army if unit not in fit]


def duel_of(council: Council, who: Character) -> Plan:
    """A King fights as best he can; a Hero refuses, unless he is a swordsman."""
    bold = who.role == "king" or level(council.items, who, "ME") >= DUELLIST
    return () if bold else HERO_S_DUEL


def pick_up(council: Council, who: Character, *, overseas: bool) -> list[Json]:
    """Takes the line units of the garrison along, ships only to sail; garrisons proper stay."""
    left = ("GA", "WH") if overseas else ("GA", "FL", "WH")
    units = [
        unit
        for unit in council.garrison(who.province)
        if unit["type"] not in left and council.leads(who, unit["race"], unit["type"])
    ]
    if units and who.province not in council.claimed:
        council.claimed.add(who.province)
        council.order(who, o.PickUp(tuple(unit["number"] for unit in units)))
        return units
    return []


def recruit(council: Council, who: Character, strength: int) -> list[Json]:
    """Raises the best type that the province has and he can lead, as many as can be paid."""
    seen = council.map.get(who.province, {})
    race = seen.get("race", "")
    types = [type for type in seen.get("types", ()) if UNITS[type].sort != "naval" and council.leads(who, race, type)]
    if not types or council.last_turn:
        return []
    best = max(types, key=lambda type: value(type, race, seen["terrain"]))
    raised: list[Json] = []
    home = who.province == council.own["home"]
    while strength + len(raised) < MOST_UNITS and council.capacity(who.province) > 0:
        if not council.affordable(UNITS[best].pay, HOPE):
            break
        council.spend(UNITS[best].pay)
        council.raised[who.province] += 1
        raised.append({"type": best, "race": race, "quality": 2 if home else 1, "number": 0})
    if raised:
        council.order(who, o.Recruit(best, len(raised)))
    return raised


def value(type: str, race: str, terrain: str) -> float:
    """Strength for its pay."""
    return twice_base(type, race, terrain, UNITS[type].strength) / UNITS[type].pay


# Marching


def march(council: Council, who: Character, army: Sequence[Json]) -> None:
    """Toward the best target within reach; if there is none, toward the nearest border."""
    reach = moves(council, who, army)
    ways = []
    for path in paths(council, who.province, reach):
        target = path[-1]
        if own_strength(council, who, army, target) >= SUPERIORITY * enemy_strength(council, target):
            seen = 1 if "owner" in council.map[target] else UNSEEN
            ways.append((seen * (council.worth(target) + 1) / len(path), path))
    if not ways:
        approach(council, who, reach)
        return
    ways.sort(reverse=True)
    best = ways[0][1]
    for step in best:
        council.order(who, o.Move(step))
    council.claimed.add(best[-1])
    if "owner" not in council.map[best[-1]]:
        second_best(council, who, best, [path for _, path in ways[1:]])
    elif reach >= len(best) + 2:
        follow_up(council, who, army, best[-1])


def second_best(council: Council, who: Character, tried: Sequence[int], others: Iterable[Sequence[int]]) -> None:
    """Another target, should the first turn out to be a Neutral's: then the army has not moved."""
    for path in others:
        if len(tried) == 1 and tried[0] not in path:
            for step in path:
                council.order(who, o.Move(step))
            council.claimed.add(path[-1])
            return


def follow_up(council: Council, who: Character, army: Sequence[Json], taken: int) -> None:
    """A second conquest for those who have the moves."""
    targets = [
        there
        for there in council.neighbours(taken)
        if is_target(council, there)
        and own_strength(council, who, army, there) >= 1.5 * SUPERIORITY * enemy_strength(council, there)
    ]
    if targets:
        best = max(targets, key=council.worth)
        council.order(who, o.Move(best))
        council.claimed.add(best)


def approach(council: Council, who: Character, reach: int) -> None:
    """Through one's own land toward the nearest province that has a target next to it."""
    seen, queue = {who.province}, [[who.province]]
    while queue:
        way = queue.pop(0)
        if len(way) > 1 and any(is_target(council, there) for there in council.neighbours(way[-1])):
            for step in way[1 : 1 + reach]:
                council.order(who, o.Move(step))
            return
        for there in council.neighbours(way[-1]):
            if there in council.provinces and there not in seen and council.map[there]["terrain"] != "sea":
                seen.add(there)
                queue.append([*way, there])
