"""Bots as regents for some days, and in wills: they play where nobody does, and only then."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from msgspec import to_builtins
from pytest_django import DjangoAssertNumQueries

from heraut.engine.protocol import Seat as SeatName
from heraut.games import gloire
from heraut.games.gloire.orders import OfferAlliance
from heraut.site.accounts.models import Player
from heraut.site.clock import regents
from heraut.site.clock.bots import answer_of_bot
from heraut.site.clock.regents import go_on, regents_due
from heraut.site.clock.resolution import resolve_at_once, resolve_due
from heraut.site.common.words import day
from heraut.site.lobby.quick_match import play_at_once
from heraut.site.matches.models import PAUSED, RUNNING, Match, Seat, Sheet
from heraut.site.matches.orders import save_orders
from heraut.site.matches.pace import Pace
from heraut.site.matches.turn_status import BOT, sealed_by_people, seat_outlines, statuses_of
from heraut.site.matchpage.stand_ins import when_it_plays
from heraut.site.regency import naming
from heraut.site.regency.naming import NotNamed
from heraut.site.regency.wills import willed
from tests.games.gloire import builders as b
from tests.site.matches.builders import give_orders, one_order, pass_deadline, planned, running, seat_of

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
    assert status.outcome == BOT and not status.awaited and sealed_by_people(match, seat_outlines(match.pk)) is None
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


def test_a_bot_answers_at_once_what_only_its_player_was_asked(alice: Player) -> None:
    leisure = Pace(seconds=30 * 24 * 3600, early=True, grace=0)
    match = running(alice, bots=1, pace=leisure)
    seat = named(match, alice)
    now = timezone.now()
    Seat.objects.filter(pk=seat.pk).update(regent_from=now + timedelta(minutes=5))
    regents_due(now)
    match.refresh_from_db()
    assert planned(match) > now and match.step == 0, "its days have not begun"
    for turn in (1, 2):
        regents_due(now + timedelta(minutes=5))
        resolve_due(now + timedelta(minutes=5))
        match.refresh_from_db()
        assert match.step == turn and dict(match.steps.get(number=turn).answers)["j1"]
    assert seat_of(match, alice).missed == 0


def test_what_its_player_has_saved_and_not_sealed_holds_nobody_up(alice: Player, bob: Player) -> None:
    match = running(alice, bob, pace=Pace(early=True, grace=0))
    give_orders(match, alice)
    named(match, alice)
    regents_due()
    match.refresh_from_db()
    assert planned(match) > timezone.now(), "bob is waited for"
    give_orders(match, bob, seal=True)
    resolve_due(timezone.now())
    assert dict(match.steps.get(number=1).answers)["j1"] == one_order(seat_of(match, alice))


def test_where_the_deadline_ends_turns_a_bot_waits_for_it_and_it_plays_no_match_on_for_ever(
    alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    weekly, leisurely = running(alice, bots=1), running(alice, bots=1, pace=Pace(early=True, grace=0))
    for match in (weekly, leisurely):
        named(match, alice)
    monkeypatch.setattr(regents, "MOST_TURNS", 0)
    regents_due()
    for match in (weekly, leisurely):
        match.refresh_from_db()
        assert planned(match) > timezone.now()


def test_a_match_that_waits_for_a_person_costs_no_look_until_something_changes(
    alice: Player, bob: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    match = running(alice, bob, pace=Pace(early=True, grace=0))
    named(match, alice)
    seat, now = named(match, bob), timezone.now()
    Seat.objects.filter(pk=seat.pk).update(regent_from=now + timedelta(minutes=5))
    regents_due(now)
    with django_assert_num_queries(2):
        regents_due(now)
    match.refresh_from_db()
    assert planned(match) > now, "bob is waited for"
    later = now + timedelta(minutes=5)
    regents_due(later)
    match.refresh_from_db()
    assert planned(match) == later, "his bot has come"
    resolve_due(later)
    Seat.objects.filter(pk=seat.pk).update(regent_from=later + timedelta(minutes=5))
    regents_due(later)
    match.refresh_from_db()
    assert match.step == 1 and planned(match) > later
    Match.objects.filter(pk=match.pk).update(status=PAUSED)
    regents_due(later)
    assert match.pk not in regents.asked, "what is noted of a match is kept no longer than it is of use"


@pytest.mark.parametrize("why", ["away", "away_here", "offered", "sealed", "gone"])
def test_a_bot_waits_for_nobody_who_is_not_awaited(alice: Player, bob: Player, why: str) -> None:
    match = running(alice, bob, bots=2, pace=Pace(early=True, grace=0))
    today = naming.today(bob)
    if why == "sealed":
        give_orders(match, bob)
        Seat.objects.filter(match=match, user=bob).update(sealed=match.step + 1)
        Sheet.objects.filter(seat__user=bob).update(sealed=True)
    named(match, alice)
    first = timezone.now()
    regents_due(first)
    match.refresh_from_db()
    assert (planned(match) > first) == (why != "sealed")
    his = Seat.objects.filter(match=match, user=bob)
    if why == "away":
        Player.objects.filter(pk=bob.pk).update(absent_from=today, absent_until=today)
    elif why == "away_here":
        his.update(away_from=today, away_until=today)
    elif why == "offered":
        his.update(offered=True)
    elif why == "gone":
        his.update(bot="classic")
    now = timezone.now()
    regents_due(now)
    match.refresh_from_db()
    assert planned(match) <= now


def test_a_bot_waits_for_no_lord_who_has_fallen(alice: Player, bob: Player) -> None:
    carol = Player.objects.create_user("Carol")
    match = running(alice, bob, carol, bots=2, pace=Pace(early=True, grace=0))
    named(match, carol)
    regents_due()
    save_orders(seat_of(match, bob), "ABD")
    now = pass_deadline(match)
    seat = named(match, alice)
    Seat.objects.filter(pk=seat.pk).update(regent_from=now + timedelta(minutes=5))
    for moment, ends in ((now, False), (now, False), (now + timedelta(minutes=5), True)):
        regents_due(moment)
        match.refresh_from_db()
        assert (planned(match) <= moment) == ends, "he keeps his seat, and the state asks him no more"


def test_a_bot_ends_no_turn_that_is_held_back_or_past_its_end(alice: Player) -> None:
    match = running(alice, bots=1, pace=Pace(early=True, grace=0))
    named(match, alice)
    until = planned(match)
    for fields in ({"held_until": until}, {"claimed_until": until}, {"status": PAUSED}):
        Match.objects.filter(pk=match.pk).update(**fields)
        regents_due()
        go_on(match.pk, timezone.now())
        match.refresh_from_db()
        assert match.deadline == until and match.ready is None, fields
        Match.objects.filter(pk=match.pk).update(held_until=None, claimed_until=None, status=RUNNING)
    go_on(match.pk, until + timedelta(seconds=1))
    match.refresh_from_db()
    assert match.deadline == until


@pytest.mark.parametrize("early", [True, False])  # where each step is one decision, that makes no difference
def test_at_a_table_a_bot_answers_the_question_that_is_asked(alice: Player, early: bool) -> None:
    match = play_at_once(alice, "vassaux", "Aude")
    resolve_at_once(match.pk)
    Match.objects.filter(pk=match.pk).update(pace_data={**match.pace_data, "early": early})
    match.refresh_from_db()
    asked = match.step
    named(match, alice)
    regents_due()
    resolve_at_once(match.pk)
    match.refresh_from_db()
    assert match.step > asked


def test_in_the_place_of_its_player_a_bot_crowns_nobody_else(alice: Player) -> None:
    match = running(alice, bots=3)
    state = b.realm(4)
    state.turn = 12
    b.lord_knight(state, "j2").renown = 850.0
    decision = gloire.pending(state)[SeatName("j1")]
    seat = named(match, alice, "player:greedy")
    hand = OfferAlliance(SeatName("j2"))
    assert hand not in answer_of_bot(match, seat, seat.regent_bot, decision, 12)
    Seat.objects.filter(pk=seat.pk).update(will="bot", will_bot="player:greedy")
    (spoken,) = willed(match, {SeatName("j1"): decision}, [seat_of(match, alice)], 12).values()
    assert hand not in spoken.answer
    seat.user = None
    assert hand in answer_of_bot(match, seat, seat.regent_bot, decision, 12), "for itself it concedes"


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
    assert f"du {day(first)} au {day(first)}" in page, "the last of its days, not the moment after it"
    assert "Il joue à l&#39;échéance" in page, "and when it plays"
    board = browser.get(f"/partie/{match.code}/ordres/").content.decode()
    assert "Votre automate régent (maître automate, cupide) joue pour vous" in board
    assert "un automate jouera" in board, "in the bar too"
    assert seat_of(match, alice).regent_bot == "master:greedy" and "maître automate, cupide" in page
    assert client_of(bob).post(address, {"do": "dismiss"}).status_code == 302  # of his own seat, where none is named
    assert seat_of(match, alice).regent_bot == "master:greedy"
    browser.post(address, {"do": "dismiss"})
    assert seat_of(match, alice).regent_bot == ""


def test_a_regency_is_for_the_coming_week_unless_its_player_says_otherwise(
    alice: Player, bob: Player, client_of: Callable[[Player], Client]
) -> None:
    match, first = running(alice, bob), naming.today(alice)
    page = client_of(alice).get(f"/partie/{match.code}/regence/").content.decode()
    assert "Il joue à l&#39;échéance." in page, "said before one is named"
    assert page.count(f'value="{first:%Y-%m-%d}"') == 2
    assert page.count(f'value="{first + timedelta(days=6):%Y-%m-%d}"') == 2


@pytest.mark.parametrize(
    ("pace", "alone", "words"),
    [
        (Pace(), False, "Il joue à l'échéance"),
        (Pace(early=True), False, "Il joue dès que tous les autres ont scellé, et au plus tard"),
        (Pace(early=True), True, "il joue sans pause"),
        (Pace(clocks=(600, 60, 60, 60)), False, "Il répond à chaque question"),
    ],
)
def test_it_is_said_when_a_bot_plays(alice: Player, pace: Pace, alone: bool, words: str) -> None:
    match = running(alice, bots=1)
    match.pace_data = to_builtins(pace)
    assert words in when_it_plays(match, alone=alone)


def test_a_will_leaves_the_turn_to_a_bot_of_a_given_temper(
    alice: Player, bob: Player, client_of: Callable[[Player], Client]
) -> None:
    match = running(alice, bob)
    client_of(alice).post(f"/partie/{match.code}/regence/", {"do": "will", "will": "bot", "temper": "warlike"})
    assert seat_of(match, alice).will_bot == "player:warlike"
    pass_deadline(match)
    assert dict(match.steps.get(number=1).answers)["j1"]
    assert match.wills_taken.get().will == "bot" and seat_of(match, alice).missed == 1
