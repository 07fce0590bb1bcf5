"""Deadlines of a table that goes decision by decision (FI-DP-R5)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.test import Client

from heraut.engine.words import catalogue
from heraut.site.accounts.models import Player
from heraut.site.clock.resolution import resolve_due
from heraut.site.clock.sequence import allowed
from heraut.site.games.fief.adapter import SORT_OF
from heraut.site.games.fief.table_forms import PACES, TableForm
from heraut.site.matches.pace import Pace
from heraut.site.notifications.models import Letter
from heraut.site.notifications.news import report_ghosts
from heraut.site.notifications.reminders import remind
from tests.site.api.caller import Program
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
def test_a_turn_is_called_by_the_number_of_its_rulebook(
    alice: Player, bob: Player, client_of: Callable[[Player], Client]
) -> None:
    match = new_match(alice, bob, pace=PACES["post"])
    assert match.deadline is not None and match.turn == 0
    assert "mise en place" in client_of(alice).get("/").content.decode()
    assert remind(match.deadline - HOUR) == 1
    reminder = Letter.objects.filter(kind="reminder").first()
    assert reminder is not None and " ".join(reminder.subject.split()) == "Le banquet : vos ordres de la mise en place"
    until(match, alice, "cards")
    Letter.objects.all().delete()
    assert match.step > match.turn == 1 and match.deadline is not None
    resolve_due(match.deadline + timedelta(seconds=1))
    late = Letter.objects.get(kind="delay")
    assert " ".join(late.subject.split()) == "Le banquet : l'échéance du tour 1 vous attend"
    sheet = Program().get(f"/matches/{match.code}").json()
    assert (sheet["turn"], sheet["lords"]) == (1, 4)
    assert [(one["turn"], one["lords"]) for one in Program().get("/matches").json()["matches"]] == [(1, 4)]


@pytest.mark.django_db
def test_the_host_is_told_of_decisions_where_no_turn_was_missed(alice: Player, bob: Player) -> None:
    match = new_match(alice, bob)
    report_ghosts(match, ["Famille 2"])
    mail = Letter.objects.get(kind="ghost")
    assert " ".join(mail.subject.split()) == "Le banquet : quelqu'un ne répond plus"
    assert "Famille 2 n'a répondu à aucune de ses 2 dernières décisions" in mail.text


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
