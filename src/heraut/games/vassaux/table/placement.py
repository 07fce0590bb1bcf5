"""Where men are set down around their leader (SV-PLA): valid places, ring slots, contact slots, those left behind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from heraut.games.vassaux.identities import BORDER, SOUTH, FigureId, GroupId, UnitId
from heraut.games.vassaux.state import Unit
from heraut.games.vassaux.table.cache import Base
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.table.front import Front
from heraut.games.vassaux.table.ground import holds
from heraut.games.vassaux.table.paths import flies
from heraut.games.vassaux.tables import CLEAR, CONSTANTS, EPS
from heraut.geometry import Disc, Point, along, crosses, fine_gap, rings, shape_closer


class Zone(NamedTuple):
    """A rectangle of the table."""

    west: int
    east: int
    south: int
    north: int


def inside(zones: Sequence[Zone], place: Point, radius: int) -> bool:
    """Whether a base lies wholly inside one of these rectangles (SV-DEP-02)."""
    x, y = place
    return any(w + radius <= x <= e - radius and s + radius <= y <= n - radius for w, e, s, n in zones)


def ring_slots(centre: Point, facing: Point, width: int, aura: int) -> Iterator[Point]:
    """The slots around a leader, ring by ring (SV-PLA-03)."""
    return rings(centre, facing, width, 1 + aura // width)


def contact_slots(
    field: Field, radius: int, leader: Point, targets: Iterable[FigureId], steps: int, facing: Point | None
) -> Iterator[Point]:
    """Places in contact with these enemy figures, nearest first (SV-PLA-06, SV-PLA-07).

    `facing` is the direction of a charge; without it each angle is taken from the enemy's centre to the leader.
    """
    vx, vy = leader
    order = sorted(map(field.base, targets), key=lambda one: (fine_gap((vx, vy, radius), one[1:]), one[0]))
    for step in range(steps + 1):
        for _, x, y, reach in order:
            back = (vx - x, vy - y) if facing is None else (-facing[0], -facing[1])
            if back == (0, 0):
                continue
            for sign in (1, -1) if step else (1,):
                yield along((x, y), back, reach + radius, sign * 15 * step)


class Circle:
    """What decides whether a place around a leader is valid (SV-PLA-02), gathered once for a placement."""

    def __init__(
        self,
        field: Field,
        unit: UnitId,
        leader: Point,
        movers: Sequence[FigureId],
        touchable: Iterable[GroupId] = (),
        front: Front | None = None,
        zones: Sequence[Zone] = (),
    ) -> None:
        home = field.now.units[unit]
        sheet = home.sheet
        r = self.radius = sheet.radius
        self.aura = sheet.aura
        self.zones, self.leader, self.front = zones, leader, front
        self.flies = flies(home)
        self.movers = set(movers)
        self.apart = (2 * r - EPS) * (2 * r - EPS)  # square of the distance between the centres of two of them
        reach = sheet.aura + 2 * r + EPS
        self.reach2 = reach * reach
        settings, (x, y) = field.now.settings, leader
        self.box = (
            max(r, x - reach),
            min(settings.width - r, x + reach),
            max(r, y - reach),
            min(settings.height - r, y + reach),
        )
        self.near = self._near(field, home, reach, touchable)
        self.walls, self.restless = field.ground.around(leader, reach + r)

    def _near(self, field: Field, home: Unit, reach: int, touchable: Iterable[GroupId]) -> list[Disc]:
        """Blockers that matter: x, y and the square of the distance that must be kept from their centre."""
        vx, vy = self.leader
        r, movers, leader, south_seat = self.radius, self.movers, home.leader, home.seat == SOUTH
        allowed = {figure for group in touchable for figure in field.now.figures(group)}
        far = reach + r + CONSTANTS.mounted_radius + CLEAR
        west, east, south, north_edge = vx - far, vx + far, vy - far, vy + far
        found = [(vx, vy, self.apart)]
        for figure, x, y, er in field.everyone():
            if west < x < east and south < y < north_edge and figure not in movers and figure != leader:
                keep = r + er + (CLEAR if (figure > BORDER) is south_seat and figure not in allowed else -EPS)
                found.append((x, y, keep * keep))
        return found

    def reaches(self, foe: Base) -> bool:
        """A quick no: whether a man within the Aura could touch this base."""
        _, x, y, r = foe
        beside = self.radius + r + 1  # a place is rounded
        west, east, south, north = self.box
        return west - beside <= x <= east + beside and south - beside <= y <= north + beside

    def free(self, place: Point, taken: Iterable[Point]) -> bool:
        """Whether a man may be set down here, beside those already placed."""
        return self.valid(place, [*self.near, *((x, y, self.apart) for x, y in taken)])

    def fill(self, done: dict[FigureId, Point], rest: list[FigureId], slots: Iterable[Point]) -> None:
        """Each valid slot takes the first who waits."""
        near = [*self.near, *((x, y, self.apart) for x, y in done.values())]
        for slot in slots:
            if not rest:
                return
            if self.valid(slot, near):
                near.append((*slot, self.apart))
                done[rest.pop(0)] = slot

    def valid(self, place: Point, near: Iterable[Disc]) -> bool:
        """On the table, within the Aura, clear of these; then the ground, and the front of a charge (SV-PLA-02)."""
        px, py = place
        west, east, south, north = self.box
        if not (west <= px <= east and south <= py <= north):
            return False
        vx, vy = self.leader
        if (px - vx) * (px - vx) + (py - vy) * (py - vy) > self.reach2:
            return False
        if self.zones and not inside(self.zones, place, self.radius):
            return False
        for x, y, keep in near:
            if (px - x) * (px - x) + (py - y) * (py - y) < keep:
                return False
        if (self.walls or self.restless) and not self.bears(place):
            return False
        return self.front is None or not self.front.is_behind(place)

    def bears(self, place: Point) -> bool:
        """Terrain under the base, and no wall between him and his leader (V3, V5)."""
        for shape in self.restless:
            if holds(shape, place):
                return False
        reach = self.radius - EPS
        for shape in self.walls:
            if shape_closer(shape, place, reach):
                return False
            if not self.flies and crosses(shape, self.leader, place):
                return False
        return True


class Spot(NamedTuple):
    """Where a unit is to be set down, and what its men may and shall touch there (SV-PLA-04 to 07).

    `contacts` are the enemy figures to be touched first, in `steps` of 15°. Men may touch the groups of `touchable`;
    those set down by hand the groups of `hand_touchable` instead, if it is given. `charge` is the direction of a
    charge, `front` the line it may not pass.
    """

    unit: UnitId
    leader: Point
    facing: Point
    touchable: Sequence[GroupId] = ()
    hand_touchable: Sequence[GroupId] | None = None
    contacts: Sequence[FigureId] = ()
    steps: int = 0
    charge: Point | None = None
    front: Front | None = None
    zones: Sequence[Zone] = ()

    def circle(self, field: Field, movers: Sequence[FigureId]) -> Circle:
        """What decides where the men may stand."""
        return Circle(field, self.unit, self.leader, movers, self.touchable, self.front, self.zones)

    def hand_circle(self, field: Field, movers: Sequence[FigureId]) -> Circle | None:
        """The same for men set down by hand; None where it is no other."""
        if self.hand_touchable is None:
            return None
        return Circle(field, self.unit, self.leader, movers, self.hand_touchable, self.front)


class Placed(NamedTuple):
    """Where men are set down, and who stays where he was."""

    places: dict[FigureId, Point]
    stay: list[FigureId]


def gather(field: Field, unit: Unit, leader: Point, facing: Point, staying: Sequence[FigureId] = ()) -> Placed:
    """The automatic placement of a whole unit, but for those who stay behind; asked of a table once."""
    key = ("gather", unit.id, leader, facing, *staying)
    found: Placed | None = field.cache.found.get(key)
    if found is None:
        movers = [man for man in unit.men if man != unit.leader and man not in staying]
        found = field.cache.found[key] = settle(field, Spot(unit.id, leader, facing), movers)
    return found


def settle(
    field: Field, spot: Spot, movers: Sequence[FigureId], by_hand: Mapping[FigureId, Point] | None = None
) -> Placed:
    """The automatic placement: as many as find a place; the farthest stay where they were (SV-PLA-04 to 07).

    Hand placements still valid are kept.
    """
    here = (*spot.leader, field.sheet(spot.unit).radius)
    waiting, stay = sorted(movers), list[FigureId]()
    while waiting:
        done, rest = set_down(field, spot, waiting, by_hand)
        if not rest:
            return Placed(done, sorted(stay))
        last = farthest(field, here, waiting)[: len(rest)]
        stay += last
        waiting = [figure for figure in waiting if figure not in last]
    return Placed({}, sorted(stay))


def set_down(field: Field, spot: Spot, waiting: Sequence[FigureId], by_hand: Mapping[FigureId, Point] | None) -> Placed:
    """By hand, then in contact, then in rings around the leader; `stay` are those for whom there is no place."""
    circle = spot.circle(field, waiting)
    done = kept_by_hand(spot.hand_circle(field, waiting) or circle, by_hand) if by_hand else {}
    rest = [figure for figure in waiting if figure not in done]
    near = [foe for foe in spot.contacts if circle.reaches(field.base(foe))]
    if near:
        slots = contact_slots(field, circle.radius, spot.leader, near, spot.steps, spot.charge)
        circle.fill(done, rest, slots)
    if rest:
        circle.fill(done, rest, ring_slots(spot.leader, spot.facing, 2 * circle.radius, circle.aura))
    return Placed(done, rest)


def kept_by_hand(circle: Circle, by_hand: Mapping[FigureId, Point]) -> dict[FigureId, Point]:
    """The men who can stand where they were set down by hand, in the order named."""
    done: dict[FigureId, Point] = {}
    for figure, place in by_hand.items():
        if figure in circle.movers and circle.free(place, done.values()):
            done[figure] = place
    return done


def farthest(field: Field, here: Disc, figures: Iterable[FigureId]) -> list[FigureId]:
    """These figures from the farthest to the nearest, larger ids first; those not on the table before all."""

    def key(figure: FigureId) -> tuple[bool, int, int]:
        away = figure not in field.now.at
        return away, 0 if away else fine_gap(here, field.disc(figure)), figure

    return sorted(figures, key=key, reverse=True)
