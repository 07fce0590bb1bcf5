"""How kingdoms grow, turn by turn: figures measured on matches between bots (four, eight and sixteen lords).

Each is drawn around these means, and what the lord knows comes before them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from heraut.engine.rng import Rng

TURNS = (1, 5, 8, 10, 12, 15, 18, 20, 25, 30)  # those measured; between them straight lines, after them no growth

GOLD = (50, 96, 137, 155, 206, 248, 340, 388, 900, 1500)
INTELLECT = (0, 0, 3, 6, 4, 7, 9, 21, 30, 40)
QUARRIES = (5, 9, 12.5, 16, 19, 25.5, 33.5, 41, 54, 55)  # whatever brings gold
LIBRARIES = (0, 0.5, 1.5, 2, 2.5, 3, 4, 4.5, 4.5, 4.5)  # whatever brings intellect
BARRACKS = (1, 2.5, 4.5, 5.5, 7.5, 8, 11, 13, 22, 34)  # whatever trains
WATCH_TOWERS = (0, 0, 0, 0, 0, 1, 2, 2, 2, 2)
WALLS = (0, 0, 0, 2, 2, 4, 4, 4, 5, 5)
ARMY = (12, 34, 119, 205, 306, 584, 948, 1284, 1797, 2071)  # what the soldiers have cost
SPIES = (0, 1, 1.7, 1.7, 2.7, 3, 2.8, 2.8, 2.8, 3.4)
TECHNOLOGIES = (0, 0, 0, 0.2, 1.2, 2, 2.9, 3, 4.3, 5.1)
KNOWN = (0, 0.3, 1.5, 2.1, 2.5, 2.9, 3, 3, 3.2, 4)  # living kingdoms that a lord knows, however many there are
FALLEN = (0, 0, 0, 0, 0, 0, 0, 1, 25, 60)  # kingdoms that are no more, in hundredths of all

RETURNING = 5  # chance in hundredths that a lord has won his last continent, and began with veterans
SPIED = 55  # chance in hundredths that one kingdom has a report on another that it knows
STALE = 5  # turns that such a report is old at most
ABROAD = 15  # chance in hundredths that an army was away while a kingdom was looked at
TOWERS = 20  # chance in hundredths that a kingdom that may build guard towers has some
TRUE = 67  # chance in hundredths that a rumour is true, as far as its hearer can tell (DA-RUM-03, DA-RUM-04)
FEW, MANY = (0.2, 0.5), (1.5, 2.2)  # of the mean: where such rumours place a kingdom (DA-RUM-02)
USUAL = (0.6, 1.4)  # and where one is of which nothing is said


def mean(table: Sequence[float], turn: float) -> float:
    """The figure at the start of this turn."""
    place = bisect_right(TURNS, turn)
    if place == len(TURNS):
        return table[-1]
    before, after = TURNS[place - 1], TURNS[place]
    return table[place - 1] + (table[place] - table[place - 1]) * (turn - before) / (after - before)


def grown(table: Sequence[float], since: int, turn: int) -> float:
    """What is added to a figure between two turns; never less than nothing."""
    return max(0.0, mean(table, turn) - mean(table, since))


def rounded(amount: float, rng: Rng) -> int:
    """A whole number near this one: it is right on average."""
    return int(amount + rng.random())


def acquaintance(turn: int, living: int) -> float:
    """The chance in hundredths that one living kingdom knows another."""
    return min(100.0, 100 * mean(KNOWN, turn) / max(1, living - 1))


def often(chance: float, rng: Rng) -> bool:
    """True so many times in a hundred."""
    return rng.random() * 100 < chance
