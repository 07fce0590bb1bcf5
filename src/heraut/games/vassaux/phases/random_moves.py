"""Some legal move, by chance: for players that try things out, and for tests."""

from __future__ import annotations

from collections.abc import Sequence

from heraut.engine.protocol import Refusal
from heraut.engine.rng import Rng
from heraut.games.vassaux.identities import FigureId
from heraut.games.vassaux.orders import Move, Places
from heraut.games.vassaux.phases.movement import abandoned, arrangement, move_refusals, ties, way_fault
from heraut.games.vassaux.state import Unit
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.table.paths import overlaps, reach, speed, straight
from heraut.games.vassaux.table.placement import Circle
from heraut.games.vassaux.tables import R
from heraut.games.vassaux.tables.codes import OrderCode
from heraut.geometry import Point


def move_sample(field: Field, unit: Unit, code: OrderCode, rng: Rng) -> Move:
    """Some legal move: towards an enemy or anywhere, in one ruler or two, now and then a reorganisation."""
    luck = rng.random()
    if luck < 0.06:
        return Move("hold")
    bonds = ties(field, unit)
    if luck < 0.12 or (bonds.pinned and luck < 0.5):
        answer = Move("reorganise")
        if not move_refusals(field, unit, code, answer):
            return answer
    staying = abandoned(unit, code, Move("move"), bonds)
    if isinstance(staying, Refusal):
        return Move("hold")
    start = field.now.at[unit.leader]
    for share in (1.0, 0.6, 0.25):
        path = random_way(field, unit, code, start, rng, share)
        if way_fault(field, unit, code, start, path) is None:
            chosen = by_chance(field, unit, path, staying, rng)
            if chosen is not None:
                return chosen
    answer = Move("move")
    return answer if not move_refusals(field, unit, code, answer) else Move("hold")


def random_way(field: Field, unit: Unit, code: OrderCode, start: Point, rng: Rng, share: float) -> tuple[Point, ...]:
    """A straight way, or one bent after its first ruler."""
    rulers = speed(field, unit, [start], run=code == "CRS")
    direction = random_direction(field, unit, start, rng)
    length = int(reach(unit, rulers) * share * (0.3 + 0.7 * rng.random()))
    if rulers == 1 or rng.random() < 0.7:
        return straight(start, direction, length)
    first = straight(start, direction, min(length, R))
    return first + straight(first[-1], random_direction(field, unit, first[-1], rng), R // 2)


def random_direction(field: Field, unit: Unit, start: Point, rng: Rng) -> Point:
    """Towards some enemy as often as anywhere."""
    foes = field.foes(unit.seat) if rng.random() < 0.5 else []
    if foes:
        _, x, y, _ = rng.choice(foes)
        if (x, y) != start:
            return x - start[0], y - start[1]
    return rng.randint(-1000, 1000) or 1, rng.randint(-1000, 1000)


def by_chance(field: Field, unit: Unit, path: tuple[Point, ...], staying: Sequence[FigureId], rng: Rng) -> Move | None:
    """The move along this way, sometimes with a man set down by hand; None when one of his own is in the way."""
    end = path[-1] if path else field.now.at[unit.leader]
    movers = [man for man in unit.men if man != unit.leader and man not in staying]
    places: Places = {}
    if movers and rng.random() < 0.15:
        place = (end[0] + rng.randint(-1200, 1200), end[1] + rng.randint(-1200, 1200))
        if Circle(field, unit.id, end, movers).free(place, ()):
            places = {rng.choice(movers): place}
    answer = Move("move", path, places)
    if overlaps(field, unit, end, [man for man in unit.men if man != unit.leader]) is None:
        return answer  # whoever stays cannot be in the way
    found = arrangement(field, unit, field.now.at[unit.leader], answer, staying)
    return None if isinstance(found, Refusal) else answer
