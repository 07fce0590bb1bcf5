"""When turns end: on the calendar of a place, whatever its clocks do."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heraut.site.games.daifen.table_forms import OF_THE_RULES
from heraut.site.matches.pace import FRIDAY, MONDAY, ROOM, SUNDAY, Pace, deadline, delay, next_deadline
from heraut.site.matches.turn_status import delay_words
from tests.site.matches.builders import paris

PARIS = ZoneInfo("Europe/Paris")
ZONES = ("Europe/Paris", "America/Montreal", "Pacific/Noumea", "Indian/Reunion", "Australia/Lord_Howe", "UTC")
calendars = st.builds(
    Pace,
    weekdays=st.sets(st.integers(0, 6), min_size=1).map(lambda days: tuple(sorted(days))),
    hour=st.integers(0, 23),
    minute=st.integers(0, 59),
    zone=st.sampled_from(ZONES),
)
starts = st.datetimes(datetime(2024, 1, 1), datetime(2032, 1, 1), timezones=st.just(UTC))


@pytest.mark.rule("GP-GEN-03")
def test_a_turn_ends_on_friday_at_eleven_in_paris() -> None:
    start = paris(2026, 11, 21, 12)
    assert deadline(Pace(), start, 1) == paris(2026, 11, 27, 23)
    assert deadline(Pace(), start, 5) == paris(2026, 12, 25, 23)


@pytest.mark.parametrize(
    ("start", "before", "after"),
    [
        (paris(2026, 3, 21, 12), timedelta(hours=22), timedelta(hours=21)),  # clocks go forward on 29 March 2026
        (paris(2026, 10, 17, 12), timedelta(hours=21), timedelta(hours=22)),  # and back on 25 October
    ],
)
def test_the_hour_stays_when_the_clocks_change(start: datetime, before: timedelta, after: timedelta) -> None:
    first, second = (deadline(Pace(), start, number) for number in (1, 2))
    assert first - first.replace(hour=0) == before
    assert second - second.replace(hour=0) == after
    assert {moment.astimezone(PARIS).hour for moment in (first, second)} == {23}


def test_an_hour_that_the_clocks_skip_is_taken_an_hour_later_and_one_that_comes_twice_the_first_time() -> None:
    nightly = Pace(weekdays=(SUNDAY,), hour=2, minute=30)
    assert deadline(nightly, paris(2026, 3, 25, 12), 1).astimezone(PARIS).hour == 3
    autumn = deadline(nightly, paris(2026, 10, 21, 12), 1)
    assert autumn == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("pace", "said"),
    [
        (Pace(), "24 h"),
        (Pace(grace_hours=48), "48 h"),
        (Pace(clocks=(180, 45, 30, 600), grace=3), "3 min"),
        (Pace(clocks=(48 * 3600,) * 4), "48 h"),
        (Pace(seconds=5400), "1 h 30"),
        (Pace(clocks=(90, 30, 30, 30)), "1 min 30 s"),
    ],
)
def test_a_delay_is_told_as_long_as_the_clock_makes_it(pace: Pace, said: str) -> None:
    assert delay_words(pace) == said


@pytest.mark.rule("DA-PAC-02", "DA-PAC-03")
@pytest.mark.parametrize("name", OF_THE_RULES)
def test_a_moon_ends_at_eight_in_paris_and_the_first_one_lasts_a_day_at_least(name: str) -> None:
    pace = OF_THE_RULES[name]
    days = sorted(pace.weekdays)
    for hour in range(24 * 7):
        start = paris(2026, 11, 16, 0) + timedelta(hours=hour)  # a Monday
        first = deadline(pace, start, 1)
        local = first.astimezone(PARIS)
        assert (local.hour, local.minute) == (20, 0) and local.weekday() in days
        assert first - start >= timedelta(hours=24)
        earlier = [local - timedelta(days=back) for back in range(1, 8)]
        assert all(day.weekday() not in days or day < start + timedelta(hours=24) for day in earlier)


@pytest.mark.rule("DA-PAC-01")
@pytest.mark.parametrize(
    ("name", "days"), [("rapide", {1, 2, 3, 4, 5, 7}), ("moyen", {1, 3, 5}), ("normal", {1, 4}), ("lent", {1})]
)
def test_turns_end_on_the_days_of_the_pace(name: str, days: set[int]) -> None:
    """DA-EX-14: a Monday is 1."""
    pace, now = OF_THE_RULES[name], paris(2026, 11, 2, 12)
    ends = [deadline(pace, now, number).astimezone(PARIS) for number in range(1, 1 + 4 * len(days))]
    found = [end.isoweekday() for end in ends]
    assert found == 4 * found[: len(days)] and set(found) == days
    assert ends[-1] - ends[0] < timedelta(weeks=4), "none is left out"


def test_a_match_begun_ten_minutes_before_midnight_still_has_a_first_deadline() -> None:
    pace = Pace(weekdays=(MONDAY,), hour=0)
    assert deadline(pace, paris(2026, 11, 22, 23, 50), 1) == paris(2026, 11, 30, 0)


def test_no_turn_opens_for_less_than_half_a_day() -> None:
    assert deadline(Pace(), paris(2026, 11, 27, 22), 1) == paris(2026, 12, 4, 23)
    assert deadline(Pace(), paris(2026, 11, 27, 10), 1) == paris(2026, 11, 27, 23)


@pytest.mark.slow
@given(calendars, starts)
def test_deadlines_follow_one_another_at_the_same_hour_on_the_right_days(pace: Pace, start: datetime) -> None:
    moments = [deadline(pace, start, number) for number in range(1, 3 * len(pace.weekdays) + 2)]
    assert moments[0] >= start + ROOM
    assert all(late > early for early, late in pairwise(moments))
    local = [moment.astimezone(ZoneInfo(pace.zone)) for moment in moments]
    assert all(moment.minute == pace.minute or pace.zone == "Australia/Lord_Howe" for moment in local)
    assert all(moment.hour == pace.hour or pace.hour in (1, 2) for moment in local)  # but for a skipped hour
    assert {moment.weekday() for moment in local} == set(pace.weekdays)


@pytest.mark.slow
@given(calendars, starts)
def test_no_moment_of_the_calendar_is_left_out(pace: Pace, start: datetime) -> None:
    week = [deadline(pace, start, number) for number in range(1, len(pace.weekdays) + 1)]
    assert week[-1] - week[0] < timedelta(days=7)
    assert deadline(pace, start, 1) - start <= ROOM + timedelta(days=7, hours=1)


@given(calendars, starts, st.integers(1, 30))
def test_a_turn_resolved_at_its_deadline_is_followed_by_the_next_moment(pace: Pace, start: datetime, turn: int) -> None:
    late = deadline(pace, start, turn) + timedelta(seconds=2)
    assert next_deadline(pace, start, late) == deadline(pace, start, turn + 1)


def test_a_turn_that_ended_early_or_late_does_not_move_the_calendar() -> None:
    start = paris(2026, 11, 21, 12)
    assert next_deadline(Pace(), start, paris(2026, 11, 24, 18)) == paris(2026, 11, 27, 23)
    assert next_deadline(Pace(), start, paris(2026, 11, 27, 20)) == paris(2026, 12, 4, 23)
    assert next_deadline(Pace(), start, paris(2026, 11, 28, 23)) == paris(2026, 12, 4, 23)


@given(starts, st.integers(5, 100_000), st.floats(0, 1e6))
def test_a_steady_pace_never_drifts_and_leaves_half_a_turn(start: datetime, seconds: int, elapsed: float) -> None:
    pace, now = Pace(seconds=seconds), start + timedelta(seconds=elapsed)
    moment = next_deadline(pace, start, now)
    assert ((moment - start) / timedelta(seconds=seconds)).is_integer()
    assert seconds * 0.499 <= (moment - now).total_seconds() <= seconds * 1.501


def test_a_delay_is_a_day_on_the_calendar_and_a_turn_at_a_steady_pace() -> None:
    assert delay(Pace()) == timedelta(hours=24)
    assert delay(Pace(seconds=60)) == timedelta(seconds=60)


@pytest.mark.parametrize("wrong", [{"weekdays": ()}, {"weekdays": (7,)}, {"hour": 24}, {"minute": -1}, {"seconds": -1}])
def test_a_pace_that_is_none_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError):
        Pace(**wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError):
        deadline(Pace(weekdays=(FRIDAY,)), datetime.now(UTC), 0)
