"""Ships: built when no land is left to conquer on foot, they carry an army across one sea."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from heraut.bots.rois.planner import Planner
from heraut.bots.rois.strength import enemy_strength, own_strength
from heraut.bots.rois.ways import is_target, moves, way_home
from heraut.engine.protocol import Json
from heraut.games.rois import orders as o
from heraut.games.rois.state import Character
from heraut.games.rois.tables import CONSTANTS, UNITS

HOPE = 4  # what a year's conquest may add to the income


def fleets(army: Iterable[Json]) -> list[Json]:
    """The ships of an army."""
    return [unit for unit in army if unit["type"] == "FL"]


def leave_ships(planner: Planner, who: Character, army: list[Json]) -> list[Json]:
    """Ships cannot go from land to land: they stay in garrison while the army marches."""
    ships = fleets(army)
    if ships:
        planner.order(who, o.Leave(tuple(unit["number"] for unit in ships), o.GARRISON))
    return [unit for unit in army if unit["type"] != "FL"]


def build_ships(planner: Planner, who: Character, army: Sequence[Json]) -> list[Json]:
    """As many as carry the army, where the province builds them."""
    seen = planner.map.get(who.province, {})
    if "FL" not in seen.get("types", ()) or not planner.leads(who, seen["race"], "FL") or planner.thrifty:
        return []
    built: list[Json] = []
    wanted = -(-(len(army) - len(fleets(army))) // CONSTANTS.cargo) - len(fleets(army))
    while len(built) < wanted and planner.capacity(who.province) > 0 and planner.affordable(UNITS["FL"].pay, HOPE):
        planner.spend(UNITS["FL"].pay)
        planner.raised[who.province] += 1
        built.append({"type": "FL", "race": seen["race"], "quality": 2, "number": 0})
    if built:
        planner.order(who, o.Recruit("FL", len(built)))
    return built


def sail(planner: Planner, who: Character, army: Sequence[Json]) -> None:
    """Across one sea to a land that the army can take; without ships, to the nearest port."""
    ships = fleets(army)
    if not ships or CONSTANTS.cargo * len(ships) < len(army) - len(ships):
        to_port(planner, who, army)
        return
    landings = [
        (planner.worth(there), sea, there)
        for sea in planner.neighbours(who.province)
        if planner.map[sea]["terrain"] == "sea" and planner.owner(sea) in (0, planner.own["kingdom"])
        for there in planner.neighbours(sea)
        if is_target(planner, there)
        and own_strength(planner, who, army, there) >= planner.traits.superiority * enemy_strength(planner, there)
    ]
    if landings:
        _, sea, there = max(landings)
        planner.claimed.add(there)
        planner.order(who, o.Move(sea))
        planner.order(who, o.Move(there))


def to_port(planner: Planner, who: Character, army: Sequence[Json]) -> None:
    """Home, where ships are built."""
    home = planner.own["home"]
    if who.province != home and home in planner.provinces and not fleets(army):
        way = way_home(planner, who.province, home)
        for step in way[: moves(planner, who, army)]:
            planner.order(who, o.Move(step))
