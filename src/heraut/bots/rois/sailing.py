"""Ships: built when no land is left to conquer on foot, they carry an army across one sea."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from heraut.bots.rois.council import Council
from heraut.bots.rois.strength import SUPERIORITY, enemy_strength, own_strength
from heraut.bots.rois.ways import is_target, moves, way_home
from heraut.engine.protocol import Json
from heraut.games.rois import orders as o
from heraut.games.rois.state import Character
from heraut.games.rois.tables import FIGURES, UNITS

HOPE = 4  # what a year's conquest may add to the income


def fleets(army: Iterable[Json]) -> list[Json]:
    """The ships of an army."""
    return [unit for unit in army if unit["type"] == "FL"]


def leave_ships(council: Council, who: Character, army: list[Json]) -> list[Json]:
    """Ships cannot go from land to land: they stay in garrison while the army marches."""
    ships = fleets(army)
    if ships:
        council.order(who, o.Leave(tuple(unit["number"] for unit in ships), o.GARRISON))
    return [unit for unit in army if unit["type"] != "FL"]


def build_ships(council: Council, who: Character, army: Sequence[Json]) -> list[Json]:
    """As many as carry the army, where the province builds them."""
    seen = council.map.get(who.province, {})
    if "FL" not in seen.get("types", ()) or not council.leads(who, seen["race"], "FL") or council.last_turn:
        return []
    built: list[Json] = []
    wanted = -(-(len(army) - len(fleets(army))) // FIGURES.cargo) - len(fleets(army))
    while len(built) < wanted and council.capacity(who.province) > 0 and council.affordable(UNITS["FL"].pay, HOPE):
        council.spend(UNITS["FL"].pay)
        council.raised[who.province] += 1
        built.append({"type": "FL", "race": seen["race"], "quality": 2, "number": 0})
    if built:
        council.order(who, o.Recruit("FL", len(built)))
    return built


def sail(council: Council, who: Character, army: Sequence[Json]) -> None:
    """Across one sea to a land that the army can take; without ships, to the nearest port."""
    ships = fleets(army)
    if not ships or FIGURES.cargo * len(ships) < len(army) - len(ships):
        to_port(council, who, army)
        return
    landings = [
        (council.worth(there), sea, there)
        for sea in council.neighbours(who.province)
        if council.map[sea]["terrain"] == "sea" and council.owner(sea) in (0, council.own["kingdom"])
        for there in council.neighbours(sea)
        if is_target(council, there)
        and own_strength(council, who, army, there) >= SUPERIORITY * enemy_strength(council, there)
    ]
    if landings:
        _, sea, there = max(landings)
        council.claimed.add(there)
        council.order(who, o.Move(sea))
        council.order(who, o.Move(there))


def to_port(council: Council, who: Character, army: Sequence[Json]) -> None:
    """Home, where ships are built."""
    home = council.own["home"]
    if who.province != home and home in council.provinces and not fleets(army):
        way = way_home(council, who.province, home)
        for step in way[: moves(council, who, army)]:
            council.order(who, o.Move(step))
