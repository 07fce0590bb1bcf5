"""How kingdoms grow, year by year: figures measured on matches between bots (four to twelve Kings, fifteen years).

Each is drawn around these means, and what the seat knows comes before them.
"""

from __future__ import annotations

from math import exp, floor

from heraut.games.rois.dice import Dice
from heraut.games.rois.tables import CONSTANTS

FIRST_LANDS, SHARED_LANDS = 3, 36  # beside one's home: so many, and so many between all kingdoms, are won in the end
LAND_TAX = 4.8  # the tax base of a land that is won, on average
PAY_SHARE = 0.72  # of the tax base: what the armies are paid
START_ARMY = 0.7  # the same, of a home at the start
SAVINGS = 2.3  # gold that is put aside in a year
LEVELS = 0.5  # levels that a character gains in a year
HIRES = 15  # chance in hundredths that a kingdom hires a Hero in a year
LOSS = 6  # chance in hundredths that a land changes hands in a year
SLAIN = 1  # chance in hundredths that somebody rids a place of its guardian in a year
INVENTS = 1  # chance in hundredths of an invention in a year
SPREAD = 40  # in hundredths: how far from the mean a kingdom may be


Bounds = tuple[float, float]  # the best of the others has more than the one, and at most the other


def around(mean: float, dice: Dice) -> float:
    """A random figure around a mean."""
    return mean * dice.between(100 - SPREAD, 100 + SPREAD) / 100


def tax_base(turn: int, kingdoms: int) -> float:
    """What a kingdom among so many holds at the start of this year, on average."""
    most = FIRST_LANDS + SHARED_LANDS / kingdoms
    return CONSTANTS.home_tax + LAND_TAX * most * (1 - exp(-(turn - 1) / most))


def treasury(turn: int) -> float:
    """The gold that it has."""
    return CONSTANTS.start_gold + SAVINGS * (turn - 1)


def pay(turn: int, base: int) -> float:
    """What its armies cost a year."""
    return base * (START_ARMY if turn == 1 else PAY_SHARE)


def times(chance: int, years: int, dice: Dice) -> int:
    """How often something has happened that had this chance (in a hundred) in each of so many years."""
    return sum([dice.pct(chance) for _ in range(years)])


def bounded(wanted: dict[int, float], bounds: Bounds | None, dice: Dice) -> dict[int, float]:
    """The figures by kingdom, changed so that the greatest of them lies within these bounds."""
    if bounds is None or not wanted:
        return wanted
    least, most = bounds
    kept = {number: min(figure, floor(most)) for number, figure in wanted.items()}
    if floor(max(kept.values())) <= least:
        kept[dice.pick([*kept])] = floor(most)
    return kept
