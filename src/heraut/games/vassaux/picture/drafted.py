"""The draft of an act, drawn before it binds: the way with its rulers, where each would stand, who may break in.

All of it is told by a `Preview`; what is drawn here is worked out nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import hypot

from heraut.games.vassaux.calculators.attack import Chances, mean
from heraut.games.vassaux.herald import Herald
from heraut.games.vassaux.identities import FigureId, GroupId, home_of
from heraut.games.vassaux.picture.notes import Notes, rulers
from heraut.games.vassaux.picture.scenery import SCALE
from heraut.games.vassaux.picture.troops import (
    FOOT,
    MARGIN,
    Spot,
    groups_of,
    hull_path,
    leader_ring,
    sign_of,
    spot,
    tags,
)
from heraut.games.vassaux.preview import EndPosition, Interruption, Preview, Target, Way
from heraut.games.vassaux.state import Battle, Unit
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.table.placement import Zone
from heraut.games.vassaux.tables import R
from heraut.geometry import Point, point_at

STAR = "M0-15 4-5 14-7 7 2 12 12 1 8-7 15-6 4-16 1-7-4-9-13Z"


def drafted(field: Field, herald: Herald, preview: Preview) -> str:
    """The marks of a draft; the words come last, so that they stay readable."""
    battle = field.now
    unit = battle.units.get(preview.unit)
    seat = unit.seat if unit is not None else 0
    notes = Notes(battle.settings.width / SCALE, battle.settings.height / SCALE, taken(field, preview))
    parts: list[str] = []
    if preview.reach is not None and preview.reach.rim and preview.way is None:
        parts.append(f'<path class="rim" d="{outline(preview.reach.rim, battle)}"/>')
    parts += [f'<path class="rim" d="{outline(corners(zone), battle)}"/>' for zone in preview.zones]
    parts += threads(field, (*preview.interruptions, *preview.reactions))
    for there in preview.earlier:
        parts += end_position(battle, battle.units[there.unit], there)
    if preview.standing is not None and unit is not None:
        parts += end_position(battle, unit, preview.standing)
    if preview.way is not None and len(preview.way.points) > 1:
        parts += way(battle, preview.way, preview.interruptions, seat)
        length_told(herald, battle, preview.way, seat, notes)
    if preview.choice is not None:
        parts += picks(battle, preview.choice.figures, preview.choice.default)
    parts += options(herald, battle, preview, notes)
    interruptions(herald, field, (*preview.interruptions, *preview.reactions), notes)
    return "".join(parts) + str(notes)


def taken(field: Field, preview: Preview) -> list[Spot]:
    """Where bases and tags are drawn, ghosts among them."""
    ends = [*preview.earlier, *([preview.standing] if preview.standing is not None else [])]
    ghosts = [place for there in ends for place in there.ghosts.values()]
    hung = tags(field).values()
    return [*(spot(place, field.now) for place in (*field.now.at.values(), *ghosts)), *((tag.x, tag.y) for tag in hung)]


def corners(zone: Zone) -> list[Point]:
    """The corners of a zone of deployment, all around."""
    west, east, south, north = zone
    return [(west, south), (east, south), (east, north), (west, north)]


def outline(points: Sequence[Point], battle: Battle) -> str:
    """A closed line through these places."""
    spots = [spot(point, battle) for point in points]
    return f"M{'L'.join(f'{x:g} {y:g}' for x, y in spots)}Z"


# The way


def way(battle: Battle, there: Way, breaks: Sequence[Interruption], seat: int) -> Iterator[str]:
    """The way with a tick every ruler, and the parts of it on which somebody may react."""
    path = there.points
    spots = [spot(point, battle) for point in path]
    yield f'<g class="draft-way unit side{seat}"><path class="way-bed" d="{route(spots)}"/>'
    for part in there.stretches:
        slow = " slow" if part.difficult else ""
        yield f'<path class="way{slow}" d="{route([spot(part.start, battle), spot(part.end, battle)])}"/>'
    for one in breaks:
        alert = " alert" if one.alert else ""
        for span in one.spans:
            yield f'<path class="way-open{alert}" d="{route(stretch(battle, path, span.first, span.last))}"/>'
    yield f'<path class="way-ticks" d="{"".join(ticks(battle, path, there.used))}"/>{head(*spots[-2:])}</g>'


def length_told(herald: Herald, battle: Battle, there: Way, seat: int, notes: Notes) -> None:
    """At the end of a way, what it uses of what there is."""
    used, allowed = rulers(herald.lang, there.used)[:-2], rulers(herald.lang, there.allowed)
    words = herald.page("draft_way", used=used, allowed=allowed)
    notes.add(spot(there.points[-1], battle), words, f"side{seat}")


def route(spots: Sequence[Spot]) -> str:
    """A line through these."""
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in spots)


def stretch(battle: Battle, path: Sequence[Point], first: int, last: int) -> list[Spot]:
    """The part of a way between two lengths in mR, its corners included; a single point is given a little length."""
    low, high = (max(0, first - 60), last + 60) if first == last else (first, last)
    gone, found = 0.0, [spot(point_at(path, low), battle)]
    for (ax, ay), (bx, by) in pairwise(path):
        gone += hypot(bx - ax, by - ay)
        if low < gone < high:
            found.append(spot((bx, by), battle))
    return [*found, spot(point_at(path, high), battle)]


def ticks(battle: Battle, path: Sequence[Point], most: int) -> Iterator[str]:
    """A stroke across the way every ruler of its length."""
    for far in range(R, most, R):
        (ax, ay), (bx, by) = spot(point_at(path, far - 20), battle), spot(point_at(path, far + 20), battle)
        long = hypot(bx - ax, by - ay) or 1
        ux, uy, x, y = (bx - ax) / long, (by - ay) / long, (ax + bx) / 2, (ay + by) / 2
        yield f"M{x - uy * 12:.1f} {y + ux * 12:.1f}L{x + uy * 12:.1f} {y - ux * 12:.1f}"


def head(start: Spot, end: Spot) -> str:
    """The head of an arrow."""
    far = hypot(end[0] - start[0], end[1] - start[1])
    if far < 1:
        return ""
    ux, uy = (end[0] - start[0]) / far, (end[1] - start[1]) / far
    x, y = end[0] - ux * 30, end[1] - uy * 30
    left, right = f"{x - uy * 17:.1f} {y + ux * 17:.1f}", f"{x + uy * 17:.1f} {y - ux * 17:.1f}"
    return f'<path class="way-head" d="M{end[0]:.1f} {end[1]:.1f}L{left} {right}Z"/>'


# Who would stand where


def end_position(battle: Battle, unit: Unit, there: EndPosition) -> Iterator[str]:
    """A ghost of every man who would stand elsewhere; a mark on who would be confused or left, and at each contact."""
    worried = {*there.confused, *there.abandoned}
    yield f'<g class="ghost unit side{unit.seat}">'
    for man, place in there.ghosts.items():
        yield ghost(battle, unit, man, place, leads=man == there.leader, worried=man in worried, face=there.face)
    yield "</g>"
    for man in worried:
        at = there.ghosts.get(man) or battle.at.get(man)
        if at is not None:
            x, y = spot(at, battle)
            yield f'<use href="#b-confused" x="{x + 17:g}" y="{y - 17:g}"/>'
    for own, foe in there.contacts:
        at = there.ghosts.get(own) or battle.at.get(own)
        if at is not None and foe in battle.at:
            yield touch(battle, at, unit.sheet.radius, battle.at[foe], battle.units[home_of(foe)].sheet.radius)


def ghost(
    battle: Battle, unit: Unit, man: FigureId, place: Point, *, leads: bool, worried: bool, face: Point
) -> str:  # fmt: skip
    """A man where he would stand."""
    x, y = spot(place, battle)
    scale = unit.sheet.radius / SCALE / FOOT
    size = f"scale({scale:g})" if scale != 1 else ""
    return (
        f'<g class="man{" worry" if worried else ""}" data-ghost="{man}" transform="translate({x:g} {y:g}){size}">'
        f'{leader_ring(face) if leads else ""}<use href="#plate{unit.seat}"/><use href="#g-{sign_of(unit)}"/></g>'
    )


def touch(battle: Battle, place: Point, radius: int, foe: Point, other: int) -> str:
    """A star where two bases would meet."""
    (ax, ay), (bx, by) = spot(place, battle), spot(foe, battle)
    share = radius / (radius + other)
    x, y = ax + (bx - ax) * share, ay + (by - ay) * share
    return f'<path class="touch" transform="translate({x:.1f} {y:.1f})" d="{STAR}"/>'


def picks(battle: Battle, figures: Sequence[FigureId], default: Sequence[FigureId]) -> Iterator[str]:
    """A ring around every figure that may be named; those who go if nothing is said, broken."""
    for man in figures:
        if man in battle.at:
            x, y = spot(battle.at[man], battle)
            radius = battle.units[home_of(man)].sheet.radius / SCALE + 6
            kind = " default" if man in default else ""
            yield f'<circle class="pick{kind}" cx="{x:g}" cy="{y:g}" r="{radius:g}"/>'


# Whom it is against, who may break in


def options(herald: Herald, battle: Battle, preview: Preview, notes: Notes) -> Iterator[str]:
    """Around every group that the chosen unit may name, a line; on it what it may expect."""
    known = {group.id: group for group in groups_of(battle)}
    best: dict[GroupId, Target] = {}
    for target in preview.targets:
        if target.refused is None and target.group in known:
            best.setdefault(target.group, target)
    for number, target in best.items():
        group = known[number]
        yield f'<path class="option" d="{hull_path(group, battle, group.unit.sheet.radius / SCALE + MARGIN + 8)}"/>'
        words = told(herald, target)
        if words and preview.target in (0, number):
            spots = [spot(battle.at[man], battle) for man in group.men]
            middle = sum(x for x, _ in spots) / len(spots), max(y for _, y in spots)
            notes.add(middle, words, f"side{group.unit.seat}")


def told(herald: Herald, target: Target) -> str:
    """What naming a target may come to, in three words."""
    if target.casting is not None:
        return herald.page("odds_spell", chance=float(target.casting.chance))
    losses: Chances | None = None
    if target.volley is not None:
        losses = target.volley.blow.losses
    elif target.fray is not None:
        losses = target.fray.losses.get(target.group)
    return "" if losses is None else herald.page(f"odds_{target.kind}", mean=average(mean(losses)))


def average(found: Fraction) -> float:
    """A mean as it is told: to one decimal."""
    return round(float(found), 1)


def threads(field: Field, found: Sequence[Interruption]) -> Iterator[str]:
    """From every unit that may react to where on the way it first may."""
    for one in found:
        unit = field.now.units[one.unit]
        if one.places and unit.leader in field.now.at:
            (x, y), (u, v) = spot(field.now.at[unit.leader], field.now), spot(one.places[0][0], field.now)
            yield f'<path class="thread side{unit.seat}" d="M{x:g} {y:g}L{u:g} {v:g}"/>'


FEW = 2  # of whom it is said in full that they may react


def interruptions(herald: Herald, field: Field, found: Sequence[Interruption], notes: Notes) -> None:
    """Beside every unit that may react, its chance; where many may, in fewer words."""
    key = "may_react" if len(found) <= FEW else "may_react_short"
    for one in found:
        unit = field.now.units[one.unit]
        if unit.leader in field.now.at:
            words = herald.page(key, unit=unit.id, chance=float(one.chance), alert=one.alert)
            notes.add(spot(field.now.at[unit.leader], field.now), words, f"side{unit.seat}")
