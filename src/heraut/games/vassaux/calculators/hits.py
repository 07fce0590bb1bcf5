"""How many of N attack dice hit a threshold (SV-ATK-03 to 06, 10), exactly.

A distribution is packed into one integer: the weight of k hits stands in its k-th field, so that adding, multiplying
and counting one more hit are an addition, a product and a shift. Sixty dice take a few hundredths of a second.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import NamedTuple

SIDES = 6
Hits = tuple[Fraction, ...]
"""The chance of 0, 1, 2, … hits."""


class Faces(NamedTuple):
    """How many faces of a die hit for good, are criticals, may be rolled again, or are lost."""

    hit: int
    critical: int
    again: int
    lost: int


def faces(threshold: int, *, fierce: bool) -> Faces:
    """A die against a threshold: a 6 is a critical, a 1 that misses is lost unless the attackers are fierce."""
    misses = threshold - 1
    lost = 0 if fierce else min(1, misses)
    return Faces(SIDES - 1 - misses, 1, misses - lost, lost)


@lru_cache(maxsize=4096)
def hits(dice: int, threshold: int, *, rerolls: bool, fierce: bool = False) -> Hits:
    """The chances of 0 to `dice` hits; without `rerolls` criticals are blocked or barred."""
    if not rerolls or threshold == 1:
        return plain_hits(dice, threshold)
    kinds = faces(threshold, fierce=fierce)
    bits = 3 * 2 * dice + dice + 8  # room for the sum of all weights, 6 ** (2 * dice), in each field
    again = Rerolls(kinds, bits)
    total = 0
    for criticals in range(dice + 1):
        for misses in range(dice + 1 - criticals):
            rest = dice - criticals - misses
            ways = comb(dice, criticals) * comb(dice - criticals, misses)
            ways *= kinds.critical**criticals * kinds.again**misses
            settled = ((kinds.hit << bits) + kinds.lost) ** rest << (bits * criticals)
            total += ways * settled * again(criticals, misses) * SIDES**rest
    whole = SIDES ** (2 * dice)
    return tuple(Fraction(total >> (bits * number) & ((1 << bits) - 1), whole) for number in range(dice + 1))


def plain_hits(dice: int, threshold: int) -> Hits:
    """Each die by itself."""
    chance = Fraction(SIDES + 1 - threshold, SIDES)
    return tuple(comb(dice, number) * chance**number * (1 - chance) ** (dice - number) for number in range(dice + 1))


class Rerolls:
    """Hits gained by so many re-rolls over so many misses, packed, times 6 to the power of both together."""

    def __init__(self, kinds: Faces, bits: int) -> None:
        self.kinds, self.bits = kinds, bits
        self.known: dict[tuple[int, int], int] = {}

    def __call__(self, left: int, misses: int) -> int:
        if not left or not misses:
            return int(SIDES ** (left + misses))
        if (left, misses) not in self.known:
            self.known[left, misses] = self._roll_one(left, misses)
        return self.known[left, misses]

    def _roll_one(self, left: int, misses: int) -> int:
        """One die more: hit, hit and another re-roll, miss again, or lost."""
        kinds, bits = self.kinds, self.bits
        done = self(left - 1, misses - 1) * SIDES
        gained = (kinds.hit * done + kinds.critical * self(left, misses - 1)) << bits
        return gained + kinds.lost * done + kinds.again * self(left - 1, misses)
