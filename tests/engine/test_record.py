"""The record of a match: written whole, read back whole, and anything altered in it is found out."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from heraut.engine.conformance import random_player
from heraut.engine.match import Match, replay, verify
from heraut.engine.play import play
from heraut.engine.protocol import Seat
from heraut.engine.record import FORMAT, Answer, Record, RecordError, decode_record, encode_record, public_copy
from heraut.engine.rng import commitment
from tests.engine.mora import Mora, Table

SEATS = [Seat("j1"), Seat("j2"), Seat("j3")]
GAME = Mora()


def played(steps: int = 2) -> Match[Table, int]:
    """A match of so many rounds."""
    return play(GAME, dict.fromkeys(SEATS, random_player), {}, b"secret seed", max_steps=steps)


def fault(act: Callable[[], Any]) -> str:
    """The code of the RecordError that this raises, its message being one line."""
    with pytest.raises(RecordError) as caught:
        act()
    assert "\n" not in str(caught.value) and str(caught.value)
    return caught.value.code


# A match and its record


def test_a_game_that_leaves_nothing_to_its_host_takes_no_ruling() -> None:
    match = played(1)
    before = msgspec.json.encode(match.record)

    with pytest.raises(ValueError, match="mora leaves nothing"):
        match.advance({}, "CLORE")

    assert msgspec.json.encode(match.record) == before
    match.record.steps[0] = msgspec.structs.replace(match.record.steps[0], ruling="CLORE")
    assert fault(lambda: verify(GAME, match.record)) == "bad_ruling"
    assert b"ruling" not in before  # a step without one is written, and sealed, as before there were any


@pytest.mark.rule("GP-GEN-04")
def test_a_record_keeps_seats_seed_commitment_and_the_answers_as_text_in_their_order() -> None:
    match = Match.new(GAME, SEATS, {}, b"secret seed", {Seat("j1"): "lys"})

    match.advance({Seat("j3"): 4, Seat("j1"): 2})

    record = match.record
    assert (record.game, record.rules_version, record.seats) == ("mora", "1", SEATS)
    assert (record.seed, record.commitment) == (b"secret seed".hex(), commitment(b"secret seed"))
    assert record.words == {"j1": "lys"}
    assert record.steps[0].answers == (Answer(Seat("j3"), "4"), Answer(Seat("j1"), "2"), Answer(Seat("j2")))


def test_silence_is_the_default_and_comes_last() -> None:
    match = Match.new(GAME, SEATS, {}, b"secret seed")
    before = match.state.purses.copy()

    match.advance({Seat("j2"): 3})

    assert match.state.purses == {"j1": before[SEATS[0]], "j2": before[SEATS[1]] - 3, "j3": before[SEATS[2]]}
    assert [answer.text for answer in match.record.steps[0].answers] == ["3", None, None]


def test_a_word_of_a_player_changes_the_chance_of_the_whole_match() -> None:
    plain, stirred = (Match.new(GAME, SEATS, {}, b"seed", words).state for words in ({}, {Seat("j1"): "lys"}))

    assert plain.purses != stirred.purses


def test_an_answer_as_text_is_read_at_this_moment() -> None:
    match = Match.new(GAME, SEATS, {}, b"secret seed")

    assert match.answer(Seat("j1"), "3") == (3, ())
    assert match.answer(Seat("j1"), None) == (0, ())
    assert [refusal.code for refusal in match.answer(Seat("j1"), "999")[1]] == ["too_much"]


@pytest.mark.rule("GP-GEN-04")
def test_a_match_taken_up_from_its_record_goes_on_as_if_it_had_not_stopped() -> None:
    whole, half = played(3), played(1)

    again = Match.resume(GAME, decode_record(encode_record(half.record), "half.json"))
    for step in whole.record.steps[1:]:
        again.advance({answer.seat: int(answer.text or 0) for answer in step.answers})

    assert again.state == whole.state
    assert again.record == whole.record


# Files


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b'"record"',
        b"null",
        b"\xff\xfe\x00 not text",
        b"{}",
        b'{"game": "mora"}',
        b'{"game": 3, "rules_version": "1", "options": {}, "seats": [], "commitment": "", "steps": []}',
        b'{"game": "mora", "rules_version": "1", "options": {}, "seats": ["j1"], "commitment": "", "steps": [7]}',
        b"[" * 100_000,
    ],
)
def test_a_file_that_is_no_record_is_refused_in_one_line(content: bytes) -> None:
    assert fault(lambda: decode_record(content, "match.json")) == "not_a_record"


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.99])
def test_a_file_cut_short_is_refused(share: float) -> None:
    data = encode_record(played().record)

    assert fault(lambda: decode_record(data[: int(share * len(data))], "match.json")) == "not_a_record"


def test_a_record_of_another_format_is_refused() -> None:
    other = msgspec.structs.replace(played().record, format=FORMAT + 1)

    assert fault(lambda: decode_record(encode_record(other), "match.json")) == "other_format"


# Verification


def altered(**changes: Any) -> Record:
    """A record in which these fields have been changed."""
    return msgspec.structs.replace(played().record, **changes)


def with_step(number: int, **changes: Any) -> Record:
    """A record in which one step has been changed."""
    record = played().record
    record.steps[number] = msgspec.structs.replace(record.steps[number], **changes)
    return record


@pytest.mark.rule("GP-GEN-04")
def test_an_honest_record_verifies_and_replays_step_by_step() -> None:
    match = played(3)

    assert verify(GAME, match.record).state == match.state
    assert [len(each.record.steps) for each in replay(GAME, match.record)] == [0, 1, 2, 3]
    assert verify(GAME, msgspec.structs.replace(match.record, state=msgspec.Raw())).state == match.state


@pytest.mark.parametrize("step", [0, 1])
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_any_altered_answer_is_found_out(step: int, seat: int) -> None:
    answers = list(played().record.steps[step].answers)
    stake = int(answers[seat].text or 0)
    answers[seat] = Answer(answers[seat].seat, str(stake - 1 if stake else 1))

    assert fault(lambda: verify(GAME, with_step(step, answers=tuple(answers)))) == "other_state"


@pytest.mark.parametrize(
    ("answers", "code"),
    [
        (lambda answers: answers[1:], "other_seats"),
        (lambda answers: (*answers, answers[0]), "other_seats"),
        (lambda answers: (Answer(Seat("j9"), "1"), *answers[1:]), "other_seats"),
        (lambda answers: (Answer(answers[0].seat, "999"), *answers[1:]), "refused_line"),
        (lambda answers: (Answer(answers[0].seat, "much"), *answers[1:]), "refused_line"),
    ],
)
def test_answers_that_nobody_could_give_are_found_out(answers: Callable[[Any], Any], code: str) -> None:
    changed = answers(played().record.steps[0].answers)

    assert fault(lambda: verify(GAME, with_step(0, answers=changed))) == code


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"seed": b"another seed".hex()}, "foreign_seed"),
        ({"seed": "no hexadecimal"}, "bad_seed"),
        ({"seed": None}, "no_seed"),
        ({"commitment": commitment(b"another seed")}, "foreign_seed"),
        ({"seed": b"another seed".hex(), "commitment": commitment(b"another seed")}, "other_setup"),
        ({"words": {"j1": "lys"}}, "other_setup"),
        ({"start": "0" * 64}, "other_setup"),
        ({"seats": SEATS[:2]}, "other_setup"),
        ({"seats": SEATS[:1]}, "unplayable"),
        ({"seats": [*SEATS[:2], Seat("j9")]}, "other_setup"),
        ({"rules_version": "0"}, "other_rules"),
        ({"state": msgspec.Raw(b"{}")}, "other_end"),
        ({"steps": played(1).record.steps}, "other_end"),
    ],
)
def test_any_altered_field_is_found_out(changes: dict[str, Any], code: str) -> None:
    assert fault(lambda: verify(GAME, altered(**changes))) == code


@pytest.mark.parametrize("step", [0, 1])
def test_an_altered_digest_is_found_out(step: int) -> None:
    assert fault(lambda: verify(GAME, with_step(step, digest="0" * 64))) == "other_state"


def test_a_record_laid_out_anew_by_another_program_goes_on() -> None:
    data = json.dumps(json.loads(encode_record(played(2).record)), separators=(" , ", " : ")).encode()

    assert verify(GAME, decode_record(data, "match.json")).state == played(2).state
    assert Match.resume(GAME, decode_record(data, "match.json")).state == played(2).state


def test_a_damaged_state_cannot_be_continued() -> None:
    record = played().record
    richer = GAME.load(bytes(record.state))
    richer.purses[SEATS[0]] += 1
    unreadable = msgspec.structs.replace(record, state=msgspec.Raw(b'{"round": 3}'))

    assert fault(lambda: Match.resume(GAME, altered(state=msgspec.Raw(GAME.dump(richer))))) == "stale_state"
    assert fault(lambda: Match.resume(GAME, unreadable)) == "stale_state"
    assert fault(lambda: Match.resume(GAME, altered(rules_version="0"))) == "other_rules"


# What is given away


@pytest.mark.rule("GP-GEN-04", "GP-INF-04")
def test_a_public_copy_made_before_the_end_holds_no_secret() -> None:
    match = played()
    match.record.drafts, match.record.entered = {Seat("j1"): "77"}, {Seat("j1"): (1,)}
    match.record.words = {Seat("j1"): "lys"}

    data = encode_record(public_copy(match.record, over=False))

    copy = decode_record(data, "public.json")
    assert (copy.seed, copy.words, copy.drafts, copy.entered, bytes(copy.state)) == (None, {}, {}, {}, b"")
    assert all(step.answers == () for step in copy.steps)
    assert copy.commitment == match.record.commitment
    assert b"secret seed".hex() not in data.decode()
    assert fault(lambda: verify(GAME, copy)) == "no_seed"
    assert match.record.seed and match.record.drafts and match.record.steps[0].answers  # the original is whole


@pytest.mark.rule("GP-INF-11")
def test_a_public_copy_made_after_the_end_proves_everything() -> None:
    match = played(3)
    match.record.drafts, match.record.entered = {Seat("j1"): "77"}, {Seat("j1"): (1,)}

    copy = public_copy(match.record, over=True)

    assert (copy.drafts, copy.entered) == ({}, {})
    assert copy.seed == match.record.seed
    assert verify(GAME, copy).state == match.state
