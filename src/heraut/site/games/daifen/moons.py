"""The moon, common to all continents of the site: a landmark without effect (DA-PAC-07)."""

from __future__ import annotations

from datetime import date, datetime
from zoneinfo import ZoneInfo

from heraut.games.daifen import calendar

EPOCH = date(2026, 1, 1).toordinal()  # the first moon of the site
ZONE = ZoneInfo("Europe/Paris")


def moon(moment: datetime) -> int:
    """The number of the moon at a moment; it changes at midnight in Paris."""
    return calendar.moon(max(EPOCH, moment.astimezone(ZONE).toordinal()), EPOCH)
