"""Deadlines of a table that goes decision by decision (FI-DP-R5)."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace

import pytest

from heraut.engine.words import catalogue
from heraut.site.accounts.models import Player
from heraut.site.clock.resolution import resolve_due
from heraut.site.clock.sequence import allowed
from heraut.site.games.fief.adapter import SORT_OF
from heraut.site.games.fief.table_forms import PACES, TableForm
from heraut.site.matches.pace import Pace
from tests.site.games.fief.conftest import new_match, until

HOUR = timedelta(hours=1)
LIVE = {"move": 180, "leave": 45, "justice": 45, "vote": 45, "round": 30, "mercy": 30, "window": 600}


def time_for(pace: Pace, *kinds: str) -> timedelta:
    """How long a step may take that asks for these kinds of decisions."""
    asked = {f"j{place}": SimpleNamespace(kind=kind) for place, kind in enumerate(kinds)}
    return allowed(pace, "fief", asked)  # type: ignore[arg-type]


@pytest.mark.rule("FI-DP-R5")
def test_live_clocks_run_in_seconds_and_minutes() -> None:
    assert {kind: time_for(PACES["live"], kind).total_seconds() for kind in LIVE} == LIVE
    asked = {kind.partition("leave_")[0] or "leave" for kind in catalogue("heraut.games.fief", "fr").groups["decision"]}
    assert set(SORT_OF) == asked  # every kind of decision has a clock


@pytest.mark.rule("FI-DP-R5")
@pytest.mark.parametrize(("preset", "turn", "reaction"), [("post", 48, 24), ("quick_post", 24, 12)])
def test_clocks_by_correspondence_run_in_hours_and_days(preset: str, turn: int, reaction: int) -> None:
    pace = PACES[preset]
    assert time_for(pace, "cards") == time_for(pace, "window") == turn * HOUR
    assert time_for(pace, "leave") == time_for(pace, "vote") == reaction * HOUR


@pytest.mark.rule("FI-DP-R5")
def test_a_table_sets_its_own_clocks_and_its_bank_of_delays() -> None:
    form = TableForm()
    typed = {"preset": "live", "clock_turn": 300, "clock_round": 20, "grace": 5}
    pace = form.asked_pace(typed)
    assert [time_for(pace, kind).total_seconds() for kind in ("move", "leave", "round", "window")] == [300, 45, 20, 600]
    assert pace.grace == 5


@pytest.mark.django_db
@pytest.mark.rule("FI-DP-R5")
def test_a_reserve_of_time_is_given_once_and_then_silence_answers(alice: Player, bob: Player) -> None:
    match = new_match(alice, bob, pace=Pace(clocks=(180, 45, 30, 600), early=True, grace=1))
    until(match, alice, "cards")
    step, deadline = match.step, match.deadline
    assert deadline is not None
    resolve_due(deadline + timedelta(seconds=1))
    match.refresh_from_db()
    assert match.step == step and match.deadline == deadline + timedelta(seconds=180)
    resolve_due(match.deadline + timedelta(seconds=1))
    match.refresh_from_db()
    assert match.step > step
