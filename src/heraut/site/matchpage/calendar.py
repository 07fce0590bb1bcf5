"""The deadlines of a match as a calendar file (RFC 5545), to follow or to take once."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from heraut.site.common.words import say
from heraut.site.matches.models import RUNNING, Match
from heraut.site.matches.pace import next_deadline

AHEAD = 8  # deadlines foretold; delays and early ends may still move all but the first
ALARM = "-P1D"
LINE = 73  # octets of a line, the blank that continues one counted


def calendar(match: Match) -> bytes:
    """The coming deadlines; none when the match is paused or over."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Heraut//FR", "METHOD:PUBLISH"]
    lines += [f"X-WR-CALNAME:{escaped(match.title)}", "REFRESH-INTERVAL;VALUE=DURATION:PT6H"]
    for number, moment in enumerate(moments(match), start=match.step + 1):
        lines += entry(match, number, moment)
    return "\r\n".join([*(part for line in lines for part in folded(line)), "END:VCALENDAR", ""]).encode()


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


def entry(match: Match, turn: int, moment: datetime) -> Iterator[str]:
    """One deadline, with a reminder a day before."""
    url = settings.URL + reverse("match", args=[match.code])
    name = say("match.calendar", title=match.title, turn=turn)
    yield from ("BEGIN:VEVENT", f"UID:{match.code}-{turn}@heraut", f"DTSTAMP:{stamp(timezone.now())}")
    yield from (
        f"DTSTART:{stamp(moment - timedelta(minutes=30))}",
        f"DTEND:{stamp(moment)}",
        f"SUMMARY:{escaped(name)}",
    )
    yield from (f"URL:{url}", "TRANSP:TRANSPARENT", "BEGIN:VALARM", "ACTION:DISPLAY", f"DESCRIPTION:{escaped(name)}")
    yield from (f"TRIGGER;RELATED=END:{ALARM}", "END:VALARM", "END:VEVENT")


def stamp(moment: datetime) -> str:
    """A moment in UTC as calendars write it."""
    return moment.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def escaped(text: str) -> str:
    """A text without the signs that mean something to a calendar."""
    for sign in ("\\", ";", ","):
        text = text.replace(sign, "\\" + sign)
    return " ".join(text.split())


def folded(line: str) -> Iterator[str]:
    """A line cut into pieces of so many octets, each but the first behind a blank, never inside a letter."""
    start, octets = 0, 0
    for place, letter in enumerate(line):
        octets += len(letter.encode())
        if octets > LINE:
            yield (" " if start else "") + line[start:place]
            start, octets = place, len(letter.encode())
    yield (" " if start else "") + line[start:]
