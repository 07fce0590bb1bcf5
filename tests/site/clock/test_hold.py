"""A turn that is out of the ordinary is kept back for a while, where the table wants it; others are not."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from itertools import count
from typing import Any

import pytest

from heraut.games import gloire
from heraut.site.accounts.models import Player
from heraut.site.clock.hold import publish_held, reopen_held
from heraut.site.clock.resolution import resolve_due
from heraut.site.matches.host_actions import extend, lift, lock, pause, resolve_now
from heraut.site.matches.models import Match, Seat
from heraut.site.matches.orders import open_to_orders, save_orders
from heraut.site.matches.services import Closed
from heraut.site.notifications.models import Letter
from tests.site.conftest import new_player
from tests.site.matches.builders import SECOND, give_orders, pass_deadline, planned, running, seat_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(alice: Player, bob: Player, charlie: Player) -> Match:
    """Two turns of five people who all gave their orders; the host does not play, and an odd turn waits an hour."""
    people = [alice, bob, *(new_player(f"Sire{number}") for number in range(3))]
    match = running(*people)
    Match.objects.filter(pk=match.pk).update(host=charlie, hold=60)
    for _ in range(2):
        for player in people:
            give_orders(match, player)
        pass_deadline(match)
    assert match.step == 2 and match.held_until is None
    return match


def test_a_turn_that_most_have_missed_waits_for_the_host_and_then_publishes_itself(
    match: Match, alice: Player, bob: Player, charlie: Player
) -> None:
    give_orders(match, alice)
    give_orders(match, bob)
    now = pass_deadline(match)
    assert match.step == 2 and match.held_until == now + timedelta(minutes=60)
    assert match.anomalies == [{"kind": "absence", "missing": 3, "of": 5}]
    assert not open_to_orders(match, planned(match) - SECOND)
    with pytest.raises(Closed):
        save_orders(seat_of(match, alice), "")
    mails = Letter.objects.filter(kind="held")
    assert [letter.player for letter in mails] == [charlie] and "IMP" not in mails[0].text
    assert match.activities.filter(kind="held").count() == 1
    assert not match.activities.filter(kind="silent").exists()  # nothing of the turn has happened
    assert resolve_due(now + timedelta(minutes=59)) == 0
    assert resolve_due(now + timedelta(minutes=61)) == 1
    match.refresh_from_db()
    assert (match.step, match.held_until, match.anomalies) == (3, None, [])
    assert dict(match.steps.get(number=3).answers)["j1"] is not None


@pytest.mark.parametrize("given", [3, 5])
def test_with_nothing_odd_nothing_changes(match: Match, given: int) -> None:
    for seat in match.seats.select_related("user")[:given]:
        assert seat.user is not None
        give_orders(match, seat.user)
    pass_deadline(match)
    assert match.step == 3 and not Letter.objects.filter(kind="held").exists()


def test_no_table_waits_that_has_not_chosen_to(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(hold=0)
    pass_deadline(match)
    assert match.step == 3


def test_those_who_were_silent_before_are_no_mass_absence(match: Match) -> None:
    Seat.objects.filter(match=match).update(missed=1)
    pass_deadline(match)
    assert match.step == 3


def test_a_turn_that_comes_out_otherwise_when_computed_again_is_odd(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    everyone(match)
    calls: Iterator[int] = count()
    take = gloire.advance

    def impure(state: Any, answers: Any, rng: Any) -> Any:
        silence = {seat: decision.default for seat, decision in gloire.pending(state).items()}
        return take(state, silence if next(calls) else answers, rng)

    monkeypatch.setattr(gloire, "advance", impure)
    pass_deadline(match)
    assert match.step == 2 and match.anomalies == [{"kind": "impure"}]


def test_a_state_that_breaks_a_promise_is_odd_and_the_log_says_which(
    match: Match, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    everyone(match)
    monkeypatch.setattr("heraut.site.clock.hold.check_views", broken)
    pass_deadline(match)
    assert match.step == 2 and match.anomalies == [{"kind": "invariant"}]
    assert "breaks a promise: AssertionError: a view" in caplog.text


def broken(*_: Any) -> None:
    """A promise that is not kept."""
    raise AssertionError("a view of nobody")


def everyone(match: Match) -> None:
    """All give their orders."""
    for seat in match.seats.select_related("user"):
        assert seat.user is not None
        give_orders(match, seat.user)


def test_the_host_publishes_it_at_once_or_opens_the_orders_again(match: Match, alice: Player, charlie: Player) -> None:
    now = pass_deadline(match)
    assert match.held_until is not None
    reopen_held(match, charlie, 24, now)
    match.refresh_from_db()
    assert (match.held_until, match.anomalies, match.deadline) == (None, [], now + timedelta(hours=24))
    give_orders(match, alice)
    now = pass_deadline(match)  # as odd as before
    assert match.step == 2 and match.held_until is not None
    assert publish_held(match, charlie, now)
    assert resolve_due(now) == 1
    match.refresh_from_db()
    assert match.step == 3 and not publish_held(match, charlie, now)
    kinds = [
        kind for kind in match.activities.values_list("kind", flat=True) if kind in ("held", "reopened", "published")
    ]
    assert kinds == ["held", "reopened", "held", "published"]


@pytest.mark.parametrize("act", ["extend", "pause"])
def test_what_the_host_changes_meanwhile_ends_the_hold(match: Match, act: str, charlie: Player) -> None:
    now = pass_deadline(match)
    until = now + timedelta(days=1)
    {"extend": extend, "pause": pause}[act](match, charlie, until, "Tous en vacances", now)
    assert match.held_until is None and match.anomalies == []


@pytest.mark.rule("GP-SITE-37")
def test_a_turn_is_locked_unlocked_and_resolved_at_once(match: Match, alice: Player, charlie: Player) -> None:
    Match.objects.filter(pk=match.pk).update(hold=0)
    give_orders(match, alice)
    now = planned(match) - timedelta(hours=2)
    lock(match, charlie, "Une panne", now)
    with pytest.raises(Closed):
        give_orders(match, alice)
    assert resolve_due(planned(match) + timedelta(days=30)) == 0
    lift(match, charlie, now + timedelta(minutes=5))
    assert match.activities.latest("pk").kind == "unlock" and open_to_orders(match, now)
    lock(match, charlie, "Encore", now)
    resolve_now(match, charlie, "Tous sont d'accord", now)
    assert resolve_due(now) == 1
    match.refresh_from_db()
    assert match.step == 3
    assert match.seats.get(name="j1").missed == 0
    reasons = [str(one.data["reason"]) for one in match.activities.filter(kind__in=("lock", "resolved_now"))]
    assert reasons == ["Une panne", "Encore", "Tous sont d'accord"]
    assert Letter.objects.filter(kind="lock").count() == 10
