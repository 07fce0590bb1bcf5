"""Daifen: a lord's own kingdom, then those that he knows, in the order of their names, as his spies last saw them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from heraut.engine.protocol import Json, Seat
from heraut.games import daifen
from heraut.games.daifen.orders import ORDERS
from heraut.games.daifen.races import BUILDINGS, RACES, TECHNOLOGIES, UNITS
from heraut.games.daifen.state import Continent
from heraut.lab.envs.layouts.layout import Block, Layout, numbered, own

RACE = numbered(RACES)
KNOWN = (
    "known (1)", "lives", "race", "turns known", "turns since the last spy report (-1: none)", "gold",
    "price of its buildings", "price of its units", "units",
)  # fmt: skip


def layout(state: Continent, seats: tuple[Seat, ...]) -> Layout:
    """The layout for so many kingdoms."""
    others = len(seats) - 1
    return Layout(
        [
            Block("time", 4, "turn, kingdoms alive, whether an association is offered, turns without a form", time_of),
            Block("own", 3, f"gold, intellect, race ({', '.join(RACES)})", own_of),
            Block("buildings", len(BUILDINGS), f"one's own: {', '.join(BUILDINGS)}", partial(stock_of, "buildings")),
            Block("units", len(UNITS), f"one's own: {', '.join(UNITS)}", partial(stock_of, "units")),
            Block("technologies", len(TECHNOLOGIES), f"one's own: {', '.join(TECHNOLOGIES)}", technologies_of),
            Block("known", len(KNOWN) * others, f"by name: {', '.join(KNOWN)}", partial(known_of, others)),
        ],
        daifen.view,
        ORDERS,
        ("order_sheet",),
        numbered((*BUILDINGS, *UNITS, *TECHNOLOGIES, "or", "intellect")),
    )


def time_of(seen: Json, me: int) -> list[int]:
    """When it is."""
    return [seen["turn"], seen["living"], seen["association"], own(seen).get("missed", 0)]


def own_of(seen: Json, me: int) -> list[int]:
    """One's own kingdom."""
    mine = own(seen)
    return [mine["gold"], mine["intellect"], RACE[mine["race"]]] if mine else [0] * 3


def stock_of(kind: str, seen: Json, me: int) -> list[int]:
    """How many of each type one has."""
    stock: Mapping[str, int] = own(seen).get(kind, {})
    return [stock.get(code, 0) for code in (BUILDINGS if kind == "buildings" else UNITS)]


def technologies_of(seen: Json, me: int) -> list[bool]:
    """Which technologies one has."""
    mastered = own(seen).get("technologies", ())
    return [code in mastered for code in TECHNOLOGIES]


def known_of(others: int, seen: Json, me: int) -> list[float]:
    """The kingdoms that one knows."""
    values: list[float] = []
    for kingdom in list(own(seen).get("known", {}).values())[:others]:
        values += (1, kingdom["alive"], RACE[kingdom["race"]], seen["turn"] - kingdom["since"])
        values += reported(kingdom["report"], seen["turn"])
    return values + [0.0] * (len(KNOWN) * others - len(values))


def reported(report: Json | None, turn: int) -> list[float]:
    """What spies last saw."""
    if report is None:
        return [-1, 0, 0, 0, 0]
    buildings = sum(BUILDINGS[code].cost * number for code, number in report["buildings"].items())
    units = sum(UNITS[code].cost * number for code, number in report["units"].items())
    return [turn - report["turn"], report["gold"], buildings, units, sum(report["units"].values())]
