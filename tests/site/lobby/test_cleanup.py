"""What nobody uses is removed by the worker, and nothing that somebody uses."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.conf import LazySettings
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from heraut.site.accounts.guests import new_guest
from heraut.site.accounts.models import Count, Player
from heraut.site.lobby.cleanup import close_tables, forget_counts, forget_tables, remove_guests
from heraut.site.lobby.demo import seeds, waiting_tables
from heraut.site.lobby.quick_match import play_at_once
from heraut.site.lobby.takeover import ask_replacement, take_over
from heraut.site.matches import models as m
from heraut.site.matches.models import Match, Sheet
from heraut.site.matches.orders import save_orders
from heraut.site.worker import Worker
from tests.site.lobby.builders import kinds, neighbours, new_table, running, seat_of, sit
from tests.site.matches.builders import pass_deadline

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def in_days(days: float) -> datetime:
    return timezone.now() + days * DAY


def test_a_guest_who_does_nothing_for_thirty_days_goes_with_his_trial_match(alice: Player) -> None:
    match, guest = play_at_once(new_guest("fr"), "gloire"), Player.objects.get(guest=True)
    mine = play_at_once(alice, "gloire")
    assert remove_guests(in_days(29)) == 0
    assert remove_guests(in_days(31)) == 1
    assert not Player.objects.filter(pk=guest.pk).exists()
    assert not Match.objects.filter(pk=match.pk).exists()
    assert Match.objects.filter(pk=mine.pk).exists() and Player.objects.get() == alice  # players are not guests


def test_whoever_plays_or_comes_in_again_stays(client: Client) -> None:
    match = play_at_once(new_guest("fr"), "gloire")
    save_orders(seat_of(match, Player.objects.get()), "")
    Sheet.objects.update(saved=in_days(20))
    assert remove_guests(in_days(31)) == 0
    Sheet.objects.update(saved=in_days(0))
    Player.objects.update(last_login=in_days(25))
    assert remove_guests(in_days(31)) == 0
    assert remove_guests(in_days(60)) == 1


def test_a_guest_who_became_a_player_stays() -> None:
    new_guest("fr")
    Player.objects.update(guest=False)
    assert remove_guests(in_days(400)) == 0


def test_a_bot_answers_for_a_guest_where_others_play(alice: Player) -> None:
    match, guest = play_at_once(new_guest("fr"), "gloire"), Player.objects.get(guest=True)
    match.refresh_from_db()
    other = match.seats.filter(user=None)[0]
    ask_replacement(other)
    take_over(match.seats.get(pk=other.pk), alice)
    seat = seat_of(match, guest)
    remove_guests(in_days(31))
    seat.refresh_from_db()
    assert (seat.user, seat.bot.partition(":")[0], seat.offered) == (None, "player", True)
    assert kinds(match)[-1] == "stand_in"
    pass_deadline(match)  # and the match goes on
    assert match.step == 1
    assert dict(match.steps.get(number=1).answers)[seat.name] is not None


def test_a_match_that_is_over_keeps_its_past(alice: Player, bob: Player) -> None:
    match = running(alice, bob)
    Match.objects.filter(pk=match.pk).update(status=m.OVER)
    Player.objects.filter(pk=bob.pk).update(guest=True)
    seat = seat_of(match, bob)
    assert remove_guests(in_days(31)) == 1
    seat.refresh_from_db()
    assert (seat.user, seat.bot, seat.offered, match.steps.count()) == (None, "", False, 1)


def test_a_table_that_nobody_comes_to_is_closed_and_later_forgotten(alice: Player, bob: Player) -> None:
    table = new_table(alice, 5)
    sit(table, bob)
    assert close_tables(in_days(59)) == 0
    assert close_tables(in_days(61)) == 1
    table.refresh_from_db()
    assert (table.status, kinds(table)[-1]) == (m.CANCELLED, "closed")
    assert forget_tables(in_days(119)) == 0
    assert forget_tables(in_days(122)) == 1
    assert not Match.objects.exists()
    assert Player.objects.count() == 2


def test_a_table_where_something_happens_stays_and_so_does_a_match(alice: Player, bob: Player) -> None:
    table, match = new_table(alice, 5), running(alice, bob)
    sit(table, bob)
    Match.objects.update(created=in_days(-100))
    table.activities.update(at=in_days(-100))
    table.seats.update(joined=in_days(-61))
    assert close_tables(in_days(-2)) == 0  # fifty-nine days after Bob came
    table.activities.create(at=timezone.now(), kind="opened")
    assert (close_tables(in_days(0)), forget_tables(in_days(400))) == (0, 0)
    table.activities.update(at=in_days(-100))
    assert close_tables(in_days(0)) == 1
    match.refresh_from_db()
    assert match.status == m.RUNNING


def test_the_demonstration_stays(alice: Player) -> None:
    waiting_tables(alice, seeds("waiting", None))
    assert close_tables(in_days(400)) == 0


def test_a_host_may_keep_everything(settings: LazySettings, alice: Player) -> None:
    settings.GUEST_DAYS = settings.TABLE_DAYS = 0
    new_guest("fr")
    new_table(alice)
    Match.objects.create(code="x", game="gloire", seed=b"", status=m.CANCELLED, ended=in_days(-900))
    assert (remove_guests(in_days(900)), close_tables(in_days(900)), forget_tables(in_days(900))) == (0, 0, 0)


def test_counts_and_sessions_past_their_time_are_forgotten(client_of, alice: Player) -> None:
    client_of(alice)
    Client().post("/compte/invite/")
    Session.objects.update(expire_date=in_days(-1))
    assert Count.objects.exists()
    forget_counts(in_days(1))
    assert not Count.objects.exists() and not Session.objects.exists()


def test_the_worker_sees_to_it() -> None:
    new_guest("fr")
    Player.objects.update(date_joined=in_days(-31))
    Worker().once()
    assert not Player.objects.exists()


def test_many_guests_take_one_run(alice: Player) -> None:
    for _ in range(5):
        new_guest("fr")
    neighbours(2)
    assert remove_guests(in_days(31)) == 5
