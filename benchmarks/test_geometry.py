"""Sight and placement on a table of 25 obstacles and 60 men (goal G1).

The places are those of the anchor, its 90 cm being fifteen rulers: of the 25 discs that block sight there, ten are
houses here, eight woods and seven men, so that a corridor is measured by all the rules of the skirmish.
"""

from __future__ import annotations

import random
from typing import Any

from benchmarks.conftest import Figure
from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games import vassaux
from heraut.games.vassaux.identities import GroupId, UnitId
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.table.placement import Spot, settle
from heraut.geometry import Disc, Shape, rectangle, sight

SEED = 20240607
R = 15_000 / 90


def table() -> tuple[list[Disc], list[Shape], list[Shape], list[Disc]]:
    """Sixty men, ten houses, eight woods and seven more men in the way."""
    r = random.Random(SEED)
    men = [(int(r.uniform(0, 90) * R), int(r.uniform(0, 90) * R), 250) for _ in range(60)]
    spots = [(r.uniform(5, 85) * R, r.uniform(5, 85) * R, r.uniform(1, 5) * R) for _ in range(25)]
    shapes = [rectangle(*(int(v) for v in (x - h, y - h, x + h, y + h))) for x, y, h in spots[:18]]
    return men, shapes[:10], shapes[10:], [(int(x), int(y), 250) for x, y, _ in spots[18:]]


def test_one_line_of_sight(benchmark: Any, figure: Figure) -> None:
    """G1: one corridor, observer and target those of the anchor."""
    men, houses, woods, bodies = table()
    here, there = men[0], men[1]

    def look() -> int:
        return sum(sight(here, there, houses, woods, bodies, 10, 5) for _ in range(1000))

    assert benchmark(look) >= 0
    figure("one line of sight, 25 obstacles", "time", "us", per=1000)


def test_every_line_of_sight(benchmark: Any, figure: Figure) -> None:
    """All corridors between sixty men."""
    men, houses, woods, bodies = table()

    def look() -> int:
        return sum(sight(a, b, houses, woods, bodies, 10, 5) for a in men for b in men if a != b)

    assert benchmark(look) > 0
    figure("60x60 lines of sight", "time", "us")


def test_placement(benchmark: Any, figure: Figure) -> None:
    """A unit of ten set down around its leader in the middle of a deployed battle, by all the rules of placement."""
    state = vassaux.setup([Seat("j1")], {}, Rng(b"placement")).state
    while state.phase == "deployment":
        ((seat, decision),) = vassaux.pending(state).items()
        state = vassaux.advance(state, {seat: decision.default}, Rng(b"placement")).state
    field, unit = Field(state), state.units[UnitId(GroupId(3))]

    def place() -> int:
        return len(settle(field, Spot(unit.id, (7500, 6500), (3, 4)), unit.men[1:]).places)

    assert benchmark(place) == 9
    figure("a unit of ten placed", "time", "us")
