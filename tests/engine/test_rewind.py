"""A rewound match: the record holds every line that was ever played, and each is verified (docs/adr/0019)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heraut.engine.conformance import random_player
from heraut.engine.match import Match, follow, replay, verify
from heraut.engine.migration import carry_over, earlier
from heraut.engine.play import play
from heraut.engine.protocol import Reading, Refusal, Result, Seat
from heraut.engine.record import Answer, Record, RecordedStep, RecordError, decode_record, encode_record, public_copy
from heraut.engine.rewind import Dropped, lines_refused, set_aside, take_again
from heraut.engine.rng import Rng
from tests.engine.mora import Mora, Stake, Table
from tests.engine.test_migration import NEW, OLD

SEATS = [Seat("j1"), Seat("j2"), Seat("j3")]


class LongMora(Mora):
    """The same game without an end, and whose purses grow by a die: what a stake may be depends on all before it."""

    def pending(self, state: Table) -> dict[Seat, Stake]:
        """Everybody, always."""
        return {seat: Stake(self.view(state, seat)) for seat in state.purses}

    def result(self, state: Table) -> Result | None:
        """Never."""
        return None

    def advance(self, state: Table, answers: Any, rng: Rng) -> Any:
        """A round; then the winner of a die gains coins."""
        step = super().advance(state, answers, rng)
        purses = {seat: coins + rng.at("gain", seat).randint(0, 9) for seat, coins in step.state.purses.items()}
        return msgspec.structs.replace(step, state=msgspec.structs.replace(step.state, purses=purses))


class Turn(Stake):
    """A stake asked of whoever sits at a table."""

    alone = at_once = False


class TableMora(LongMora):
    """The same game decision by decision: from purses of an even sum the first two seats are asked, else the last."""

    def pending(self, state: Table) -> dict[Seat, Stake]:
        """Who is asked depends on what was put down before."""
        asked = SEATS[:2] if sum(state.purses.values()) % 2 == 0 else SEATS[2:]
        return {seat: Turn(self.view(state, seat)) for seat in asked}

    def advance(self, state: Table, answers: Any, rng: Rng) -> Any:
        """Whoever was not asked puts nothing down."""
        return super().advance(state, {**dict.fromkeys(SEATS, 0), **answers}, rng)


GAME = LongMora()
Line = list[tuple[RecordedStep, Table]]  # the steps of a line, each with the state that it led to


def fault(act: Callable[[], Any]) -> str:
    """The code of the RecordError that this raises."""
    with pytest.raises(RecordError) as caught:
        act()
    return caught.value.code


def played(steps: int = 4) -> Match[Table, int]:
    """A match of so many rounds."""
    return play(GAME, dict.fromkeys(SEATS, random_player), {}, b"secret seed", max_steps=steps)


def at(record: Record) -> Match[Table, int]:
    """The match at the end of its line."""
    *_, last = replay(GAME, record)
    return last


def corrected(match: Match[Table, int], first: int, seat: Seat, text: str) -> tuple[Match[Table, int], list[Dropped]]:
    """The match with one answer of a step changed, and every later step computed again."""
    old = match.record.steps[first - 1 :]
    match, dropped = at(set_aside(match.record, first, "a fault", {"kind": "order", "step": first})), []
    for number, step in enumerate(old):
        if number == 0:
            answers = tuple(Answer(a.seat, text) if a.seat == seat else a for a in step.answers)
            step = msgspec.structs.replace(step, answers=answers)
        dropped += take_again(match, step) or []
    return match, dropped


def test_what_is_computed_again_keeps_its_answers_and_its_dice_and_what_is_played_anew_has_others() -> None:
    match = played()
    old = match.record.steps
    again, dropped = corrected(match, 2, SEATS[0], "0")
    assert dropped == [] and len(again.record.steps) == 4
    assert again.record.steps[0] == old[0] and again.record.steps[1].digest != old[1].digest
    assert [step.answers for step in again.record.steps[2:]] == [step.answers for step in old[2:]]
    same, _ = corrected(match, 2, SEATS[0], old[1].answers[0].text or "")
    assert same.record.steps == old and same.state == match.state  # nothing changed: not a die fell otherwise
    anew = at(set_aside(match.record, 4))
    anew.advance({answer.seat: int(answer.text or 0) for answer in old[3].answers})
    assert anew.record.steps[3].answers == old[3].answers
    assert anew.record.steps[3].digest != old[3].digest and anew.state != match.state


def test_lines_that_the_new_state_refuses_fall_away_and_are_told() -> None:
    match = Match.new(GAME, SEATS, {}, b"secret seed")
    purse = match.state.purses[SEATS[0]]
    match.advance({})
    match.advance({SEATS[0]: match.state.purses[SEATS[0]]})  # all that he has
    spent = match.record.steps[1].answers[0].text or ""
    again, dropped = corrected(match, 1, SEATS[0], str(purse))
    assert dropped == [Dropped(SEATS[0], spent)]
    assert again.record.steps[1].answers[0] == Answer(SEATS[0], "0")
    verify(GAME, again.record)


def step_of(*answers: tuple[Seat, str | None]) -> RecordedStep:
    """A step of another line: these answers, in this order."""
    return RecordedStep(tuple(Answer(seat, text) for seat, text in answers), "")


def test_of_a_seat_that_owes_nothing_any_more_every_line_falls_away() -> None:
    match = Match.new(GAME, SEATS, {}, b"secret seed")
    stranger, silent = Seat("j8"), Seat("j9")
    step = step_of((SEATS[0], "1"), (stranger, "4\n\n 5"), (silent, None), (SEATS[1], None))
    assert take_again(match, step) == [Dropped(stranger, "4"), Dropped(stranger, " 5")]
    assert match.record.steps[0].answers[0] == Answer(SEATS[0], "1")


@pytest.mark.parametrize(
    ("text", "line", "fallen"),
    [("1\n2\n3", 1, ["1"]), ("1\n2\n3", 3, ["3"]), ("1\n2", 0, ["1", "2"]), ("1\n2", 3, ["1", "2"]), ("", 1, [])],
)
def test_a_refused_line_falls_away_alone_and_with_all_others_where_none_is_named(
    text: str, line: int, fallen: list[str]
) -> None:
    reading = Reading(0, (Refusal("MO-01", "too_much", {}, line),) * 2)
    assert lines_refused(text, reading) == fallen


def test_once_a_match_is_over_nothing_of_another_line_is_taken_any_more() -> None:
    match = play(Mora(), dict.fromkeys(SEATS, random_player), {}, b"secret seed")
    assert take_again(match, match.record.steps[0]) is None and len(match.record.steps) == 3


def test_for_a_seat_that_owed_nothing_there_another_may_answer_here() -> None:
    match = Match.new(GAME, SEATS, {}, b"secret seed")
    asked = []

    def stand_in(seat: Seat, decision: Any) -> int:
        asked.append(seat)
        return 2

    assert take_again(match, step_of((SEATS[0], "1"), (SEATS[1], None)), stand_in=stand_in) == []
    assert asked == [SEATS[2]]
    answers = {answer.seat: answer.text for answer in match.record.steps[0].answers}
    assert answers == {SEATS[0]: "1", SEATS[1]: None, SEATS[2]: "2"}


def at_a_table(even: bool) -> Match[Table, int]:
    """A match that goes decision by decision, with the first two seats asked, or the last."""
    seeds = (str(number).encode() for number in range(99))
    matches = (Match.new(TableMora(), SEATS, {}, seed) for seed in seeds)
    return next(match for match in matches if (set(match.pending()) == set(SEATS[:2])) == even)


def test_at_a_table_a_decision_is_taken_again_only_where_the_same_is_asked_of_the_same() -> None:
    both = step_of((SEATS[1], "1"), (SEATS[0], "2"))
    assert take_again(at_a_table(even=True), both) == []
    assert take_again(at_a_table(even=False), both) is None  # others are asked
    assert take_again(at_a_table(even=True), step_of((SEATS[0], "2"))) is None  # one more is asked
    kinds = dict.fromkeys(SEATS[:2], "stake")
    assert take_again(at_a_table(even=True), both, kinds) == []
    assert take_again(at_a_table(even=True), both, {**kinds, SEATS[1]: "vote"}) is None  # another thing is asked


def test_at_a_table_a_decision_is_not_taken_again_where_one_of_its_answers_is_refused() -> None:
    match = at_a_table(even=True)
    assert take_again(match, step_of((SEATS[0], "2"), (SEATS[1], "100"))) is None
    assert not match.record.steps
    assert take_again(match, step_of((SEATS[0], "2"), (SEATS[1], None))) == []  # silence may be kept again


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.data())
def test_every_line_of_a_match_rewound_again_and_again_is_followed(data: st.DataObject) -> None:
    match = Match.new(GAME, SEATS, {}, b"secret seed")
    line: Line = []
    set_asides: list[tuple[int, Line]] = []
    for _ in range(data.draw(st.integers(1, 12))):
        act = data.draw(st.sampled_from(["play", "play", "reopen", "correct"])) if line else "play"
        if act == "play":
            stakes = {seat: data.draw(st.integers(0, purse)) for seat, purse in match.state.purses.items()}
            match.advance(stakes)
            line.append((match.record.steps[-1], match.state))
            continue
        first = data.draw(st.integers(1, len(line)))
        set_asides.append((first, line))
        if act == "reopen":
            match = at(set_aside(match.record, first))
            line = line[: first - 1]
        else:
            seat, purse = data.draw(st.sampled_from(list(at_step(match, first - 1).items())))
            match, _ = corrected(match, first, seat, str(data.draw(st.integers(0, purse))))
            line = [(step, found.state) for step, found in zip(match.record.steps, states(match), strict=True)]
    assert verify(GAME, match.record).state == match.state
    found: dict[int, list[Table]] = {}
    for number, told in follow(GAME, match.record):
        found.setdefault(number, []).append(told.state)
    assert found[0][1:] == [state for _, state in line]
    for number, (first, former) in enumerate(set_asides, start=1):
        assert found[number] == [state for _, state in former[first - 1 :]]
        assert match.record.branches[number - 1].steps == tuple(step for step, _ in former[first - 1 :])
    assert msgspec.json.decode(msgspec.json.encode(match.record), type=Record) == match.record


def at_step(match: Match[Table, int], number: int) -> dict[Seat, int]:
    """The purses after so many steps of the line that counts."""
    return [told.state for told in replay(GAME, match.record)][number].purses


def states(match: Match[Table, int]) -> list[Match[Table, int]]:
    """The match after each step of its line."""
    found = []
    for told in replay(GAME, match.record):
        found.append(Match(GAME, told.record, told.state))
    return found[1:]


def rewound() -> Match[Table, int]:
    """Four rounds; the second one corrected, then the third played anew."""
    match, _ = corrected(played(), 2, SEATS[0], "0")
    match = at(set_aside(match.record, 3, "once more"))
    match.advance({})
    return match


@pytest.mark.parametrize("number", [0, 1])
def test_nothing_in_a_branch_can_be_altered_unseen(number: int) -> None:
    record = rewound().record
    assert verify(GAME, decode_record(encode_record(record), "match.json"))
    branch = record.branches[number]
    odd = msgspec.structs.replace(branch.steps[0], answers=(Answer(SEATS[0], "1"), *branch.steps[0].answers[1:]))

    def with_branch(**changes: Any) -> Record:
        branches = list(record.branches)
        branches[number] = msgspec.structs.replace(branch, **changes)
        return msgspec.structs.replace(record, branches=tuple(branches))

    assert fault(lambda: verify(GAME, with_branch(steps=(odd, *branch.steps[1:])))) == "bad_branch"
    assert fault(lambda: verify(GAME, with_branch(first=branch.first - 1))) == "bad_branch"
    assert fault(lambda: verify(GAME, with_branch(first=9))) == "bad_branch"


def test_an_arbiter_cannot_choose_among_dice() -> None:
    record = rewound().record
    for odd in (3, 1, 0):
        steps = [*record.steps[:2], msgspec.structs.replace(record.steps[2], branch=odd)]
        assert fault(lambda steps=steps: verify(GAME, msgspec.structs.replace(record, steps=steps))) in (  # type: ignore[misc]
            "other_draw",
            "other_state",
        )
    match = played(2)
    match.advance({}, branch=1)  # as if it had been rewound
    assert fault(lambda: verify(GAME, match.record)) == "other_draw"


def test_nor_is_there_a_choice_of_dice_in_a_line_that_is_set_aside() -> None:
    match = played(2)
    match.advance({}, branch=1)  # before anything was rewound
    assert fault(lambda: verify(GAME, set_aside(match.record, 3))) == "bad_branch"
    again = at(set_aside(played(2).record, 2))
    again.advance({}, branch=1)
    verify(GAME, set_aside(again.record, 2))


def test_a_public_copy_hides_what_was_set_aside_as_it_hides_the_rest() -> None:
    record = rewound().record
    copy = public_copy(record, over=False)
    assert [branch.first for branch in copy.branches] == [2, 3]
    assert [branch.reason for branch in copy.branches] == ["a fault", "once more"]
    for branch, whole in zip(copy.branches, record.branches, strict=True):
        assert [step.digest for step in branch.steps] == [step.digest for step in whole.steps]
        assert not any(step.answers or step.ruling for step in branch.steps)
    assert public_copy(record, over=True).branches == record.branches


def test_a_record_that_was_never_rewound_is_written_as_before() -> None:
    assert b"branch" not in msgspec.json.encode(played().record)


def test_what_was_set_aside_under_older_rules_is_left_to_the_release_that_plays_them() -> None:
    match = play(OLD, dict.fromkeys(SEATS, random_player), {}, b"secret seed", max_steps=2)
    *_, reopened = replay(OLD, set_aside(match.record, 2))
    record = carry_over(NEW, reopened.record)
    assert fault(lambda: set_aside(record, 1)) == "no_step"
    newer = Match.resume(NEW, record)
    newer.advance({})
    newer = Match.resume(NEW, newer.record)
    *_, again = replay(NEW, set_aside(newer.record, 2))
    again.advance({})
    assert {line for line, _ in follow(NEW, again.record)} == {0, 2}
    before = earlier(again.record)
    assert before is not None and [branch.rules_version for branch in before.branches] == ["1"]
    verify(OLD, before)
