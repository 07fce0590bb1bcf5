"""The table as text, for readers who do not see it: groups and scenery, by place, bearing, gap, sight and contacts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import atan2, hypot, pi

from heraut.games.vassaux.grammar import name_group
from heraut.games.vassaux.identities import GroupId, unit_of
from heraut.games.vassaux.picture.troops import Group, groups_of, label, states
from heraut.games.vassaux.preview import Preview
from heraut.games.vassaux.state import Element
from heraut.games.vassaux.table.measuring import Measured, between, head, measured
from heraut.games.vassaux.tables import TERRAIN, R
from heraut.geometry import Point, Sight
from heraut.site.common.words import say
from heraut.site.games.vassaux.lookout import Lookout

WINDS = ("e", "ne", "n", "nw", "w", "sw", "s", "se")
SIGHTS = {Sight.CLEAR: "clear", Sight.COVERED: "covered", Sight.HIDDEN: "hidden", None: "none"}
NEAR = 3 * R  # a landmark farther off than this tells nobody anything


@dataclass(frozen=True)
class Row:
    """A group as a line of a table; `gap`, `bearing` and `sight` are those from what the reader has chosen."""

    number: str
    words: str
    place: str
    bearing: str
    gap: str
    sight: str
    contacts: str
    landmark: str
    own: bool


@dataclass(frozen=True)
class Piece:
    """A piece of scenery as a line of a table; `gap` and `bearing` as those of a group."""

    words: str
    place: str
    bearing: str
    gap: str


def rows(table: Lookout) -> list[Row]:
    """Everybody on the table; from the chosen group, or else from the reader's Lord, the nearest first."""
    viewpoint = eye(table)
    found: list[tuple[tuple[bool, float], Row]] = []
    for group in groups_of(table.battle):
        other = group.unit.seat != (table.seat or 0)
        far = distance(table, viewpoint, group.id) if viewpoint else 0.0
        found.append(((other, far), row(table, group, viewpoint)))
    return [one for _, one in sorted(found, key=lambda pair: pair[0])]


def eye(table: Lookout) -> GroupId | None:
    """From whom gaps are told."""
    if table.chosen:
        return table.chosen
    lord = table.field.lord(table.seat) if table.seat is not None else None
    return lord.id if lord is not None and lord.leader in table.battle.at else None


def seen_from(table: Lookout) -> str:
    """The name of who that is; "" for nobody."""
    viewpoint = eye(table)
    return table.herald.names["unit"][viewpoint] if viewpoint else ""


def distance(table: Lookout, one: GroupId, other: GroupId) -> float:
    """How far two leaders stand apart, in mR."""
    (ax, ay), (bx, by) = head(table.field, one).place, head(table.field, other).place
    return hypot(bx - ax, by - ay)


def row(table: Lookout, group: Group, viewpoint: GroupId | None) -> Row:
    """One group."""
    place = head(table.field, group.id).place
    told = states(table.field, group)
    bearing, apart, sight = "", "", ""
    if viewpoint and viewpoint != group.id:
        bearing = wind(head(table.field, viewpoint).place, place)
        apart = rulers(between(table.field, viewpoint, group.id).gap)
        sight = seen(measured(table.field, head(table.field, viewpoint), head(table.field, group.id)))
    touched = table.field.touched_groups(group.id)
    return Row(
        name_group(group.id),
        label(table.herald, group, told),
        place_words(place),
        bearing,
        apart,
        sight,
        ", ".join(table.herald.names["unit"][one] for one in touched),
        landmark(table, place),
        group.unit.seat == table.seat,
    )


def pieces(table: Lookout) -> list[Piece]:
    """The scenery, from whom gaps are told, the nearest first; else from the south-western corner."""
    viewpoint = eye(table)
    place = head(table.field, viewpoint).place if viewpoint else (0, 0)
    standing = [one for one in table.battle.settings.elements if one.code != "OPEN"]
    return [
        piece(table, one, place if viewpoint else None) for one in sorted(standing, key=lambda one: apart(one, place))
    ]


def piece(table: Lookout, one: Element, place: Point | None) -> Piece:
    """One of them."""
    return Piece(
        terrain(table, one),
        say("vassaux_scene.ground", west=one.x1 / R, east=one.x2 / R, south=one.y1 / R, north=one.y2 / R),
        wind(place, near_side(one, place)) if place and apart(one, place) else "",
        rulers(round(apart(one, place))) if place else "",
    )


def rulers(length: int) -> str:
    """A length in mR as players say it."""
    return say("vassaux_scene.rulers", length=length / R)


def place_words(place: Point) -> str:
    """A place in R from the south-western corner."""
    return say("vassaux_scene.place", x=place[0] / R, y=place[1] / R)


def wind(start: Point, end: Point) -> str:
    """In which direction one looks from one place to another."""
    angle = atan2(end[1] - start[1], end[0] - start[0])
    return say(f"vassaux_scene.wind_{WINDS[round(angle / (pi / 4)) % 8]}")


def seen(found: Measured) -> str:
    """What the first sees of the second."""
    return say(f"vassaux_scene.sees_{SIGHTS[found.there]}")


def landmark(table: Lookout, place: Point) -> str:
    """The nearest piece of terrain, and how far off; "" where none is near."""
    near = min(
        ((apart(one, place), one) for one in table.battle.settings.elements), default=None, key=lambda pair: pair[0]
    )
    if near is None or near[0] > NEAR or near[1].code == "OPEN":
        return ""
    far, one = near
    if far <= 0:
        return say("vassaux_scene.upon", terrain=terrain(table, one))
    towards = wind(place, near_side(one, place))
    return say("vassaux_scene.beside", far=rulers(round(far)), wind=towards, terrain=terrain(table, one))


def terrain(table: Lookout, one: Element) -> str:
    """What an element is called."""
    return str(getattr(TERRAIN[one.code], table.access.lang))


def near_side(one: Element, place: Point) -> Point:
    """The point of an element that is nearest to a place."""
    x, y = place
    return min(max(x, one.x1), one.x2), min(max(y, one.y1), one.y2)


def apart(one: Element, place: Point) -> float:
    """How far a place lies from an element; 0 upon it."""
    (x, y), (u, v) = place, near_side(one, place)
    return hypot(u - x, v - y)


# One sentence


def told(table: Lookout, group: GroupId) -> str:
    """A group in one sentence: what it is, where it stands, how near the next enemy is."""
    unit = table.battle.units[unit_of(group)]
    men = [man for man in table.battle.figures(group) if man in table.battle.at]
    if not men:
        return table.herald.names["unit"][group]
    this = Group(group, unit, men)
    words = label(table.herald, this, states(table.field, this))
    foes = [(between(table.field, group, foe).gap, foe) for foe in table.field.enemy_groups(unit.seat)]
    if not foes:
        return words
    gap, foe = min(foes, key=lambda pair: pair[0])
    towards = wind(head(table.field, group).place, head(table.field, foe).place)
    near = table.herald.names["unit"][foe]
    return say("vassaux_scene.nearest", words=words, foe=near, gap=rulers(max(0, gap)), wind=towards)


def draft_told(table: Lookout, preview: Preview) -> str:
    """What a draft comes to: length, direction, rulers, cohesion, contacts, who may react from where."""
    return say(
        "vassaux_scene.draft", who=table.herald.names["unit"][preview.unit], parts=list(draft_parts(table, preview))
    )


def draft_parts(table: Lookout, preview: Preview) -> Iterator[str]:
    """The parts of that sentence."""
    way, standing = preview.way, preview.standing
    if way is not None and way.points:
        yield say(
            "vassaux_scene.draft_way", far=rulers(way.used), wind=wind(way.points[0], way.points[-1]), rulers=way.rulers
        )
    if preview.target:
        yield say("vassaux_scene.draft_target", who=table.herald.names["unit"][preview.target])
    if standing is not None:
        if standing.size:
            yield say("vassaux_scene.draft_cohesion", number=standing.number, size=standing.size)
        if standing.contacts:
            yield say("vassaux_scene.draft_contacts", number=len({own for own, _ in standing.contacts}))
    for one in preview.interruptions:
        first = min((span.first for span in one.spans), default=0)
        name = table.herald.names["unit"][one.unit]
        yield say("vassaux_scene.draft_react", who=name, far=rulers(first), chance=float(one.chance))
