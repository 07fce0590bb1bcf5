"""What a host may do: in public, with an end, and never to the harm of anybody's orders."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.clock.resolution import resolve_due
from heraut.site.matches import models as m
from heraut.site.matches.host_actions import MISTAKE, extend, give_to_bot, lift, lift_ended, offer, pause, take_over
from heraut.site.matches.orders import save_orders
from heraut.site.matches.pace import next_deadline
from heraut.site.matches.receipts import Receipt
from heraut.site.matches.services import Closed, start
from heraut.site.privacy.export import everything_about
from tests.site.matches.builders import gathering, give_orders, one_order, pass_deadline, planned, running, seat_of

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def test_a_pause_stops_the_clock_and_the_orders_and_ends_by_itself(alice: Player) -> None:
    match = running(alice, bots=1)
    until = timezone.now() + 20 * DAY
    pause(match, alice, until, "Noël en famille")
    assert resolve_due(planned(match) + DAY) == 0
    with pytest.raises(Closed):
        give_orders(match, alice)
    assert lift_ended(until - DAY) == 0
    assert lift_ended(until) == 1
    match.refresh_from_db()
    assert (match.status, match.deadline) == (m.RUNNING, next_deadline(match.pace, match.started or until, until))
    assert [activity.kind for activity in match.activities.all()] == ["pause", "lift"]
    assert match.activities.get(kind="pause").data["reason"] == "Noël en famille"


def test_a_pause_made_by_mistake_leaves_the_deadline_as_it_was(alice: Player) -> None:
    match = running(alice, bots=1)
    before, now = planned(match), timezone.now()
    pause(match, alice, now + 20 * DAY, "par erreur", now)
    lift(match, alice, now + MISTAKE)
    assert match.deadline == before


def test_a_pause_needs_a_reason_and_an_end(alice: Player) -> None:
    match, now = running(alice, bots=1), timezone.now()
    for until, reason in ((now + DAY, " "), (now, "fêtes"), (now + 61 * DAY, "fêtes")):
        with pytest.raises(ValueError):
            pause(match, alice, until, reason)
    with pytest.raises(Closed):
        lift(match, alice)


def test_a_deadline_is_moved_to_a_later_moment_only(alice: Player) -> None:
    match = running(alice, bots=1)
    with pytest.raises(ValueError):
        extend(match, alice, planned(match) - DAY, "plus tôt")
    later = planned(match) + 2 * DAY
    extend(match, alice, later, "panne de courant")
    assert match.deadline == later
    assert match.activities.get().author == alice


@pytest.mark.rule("GP-SITE-13")
def test_another_player_takes_a_seat_over_and_the_former_ones_orders_are_void(alice: Player, bob: Player) -> None:
    match = running(alice, bots=1)
    save_orders(seat_of(match, alice), one_order(seat_of(match, alice)) + " ; je les aurai")
    seat = seat_of(match, alice)
    seat.notes = "ne jamais croire Edwige"
    seat.save()
    with pytest.raises(Closed):
        take_over(seat, bob)  # not offered
    offer(seat, alice)
    take_over(seat, bob)
    assert (seat.user, seat.offered, seat.notes) == (bob, False, "")
    assert match.activities.get(kind="taken_over").author == bob
    with pytest.raises(Closed):
        take_over(seat, alice)
    pass_deadline(match)
    assert dict(match.steps.get(number=1).answers)["j1"] is None
    assert seat_of(match, bob).missed == 1


def test_the_newcomer_reads_none_of_the_former_players_orders_in_his_data(alice: Player, bob: Player) -> None:
    match = running(alice, bots=1)
    seat = seat_of(match, alice)
    save_orders(seat, "; mon secret")
    offer(seat, alice)
    take_over(seat, bob)
    save_orders(seat, "; le mien")
    (entry,) = everything_about(bob)["seats"]
    assert [sheet["text"] for sheet in entry["sheets"]] == ["; le mien"]


def test_the_newcomers_orders_are_numbered_after_the_former_players(alice: Player, bob: Player) -> None:
    match = running(alice, bots=1)
    give_orders(match, alice)
    seat = seat_of(match, alice)
    offer(seat, alice)
    take_over(seat, bob)
    sheet, _ = save_orders(seat, one_order(seat))
    assert sheet.sequence == 2
    pass_deadline(match)
    assert dict(match.steps.get(number=1).answers)["j1"] is not None


def test_nobody_holds_two_seats(alice: Player, bob: Player) -> None:
    match = running(alice, bob)
    offer(seat_of(match, alice), alice)
    with pytest.raises(Closed):
        take_over(seat_of(match, alice), bob)


def test_a_replaced_player_can_no_longer_give_orders(alice: Player, bob: Player) -> None:
    match = running(alice, bots=1)
    former = seat_of(match, alice)
    offer(former, alice)
    take_over(match.seats.get(pk=former.pk), bob)
    with pytest.raises(Closed):
        save_orders(former, "")  # a page that he had left open


def test_a_host_gives_a_silent_seat_to_a_bot_and_its_player_may_come_back(alice: Player, bob: Player) -> None:
    match = running(alice, bob)
    give_to_bot(seat_of(match, bob), alice, "player")
    pass_deadline(match)
    assert dict(match.steps.get(number=1).answers)["j2"] is not None
    give_orders(match, bob)
    pass_deadline(match)
    assert seat_of(match, bob).bot == ""


def test_a_match_starts_once_and_seats_are_numbered_without_gaps(alice: Player, bob: Player) -> None:
    match = gathering(alice, bob, bots=2)
    for number, seat in enumerate(match.seats.all(), start=2):
        seat.name = f"j{number}"
        seat.save()
    match.seats.get(user=alice).delete()
    start(match)
    assert list(match.seats.values_list("name", flat=True)) == ["j1", "j2", "j3"]
    with pytest.raises(Closed):
        start(match)


def test_a_receipt_has_the_fields_that_were_promised() -> None:
    assert {"match", "turn", "seat", "sequence", "saved", "hash", "signature"} < set(Receipt.__struct_fields__)
