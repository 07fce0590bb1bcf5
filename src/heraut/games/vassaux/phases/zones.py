"""Deployment zones (SV-DEP-02, 03, SV-DP-02): where a unit may stand, and by how much a full zone grows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from itertools import islice
from typing import NamedTuple

from heraut.engine.protocol import Refusal
from heraut.games.vassaux.identities import FigureId, opposite
from heraut.games.vassaux.orders import Deploy, refusal
from heraut.games.vassaux.phases.infiltration import is_free
from heraut.games.vassaux.phases.scenarios import villagers
from heraut.games.vassaux.state import Unit
from heraut.games.vassaux.table.cache import Base
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.table.paths import flies
from heraut.games.vassaux.table.placement import Circle, Spot, Zone, inside, ring_slots, settle
from heraut.games.vassaux.tables import CLEAR, CONSTANTS, EPS
from heraut.geometry import Point

HOUSE_ZONE = Zone(*CONSTANTS.house_zone)


def zones(field: Field, unit: Unit, growth: int = 0) -> list[Zone]:
    """Where a unit's bases must stand, grown on every side when there is no room."""
    settings = field.now.settings
    wide, high = settings.width, settings.height
    if settings.scenario == 1:
        flank, depth = CONSTANTS.house_flank, CONSTANTS.house_flank_depth
        flanks = [Zone(0, flank, 0, depth), Zone(wide - flank, wide, 0, depth)]
        found = [HOUSE_ZONE] if unit.seat else [Zone(0, wide, 0, CONSTANTS.zone), *flanks]
    elif settings.scenario == 4:
        x, y, reach = wide // 2, high // 2, CONSTANTS.ambush_reach
        found = [Zone(0, wide, 0, high)] if unit.seat else [Zone(x - reach, x + reach, y - reach, y + reach)]
    elif unit.seat:
        found = [Zone(0, wide, high - CONSTANTS.zone, high)]
    else:
        found = [Zone(0, wide, 0, CONSTANTS.zone)]
    return [
        Zone(max(0, west - growth), min(wide, east + growth), max(0, south - growth), min(high, north + growth))
        for west, east, south, north in found
    ]


def leader_may(field: Field, unit: Unit, place: Point) -> bool:
    """The villagers' leader stands between two lines."""
    if field.now.settings.scenario != 1 or unit is not villagers(field):
        return True
    first, last = CONSTANTS.house_lines
    return first <= place[1] <= last


def enemy_room(field: Field) -> int:
    """The least gap to enemies: 3R in the ambush (SV-SCN-40)."""
    return CONSTANTS.ambush_gap - EPS if field.now.settings.scenario == 4 else CLEAR


def keeps_off(field: Field, unit: Unit, places: Sequence[Point], room: int) -> bool:
    """Whether bases keep this gap to every enemy."""
    return is_clear_of(field.foes(unit.seat), unit.sheet.radius, places, room)


def is_clear_of(others: Iterable[Base], r: int, places: Sequence[Point], room: int) -> bool:
    """Whether bases of this radius keep this gap to all of these."""
    far = r + CONSTANTS.mounted_radius + room
    west, east = min([x for x, _ in places]) - far, max([x for x, _ in places]) + far
    south, north = min([y for _, y in places]) - far, max([y for _, y in places]) + far
    for _, x, y, er in others:
        if west < x < east and south < y < north:
            keep = (r + er + room) ** 2
            if any((x - px) ** 2 + (y - py) ** 2 < keep for px, py in places):
                return False
    return True


def formation(field: Field, unit: Unit, answer: Deploy, growth: int) -> dict[FigureId, Point] | Refusal:
    """Everybody's place, or what is wrong; without men set down by hand, asked of a table once."""
    if answer.places:
        return draw_up(field, unit, answer, growth)
    key, known = ("formation", unit.id, answer.place, growth), field.cache.found
    if key not in known:
        known[key] = draw_up(field, unit, answer, growth)
    found: dict[FigureId, Point] | Refusal = known[key]
    return found


def draw_up(field: Field, unit: Unit, answer: Deploy, growth: int) -> dict[FigureId, Point] | Refusal:
    """The leader in his zone, his men around him, and all of them clear of the enemy (SV-DEP-02, 03)."""
    around_him = zones(field, unit, growth)
    r = unit.sheet.radius
    if not inside(around_him, answer.place, r) or not leader_may(field, unit, answer.place):
        return refusal("SV-DEP-02", "outside_zone", zones=[list(zone) for zone in around_him])
    if not is_free(field, unit, answer.place):
        return refusal("SV-PLA-02", "bad_place", figure=unit.leader, place=list(answer.place))
    if not keeps_off(field, unit, [answer.place], enemy_room(field)):
        return refusal("SV-DEP-02", "near_enemy", room=enemy_room(field))
    movers = [man for man in unit.men if man != unit.leader]
    if answer.places:
        places = by_hand(field, unit, movers, answer, around_him)
    else:
        places = in_rings(field, unit, movers, answer.place, around_him)
    if isinstance(places, Refusal):
        return places
    places[unit.leader] = answer.place
    if not keeps_off(field, unit, list(places.values()), enemy_room(field)):
        return refusal("SV-DEP-02", "near_enemy", room=enemy_room(field))
    return places


def in_rings(
    field: Field, unit: Unit, movers: Sequence[FigureId], leader: Point, around_him: Sequence[Zone]
) -> dict[FigureId, Point] | Refusal:
    """The men in the first slots that are valid, by id: no two slots are too near to one another (SV-PLA-04)."""
    circle = Circle(field, unit.id, leader, movers, zones=around_him)
    slots = ring_slots(leader, unit.face, 2 * unit.sheet.radius, unit.sheet.aura)
    places = dict(zip(movers, (slot for slot in slots if circle.valid(slot, circle.near)), strict=False))
    if len(places) < len(movers):
        return refusal("SV-DEP-02", "no_room", figures=movers[len(places) :])
    return places


def by_hand(
    field: Field, unit: Unit, movers: Sequence[FigureId], answer: Deploy, around_him: Sequence[Zone]
) -> dict[FigureId, Point] | Refusal:
    """Men set down by hand, in the order named, each where he may stand in the zone; the others around them."""
    circle, taken = Circle(field, unit.id, answer.place, movers, zones=around_him), list[Point]()
    for man, place in answer.places.items():
        if man not in movers or not circle.free(place, taken):
            return refusal("SV-PLA-02", "bad_place", figure=man, place=list(place))
        taken.append(place)
    places, stay = settle(field, Spot(unit.id, answer.place, unit.face, zones=around_him), movers, answer.places)
    return refusal("SV-DEP-02", "no_room", figures=stay) if stay else places


def growths(field: Field, unit: Unit) -> Iterator[int]:
    """By how much a zone may count as larger, step by step, until it covers the table (SV-DEP-02)."""
    table, growth = Zone(0, field.now.settings.width, 0, field.now.settings.height), 0
    while table not in zones(field, unit, growth):
        yield growth
        growth += CONSTANTS.zone_growth
    yield growth


def growth_of(field: Field, unit: Unit) -> int | None:
    """By how much the zone counts as larger: not at all as long as there is one place on the grid (SV-DEP-02).

    None: the whole table has no place. Asked of a table once.
    """
    key, known = ("growth", unit.id), field.cache.found
    if key not in known:
        known[key] = Search(field, unit).growth()
    found: int | None = known[key]
    return found


def grid(field: Field, unit: Unit, growth: int) -> Iterator[Point]:
    """The grid inside the zone, from the middle of its box outwards; ties: smallest x, then y."""
    boxes = zones(field, unit, growth)
    west, east = min(box.west for box in boxes), max(box.east for box in boxes)
    south, north = min(box.south for box in boxes), max(box.north for box in boxes)
    step = CONSTANTS.grid
    points = [
        (x, y)
        for x in range(-(-west // step) * step, east + 1, step)
        for y in range(-(-south // step) * step, north + 1, step)
    ]
    return iter(sorted(points, key=lambda p: ((2 * p[0] - west - east) ** 2 + (2 * p[1] - south - north) ** 2, p)))


def first_place(field: Field, unit: Unit) -> Deploy | None:
    """The default place of a unit (SV-DP-02); None: the whole table has none for it. Asked of a table once."""
    key, known = ("first", unit.id), field.cache.found
    if key not in known:
        known[key] = Search(field, unit).first()
    found: Found | None = known[key]
    return None if found is None else Deploy(unit.id, found.place)


class Wish(IntEnum):
    """How a unit would like to stand."""

    ANYHOW = 0
    FORMED = 1
    APART = 2  # and in formation


class Found(NamedTuple):
    """The leader's place, and how much the zone has to grow for it."""

    place: Point
    growth: int


NEVER = 10**9  # however much the zone grows


class Search:
    """Looks for places of a unit on the grid.

    What has been found of a place is remembered: a table that is being deployed only fills, so that what a unit would
    have needed there the next one needs at least. Enemies are another matter: whoever is too near to one with the men
    he has room for now may keep off him where the zone has grown.
    """

    def __init__(self, field: Field, unit: Unit) -> None:
        self.field, self.unit, self.men = field, unit, len(unit.men) - 1
        self.zones = zones(field, unit)
        sheet, filling = unit.sheet, field.cache.filling
        kind = (unit.seat, sheet.radius, sheet.aura, flies(unit), unit is villagers(field))
        self.taken: set[Point] = filling.setdefault(sheet.radius, set())  # places where no such base may stand
        self.known: dict[tuple[int, Point], list[int]] = filling.setdefault(kind, {})  # see `least`
        self.near_enemy: set[tuple[Wish, Point]] = set()

    def growth(self) -> int | None:
        """The least growth of the zone at which there is any place; the zone is tried first, then the table."""
        first, *others = growths(self.field, self.unit)
        if self.find(first, Wish.ANYHOW) is not None:
            return first
        if not others or self.find(others[-1], Wish.ANYHOW) is None:
            return None
        return next(growth for growth in others if self.find(growth, Wish.ANYHOW) is not None)

    def first(self) -> Found | None:
        """The place, and the growth: in formation and apart from others, else in formation, else any."""
        growth = self.growth()
        if growth is None:
            return None
        found = (self.find(growth, wish) for wish in (Wish.APART, Wish.FORMED, Wish.ANYHOW))
        return Found(next(place for place in found if place is not None), growth)

    def find(self, growth: int, wish: Wish) -> Point | None:
        """The first place of the grid that will do."""
        for place in grid(self.field, self.unit, growth):
            key = (wish, place)
            if place in self.taken or key in self.near_enemy or self.needs_more(place, wish, growth):
                continue
            if self.need(place) > growth:  # there is not even room for the leader
                continue
            if not is_free(self.field, self.unit, place):
                self.taken.add(place)
                continue
            self.known[key] = self.least(place, wish)
            if self.known[key][-1] <= growth:
                if isinstance(formation(self.field, self.unit, Deploy(self.unit.id, place), growth), dict):
                    return place
                self.near_enemy.add(key)
        return None

    def needs_more(self, place: Point, wish: Wish, growth: int) -> bool:
        """Whether it is known that the zone would have to grow by more: whoever wishes for more needs no less."""
        for weaker in range(wish + 1):
            known = self.known.get((weaker, place))
            if known is not None and known[min(self.men, len(known) - 1)] > growth:
                return True
        return False

    def least(self, place: Point, wish: Wish) -> list[int]:
        """By how much the zone would have to grow for the leader here alone, with one man, … with all; enemies apart.

        The last is the least growth, or NEVER; those before it are no more than the least.
        """
        field, unit, men = self.field, self.unit, self.men
        if not leader_may(field, unit, place):
            return [NEVER]
        slots = ring_slots(place, unit.face, 2 * unit.sheet.radius, unit.sheet.aura)
        if wish == Wish.ANYHOW:
            ranked = sorted((self.need(slot), rank, slot) for rank, slot in enumerate(slots))
        else:
            ranked = [(self.need(slot), rank, slot) for rank, slot in enumerate(islice(slots, men))]
        if wish == Wish.APART and not stands_apart(field, unit, [place, *(slot for _, _, slot in ranked)]):
            return [0] * men + [NEVER]
        circle = Circle(field, unit.id, place, [man for man in unit.men if man != unit.leader])
        found, spare = [self.need(place)], len(ranked) - men
        for need, _, slot in ranked:
            if len(found) > men:
                break
            if circle.valid(slot, circle.near):
                found.append(max(need, found[-1]))
            elif (spare := spare - 1) < 0:
                break
        return found if len(found) > men else found + found[-1:] * (men - len(found)) + [NEVER]

    def need(self, place: Point) -> int:
        """By how much the zone would have to grow for a base here to stand wholly inside."""
        (x, y), r = place, self.unit.sheet.radius
        return max(0, min(max(w - x, x - e, s - y, y - n) + r for w, e, s, n in self.zones))


def stands_apart(field: Field, unit: Unit, places: Sequence[Point]) -> bool:
    """Whether the unit keeps 0.5R from every figure of its side."""
    return is_clear_of(field.foes(opposite(unit.seat)), unit.sheet.radius, places, CONSTANTS.grid)
