"""Masters think in a process of their own before a turn ends; the clock waits for none of them, and nothing is lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from heraut.bots import player
from heraut.engine.protocol import Refusal
from heraut.engine.protocol import Seat as SeatName
from heraut.engine.rng import Rng
from heraut.games import game
from heraut.games.registry import GAMES
from heraut.site.accounts.models import Player
from heraut.site.bots.process import LESS_URGENT, MOST_MEMORY, Question, think
from heraut.site.bots.thinking import LEASE, Asked, Thinker, keep, masters, stop_thinking, think_due
from heraut.site.clock.bots import WAIT, bot_draws
from heraut.site.clock.models import Thought
from heraut.site.clock.resolution import claim, resolve_at_once, resolve_due
from heraut.site.matches.models import Match
from heraut.site.matches.orders import decision_of, save_orders
from tests.site.games.fief.conftest import easiest, new_match
from tests.site.matches.builders import running, said_in_time

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

HURRIED = "master:loyal@0.05"  # a master with a twentieth of its time, and of ours


@pytest.fixture
def thinker() -> Iterator[Thinker]:
    """A worker's thinker of sheets, whose process ends with the test."""
    one = Thinker()
    yield one
    one.mind.stop()


@pytest.fixture
def at_table() -> Iterator[Thinker]:
    """Its thinker of tables."""
    one = Thinker(at_tables=True)
    yield one
    one.mind.stop()


def with_masters(match: Match, *names: str) -> Match:
    """The match, with masters in these seats."""
    match.seats.filter(name__in=names).update(bot=HURRIED, user=None)
    return match


def thought_through(thinker: Thinker, match: Match, seconds: float = 60.0) -> None:
    """Lets the masters think until each of this match has come to an end."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        thinker.round(1.0)
        match.refresh_from_db()
        if thinker.asked is None and not Thought.objects.filter(seat__match=match, until__isnull=False).exists():
            return
    raise AssertionError("a master thinks for ever")


def answers(match: Match, step: int) -> dict[str, str | None]:
    """What was answered in a step."""
    return dict(match.steps.get(number=step).answers)


def test_a_master_thinks_before_the_deadline_and_its_answer_is_the_one_that_is_played(
    alice: Player, thinker: Thinker
) -> None:
    match = with_masters(running(alice, bots=9), "j2")
    thought_through(thinker, match)
    kept = Thought.objects.get(seat__match=match)
    assert (kept.step, kept.bot, kept.until) == (1, HURRIED, None) and kept.text is not None
    Thought.objects.update(text="")  # whatever it says is what the clock takes
    assert match.deadline is not None and resolve_due(match.deadline) == 1
    assert answers(match, 1)["j2"] == "" != kept.text


def test_what_is_not_ready_at_the_deadline_is_played_at_once_by_the_same_temper(alice: Player) -> None:
    match = with_masters(running(alice, bots=9), "j2")
    decision = match.rules.pending(match.realm)[SeatName("j2")]
    assert match.deadline is not None and resolve_due(match.deadline) == 1
    quick = player("gloire", "player:loyal")(decision, decision.view, bot_draws(match, "j2", 1))
    assert answers(match, 1)["j2"] == decision.write(quick)


@pytest.mark.parametrize("bot", ["player+wars=nan", "player:loyal"])
def test_a_bot_that_fails_or_is_refused_is_silent_and_holds_up_nobody(
    alice: Player, bot: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = running(alice, bots=9)
    match.seats.filter(name="j2").update(bot=bot, user=None)
    decision = type(first_decision("gloire"))
    monkeypatch.setattr(decision, "check", lambda *_: (Refusal("X", "too_dear", {}),))
    assert match.deadline is not None and resolve_due(match.deadline) == 1
    match.refresh_from_db()
    assert match.step == 1 and not match.fault
    assert answers(match, 1)["j2"] == ""


def test_what_is_thought_of_while_the_turn_is_being_played_comes_too_late(alice: Player, thinker: Thinker) -> None:
    match = with_masters(running(alice, bots=9), "j2")
    assert thinker.next_question(timezone.now()) is not None
    assert claim(match.deadline) is not None
    assert thinker.mind.busy is not None and thinker.mind.ended(60)
    thought = Thought.objects.get(seat__match=match)
    assert not keep(Asked(thought.pk, match.pk), thinker.mind.take())
    thought.refresh_from_db()
    assert (thought.text, thought.until) == (None, None)


def test_a_process_that_is_killed_loses_nothing(alice: Player, thinker: Thinker) -> None:
    match = with_masters(running(alice, bots=9), "j2")
    thinker.asked = thinker.next_question(timezone.now())
    assert thinker.asked is not None
    for child in thinker.mind.children:
        assert child.pid is not None
        os.kill(child.pid, signal.SIGKILL)
    assert thinker.mind.ended(20) and thinker.mind.take() is None
    thinker.asked = None
    Thought.objects.update(until=timezone.now())  # its worker died as well: the lease lapses
    thought_through(thinker, match)
    kept = Thought.objects.get(seat__match=match)
    assert kept.text is not None and kept.tries == 2


def test_a_process_that_is_killed_while_it_has_nothing_to_do_is_begun_again(thinker: Thinker) -> None:
    draws, decision = bot_draws(Match(seed=b"x" * 32), "j1", 1), first_decision("fief")
    for _ in range(2):
        thinker.mind.begin(Question("fief", "player:loyal", draws, decision))
        assert thinker.mind.ended(60) and thinker.mind.take() is not None
        (child,) = thinker.mind.children
        assert child.pid is not None
        os.kill(child.pid, signal.SIGKILL)
        child.join(20)
        time.sleep(0.5)  # until the pool has heard of it


def test_a_process_that_hangs_is_ended(thinker: Thinker, monkeypatch: pytest.MonkeyPatch) -> None:
    draws, decision = bot_draws(Match(seed=b"x" * 32), "j1", 1), first_decision("fief")
    thinker.mind.begin(Question("fief", "player:loyal", draws, decision))
    assert thinker.mind.ended(60)
    thinker.mind.take()
    (child,) = thinker.mind.children
    assert child.pid is not None
    os.kill(child.pid, signal.SIGSTOP)
    thinker.mind.begin(Question("fief", "player:loyal", draws, decision))
    monkeypatch.setattr("heraut.site.bots.mind.LONGEST", 0.5)
    time.sleep(0.6)
    ending = threading.Thread(target=thinker.mind.ended, args=(0.1,), daemon=True)
    ending.start()
    ending.join(20)
    hangs = ending.is_alive()
    os.kill(child.pid, signal.SIGCONT) if hangs else None
    assert not hangs and thinker.mind.take() is None and not child.is_alive()


def test_the_process_may_not_take_all_memory(thinker: Thinker) -> None:
    draws, decision = bot_draws(Match(seed=b"x" * 32), "j1", 1), first_decision("fief")
    thinker.mind.begin(Question("fief", "player:loyal", draws, decision))
    assert thinker.mind.ended(60)
    (child,) = thinker.mind.children
    bounds = Path(f"/proc/{child.pid}/limits").read_text()
    assert str(MOST_MEMORY) in bounds.partition("Max address space")[2].partition("\n")[0]


def test_a_match_that_cannot_be_read_keeps_no_other_master_from_thinking(alice: Player, thinker: Thinker) -> None:
    broken, match = (with_masters(running(alice, bots=9), "j2") for _ in range(2))
    assert match.deadline is not None
    Match.objects.filter(pk=broken.pk).update(state=b"{}", deadline=match.deadline - timedelta(minutes=1))
    thought_through(thinker, match)
    assert Thought.objects.get().seat.match_id == match.pk


def test_many_matches_with_nothing_to_think_of_take_a_slice_at_a_time(alice: Player, thinker: Thinker) -> None:
    matches = [with_masters(running(alice, bots=2), "j2") for _ in range(3)]
    for match in matches:
        Thought.objects.create(seat=match.seats.get(name="j2"), step=1, branch=0, bot=HURRIED, text="")
    for number in (1, 2, 3):
        assert thinker.round(0.0) == 0 and thinker.asked is None
        assert len(thinker.done) == number


def test_what_a_master_answers_is_in_no_message(monkeypatch: pytest.MonkeyPatch) -> None:
    secret = Refusal("X", "too_dear", {"land": "Atlantis"})
    decision = first_decision("gloire")
    monkeypatch.setattr(type(decision), "check", lambda *_: (secret,))
    with pytest.raises(ValueError, match="too_dear") as caught:
        think(Question("gloire", "player:loyal", Rng(b"d"), decision))
    assert "Atlantis" not in str(caught.value)


def test_a_question_is_taken_up_twice_and_then_left_to_the_clock(alice: Player, thinker: Thinker) -> None:
    match = with_masters(running(alice, bots=9), "j2")
    now = timezone.now()
    for tries in (1, 2):
        assert thinker.next_question(now) is not None, tries
        now += 2 * LEASE
    assert thinker.next_question(now) is None
    assert Thought.objects.get(seat__match=match).until is None
    assert masters(now)[match.pk].seats[0].bot == HURRIED


def test_a_table_waits_some_seconds_for_a_master_and_goes_on_when_it_has_answered(
    alice: Player, at_table: Thinker
) -> None:
    match = with_masters(new_match(alice, seats=2), "j2")
    asked_of_master(match, alice)
    assert match.ready is not None and timezone.now() < match.ready <= timezone.now() + WAIT
    step = match.step
    thought_through(at_table, match)
    match.refresh_from_db()
    assert match.step > step
    assert {name for number in range(step + 1, match.step + 1) for name in answers(match, number)} >= {"j2"}


def test_the_page_says_who_thinks_and_how_long_at_most(alice: Player, client: Client) -> None:
    match = with_masters(new_match(alice, seats=2), "j2")
    asked_of_master(match, alice)
    client.force_login(alice)
    for lang, words in (
        ("fr", "réfléchit\xa0: réponse dans {} s au plus"),
        ("en", "is thinking: an answer within {} s"),
    ):
        Player.objects.filter(pk=alice.pk).update(language=lang)
        assert said_in_time(client, match, words), lang
    Match.objects.filter(pk=match.pk).update(ready=timezone.now() - timedelta(seconds=1))
    assert "is thinking" not in client.get(f"/partie/{match.code}/").content.decode()


def test_no_sheet_keeps_a_table_waiting(alice: Player, bob: Player) -> None:
    sheets = with_masters(running(bob, bots=9), *(f"j{number}" for number in range(2, 11)))
    table = with_masters(new_match(alice, seats=2), "j2")
    asked_of_master(table, alice)
    now = timezone.now()
    assert (list(masters(now, at_tables=True)), list(masters(now))) == ([table.pk], [sheets.pk])
    step, until = table.step, time.monotonic() + 60
    try:
        while table.step == step and time.monotonic() < until:
            think_due()
            table.refresh_from_db()
        assert Thought.objects.filter(seat__match=sheets, text=None).exists()  # they are still being thought of
    finally:
        stop_thinking()
    assert table.step > step


def test_a_table_does_not_wait_for_ever_where_no_master_thinks(alice: Player) -> None:
    match = with_masters(new_match(alice, seats=2), "j2")
    asked_of_master(match, alice)
    step = match.step
    assert not resolve_due(timezone.now())
    resolve_due(timezone.now() + WAIT + timedelta(seconds=1))
    match.refresh_from_db()
    assert match.step > step


def asked_of_master(match: Match, player: Player) -> None:
    """Answers for a player until the table waits for the master in the second seat."""
    for _ in range(60):
        resolve_at_once(match.pk)
        match.refresh_from_db()
        pending = match.rules.pending(match.realm)
        if set(pending) == {"j2"} and match.ready is not None:
            return
        seat = match.seats.get(user=player)
        owed = decision_of(match, seat)
        if owed is not None:
            save_orders(seat, easiest(owed), seal=True)
    raise AssertionError("the master was never asked")


def test_a_decision_of_each_game_is_thought_of_in_the_process(thinker: Thinker) -> None:
    draws = bot_draws(Match(seed=b"x" * 32), "j1", 1)
    for name in GAMES:
        asked = Question(name, "player:loyal", draws, first_decision(name))
        thinker.mind.begin(asked)
        assert thinker.mind.ended(60) and thinker.mind.take() == think(asked), name


def first_decision(name: str) -> Any:
    """What the first seat that is asked in a new match owes."""
    rules = game(name)
    seats = [SeatName(f"j{place + 1}") for place in range(GAMES[name].seats)]
    options = {"lords": len(seats)} if name == "gloire" else {}
    return next(iter(rules.pending(rules.setup(seats, options, Rng(b"s")).state).values()))


def test_a_turn_that_is_kept_back_is_not_thought_of(alice: Player) -> None:
    match = with_masters(running(alice, bots=9), "j2")
    assert match.pk in masters(timezone.now())
    Match.objects.filter(pk=match.pk).update(held_until=timezone.now())
    assert match.pk not in masters(timezone.now())


LONELY = """
import time
from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games import game
from heraut.site.bots.mind import Mind
from heraut.site.bots.process import Question
if __name__ == "__main__":
    seats = [Seat("j1"), Seat("j2")]
    decision = next(iter(game("fief").pending(game("fief").setup(seats, {}, Rng(b"s")).state).values()))
    mind = Mind()
    mind.begin(Question("fief", "player:loyal", Rng(b"d"), decision))
    mind.ended(30)
    print(mind.children[0].pid, flush=True)
    time.sleep(60)
"""


def test_the_process_leaves_with_a_worker_that_is_killed(tmp_path: Path) -> None:
    (tmp_path / "lonely.py").write_text(LONELY)
    command = [sys.executable, str(tmp_path / "lonely.py")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as worker:
        assert worker.stdout is not None
        child = int(worker.stdout.readline())
        assert os.path.exists(f"/proc/{child}") and os.getpriority(os.PRIO_PROCESS, child) >= LESS_URGENT
        worker.kill()
    until = time.monotonic() + 10
    while os.path.exists(f"/proc/{child}") and time.monotonic() < until:
        time.sleep(0.1)
    assert not os.path.exists(f"/proc/{child}")
