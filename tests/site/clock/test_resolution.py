"""Turns end once, with the orders that were saved, and nobody is forgotten."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from heraut.engine.match import verify
from heraut.games import gloire
from heraut.site.accounts.models import Player
from heraut.site.clock.resolution import POISON_PAUSE, POISON_TRIES, claim, compute, open_step, publish, resolve_due
from heraut.site.matches import models as m
from heraut.site.matches.host_actions import extend, pause
from heraut.site.matches.models import Match, Seat, Step
from heraut.site.matches.orders import save_orders
from heraut.site.matches.pace import Pace
from heraut.site.matches.records import record_of
from heraut.site.matches.services import Closed, start
from heraut.site.matches.turn_status import delays_left
from heraut.site.notifications.models import Letter
from tests.site.matches.builders import (
    gathering,
    give_orders,
    one_order,
    pass_deadline,
    planned,
    running,
    seat_of,
)

pytestmark = pytest.mark.django_db
GRACE = Pace(grace=2, grace_hours=24)


def test_a_turn_is_resolved_at_its_deadline_and_not_before(alice: Player) -> None:
    match = running(alice, bots=1)
    assert resolve_due(planned(match) - timedelta(seconds=1)) == 0
    pass_deadline(match)
    assert match.step == 1
    assert match.steps.count() == 2
    assert resolve_due(timezone.now()) == 0


def test_orders_that_were_saved_are_used_and_silence_is_the_default(alice: Player, bob: Player) -> None:
    match = running(alice, bob)
    line = one_order(seat_of(match, alice))
    give_orders(match, alice)
    pass_deadline(match)
    step = match.steps.get(number=1)
    assert step.answers == [["j1", line.upper()], ["j2", None]]
    assert set(step.sealed_hashes) == {"j1"}


def test_orders_are_taken_in_the_order_in_which_they_were_first_given(alice: Player, bob: Player) -> None:
    match = running(alice, bob)
    give_orders(match, bob)
    give_orders(match, alice)
    give_orders(match, bob)  # a new version keeps its place
    pass_deadline(match)
    assert [seat for seat, _ in match.steps.get(number=1).answers] == ["j2", "j1"]


def test_an_empty_sheet_that_was_saved_is_no_missed_turn(alice: Player, bob: Player) -> None:
    match = running(alice, bob)
    save_orders(seat_of(match, alice), "")
    pass_deadline(match)
    assert seat_of(match, alice).missed == 0
    assert seat_of(match, bob).missed == 1
    assert match.activities.get(kind="silent").data["seats"] == ["j2"]


@pytest.mark.rule("GP-SITE-14")
def test_two_missed_turns_in_a_row_report_a_ghost_to_the_host(
    alice: Player, bob: Player, charlie: Player, client_of: Any
) -> None:
    match = running(alice, bob)
    Match.objects.filter(pk=match.pk).update(host=charlie)
    Seat.objects.filter(match=match, user=bob).update(lord="Bob de Narvik")
    host = client_of(charlie)
    for ghosts in (0, 1, 1):
        give_orders(match, alice)
        pass_deadline(match)
        told = Letter.objects.filter(kind="ghost")
        assert [letter.player for letter in told] == [charlie] * ghosts
        page = host.get(f"/table/{match.code}/").content.decode()
        assert ("tours sans ordres" in page) == bool(ghosts)
    assert "Bob de Narvik" in told[0].text and f"/table/{match.code}/" in told[0].text


@pytest.mark.rule("GP-SITE-14")
def test_a_turn_with_orders_or_an_absence_in_between_makes_no_ghost(alice: Player, bob: Player) -> None:
    match = running(alice, bob)
    for given in (False, True, False):
        give_orders(match, alice)
        if given:
            give_orders(match, bob)
        pass_deadline(match)
    bob.absent_from = date.today()
    bob.save()
    pass_deadline(match)
    assert seat_of(match, bob).missed == 1
    assert not Letter.objects.filter(kind="ghost").exists()


@pytest.mark.rule("GP-SITE-14")
def test_three_missed_turns_open_the_seat_to_others_and_orders_close_it_again(alice: Player, bob: Player) -> None:
    match = running(alice, bob)
    for turn in (1, 2, 3):
        assert not seat_of(match, bob).offered
        give_orders(match, alice)
        pass_deadline(match)
        assert seat_of(match, bob).missed == turn
    assert seat_of(match, bob).offered
    assert match.activities.get(kind="offered").data["seats"] == ["j2"]
    assert Letter.objects.get(kind="offered").player == bob
    give_orders(match, bob)
    pass_deadline(match)
    assert (seat_of(match, bob).missed, seat_of(match, bob).offered) == (0, False)


def test_a_bot_stands_in_after_three_missed_turns_if_the_match_says_so(alice: Player, bob: Player) -> None:
    match = running(alice, bob, bots_instead="player")
    for _ in range(3):
        give_orders(match, bob)
        pass_deadline(match)
    assert (seat_of(match, alice).bot.partition(":")[0], seat_of(match, alice).user) == ("player", alice)
    assert match.activities.get(kind="stand_in").data["seats"] == ["j1"]
    give_orders(match, bob)
    pass_deadline(match)
    assert dict(match.steps.get(number=4).answers)["j1"] is not None
    assert seat_of(match, alice).missed == 3
    give_orders(match, alice)
    pass_deadline(match)
    assert (seat_of(match, alice).bot, seat_of(match, alice).missed) == ("", 0)


# Early resolution


def test_the_turn_ends_at_once_when_the_last_player_seals_if_the_table_wants_it(alice: Player, bob: Player) -> None:
    match = running(alice, bob, bots=1, pace=Pace(early=True))
    give_orders(match, alice, seal=True)
    assert resolve_due() == 0
    give_orders(match, bob)  # saved is not sealed
    assert resolve_due() == 0
    give_orders(match, bob, seal=True)
    with pytest.raises(Closed):
        give_orders(match, alice)
    assert resolve_due() == 1


def test_a_table_that_does_not_want_it_waits_for_the_deadline(alice: Player) -> None:
    match = running(alice, bots=1)
    give_orders(match, alice, seal=True)
    assert resolve_due() == 0


def test_an_absent_player_is_not_waited_for(alice: Player, bob: Player) -> None:
    bob.absent_from = bob.absent_until = datetime.now(UTC).date()
    bob.time_zone = "UTC"
    bob.save()
    match = running(alice, bob, pace=Pace(early=True))
    give_orders(match, alice, seal=True)
    assert resolve_due() == 1


# Grace and absence


def test_a_late_player_with_delays_left_delays_the_deadline_once(alice: Player, bob: Player) -> None:
    match = running(alice, bob, pace=GRACE)
    before = planned(match)
    give_orders(match, alice)
    assert delays_left(match) == 4
    now = pass_deadline(match)
    assert (match.step, match.deadline) == (0, before + timedelta(hours=24))
    assert (seat_of(match, alice).grace_used, seat_of(match, bob).grace_used) == (0, 1)
    activity = match.activities.get(kind="delay")
    assert (activity.data["seats"], activity.data["left"]) == (["j2"], 3)
    assert delays_left(match) == 3
    assert Letter.objects.get(kind="delay").address == bob.email
    assert resolve_due(now) == 0
    give_orders(match, bob)
    pass_deadline(match)
    assert match.step == 1
    assert match.deadline == before + timedelta(days=7)  # the calendar has not moved


def test_the_bank_is_finite(alice: Player, bob: Player) -> None:
    match = running(alice, bob, pace=Pace(grace=1))
    for _ in range(3):
        give_orders(match, alice)
        pass_deadline(match)
    assert match.step == 2  # the first turn was delayed, the second was not
    assert seat_of(match, bob).missed == 2
    assert delays_left(match) == 1


def test_announced_absence_costs_neither_delays_nor_missed_turns(alice: Player, bob: Player) -> None:
    match = running(alice, bob, pace=GRACE)
    bob.absent_from, bob.absent_until = date.today(), date.today() + timedelta(days=30)
    bob.save()
    give_orders(match, alice)
    pass_deadline(match)
    assert match.step == 1
    assert (seat_of(match, bob).missed, seat_of(match, bob).grace_used) == (0, 0)


# Claims and fences


@pytest.mark.rule("GP-SITE-17")
def test_two_workers_never_hold_the_same_turn(alice: Player) -> None:
    match = running(alice, bots=1)
    now = planned(match) + timedelta(seconds=1)
    assert claim(now) is not None
    assert claim(now) is None
    with pytest.raises(Closed):
        give_orders(match, alice)
    assert claim(now + timedelta(minutes=4)) is not None  # the first is taken for dead


def test_a_late_publication_by_a_worker_taken_for_dead_is_refused(alice: Player) -> None:
    match = running(alice, bots=1)
    now = planned(match) + timedelta(seconds=1)
    first = claim(now)
    assert first is not None
    late = compute(first.match, open_step(first.match, now), now)
    second = claim(now + timedelta(minutes=4))
    assert second is not None
    assert publish(second, compute(second.match, open_step(second.match, now), now), now)
    assert not publish(first, late, now)
    assert match.steps.count() == 2


def test_the_same_turn_cannot_be_written_twice(alice: Player) -> None:
    match = running(alice, bots=1)
    pass_deadline(match)
    step = match.steps.get(number=1)
    step.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        step.save(force_insert=True)


@pytest.mark.rule("DA-PAC-04")
def test_no_orders_after_the_deadline_however_late_the_clock_is(alice: Player) -> None:
    match = running(alice, bots=1)
    Match.objects.filter(pk=match.pk).update(deadline=timezone.now() - timedelta(seconds=1))
    with pytest.raises(Closed):
        give_orders(match, alice)


def test_a_turn_that_cannot_be_computed_blocks_nobody_and_is_told(alice: Player, bob: Player) -> None:
    poisoned, sound = running(alice, bots=1), running(bob, bots=1)
    Match.objects.filter(pk=poisoned.pk).update(state=b"{}")
    now = pass_deadline(sound)
    poisoned.refresh_from_db()
    assert (sound.step, poisoned.step) == (1, 0)
    assert poisoned.fault.startswith("RecordError")
    assert poisoned.claimed_until == now + POISON_PAUSE
    assert Letter.objects.get(kind="stuck").address == alice.email
    resolve_due(now + POISON_PAUSE + timedelta(seconds=1))
    assert poisoned.activities.filter(kind="stuck").count() == 1  # told once
    Match.objects.filter(pk=poisoned.pk).update(state=bytes(poisoned.steps.get(number=0).state))
    resolve_due(now + 3 * POISON_PAUSE)
    poisoned.refresh_from_db()
    assert (poisoned.step, poisoned.fault) == (1, "")


def test_a_turn_that_kills_its_workers_is_set_aside(alice: Player) -> None:
    match = running(alice, bots=1)
    now = planned(match) + timedelta(seconds=1)
    for _ in range(POISON_TRIES):
        assert claim(now) is not None  # and never heard of again
        now += timedelta(minutes=4)
    assert resolve_due(now) == 0
    match.refresh_from_db()
    assert match.fault


def test_a_pause_made_while_the_turn_is_resolved_is_refused(alice: Player) -> None:
    match = running(alice, bots=1)
    now = planned(match) + timedelta(seconds=1)
    claim(now)
    with pytest.raises(Closed):
        pause(match, alice, timezone.now() + timedelta(days=2), "fêtes")
    with pytest.raises(Closed):
        extend(match, alice, timezone.now() + timedelta(days=20), "fêtes")


# The whole life


def test_a_whole_match_is_played_to_its_end_and_its_record_proves_it(alice: Player) -> None:
    match = running(alice, bots=9)
    for _ in range(4):
        give_orders(match, alice)
        pass_deadline(match)
    record = record_of(match)
    assert verify(gloire, record).record.steps[-1].digest == match.digest
    assert Step.objects.filter(match=match).count() == 5


def test_a_match_that_ends_has_its_result_and_no_deadline(alice: Player) -> None:
    match = running_to(2, alice)
    pass_deadline(match)
    pass_deadline(match)
    assert (match.status, match.deadline) == (m.OVER, None)
    assert match.result is not None
    assert match.result.road == "turn_limit"
    assert resolve_due(timezone.now() + timedelta(days=400)) == 0
    letter = Letter.objects.get(kind="end")
    assert letter.address == alice.email
    verify(gloire, record_of(match))


def running_to(turns: int, player: Player) -> Match:
    """A table whose match ends at a turn limit."""
    match = gathering(player, bots=1)
    match.options = {**match.options, "turn_limit": turns}
    match.save()
    start(match)
    return match
