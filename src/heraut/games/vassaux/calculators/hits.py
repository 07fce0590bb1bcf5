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
STRIDE = 12  # dice up to the next multiple of it share what is known of re-rolls
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
    again = rerolls_of(kinds, -(-dice // STRIDE) * STRIDE)
    bits, settled, total = again.bits, 1, 0
    for rest in range(dice + 1):  # dice that neither are criticals nor may go again; `settled`: their hits
        unsettled = 0
        for criticals in range(dice - rest + 1):
            misses = dice - rest - criticals
            ways = comb(dice - rest, criticals) * kinds.critical**criticals * kinds.again**misses
            if ways:
                unsettled += ways * again(criticals, misses) << (bits * criticals)
        total += comb(dice, rest) * SIDES**rest * settled * unsettled
        settled *= (kinds.hit << bits) + kinds.lost
    whole = SIDES ** (2 * dice)
    return tuple(Fraction(total >> (bits * number) & ((1 << bits) - 1), whole) for number in range(dice + 1))


def plain_hits(dice: int, threshold: int) -> Hits:
    """Each die by itself."""
    chance = Fraction(SIDES + 1 - threshold, SIDES)
    return tuple(comb(dice, number) * chance**number * (1 - chance) ** (dice - number) for number in range(dice + 1))


@lru_cache(maxsize=12)  # the largest of them hold some megabytes
def rerolls_of(kinds: Faces, most: int) -> Rerolls:
    """What re-rolls gain, for up to so many dice: in each field room for the sum of all weights, 6 ** (2 * most)."""
    return Rerolls(kinds, 3 * 2 * most + most + 8)


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
