"""A match that goes decision by decision: who is waited for, what the clock does, how its steps are kept."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from heraut.engine.match import verify
from heraut.engine.protocol import Event
from heraut.games import game
from heraut.site.accounts.models import Player
from heraut.site.clock.resolution import claim, compute_decisions, open_step, publish, resolve_at_once, resolve_due
from heraut.site.games.fief.table import page
from heraut.site.matches.models import Match, Seat
from heraut.site.matches.orders import save_orders
from heraut.site.matches.pace import Pace
from heraut.site.matches.records import record_of
from heraut.site.matches.services import Closed
from heraut.site.matches.state_storage import EVERY, packed, state_after, unpacked
from heraut.site.matches.steps import stored_events
from heraut.site.matches.turn_status import DELAYED, READY, TALKS, SeatStatus, statuses_of
from heraut.site.matchpage.calendar import calendar
from heraut.site.matchpage.decisions import Question
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.notifications.match_mails import delay_letters
from heraut.site.notifications.models import Letter
from tests.site.api.caller import program_of
from tests.site.games.boards import answer, decision, seat_of
from tests.site.games.fief.conftest import LIVE, POST, easiest, new_match, until

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)
Browser = Callable[[Player], Client]


def test_bots_play_on_until_a_person_is_asked(alice: Player) -> None:
    match = new_match(alice)
    assert decision(match, alice).kind == "settle"
    before = match.step
    answer(match, alice, easiest(decision(match, alice)))
    assert decision(match, alice) is not None and match.step > before
    assert match.ready is None and match.claimed_until is None


def test_a_page_that_the_table_has_overtaken_asks_nothing(alice: Player, bob: Player, client_of: Browser) -> None:
    match = new_match(alice, bob, seats=2)
    slow, quick = (alice, bob) if decision(match, bob) is not None else (bob, alice)
    request = client_of(slow).get(f"/partie/{match.code}/").wsgi_request
    overtaken = MatchAccess(request, Match.objects.defer("state").get(pk=match.pk))
    answer(match, quick, easiest(decision(match, quick)))
    assert decision(match, slow) is not None
    assert Question(overtaken).decision is None
    assert page(overtaken).status_code == 200


def test_nobody_else_is_asked_while_one_thinks(alice: Player, bob: Player) -> None:
    match = new_match(alice, bob)
    asked = [player for player in (alice, bob) if decision(match, player) is not None]
    assert len(asked) == 1
    other = bob if asked == [alice] else alice
    with pytest.raises(Closed):
        save_orders(seat_of(match, other), "FIN", seal=True)


def test_each_sort_of_decision_has_its_clock(alice: Player, bob: Player) -> None:
    match = new_match(alice, bob)
    for kind, seconds in (("settle", 180), ("cards", 180), ("window", 600)):
        until(match, alice, kind)
        started = match.steps.order_by("-number").first()
        assert started is not None and match.deadline is not None
        assert abs((match.deadline - started.resolved).total_seconds() - seconds) < 5, kind


def test_when_time_is_up_silence_answers_and_counts_as_missed(alice: Player, bob: Player) -> None:
    match = new_match(alice, bob)
    until(match, alice, "cards")
    step, seat = match.step, seat_of(match, alice)
    assert match.deadline is not None
    resolve_due(match.deadline - SECOND)
    match.refresh_from_db()
    assert match.step == step
    resolve_due(match.deadline + SECOND)
    match.refresh_from_db()
    seat.refresh_from_db()
    assert match.step > step and seat.missed == 1
    assert match.activities.filter(kind="silent").exists()


def test_a_delay_of_the_bank_gives_one_more_turns_time(alice: Player, bob: Player) -> None:
    match = new_match(alice, bob, pace=Pace(clocks=(180, 45, 30, 600), early=True, grace=1))
    until(match, alice, "cards")
    step, deadline = match.step, match.deadline
    assert deadline is not None
    resolve_due(deadline + SECOND)
    match.refresh_from_db()
    assert match.step == step and match.deadline == deadline + timedelta(seconds=180)
    resolve_due(match.deadline + SECOND)
    match.refresh_from_db()
    assert match.step > step


def test_in_the_negotiations_anyone_may_act_alone_and_the_clock_runs_on(alice: Player, bob: Player) -> None:
    match = new_match(alice, bob)
    until(match, alice, "window")
    deadline = match.deadline
    answer(match, alice, "DONNER j2, 100")
    assert decision(match, alice).kind == decision(match, bob).kind == "window"
    assert match.deadline == deadline
    assert [event.kind for event in events_of(match)] == ["gift", "gift_amount"]
    answer(match, alice, "PRET")
    assert decision(match, bob).kind == "window"
    answer(match, bob, "PRET")
    assert not [each for each in match.rules.pending(match.realm).values() if each.kind == "window"]


@pytest.mark.parametrize("grace", [0, 1])
def test_talks_end_by_their_clock_and_nobody_has_missed_anything(alice: Player, bob: Player, grace: int) -> None:
    match = new_match(alice, bob, pace=Pace(clocks=(180, 45, 30, 600), early=True, grace=grace))
    until(match, alice, "window")
    answer(match, alice, "PRET")
    told = statuses_of(match, match.rules.pending(match.realm), timezone.now())
    assert (told["j1"].outcome, told["j2"].outcome) == (READY, TALKS)
    assert (told["j1"].awaited, told["j2"].awaited) == (False, True)  # the other may be reminded
    assert match.deadline is not None
    resolve_due(match.deadline + SECOND)
    match.refresh_from_db()
    assert not [each for each in match.rules.pending(match.realm).values() if each.kind == "window"]
    assert not match.activities.filter(kind__in=("silent", "delay")).exists()
    assert set(match.seats.values_list("missed", "grace_used")) == {(0, 0)}


def events_of(match: Match) -> list[Event]:
    """The events of the last step that told anything."""
    steps = match.steps.order_by("-number").values_list("events", flat=True)
    return next([*found] for found in map(stored_events, steps) if found)


def test_programs_are_told_what_silence_means_and_nothing_where_nothing_is_asked(alice: Player, bob: Player) -> None:
    match = new_match(alice, bob)
    hers, his = program_of(alice), program_of(bob)

    def outcomes() -> list[str | None]:
        """What follows for Alice and for Bob, as their programs are told."""
        told = [program.get(f"/matches/{match.code}").json()["own"] for program in (hers, his)]
        return [each and each["outcome"] for each in told]

    until(match, alice, "cards")
    assert outcomes() == ["missed", None]
    until(match, alice, "window")
    assert outcomes() == ["talks", "talks"]
    answer(match, bob, "PRET")
    assert outcomes() == ["talks", "ready"]


def test_a_letter_says_what_is_asked_and_is_withdrawn_by_the_answer(alice: Player, bob: Player) -> None:
    match = new_match(alice, bob, pace=POST)
    until(match, bob, "cards")
    letter = Letter.objects.filter(kind="asked", player=bob).latest("pk")
    assert "jouer vos cartes" in letter.text and letter.due > timezone.now()
    assert f"«\N{NO-BREAK SPACE}{match.title}\N{NO-BREAK SPACE}», c'est à vous de répondre" in letter.text
    answer(match, bob, "FIN")
    assert not Letter.objects.filter(pk=letter.pk).exists()


@pytest.mark.parametrize(("language", "words"), [("fr", "Votre réponse manquait"), ("en", "Your answer was missing")])
def test_what_is_missing_where_one_answers_is_an_answer(alice: Player, bob: Player, language: str, words: str) -> None:
    Player.objects.update(language=language)
    match = new_match(alice, bob, pace=POST)
    missing = {"received": False, "sealed": False, "orders": 0, "delays": 2, "missed": 0, "outcome": DELAYED}
    late = {seat.name: SeatStatus(seat=seat.name, **missing) for seat in match.seats.filter(user=alice)}
    (told,) = delay_letters(match, late)
    assert words in told.text and match.title in told.text


def test_a_letter_that_has_left_or_was_never_answered_stays(alice: Player, bob: Player) -> None:
    match = new_match(alice, bob, pace=POST)
    until(match, bob, "cards")
    letter = Letter.objects.filter(kind="asked", player=bob).latest("pk")
    assert match.deadline is not None
    resolve_due(match.deadline + SECOND)
    assert Letter.objects.filter(pk=letter.pk).exists()


def test_one_report_a_turn_goes_out_by_correspondence_and_none_live(alice: Player, bob: Player) -> None:
    for pace, number in ((POST, 1), (LIVE, 0)):
        match = new_match(alice, bob, pace=pace)
        until(match, alice, "window")
        for player in (alice, bob):
            answer(match, player, "PRET")
        until(match, alice, "cards")
        assert match.turn == 2
        assert Letter.objects.filter(match=match, kind="turn", player=alice).count() == number


def test_who_has_missed_too_much_is_replaced_by_a_bot_and_may_come_back(alice: Player, bob: Player) -> None:
    match = new_match(alice, bob)
    until(match, alice, "cards")
    Seat.objects.filter(match=match, user=alice).update(missed=2)
    assert match.deadline is not None
    resolve_due(match.deadline + SECOND)
    seat = seat_of(match, alice)
    assert seat.bot == "random" and seat.offered and seat.user == alice


def test_a_claim_that_was_lost_publishes_nothing(alice: Player) -> None:
    match = new_match(alice)
    save_orders(seat_of(match, alice), easiest(decision(match, alice)), seal=True)
    now = timezone.now()
    held = claim(now, only=match.pk)
    assert held is not None and claim(now, only=match.pk) is None
    computed = compute_decisions(held.match, open_step(held.match, now), now)
    Match.objects.filter(pk=match.pk).update(fence=held.fence + 1)
    assert computed.steps and not publish(held, computed, now)
    assert match.steps.count() == match.step + 1
    assert publish(type(held)(held.match, held.fence + 1), computed, now)


def test_a_whole_match_is_kept_in_little_and_its_record_verifies(alice: Player) -> None:
    match = new_match(alice, seats=3)
    Seat.objects.filter(match=match).update(bot="random")
    for _ in range(60):
        Match.objects.filter(pk=match.pk).update(ready=timezone.now())
        resolve_at_once(match.pk)
        match.refresh_from_db()
        if match.over:
            break
    assert match.over and match.step > EVERY
    steps = list(match.steps.order_by("number"))
    assert [step.number for step in steps] == list(range(match.step + 1))
    assert sum(step.base is None for step in steps) == -(-len(steps) // EVERY)
    assert sum(len(step.state) for step in steps) < 700 * len(steps)
    assert state_after(match.pk, match.step) == bytes(match.state or b"")
    assert verify(game("fief"), record_of(match)).game.result(match.realm) is not None


def test_packing_gives_back_every_byte() -> None:
    base, other = b'{"a":1,"b":[1,2,3]}' * 200, b'{"a":2,"b":[1,2,4]}' * 200
    assert unpacked(packed(other, base), base) == other and len(packed(other, base)) < 300


def test_the_calendar_foretells_one_decision_alone(alice: Player, bob: Player) -> None:
    match = new_match(alice, bob)
    assert calendar(match).count(b"BEGIN:VEVENT") == 1
