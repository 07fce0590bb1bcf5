"""The deadlines of a match as a calendar file (RFC 5545), to follow or to take once."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from icalendar import Alarm, Calendar, Event, vText

from heraut.site.common.words import say
from heraut.site.matches.models import RUNNING, Match
from heraut.site.matches.pace import next_deadline

AHEAD = 8  # deadlines foretold; delays and early ends may still move all but the first
WARNED = timedelta(days=1)  # before a deadline
SHOWN = timedelta(minutes=30)  # how long an entry is, which ends with the deadline
REFRESHED = timedelta(hours=6)


def calendar(match: Match) -> bytes:
    """The coming deadlines; none when the match is paused or over."""
    found = Calendar()
    for name, value in (("version", "2.0"), ("prodid", "-//Heraut//FR"), ("method", "PUBLISH")):
        found.add(name, value)
    found.add("refresh-interval", REFRESHED, parameters={"VALUE": "DURATION"})
    found["x-wr-calname"] = vText(match.title)  # which the standard does not know, and programs read
    for number, moment in enumerate(moments(match), start=match.step + 1):
        found.add_component(entry(match, number, moment))
    written: bytes = found.to_ical()
    return written


def moments(match: Match) -> Iterator[datetime]:
    """The deadline of this turn, and those that the pace foresees for the turns after it; none that do not press.

    What will be asked of whom after this decision nobody can foresee.
    """
    if match.pace.at_leisure or match.status != RUNNING or match.deadline is None or match.started is None:
        return
    moment = match.deadline
    for _ in range(1 if match.pace.by_decision else AHEAD):
        yield moment
        moment = next_deadline(match.pace, match.started, moment)


def entry(match: Match, turn: int, moment: datetime) -> Event:
    """One deadline, with a reminder a day before."""
    name = say("match.calendar", title=match.title, turn=turn)
    found, alarm = Event(), Alarm()
    for key, value in {
        "uid": f"{match.code}-{turn}@heraut",
        "dtstamp": timezone.now(),
        "dtstart": moment - SHOWN,
        "dtend": moment,
        "summary": name,
        "url": settings.URL + reverse("match", args=[match.code]),
        "transp": "TRANSPARENT",
    }.items():
        found.add(key, value)
    alarm.add("action", "DISPLAY")
    alarm.add("description", name)
    alarm.add("trigger", -WARNED, parameters={"RELATED": "END"})
    found.add_component(alarm)
    return found
