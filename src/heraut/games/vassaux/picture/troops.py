"""The units as a page shows them: bases to scale, hulls around units, tags with their numbers, badges of their state.

A side is told by colour and by the plate on its bases: round in the south, square in the north. What a unit fights with
is its silhouette. Whatever colour tells is told by a shape as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from math import cos, pi, sin
from typing import NamedTuple

from heraut.games.vassaux.herald import Herald
from heraut.games.vassaux.identities import NO_UNIT, FigureId, GroupId, band_of, is_band
from heraut.games.vassaux.picture.scenery import EDGE, LARGEST, SCALE
from heraut.games.vassaux.state import Battle, Unit
from heraut.games.vassaux.table.field import Field
from heraut.geometry import Point, degrees, orientation

FOOT = 25  # the radius of a base on foot, in units of the drawing
MARGIN = 13  # of a hull around its bases
CORNERS = [(cos(step * pi / 6), sin(step * pi / 6)) for step in range(12)]
Spot = tuple[float, float]

SIGNS = {
    "sword": '<path d="M-11 11 11-11" class="g-thick"/><path d="M-11 1-1 11M-14 14l2-2"/>',
    "bow": '<path d="M-5-15C13-10 13 10-5 15" class="g-line"/><path d="M-5-15V15" class="g-thin"/>'
    '<path d="M-13 0H8"/><path d="M15 0 6-6V6Z" class="g-fill"/>',
    "crossbow": '<path d="M-15 0C-9-10 9-10 15 0" class="g-line"/><path d="M-15 0 0 5 15 0" class="g-thin"/>'
    '<path d="M0-9V15"/><path d="M0-17-5-8H5Z" class="g-fill"/>',
    "pike": '<path d="M-13 13 7-7"/><path d="M16-16 3-11 11-3Z" class="g-fill"/>',
    "fork": '<path d="M-12 12 2-2M-3-7 7 3M-3-7l7-7M2-2l7-7M7 3l7-7"/>',
    "horse": '<path d="M-9 16C-11 8-4 4-5-1-8 2-12 4-16 4L-18-1-9-12C-7-15-3-16 0-16L4-20 6-14C14-10 17 2 15 16Z" '
    'class="g-fill"/><circle cx="-5" cy="-8" r="1.8" class="g-eye"/>',
    "crown": '<path d="M-14 10V-8L-7 0 0-11 7 0 14-8V10Z" class="g-fill"/>',
}
"""What a figure carries, about the centre of a base on foot, in white."""

WIELDED = {
    "MELEE": "sword",
    "LIGHT_MISSILE": "bow",
    "HEAVY_MISSILE": "crossbow",
    "SPECIALISED": "pike",
    "IMPROVISED": "fork",
}

BADGES = {
    "alert": '<circle r="17"/><path d="M0-9V3M0 8v.1"/>',
    "fortified": '<path d="M-16 14V-14H-9V-7H-4V-14H4V-7H9V-14H16V14Z"/>',
    "engaged": '<circle r="17"/><path d="M-8-8 8 8M8-8-8 8M-9 3l6 6M9 3 3 9"/>',
    "enchanted": '<path d="M0-18 5-6 18-5 8 4 11 17 0 10-11 17-8 4-18-5-5-6Z"/>',
    "confused": '<circle r="17"/><text y="9">?</text>',
}
"""The states of a unit: `acted` has no badge, its tag is hollow and its bases grey."""


class Group(NamedTuple):
    """The ranks of a unit or its band, as far as they stand on the table."""

    id: GroupId
    unit: Unit
    men: Sequence[FigureId]

    @property
    def name(self) -> str:
        """As answers name it: 3, or B3."""
        return f"B{self.unit.id}" if is_band(self.id) else str(self.unit.id)


def groups_of(battle: Battle) -> Iterator[Group]:
    """Everybody on the table, group by group."""
    for unit in battle.units.values():
        ranks = [man for man in unit.men if man in battle.at]
        band = [man for man in unit.band if man in battle.at]
        if ranks:
            yield Group(unit.id, unit, ranks)
        if band:
            yield Group(band_of(unit.id), unit, band)


@cache
def definitions() -> str:
    """Plates of both sides and everything that is put upon them."""
    signs = "".join(f'<g id="g-{name}" class="g-sign">{shape}</g>' for name, shape in SIGNS.items())
    badges = "".join(f'<g id="b-{name}" class="badge-{name}">{shape}</g>' for name, shape in BADGES.items())
    return (
        f'<g id="plate0"><circle r="{FOOT}" class="g-foot"/><circle r="21.5" class="g-plate"/></g>'
        f'<g id="plate1"><circle r="{FOOT}" class="g-foot"/><rect x="-20" y="-20" width="40" height="40" rx="8" '
        f'class="g-plate"/></g>{signs}{badges}<text id="g-lost" class="lost" y="10">?</text>'
        '<path id="g-nose" d="M-9-25 0-38 9-25Z"/>'
    )


def spot(point: Sequence[int], battle: Battle) -> Spot:
    """A place of the table in the drawing."""
    return point[0] / SCALE, (battle.settings.height - point[1]) / SCALE


def sign_of(unit: Unit) -> str:
    """The silhouette of a unit: its mount, else its weapon; a Lord on foot wears a crown."""
    if unit.sheet.mounted:
        return "horse"
    return "crown" if unit.sheet.lord else WIELDED.get(unit.sheet.weapon, "sword")


# States


def states(field: Field, group: Group) -> list[str]:
    """What can be told of a group at a glance, by the names of its badges; "acted" first."""
    unit = group.unit
    if is_band(group.id):
        found = ["confused"]
        marks = [one for one in unit.effects if one.startswith("-")]
    else:
        found = ["acted"] * unit.ordered + ["alert"] * unit.alert + ["fortified"] * unit.fortified
        marks = [one for one in unit.effects if not one.startswith("-")]
    return found + ["engaged"] * field.engaged(group.id) + ["enchanted"] * bool(marks)


def label(herald: Herald, group: Group, told: Sequence[str]) -> str:
    """A group for a reader: its name, how many stand, its states."""
    said = [herald.page(f"state_{state}") for state in told]
    return herald.page("stands_so", unit=group.id, men=len(group.men), states=said)


# Drawing


def drawn(field: Field, herald: Herald, chosen: GroupId, aimed: GroupId = NO_UNIT, *, still: bool = False) -> str:
    """All units: first the ground that each covers, then group by group its outline and its men, then all tags.

    `still`: they are looked at, none can be chosen.
    """
    groups = sorted(groups_of(field.now), key=lambda one: one.id in (chosen, aimed))
    told = {group.id: states(field, group) for group in groups}
    places = tags(field)
    grounds, parts, hung = [], [], []
    for group in groups:
        kind = _classes(group, told[group.id], chosen, aimed)
        grounds.append(f'<g class="ground{kind}">{_hull(field.now, group, told[group.id])}</g>')
        pressed = "true" if group.id == chosen else "false"
        button = "" if still else f' role="button" tabindex="0" aria-pressed="{pressed}" data-group="{group.name}"'
        title = 'role="img" ' if still else ""
        parts.append(
            f'<g class="unit{kind}" id="g{group.name}"{button} {title}'
            f'aria-label="{_quoted(label(herald, group, told[group.id]))}" '
            f'data-seat="{group.unit.seat}"><use href="#h{group.name}" class="outline"/>'
            f"{_men(field.now, group)}</g>"
        )
        hung.append(
            f'<g class="tagged{kind}" data-tag="{group.name}">{_tag(group, told[group.id], places[group.id])}</g>'
        )
    return "".join((*grounds, *parts, '<g class="tags" aria-hidden="true">', *hung, "</g>"))


def _quoted(text: str) -> str:
    return text.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")


def _classes(group: Group, told: Sequence[str], chosen: GroupId, aimed: GroupId) -> str:
    names = [f"side{group.unit.seat}"] + ["band"] * is_band(group.id) + ["acted"] * ("acted" in told)
    names += ["chosen"] * (group.id == chosen) + ["aimed"] * (group.id == aimed)
    return "".join(f" {name}" for name in names)


def _hull(battle: Battle, group: Group, told: Sequence[str]) -> str:
    radius = group.unit.sheet.radius / SCALE
    path = hull([spot(battle.at[man], battle) for man in group.men], radius + MARGIN)
    wall = ""
    if "fortified" in told:
        wall = f'<path class="crenel" d="{hull_path(group, battle, radius + MARGIN + 7)}"/>'
    return f'<defs><path id="h{group.name}" d="{path}"/></defs><use href="#h{group.name}" class="hull"/>{wall}'


def hull_path(group: Group, battle: Battle, margin: float) -> str:
    """The outline around a group at this distance from the centres of its bases."""
    return hull([spot(battle.at[man], battle) for man in group.men], margin)


def hull(spots: Sequence[Spot], radius: float) -> str:
    """The outline around discs of this radius, as a path: the convex hull of points on their rims."""
    rim = sorted({(round(x + radius * c), round(y + radius * s)) for x, y in spots for c, s in CORNERS})
    below, above = _chain(rim), _chain(rim[::-1])
    return f"M{'L'.join(f'{x} {y}' for x, y in (*below[:-1], *above[:-1]))}Z"


def _chain(points: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Half of a convex hull, from the first of these points to the last."""
    found: list[tuple[int, int]] = []
    for point in points:
        while len(found) > 1 and orientation(found[-2], found[-1], point) <= 0:
            found.pop()
        found.append(point)
    return found


def _men(battle: Battle, group: Group) -> str:
    """The men of a group, its leader on top."""
    men = sorted(group.men, key=lambda man: man == group.unit.leader)
    return "".join(figure(battle, group.unit, man, confused=is_band(group.id)) for man in men)


def figure(battle: Battle, unit: Unit, man: FigureId, *, confused: bool = False) -> str:
    """A man where he stands: his base with its plate and silhouette, a leader's ring and the way he faces."""
    x, y = spot(battle.at[man], battle)
    scale = unit.sheet.radius / SCALE / FOOT
    leads = man == unit.leader and not confused
    size = f"scale({scale:g})" if scale != 1 else ""
    ring = leader_ring(unit.face) if leads else ""
    sign = "lost" if confused else sign_of(unit)
    return (
        f'<g class="man{" leader" if leads else ""}" data-man="{man}" transform="translate({x:g} {y:g}){size}">'
        f'{ring}<use href="#plate{unit.seat}"/>'
        f'<use href="#g-{sign}"/></g>'
    )


def leader_ring(face: Point) -> str:
    """A ring around a leader, with a nose where his unit looks."""
    return (
        f'<circle class="lead" r="{FOOT + 2.5}"/><use href="#g-nose" class="nose" '
        f'transform="rotate({90 - degrees(face):g})"/>'
    )


class Tag(NamedTuple):
    """The number of a group beside its hull: the middle of its plate, half its width, on which side it hangs."""

    x: float
    y: float
    half: float
    side: str

    def covers(self, x: float, y: float, margin: float) -> bool:
        """Whether something as wide as twice the margin would lie under it."""
        return abs(x - self.x) < self.half + margin and abs(y - self.y) < 20 + margin


ASIDE = {"below": ("below", "above", "left", "right"), "above": ("above", "below", "right", "left")}
"""Where a tag may hang, the usual side first: behind the men, who look up the table in the south, down in the north."""


def tags(field: Field) -> dict[GroupId, Tag]:
    """Where each tag hangs, so that it covers as few bases and other tags as may be."""
    battle, groups, found = field.now, list(groups_of(field.now)), dict[GroupId, Tag]()
    bases = [(*spot(battle.at[man], battle), group.unit.sheet.radius / SCALE) for group in groups for man in group.men]
    for group in groups:
        usual = "below" if group.unit.seat == 0 and not is_band(group.id) else "above"
        places = [_hung(battle, group, len(states(field, group)), side) for side in ASIDE[usual]]
        found[group.id] = min(places, key=lambda tag: _covered(tag, bases, found))
    return found


def _hung(battle: Battle, group: Group, badges: int, side: str) -> Tag:
    """A tag on this side of its group, within the frame."""
    spots = [spot(battle.at[man], battle) for man in group.men]
    off, half = group.unit.sheet.radius / SCALE + 34, _width(group) / 2
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    middle = sum(xs) / len(xs), sum(ys) / len(ys)
    x, y = {
        "below": (middle[0], max(ys) + off),
        "above": (middle[0], min(ys) - off),
        "left": (min(xs) - off - half, middle[1]),
        "right": (max(xs) + off + half, middle[1]),
    }[side]
    wide, high = battle.settings.width / SCALE, battle.settings.height / SCALE
    west, east = LARGEST * half - EDGE, wide + EDGE - LARGEST * (half + 38 * badges)
    return Tag(min(max(x, half, west), wide - half - 38 * badges, east), min(max(y, -20.0), high + 20), half, side)


def _covered(tag: Tag, bases: Sequence[tuple[float, float, float]], others: dict[GroupId, Tag]) -> int:
    """How much a tag would hide; another tag counts as three men."""
    men = sum(tag.covers(x, y, radius * 0.8) for x, y, radius in bases)
    return men + 3 * sum(tag.covers(other.x, other.y, other.half) for other in others.values())


def _width(group: Group) -> float:
    return 24 + 15 * len(group.name) + 26 * group.unit.sheet.lord


def _tag(group: Group, told: Sequence[str], tag: Tag) -> str:
    """The number of a group on its side's colour, pointing at it; badges beside it."""
    wide, lord = 2 * tag.half, group.unit.sheet.lord
    turned = {"below": ' transform="scale(1 -1)"', "above": ""}.get(tag.side)
    outline = f"M{-wide / 2:g}-17H{wide / 2:g}V10L0 21{-wide / 2:g} 10Z"
    if turned is None:
        outline, turned = f"M{-wide / 2:g}-17H{wide / 2:g}V17H{-wide / 2:g}Z", ""
    crown = f'<use href="#g-crown" class="tag-crown" transform="translate({19 - wide / 2:g} -1)"/>' if lord else ""
    lower = 10 if tag.side == "below" else 7
    tick = f'<path class="tag-tick" d="M{wide / 2 - 6:g}-18l5 6 9-12"/>' if "acted" in told else ""
    signs = "".join(
        f'<use href="#b-{state}" x="{wide / 2 + 22 + 38 * number:g}" y="-2"/>'
        for number, state in enumerate(one for one in told if one != "acted")
    )
    return (
        f'<g transform="translate({tag.x:g} {tag.y:g})"><g class="tag">'
        f'<path{turned} class="tag-plate" d="{outline}"/>'
        f'<text x="{13 * lord}" y="{lower}">{group.name}</text>{crown}{tick}{signs}</g></g>'
    )
