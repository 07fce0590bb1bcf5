"""Bots as regents for some days, and in wills: they play where nobody does, and only then."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.matches.models import Match, Seat
from heraut.site.matches.orders import save_orders
from heraut.site.matches.pace import Pace
from heraut.site.matches.turn_status import BOT, sealed_by_people, statuses_of
from heraut.site.regency import naming
from heraut.site.regency.naming import NotNamed
from tests.site.matches.builders import give_orders, one_order, pass_deadline, running, seat_of

pytestmark = pytest.mark.django_db


def named(match: Match, player: Player, bot: str = "player:loyal", days: int = 10) -> Seat:
    """A bot is regent of this player's seat from today on."""
    first = naming.today(player)
    naming.name_bot(seat_of(match, player), bot, first, first + timedelta(days=days))
    return seat_of(match, player)


def test_a_bot_plays_where_its_player_is_silent_and_no_turn_is_missed(alice: Player, bob: Player) -> None:
    match = running(alice, bob)
    named(match, alice)
    status = statuses_of(match, ["j1", "j2"], timezone.now())["j1"]
    assert status.outcome == BOT and not status.awaited and sealed_by_people(match) is None
    give_orders(match, bob)
    pass_deadline(match)
    assert dict(match.steps.get(number=1).answers)["j1"] and seat_of(match, alice).missed == 0


def test_what_its_player_saves_counts_and_a_will_does_not(alice: Player, bob: Player) -> None:
    match = running(alice, bob)
    seat = named(match, alice)
    Seat.objects.filter(pk=seat.pk).update(will="standing", standing=one_order(seat))
    pass_deadline(match)
    assert dict(match.steps.get(number=1).answers)["j1"] != one_order(seat) and not match.wills_taken.exists()
    seat = seat_of(match, alice)
    save_orders(seat, one_order(seat))
    pass_deadline(match)
    assert dict(match.steps.get(number=2).answers)["j1"] == one_order(seat)
    assert seat_of(match, alice).regent_bot == "player:loyal"


def test_nobody_waits_for_a_seat_that_a_bot_rules(alice: Player, bob: Player) -> None:
    match = running(alice, bob, pace=Pace(early=True, grace=0))
    named(match, alice)
    give_orders(match, bob, seal=True)
    match.refresh_from_db()
    assert match.deadline is not None and match.deadline <= timezone.now()


def test_its_days_are_those_that_were_named(alice: Player, bob: Player) -> None:
    match = running(alice, bob)
    seat, now = named(match, alice, days=1), timezone.now()
    assert seat.bot_at(now) == "player:loyal" and seat.bot_at(now + timedelta(days=3)) == ""
    naming.dismiss_bot(seat)
    assert seat_of(match, alice).bot_at(now) == ""
    kinds = list(match.activities.values_list("kind", flat=True))
    assert kinds[-2:] == ["bot_regency", "regency_over"]
    with pytest.raises(NotNamed, match="long"):
        named(match, alice, days=100)


def test_the_page_names_a_bot_and_dismisses_it(
    alice: Player, bob: Player, client_of: Callable[[Player], Client]
) -> None:
    match, browser = running(alice, bob), client_of(alice)
    address = f"/partie/{match.code}/regence/"
    first = naming.today(alice)
    form = {"do": "bot", "bot_level": "master", "bot_temper": "greedy", "first": first, "last": first}
    assert "Niveau" in browser.post(address, {**form, "bot_level": "random"}).content.decode()
    assert seat_of(match, alice).regent_bot == ""
    page = browser.post(address, form, follow=True).content.decode()
    assert seat_of(match, alice).regent_bot == "master:greedy" and "maître automate, cupide" in page
    assert client_of(bob).post(address, {"do": "dismiss"}).status_code == 302  # of his own seat, where none is named
    assert seat_of(match, alice).regent_bot == "master:greedy"
    browser.post(address, {"do": "dismiss"})
    assert seat_of(match, alice).regent_bot == ""


def test_a_will_leaves_the_turn_to_a_bot_of_a_given_temper(
    alice: Player, bob: Player, client_of: Callable[[Player], Client]
) -> None:
    match = running(alice, bob)
    client_of(alice).post(f"/partie/{match.code}/regence/", {"do": "will", "will": "bot", "temper": "warlike"})
    assert seat_of(match, alice).will_bot == "player:warlike"
    pass_deadline(match)
    assert dict(match.steps.get(number=1).answers)["j1"]
    assert match.wills_taken.get().will == "bot" and seat_of(match, alice).missed == 1
