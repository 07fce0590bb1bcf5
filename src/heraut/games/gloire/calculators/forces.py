"""Who meets in an attack, for the odds: the attacker, and the defenders with the numbers of men they may have."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Literal

import msgspec

from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games.gloire.phases.attack import peasant_men
from heraut.games.gloire.phases.battle import Ground, Side
from heraut.games.gloire.phases.retreat import share_threshold
from heraut.games.gloire.tables import Constants

NOTHING = 1e-12  # chances below this are what rounding leaves of none


class Attacker(msgspec.Struct, frozen=True):
    """The attacking army; he retreats below `threshold` men. His renown is that after any felony (GP-FEL-03)."""

    men: int
    renown: float
    threshold: float


class Force(msgspec.Struct, frozen=True):
    """One defending army; it breaks off below `threshold` men. `renown` is its commander's.

    `lord` is None for the owner of the land, else the ally whose army it is; `in_person` if that lord leads it, whose
    death takes his other armies out of the defence, and all of them if he owns the land (GP-BAT-12).
    """

    men: int
    renown: float
    threshold: float
    sort: Literal["knight", "garrison", "peasants"] = "knight"
    lord: Seat | None = None
    in_person: bool = False


class Peasants(msgspec.Struct, frozen=True):
    """The peasants of a land of so many people, their number still to be drawn; they break off below `percent`."""

    population: int
    renown: float
    percent: int


Defender = Force | Peasants


def numbers(defender: Defender, constants: Constants) -> tuple[tuple[int, float], ...]:
    """The numbers of men that a defender may have, each with its chance."""
    return ((defender.men, 1.0),) if isinstance(defender, Force) else peasant_numbers(defender.population, constants)


@lru_cache(maxsize=256)
def peasant_numbers(population: int, constants: Constants) -> tuple[tuple[int, float], ...]:
    """The numbers of peasants that may rise in a land, each with its chance (GP-PEA-01).

    The draws that give one number form an interval; its bounds are found by halving, from the adjudicator's formula.
    """
    low, high = 1 - constants.peasant_spread, 1 + constants.peasant_spread
    fewest, most = peasant_men(population, low, constants), peasant_men(population, high, constants)
    bounds = [low]
    for number in range(fewest + 1, most + 1):
        below, above = bounds[-1], high
        while above - below > NOTHING:
            middle = (below + above) / 2
            if peasant_men(population, middle, constants) < number:
                below = middle
            else:
                above = middle
        bounds.append(above)
    bounds.append(high)
    if high == low:
        return ((fewest, 1.0),)
    chances = [(above - below) / (high - low) for below, above in pairwise(bounds)]
    return tuple((number, chance) for number, chance in enumerate(chances, start=fewest) if chance > NOTHING)


def side_of(defender: Defender, men: int) -> Side:
    """A defender with so many men, ready to fight."""
    threshold = share_threshold(defender.percent, men) if isinstance(defender, Peasants) else defender.threshold
    return Side(men, defender.renown, threshold)


def ground_of(defender: Defender, fortification: int) -> Ground:
    """The ground on which a defender fights."""
    return Ground(fortification, isinstance(defender, Peasants) or defender.sort == "peasants")


def lost_lord(defender: Defender, side: Side) -> bool:
    """Whether a lord in person has just died at the head of this force."""
    return isinstance(defender, Force) and defender.in_person and side.men == 0


def lord_of(defender: Defender) -> Seat | None:
    """Whose force it is; None for the owner's."""
    return defender.lord if isinstance(defender, Force) else None


def drawn(defender: Defender, rng: Rng, constants: Constants) -> int:
    """The defender's men; those of peasants are drawn."""
    if isinstance(defender, Force):
        return defender.men
    draw = rng.uniform(1 - constants.peasant_spread, 1 + constants.peasant_spread)
    return peasant_men(defender.population, draw, constants)
