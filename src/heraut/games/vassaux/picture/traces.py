"""What has just been done, drawn over the table: ways, lines of fire, blows. Read from events, whatever their kind.

One that has a `start` and a `path` moved its `unit`; one that has a `line` is a shot; other dice rolled by a `unit`
against a `target` are blows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import hypot
from typing import Any

from heraut.engine.protocol import Event
from heraut.games.vassaux.identities import GroupId, is_band, place_of, unit_of
from heraut.games.vassaux.picture.scenery import RULER
from heraut.games.vassaux.picture.troops import Spot, spot
from heraut.games.vassaux.state import Act, Battle, Window
from heraut.games.vassaux.tables import R
from heraut.geometry import length, point_at

TIGHT = R // 4  # two lengths closer than this would be written over one another


def traces(told: Sequence[Sequence[Event]], battle: Battle) -> Iterator[str]:
    """The traces of the last steps, the newest in full colour, those before it faded."""
    for age, events in enumerate(reversed(told)):
        drawn = "".join(trace for event in events for trace in _trace(event, battle))
        if drawn:
            yield f'<g class="faded">{drawn}</g>' if age else drawn


def declared(battle: Battle, told: Callable[[int], str] = str) -> Iterator[str]:
    """The order that may be interrupted: the way of its leader with its lengths, a line to its target (SV-REA-01).

    `told` says a length, which is in mR; it stays so where answers are typed, `A 1000`.
    """
    if len(battle.stack) < 2:
        return
    act, window = battle.stack[-2:]
    if not (isinstance(act, Act) and isinstance(window, Window)):
        return
    start, targets = _middle(act.unit, battle), getattr(act.answer, "targets", None)
    end = _middle(targets[0] if targets else getattr(act.answer, "target", None), battle)
    if start and end:
        yield line(act.unit, start, end, shot=True)
    if window.path:
        most = length(window.path)
        yield way(act.unit, [spot(point, battle) for point in window.path])
        for far in (*range(R, most - TIGHT, R), most):
            x, y = spot(point_at(window.path, far), battle)
            yield f'<text class="mile" x="{x + 18:g}" y="{y + 8:g}">{told(far)}</text>'


def _trace(event: Event, battle: Battle) -> Iterator[str]:
    data = event.data
    unit = _group(data.get("unit"), battle)
    if unit is None:
        return
    if data.get("path") and "start" in data:
        yield way(unit, [spot(point, battle) for point in (data["start"], *data["path"])])
    if "line" in data:
        yield line(unit, spot(data["line"][:2], battle), spot(data["line"][2:], battle), shot=True)
    elif data.get("dice"):
        start, end = _middle(unit, battle), _middle(_group(data.get("target"), battle), battle)
        if start and end:
            yield line(unit, start, end, shot=False)


def way(unit: GroupId, spots: Sequence[Spot]) -> str:
    """The way of a leader, with a mark at every ruler, and an arrow at its end."""
    name = "AB"[place_of(unit_of(unit))]
    route = "L".join(f"{x:g} {y:g}" for x, y in spots)
    return (
        f'{_casing(f"M{route}")}<path class="trace {name}" d="M{route}"/>'
        f'<path class="ticks" d="{"".join(_ticks(spots))}"/>'
        f"{_arrow(name, *spots[-2:])}"
    )


def line(unit: GroupId, start: Spot, end: Spot, *, shot: bool) -> str:
    """From who strikes to who is struck."""
    name = "AB"[place_of(unit_of(unit))]
    kind = "shot" if shot else "blow"
    route = f"M{start[0]:g} {start[1]:g}L{end[0]:g} {end[1]:g}"
    return f'{_casing(route)}<path class="trace {kind} {name}" d="{route}"/>{_arrow(name, start, end)}'


def _casing(route: str) -> str:
    """A pale bed under a trace, which shows it on bases of its own colour."""
    return f'<path class="casing" d="{route}"/>'


def _ticks(spots: Sequence[Spot]) -> Iterator[str]:
    """A stroke across the way every ruler of its length."""
    gone = 0.0
    for (ax, ay), (bx, by) in pairwise(spots):
        far = hypot(bx - ax, by - ay)
        if not far:
            continue
        ux, uy = (bx - ax) / far, (by - ay) / far
        at = RULER - gone % RULER
        while at < far - 1:
            x, y = ax + ux * at, ay + uy * at
            yield f"M{x - uy * 11:.1f} {y + ux * 11:.1f}L{x + uy * 11:.1f} {y - ux * 11:.1f}"
            at += RULER
        gone += far


def _arrow(name: str, start: Spot, end: Spot) -> str:
    far = hypot(end[0] - start[0], end[1] - start[1])
    if far < 1:
        return ""
    ux, uy = (end[0] - start[0]) / far, (end[1] - start[1]) / far
    x, y = end[0] - ux * 26, end[1] - uy * 26
    return (
        f'<path class="head {name}" d="M{end[0]:.1f} {end[1]:.1f}L{x - uy * 13:.1f} {y + ux * 13:.1f}'
        f'L{x + uy * 13:.1f} {y - ux * 13:.1f}Z"/>'
    )


def _group(number: Any, battle: Battle) -> GroupId | None:
    """The unit or band that an event names; None for anything else."""
    return GroupId(number) if isinstance(number, int) and abs(number) in battle.units else None


def _middle(group: GroupId | None, battle: Battle) -> Spot | None:
    """Where a unit or a band stands: its leader, else the middle of its men."""
    unit = battle.units.get(unit_of(group)) if group is not None else None
    if group is None or unit is None:
        return None
    if not is_band(group) and unit.leader in battle.at:
        return spot(battle.at[unit.leader], battle)
    men = [battle.at[man] for man in (*unit.men, *unit.band) if man in battle.at]
    if not men:
        return None
    return spot((sum(x for x, _ in men) // len(men), sum(y for _, y in men) // len(men)), battle)
