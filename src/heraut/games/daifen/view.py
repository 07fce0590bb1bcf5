"""Who may see what (DA-FOG): the public part, the same for everyone, and a lord's own. Nothing else leaves the game.

Kingdoms are called by their names throughout: a seat or a number would tell how many there are, and in which order.
"""

from __future__ import annotations

from typing import Any

import msgspec

from heraut.engine.protocol import Seat
from heraut.games.daifen.naming import plain
from heraut.games.daifen.phases.victory import ranking
from heraut.games.daifen.races import BUILDINGS, UNITS
from heraut.games.daifen.state import Continent, Kingdom


def view(continent: Continent, seat: Seat | None) -> dict[str, Any]:
    """Everything that a seat, or a passer-by (None), may see.

    An eliminated lord sees what all see, and once the continent is finished its players see everything (DA-END-03,
    DA-FOG-11).
    """
    seen = public_view(continent)
    if seat is None:
        return seen
    kingdom = continent.kingdoms[seat]
    if kingdom.alive:
        seen["own"] = own_view(continent, kingdom)
    else:
        seen["fallen"] = {"seat": seat, **card(kingdom), "turn": kingdom.fallen}
    if continent.road is not None:
        seen["kingdoms"] = [whole(continent, other) for other in continent.kingdoms.values()]
        seen["nelrks"] = dict(continent.nelrks)
    return seen


def living_views(continent: Continent) -> dict[Seat, dict[str, Any]]:
    """The view of every living lord, by number; what is public is computed once."""
    public = public_view(continent)
    return {kingdom.seat: public | {"own": own_view(continent, kingdom)} for kingdom in continent.living()}


def public_view(continent: Continent) -> dict[str, Any]:
    """The continent, its pace, its turn, and how many kingdoms live (DA-FOG-08); names only once it is finished."""
    seen: dict[str, Any] = {
        "game": "daifen",
        "continent": continent.settings.continent,
        "pace": continent.settings.pace,
        "abandon_after": continent.settings.abandon_after,
        "turn": continent.turn,
        "living": sum(1 for _ in continent.living()),
        "association": continent.offered,
        "road": continent.road,
    }
    if continent.road is not None:
        seen["winners"] = [continent.kingdoms[seat].name for seat in continent.winners]
        seen["ranking"] = [[continent.kingdoms[seat].name for seat in seats] for seats in ranking(continent)]
    return seen


def card(kingdom: Kingdom) -> dict[str, Any]:
    """What it is to know a kingdom, besides whether it lives (DA-FOG-05)."""
    return {"name": kingdom.name, "lord": kingdom.lord, "race": kingdom.race}


def own_view(continent: Continent, kingdom: Kingdom) -> dict[str, Any]:
    """What is private to a lord (DA-KIN-01)."""
    return {
        "seat": kingdom.seat,
        **card(kingdom),
        "gold": kingdom.gold,
        "intellect": kingdom.intellect,
        "buildings": {code: kingdom.buildings[code] for code in BUILDINGS if code in kingdom.buildings},
        "units": {code: kingdom.units[code] for code in UNITS if code in kingdom.units},
        "technologies": list(kingdom.technologies),
        "missed": kingdom.missed,
        "known": known_view(continent, kingdom),
    }


def known_view(continent: Continent, kingdom: Kingdom) -> dict[str, dict[str, Any]]:
    """The kingdoms that a lord knows, by name: who they are, whether they live, since when, and the last spy report.

    They stand in the order of their names: any other could tell something of their numbers (DA-FOG-08).
    """
    seen = {}
    for seat, since in kingdom.known.items():
        other, report = continent.kingdoms[seat], kingdom.reports.get(seat)
        seen[other.name] = {
            "lord": other.lord,
            "race": other.race,
            "alive": other.alive,
            "since": since,
            "report": None if report is None else msgspec.structs.asdict(report),
        }
    return dict(sorted(seen.items(), key=lambda item: plain(item[0])))


def whole(continent: Continent, kingdom: Kingdom) -> dict[str, Any]:
    """A kingdom uncovered, after the end."""
    return {**own_view(continent, kingdom), "number": kingdom.number, "fallen": kingdom.fallen}
