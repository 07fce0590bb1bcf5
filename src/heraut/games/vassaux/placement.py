"""Where men are set down around their leader (SV-PLA): valid places, ring slots, contact slots, those left behind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from heraut.games.vassaux.field import Field
from heraut.games.vassaux.front import Front
from heraut.games.vassaux.ground import holds, near
from heraut.games.vassaux.state import Point
from heraut.games.vassaux.tables import CLEAR, EPS
from heraut.geometry import along, crosses, fine_gap, rings, shape_closer

Zone = tuple[int, int, int, int]  # x1, x2, y1, y2


def inside(zones: Sequence[Zone], place: Point, radius: int) -> bool:
    """Whether a base lies wholly inside one of these rectangles (SV-DEP-02)."""
    x, y = place
    return any(w + radius <= x <= e - radius and s + radius <= y <= n - radius for w, e, s, n in zones)


def ring_slots(centre: Point, facing: Point, width: int, aura: int) -> Iterator[Point]:
    """The slots around a leader, ring by ring (SV-PLA-03)."""
    return rings(centre, facing, width, 1 + aura // width)


def contact_slots(
    field: Field, radius: int, leader: Point, targets: Iterable[int], steps: int, facing: Point | None
) -> Iterator[Point]:
    """Places in contact with these enemy figures, nearest first (SV-PLA-06, SV-PLA-07).

    `facing` is the direction of a charge; without it each angle is taken from the enemy's centre to the leader.
    """
    seen = [(field.b.at[figure], field.radius[figure // 100], figure) for figure in targets]
    order = sorted(seen, key=lambda one: (fine_gap((*leader, radius), (*one[0], one[1])), one[2]))
    for step in range(steps + 1):
        for centre, reach, _ in order:
            back = (leader[0] - centre[0], leader[1] - centre[1]) if facing is None else (-facing[0], -facing[1])
            if back == (0, 0):
                continue
            for sign in (1, -1) if step else (1,):
                yield along(centre, back, reach + radius, sign * 15 * step)


class Circle:
    """What decides whether a place around a leader is valid (SV-PLA-02), gathered once for a placement."""

    def __init__(
        self,
        field: Field,
        unit: int,
        leader: Point,
        movers: Sequence[int],
        touchable: Iterable[int] = (),
        front: Front | None = None,
        zones: Sequence[Zone] = (),
    ) -> None:
        self.zones = zones
        sheet = field.b.units[unit].sheet
        self.field, self.leader, self.radius, self.front = field, leader, sheet.radius, front
        self.aura = sheet.aura
        self.flies = "VOLANT" in sheet.powers or "IMMATERIEL" in sheet.powers
        settings = field.b.settings
        self.box = (sheet.radius, settings.width - sheet.radius, sheet.radius, settings.height - sheet.radius)
        self.reach2 = (sheet.aura + 2 * sheet.radius + EPS) ** 2
        self.movers = set(movers)
        self.near = self._near(field.b.units[unit].seat, set(touchable), field.b.units[unit].leader)
        far = sheet.aura + 3 * sheet.radius
        self.walls = [shape for shape in field.ground.impassable if near(shape, leader, leader, far)]
        self.restless = field.ground.restless

    def _near(self, seat: int, touchable: set[int], leader: int) -> list[tuple[int, int, int]]:
        """Blockers that matter: x, y and the square of the distance that must be kept from their centre."""
        field, (vx, vy), r = self.field, self.leader, self.radius
        low = 50 if seat == 0 else 0
        far = (self.aura + 3 * r + 375 + CLEAR) ** 2
        allowed = {figure for group in touchable for figure in field.b.figures(group)}
        found = [(vx, vy, (2 * r - EPS) ** 2)]
        movers, radius = self.movers, field.radius
        for figure, (x, y) in field.b.at.items():
            if (x - vx) ** 2 + (y - vy) ** 2 < far and figure not in movers and figure != leader:
                hostile = low < figure // 100 < low + 50 and figure not in allowed
                found.append((x, y, (r + radius[figure // 100] + (CLEAR if hostile else -EPS)) ** 2))
        return found

    def free(self, place: Point, taken: Iterable[Point]) -> bool:
        """Whether a man may be set down here, beside those already placed."""
        px, py = place
        west, east, south, north = self.box
        vx, vy = self.leader
        if not (west <= px <= east and south <= py <= north) or (px - vx) ** 2 + (py - vy) ** 2 > self.reach2:
            return False
        if self.zones and not inside(self.zones, place, self.radius):
            return False
        for x, y, keep in self.near:
            if (px - x) ** 2 + (py - y) ** 2 < keep:
                return False
        keep = (2 * self.radius - EPS) ** 2
        for x, y in taken:
            if (px - x) ** 2 + (py - y) ** 2 < keep:
                return False
        return self.bears(place) and (self.front is None or not self.front.is_behind(place))

    def bears(self, place: Point) -> bool:
        """Terrain under the base, and no wall between him and his leader (V3, V5)."""
        for shape in self.restless:
            if holds(shape, place):
                return False
        if not self.walls:
            return True
        reach = self.radius - EPS
        for shape in self.walls:
            if shape_closer(shape, place, reach):
                return False
            if not self.flies and crosses(shape, self.leader, place):
                return False
        return True

    def block(self, figure: int) -> None:
        """A mover who stays where he is becomes a blocker (SV-PLA-05)."""
        x, y = self.field.b.at[figure]
        self.near.append((x, y, (2 * self.radius - EPS) ** 2))


def settle(
    field: Field,
    unit: int,
    leader: Point,
    facing: Point,
    movers: Sequence[int],
    *,
    by_hand: Mapping[int, Point] | None = None,
    touchable: Iterable[int] = (),
    contacts: Iterable[int] = (),
    steps: int = 0,
    charge: Point | None = None,
    front: Front | None = None,
    hand_touchable: Iterable[int] | None = None,
    zones: Sequence[Zone] = (),
) -> tuple[dict[int, Point], list[int]]:
    """The automatic placement: places of movers, and those who stay where they were (SV-PLA-04 to 07).

    Hand placements still valid are kept; they may touch `hand_touchable` instead of `touchable`. `contacts` are the
    enemy figures to be touched first, in `steps` of 15°. `charge` is the direction of a charge, `front` the line it may
    not pass.
    """
    sheet = field.b.units[unit].sheet
    waiting = sorted(movers)
    stay: list[int] = []
    while True:
        circle = Circle(field, unit, leader, waiting, touchable, front, zones)
        done: dict[int, Point] = {}
        if by_hand:
            hand = circle if hand_touchable is None else Circle(field, unit, leader, waiting, hand_touchable, front)
            for figure, place in by_hand.items():
                if figure in hand.movers and hand.free(place, done.values()):
                    done[figure] = place
        rest = [figure for figure in waiting if figure not in done]
        _fill(
            circle, done, rest, contact_slots(field, sheet.radius, leader, contacts, steps, charge) if contacts else ()
        )
        _fill(circle, done, rest, ring_slots(leader, facing, 2 * sheet.radius, sheet.aura) if rest else ())
        if not rest:
            return done, sorted(stay)
        last = farthest(field, (*leader, sheet.radius), waiting)[: len(rest)]
        stay += last
        waiting = [figure for figure in waiting if figure not in last]


def farthest(field: Field, here: tuple[int, int, int], figures: Iterable[int]) -> list[int]:
    """These figures from the farthest to the nearest, larger ids first; those not on the table before all."""

    def key(figure: int) -> tuple[bool, int, int]:
        away = figure not in field.b.at
        return away, 0 if away else fine_gap(here, field.disc(figure)), figure

    return sorted(figures, key=key, reverse=True)


def _fill(circle: Circle, done: dict[int, Point], rest: list[int], slots: Iterable[Point]) -> None:
    """Each valid slot takes the first who waits."""
    taken = list(done.values())
    for slot in slots:
        if not rest:
            return
        if circle.free(slot, taken):
            taken.append(slot)
            done[rest.pop(0)] = slot
