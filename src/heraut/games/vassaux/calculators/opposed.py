"""The opposed test (SV-SDR): who wins it, exactly."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from heraut.games.vassaux.calculators.hits import SIDES


def first_wins(dice: int, own: int, other: int) -> Fraction:
    """The chance that the side which needs `own` beats the side which needs `other`, each rolling so many dice."""
    totals = sums(dice)
    won = tied = 0
    for mine, ways in totals.items():
        for theirs, others in totals.items():
            margin, against = mine - own, theirs - other
            weight = 2 * ways * others
            if margin < 0 and against < 0:
                won += weight // 2  # both fail: drawn at random
            elif margin >= 0 and margin == against:
                tied += weight  # rolled again, as often as needed
            elif margin >= 0 and margin > against:
                won += weight
    return Fraction(won, 2 * SIDES ** (2 * dice) - tied)


def sums(dice: int) -> Counter[int]:
    """In how many ways so many dice add up to each total."""
    totals = Counter({0: 1})
    for _ in range(dice):
        grown: Counter[int] = Counter()
        for total, ways in totals.items():
            for face in range(1, SIDES + 1):
                grown[total + face] += ways
        totals = grown
    return totals
