"""Paces to choose from, each by one word; whoever wants another starts from one of them (GP-OPT-04)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

import msgspec

from heraut.site.common.words import say, span
from heraut.site.matches.pace import FRIDAY, MONTH, Pace

TUESDAY = 1
DAY = 24 * 3600
WEEKLY, TWICE, DAILY, HOURLY, SEALED = "weekly", "twice", "daily", "hourly", "sealed"

PRESETS: Mapping[str, Pace] = {
    WEEKLY: Pace(weekdays=(FRIDAY,), grace_hours=48),
    TWICE: Pace(weekdays=(TUESDAY, FRIDAY)),
    DAILY: Pace(weekdays=tuple(range(7)), grace=3),
    HOURLY: Pace(seconds=3600, early=True, grace=1),
    SEALED: Pace(seconds=MONTH, early=True, grace=0),  # ends with the last seal; after a month if it never comes
}

MUSTER, NEXT_MUSTER = timedelta(days=3), timedelta(days=7)  # GP-SITE-09, GP-SITE-10
SHORTEST_MUSTER = timedelta(minutes=10)


def kind_of(pace: Pace) -> str:
    """The word that says how often turns end, whatever else was changed."""
    if pace.at_leisure:
        return SEALED
    if pace.by_decision:
        return HOURLY if pace.live else DAILY
    if pace.seconds:
        return HOURLY if pace.seconds < DAY else DAILY
    return {1: WEEKLY, 2: TWICE, 6: DAILY, 7: DAILY}.get(len(set(pace.weekdays)), TWICE)


def changed(pace: Pace, changes: Mapping[str, object]) -> Pace:
    """This pace with what was asked otherwise; None asks for nothing. ValueError on a pace that cannot be kept."""
    asked = {key: value for key, value in changes.items() if value is not None}
    return msgspec.structs.replace(pace, **asked)


def muster_time(pace: Pace, *, again: bool = False) -> timedelta:
    """How long a muster lasts: three days, a week when it is called again; at a steady pace one turn at most."""
    longest = NEXT_MUSTER if again else MUSTER
    if pace.live:
        return SHORTEST_MUSTER
    return max(SHORTEST_MUSTER, min(longest, timedelta(seconds=pace.seconds))) if pace.seconds else longest


def described(pace: Pace) -> str:
    """When turns end, in words: le mardi et le vendredi à 23:00."""
    kind = kind_of(pace)
    if pace.by_decision:
        return say("pace.no_clock") if pace.at_leisure else clocks_described(pace)
    if kind == SEALED:
        return say("pace.sealed")
    if pace.seconds:
        text = say("pace.steady", time=span(pace.seconds))
    elif len(set(pace.weekdays)) == 7:
        text = say("pace.daily", hour=hour_of(pace), zone=city(pace.zone))
    else:
        days = [say(f"weekday.{day}") for day in sorted(set(pace.weekdays))]
        text = say("pace.calendar", days=days, hour=hour_of(pace), zone=city(pace.zone))
    return say("pace.early", text=text) if pace.early else text


def clocks_described(pace: Pace) -> str:
    """How long decisions may take, in words: those of a turn, and either the talks or whatever else is asked."""
    turn, *others = (span(seconds) for seconds in pace.clocks)
    if len(set(others)) == 1:
        return say("pace.two_clocks", turn=turn, rest=others[0])
    return say("pace.clocks", turn=turn, talks=others[-1])


def hour_of(pace: Pace) -> str:
    """The hour of the calendar: 23:00."""
    return f"{pace.hour}:{pace.minute:02}"


def city(zone: str) -> str:
    """Europe/Paris: Paris."""
    return zone.rpartition("/")[2].replace("_", " ")
