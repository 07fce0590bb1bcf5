"""Draws from exact distributions: the sum of many D3, and a handful taken blindly, each in one draw.

Only the odds use them; an assault of a match throws every die by itself (DA-RNG-05).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from functools import cache, lru_cache
from itertools import accumulate

MOST = 512  # dice in one table: beyond, the chance of the least sum would come near what a float can hold
NOTHING = 1e-20  # of the likeliest value: what is rarer than this, no draw of 53 bits ever finds


def chances(dice: int) -> list[float]:
    """The chance of each sum of up to MOST D3, from the least (`dice`) to the most (three times as much).

    The coefficients of (1 + x + x²)^n follow one another by a recurrence, and mirror one another from the middle on.
    """
    rising = [3.0**-dice]
    before = 0.0
    for place in range(dice):
        after = ((dice - place) * rising[place] + (2 * dice - place + 1) * before) / (place + 1)
        before = rising[place]
        rising.append(after)
    return rising + rising[-2::-1]


@cache
def _sums(dice: int) -> list[float]:
    return _cumulated(chances(dice))


def throw_at_once(dice: int, random: Callable[[], float]) -> int:
    """The sum of so many D3."""
    total = 0
    while dice > MOST:
        total += MOST + bisect_right(_sums(MOST), random())
        dice -= MOST
    return total + dice + bisect_right(_sums(dice), random()) if dice else total


def handful_chances(marked: int, all: int, taken: int) -> tuple[int, list[float]]:
    """The hypergeometric law: of `taken` things out of `all`, how many are among the `marked` ones.

    Returns the least number whose chance is not negligible, and the relative chances (the mode's is 1) from there on.
    """
    least, most = max(0, taken - (all - marked)), min(marked, taken)
    mode = min(most, max(least, (marked + 1) * (taken + 1) // (all + 2)))
    rising, falling = [1.0], []
    for number in range(mode, most):
        step = (marked - number) * (taken - number) / ((number + 1) * (all - marked - taken + number + 1))
        rising.append(rising[-1] * step)
        if rising[-1] < NOTHING:
            break
    chance = 1.0
    for number in range(mode, least, -1):
        chance *= number * (all - marked - taken + number) / ((marked - number + 1) * (taken - number + 1))
        falling.append(chance)
        if chance < NOTHING:
            break
    return mode - len(falling), falling[::-1] + rising


@lru_cache(maxsize=20_000)
def _handful(marked: int, all: int, taken: int) -> tuple[int, list[float]]:
    least, relative = handful_chances(marked, all, taken)
    return least, _cumulated(relative)


def take_handful(marked: int, all: int, taken: int, random: Callable[[], float]) -> int:
    """Draws how many of the `marked` things are among `taken` ones drawn blindly out of all."""
    if not marked:
        return 0
    least, table = _handful(marked, all, taken)
    return least + bisect_right(table, random())


def _cumulated(relative: list[float]) -> list[float]:
    """The chance that a value is at most the first, the second… The last is 1, above every draw."""
    table = list(accumulate(relative))
    whole = table[-1]
    return [*(value / whole for value in table[:-1]), 1.0]
