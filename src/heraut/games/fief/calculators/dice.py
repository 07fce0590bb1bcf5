"""What a throw takes from the camp that it hits, as exact chances (FI-BAT-07, FI-BAT-08, FI-AIM-02)."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cache
from itertools import product
from typing import Literal, NamedTuple, get_args

from heraut.games.fief.tables import CONSTANTS

Row = Literal["open", "castle", "city"]
ROWS: tuple[Row, ...] = get_args(Row)

FACES = range(1, 7)


class Throw(NamedTuple):
    """What a camp throws in a round: dice at the troops, what d'Arc adds to them, dice at a lord."""

    dice: int
    bonus: int = 0
    aimed: int = 0


class Fates(NamedTuple):
    """What a throw may do to a camp: the chance that nothing changes, and what is left otherwise, with its chance."""

    stay: float
    falls: tuple[tuple[int, float], ...]


@cache
def dice_of(points: int) -> int:
    """The dice that so many points throw."""
    combat = CONSTANTS.combat
    return (points > 0) + (points >= combat.two_dice_from) + (points >= combat.three_dice_from)


@cache
def lost(row: Row, throw: Throw) -> tuple[tuple[int, float], ...]:
    """The points that a throw takes from the troops of a camp in this position, and the chance of each number."""
    table: tuple[int, ...] = getattr(CONSTANTS.combat, row)
    ways = Counter(table[sum(faces) + throw.bonus] for faces in product(FACES, repeat=throw.dice))
    return tuple((points, ways[points] / 6**throw.dice) for points in sorted(ways))


@cache
def fates(points: int, row: Row, throw: Throw) -> Fates:
    """What a throw at the troops leaves of so many points: what it takes beyond the last is lost on nobody."""
    left: defaultdict[int, float] = defaultdict(float)
    for loss, chance in lost(row, throw):
        left[max(0, points - loss)] += chance
    return Fates(left.pop(points, 0.0), tuple(left.items()))


@cache
def hit(throw: Throw) -> float:
    """The chance that one of the aimed dice shows what kills."""
    misses = CONSTANTS.combat.aimed_kills - 1
    return 1 - float((misses / 6) ** throw.aimed)
