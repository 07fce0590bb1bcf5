"""A spell (SV-MAG-04, SV-MAG-05): the chance that its dice reach its power, exactly."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod

from heraut.games.vassaux.calculators.hits import SIDES


def spell_succeeds(dice: int, power: int) -> Fraction:
    """The chance that so many dice, their re-rolls included, reach this power."""
    total = Fraction(0)
    for roll in combinations_with_replacement(range(1, SIDES + 1), dice):
        ways = factorial(dice) // prod(factorial(number) for number in Counter(roll).values())
        total += ways * reaches(roll, roll.count(SIDES), power)
    return total / Fraction(SIDES) ** dice


@lru_cache(maxsize=65_536)
def reaches(roll: tuple[int, ...], left: int, power: int) -> Fraction:
    """The chance from these dice on, in rising order, with so many re-rolls left: the lowest from 2 to 5 goes again."""
    if sum(roll) >= power:
        return Fraction(1)
    again = next((rank for rank, die in enumerate(roll) if 1 < die < SIDES), None)
    if not left or again is None:
        return Fraction(0)
    others = roll[:again] + roll[again + 1 :]
    results = (
        reaches(tuple(sorted((*others, face))), left - 1 + (face == SIDES), power) for face in range(1, SIDES + 1)
    )
    return sum(results, Fraction(0)) / SIDES
