"""Paces: when the turns of a match end. Deadlines come from the calendar and a number, never by adding to the last one.

A weekly pace names weekdays, an hour and a time zone: its n-th deadline after the start is the n-th such moment,
whatever the clocks do in spring and autumn. A steady pace is so many seconds a turn, for tables of bots and evenings
among friends.
A turn that ended early or late does not move the calendar: the next one ends at its first moment that leaves room.

A match that goes decision by decision has a clock for each sort of decision instead, started when it is asked.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from math import ceil
from zoneinfo import ZoneInfo

import msgspec

MONDAY, FRIDAY, SUNDAY = 0, 4, 6
MONTH = 30 * 24 * 3600  # seconds
ROOM = timedelta(hours=12)  # no turn of the calendar is opened for less
SORTS = TURN, REACTION, ROUND, TALKS = "turn", "reaction", "round", "talks"  # of decisions asked one by one
LIVE = 3600  # seconds: a table whose decisions have less than that is played in one sitting


class Pace(msgspec.Struct, frozen=True, kw_only=True):
    """How often a match advances. `seconds` above 0 makes it steady; else the calendar counts (GP-GEN-03).

    `weekdays` are numbers, Monday 0 to Sunday 6; `hour` and `minute` are local to `zone`. `early`: a turn ends as soon
    as every living player has sealed his orders. `grace`: how many delays each player has for the whole match, of
    `grace_hours` each (one more turn's time at a steady pace); `missed`: after so many missed turns in a row the seat
    is offered to others. `first_hours`: how long the first turn lasts at least, on the calendar.

    `clocks`: seconds for each of `SORTS`, of a match that goes decision by decision; a step is taken as soon as
    everyone who was asked has answered, a delay of the bank is one more active turn's time, and what counts as missed
    are decisions.
    """

    weekdays: tuple[int, ...] = (FRIDAY,)
    hour: int = 23
    minute: int = 0
    zone: str = "Europe/Paris"
    seconds: int = 0
    early: bool = False
    grace: int = 2
    grace_hours: int = 24
    missed: int = 3
    first_hours: int = 12
    clocks: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if not self.weekdays or not set(self.weekdays) <= set(range(7)):
            raise ValueError("a pace needs at least one weekday, from Monday 0 to Sunday 6")
        if not (0 <= self.hour <= 23 and 0 <= self.minute <= 59 and self.seconds >= 0):
            raise ValueError("hour 0 to 23, minute 0 to 59, seconds 0 or more")
        if self.clocks and (len(self.clocks) != len(SORTS) or min(self.clocks) <= 0):
            raise ValueError("a clock for each sort of decision")

    @property
    def at_leisure(self) -> bool:
        """Whether turns end with the last seal, and no deadline presses: it is there for a seal that never comes."""
        return self.early and (self.clocks[0] if self.clocks else self.seconds) >= MONTH

    @property
    def by_decision(self) -> bool:
        """Whether the match goes decision by decision."""
        return bool(self.clocks)

    @property
    def live(self) -> bool:
        """Whether its players sit at the table together."""
        return bool(self.clocks) and self.clocks[0] < LIVE

    def clock(self, sort: str) -> timedelta:
        """How long a decision of this sort may take."""
        return timedelta(seconds=self.clocks[SORTS.index(sort)])


def deadline(pace: Pace, start: datetime, number: int) -> datetime:
    """The end of the `number`-th turn (from 1) of a match opened at `start`, in UTC, delays not counted.

    The first deadline is the first moment of the calendar that leaves the hours of a first turn.
    """
    if number < 1:
        raise ValueError("turns are numbered from 1")
    if pace.by_decision:
        return start + pace.clock(TURN) * number
    if pace.seconds:
        return start + timedelta(seconds=pace.seconds * number)
    return calendar_moment(pace, start, number, timedelta(hours=pace.first_hours))


def calendar_moment(pace: Pace, start: datetime, number: int, room: timedelta) -> datetime:
    """The `number`-th moment of the calendar after `start`; the first leaves `room`, which is a day at most."""
    zone = ZoneInfo(pace.zone)
    days = set(pace.weekdays)
    opened = [
        day for day in coming_days(start.astimezone(zone).date(), days) if moment(pace, day, zone) >= start + room
    ]
    # the first whole list of one week gives every later one: so many weeks, and a place in the list
    weeks, place = divmod(number - 1, len(days))
    return moment(pace, opened[place] + timedelta(weeks=weeks), zone)


def next_deadline(pace: Pace, start: datetime, now: datetime) -> datetime:
    """The end of a turn that opens now, in a match opened at `start`: the first moment that leaves room for it.

    That is `ROOM` on the calendar, and half of a turn at a steady pace, whose moments are counted from the start.
    """
    if pace.by_decision:
        return now + pace.clock(TURN)
    if not pace.seconds:
        return calendar_moment(pace, now, 1, ROOM)
    elapsed = (now - start).total_seconds() / pace.seconds
    return deadline(pace, start, max(1, ceil(elapsed + 0.5)))


def delay(pace: Pace) -> timedelta:
    """What one delay of the bank adds to a deadline."""
    if pace.by_decision:
        return pace.clock(TURN)
    return timedelta(seconds=pace.seconds) if pace.seconds else timedelta(hours=pace.grace_hours)


def coming_days(first: date, weekdays: set[int]) -> list[date]:
    """The days of these weekdays from `first` on, in order: each of them at least once after the first two days.

    The hours of those two may be past, or too near.
    """
    days = (first + timedelta(days=shift) for shift in range(9))
    return [day for day in days if day.weekday() in weekdays]


def moment(pace: Pace, day: date, zone: ZoneInfo) -> datetime:
    """The hour of the pace on this day, in UTC. An hour that the clocks skip is taken an hour later."""
    return datetime.combine(day, time(pace.hour, pace.minute), zone).astimezone(UTC)
