"""Where units stand before the first turn, where they arrive, and who leaves (SV-DP-02, SV-DP-16, SV-DP-17)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from heraut.games.vassaux.orders import Arrive, Deploy, Leave, Objective
from heraut.games.vassaux.phases import objectives as scenario
from heraut.games.vassaux.phases.deployment import default_for, infiltrates, unplaced
from heraut.games.vassaux.phases.infiltration import arrive_refusals, arriving, doors, with_target
from heraut.games.vassaux.phases.scenarios import leave_default
from heraut.games.vassaux.phases.zones import formation, zones
from heraut.games.vassaux.state import Unit
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.tables import R

COLUMNS = (2, 5, 8)  # tenths of a zone's width
ROWS = (4, 7)  # tenths of its depth
ROWS_NORTH = (6, 3)
SPACED = 3 * R // 2  # between the objective points that are offered


def objectives(field: Field) -> Iterator[Objective]:
    """The centre, and legal points spread over the table."""
    due = scenario.point_due(field)
    assert due is not None
    points = scenario.grid(field, due.sort)
    first = next(points)
    yield Objective(first)
    line = due.sort == "far_point"  # its points lie on one line
    yield from (Objective((x, y)) for x, y in points if x % SPACED == 0 and (line or y % SPACED == 0))


def deployments(field: Field) -> Iterator[Deploy]:
    """The next unit in the middle of its zone, on its flanks, before and behind; the one after it in the middle."""
    assert field.now.asked is not None
    for rank, unit in enumerate(unplaced(field, field.now.asked.place)[:2]):
        if infiltrates(unit):
            yield default_for(field, unit)
        else:
            yield from spread(field, unit, COLUMNS if rank == 0 else COLUMNS[1:2])


def spread(field: Field, unit: Unit, columns: Sequence[int]) -> Sequence[Deploy]:
    """Places all over the zone; where it is full, the one that is left."""
    spots = [
        Deploy(unit.id, (west + (east - west) * column // 10, south + (north - south) * row // 10))
        for west, east, south, north in zones(field, unit)
        for column in columns
        for row in (ROWS if unit.seat == 0 else ROWS_NORTH)
    ]
    return [spot for spot in spots if isinstance(formation(field, unit, spot, 0), dict)] or [default_for(field, unit)]


def arrivals(field: Field) -> Iterator[Arrive]:
    """Every marker that is free, and whoever is touched there as the target."""
    unit = arriving(field)
    for door in doors(field, unit):
        answer = with_target(field, unit, Arrive(door))
        if not arrive_refusals(field, answer):
            yield answer


def exits(field: Field) -> Iterator[Leave]:
    """All who may leave; half of them; nobody."""
    whole = leave_default(field)
    yield whole
    yield Leave(whole.figures[: len(whole.figures) // 2])
    yield Leave()
