"""The calendar of a continent, in days: what moon it is (DA-PAC-07).

A day is its number in the Gregorian calendar (that of `date.toordinal`, day 1 a Monday); clocks belong to the site.
"""

from __future__ import annotations

from heraut.games.daifen.options import MOON
from heraut.games.daifen.tables import paces

WEEK = 7


def weekday(day: int) -> int:
    """1 for a Monday to 7 for a Sunday."""
    return (day - 1) % WEEK + 1


def moon(day: int, epoch: int) -> int:
    """The moon number of a day: 1 at the platform's epoch, one more from each Wednesday and Sunday on (DA-PAC-07)."""
    weeks, rest = divmod(day - epoch, WEEK)
    days = paces()[MOON].days
    return 1 + weeks * len(days) + sum(weekday(epoch + passed) in days for passed in range(1, rest + 1))
