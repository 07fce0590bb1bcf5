"""Rules change, matches go on: what is carried over, how it is sealed, and who verifies what."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import msgspec
import pytest

from heraut.engine.conformance import random_player
from heraut.engine.match import Match, replay, verify
from heraut.engine.migration import carry_over, earlier, present_state
from heraut.engine.play import play
from heraut.engine.protocol import Migration, Seat
from heraut.engine.record import Record, RecordError, carried_seal, decode_record, encode_record, public_copy
from tests.engine.mora import Mora, Table

SEATS = [Seat("j1"), Seat("j2"), Seat("j3")]


class Second(Mora):
    """The second version of its rules: every purse has been given ten coins more."""

    rules_version = "2"
    migrations: ClassVar[Mapping[str, Migration]] = {
        "1": Migration("0.1", lambda s: s | {"purses": {seat: coins + 10 for seat, coins in s["purses"].items()}})
    }


class Third(Second):
    """The third one: points count double."""

    rules_version = "3"
    migrations: ClassVar[Mapping[str, Migration]] = Second.migrations | {
        "2": Migration("0.2", lambda s: s | {"points": {seat: 2 * won for seat, won in s["points"].items()}})
    }


OLD, NEW, NEWEST = Mora(), Second(), Third()


def played(steps: int = 1) -> Match[Table, int]:
    """A match of so many rounds under the first rules."""
    return play(OLD, dict.fromkeys(SEATS, random_player), {}, b"secret seed", max_steps=steps)


def fault(act: Callable[[], Any]) -> RecordError:
    """The RecordError that this raises."""
    with pytest.raises(RecordError) as caught:
        act()
    return caught.value


def carried(steps: int = 1) -> Match[Table, int]:
    """A match of so many rounds under the first rules, and one under the second."""
    match = Match.resume(NEW, carry_over(NEW, played(steps).record))
    match.advance({Seat("j1"): 3})
    return match


@pytest.mark.parametrize("steps", [0, 1, 2])
def test_a_match_begun_under_older_rules_goes_on_under_newer_ones(steps: int) -> None:
    before = played(steps)
    match = Match.resume(NEW, carry_over(NEW, before.record))
    assert match.record.rules_version == "2"
    assert match.state.purses == {seat: coins + 10 for seat, coins in before.state.purses.items()}
    assert match.state.points == before.state.points
    match.advance({Seat("j1"): 3})
    assert len(match.record.steps) == steps + 1
    assert verify(NEW, match.record).state == match.state


def test_the_record_that_was_carried_over_is_left_as_it_was() -> None:
    record = played().record
    before = msgspec.json.encode(record)
    carry_over(NEW, record)
    assert msgspec.json.encode(record) == before


def test_a_match_under_the_present_rules_is_not_carried_over() -> None:
    record = played().record
    assert carry_over(OLD, record) is record


def test_every_version_in_between_is_passed_through_in_its_order() -> None:
    before = played(2)
    match = Match.resume(NEWEST, carry_over(NEWEST, before.record))
    assert match.state.purses == {seat: coins + 10 for seat, coins in before.state.purses.items()}
    assert match.state.points == {seat: 2 * won for seat, won in before.state.points.items()}


def test_a_match_is_carried_over_twice() -> None:
    match = carried()
    match = Match.resume(NEWEST, carry_over(NEWEST, match.record))
    match.advance({})
    assert [(each.after, each.rules_version) for each in match.record.carried] == [(1, "1"), (2, "2")]
    assert verify(NEWEST, match.record).state == match.state
    middle = earlier(match.record)
    assert middle is not None and verify(NEW, middle).game is NEW
    first = earlier(middle)
    assert first is not None and len(list(replay(OLD, first))) == 2
    assert earlier(first) is None


def test_what_was_played_before_is_verified_by_the_older_rules() -> None:
    match = carried(2)
    before = earlier(match.record)
    assert before is not None
    assert verify(OLD, before).state == played(2).state


def test_it_is_played_again_from_where_it_was_carried_over() -> None:
    steps = [len(match.record.steps) for match in replay(NEW, carried(2).record)]
    assert steps == [2, 3]


def test_a_record_of_older_rules_names_the_release_that_verifies_it() -> None:
    error = fault(lambda: verify(NEWEST, played().record))
    assert (error.code, error.data) == ("older_rules", {"found": "1", "known": "3", "release": "0.1"})
    assert fault(lambda: Match.resume(NEWEST, played().record)).code == "older_rules"


def test_rules_that_nobody_wrote_a_migration_for_are_refused() -> None:
    record = carry_over(NEW, played().record)
    assert fault(lambda: carry_over(OLD, record)).code == "other_rules"
    assert fault(lambda: verify(OLD, record)).code == "other_rules"
    assert fault(lambda: present_state(OLD, "7", b"{}")).code == "other_rules"


def test_a_state_that_was_tampered_with_is_not_carried_over() -> None:
    record = played().record
    record.state = msgspec.Raw(bytes(record.state).replace(b'"j1":', b'"j1":1', 1))
    assert fault(lambda: carry_over(NEW, record)).code == "stale_state"
    record.seed = None
    assert fault(lambda: carry_over(NEW, record)).code == "no_seed"


def test_a_state_changed_when_it_was_carried_over_is_found_out() -> None:
    record = carried().record
    over = record.carried[0]
    changed = msgspec.Raw(bytes(over.state).replace(b'"j1":', b'"j1":1', 1))
    for strange in (
        msgspec.structs.replace(over, state=changed),
        msgspec.structs.replace(over, rules_version="0"),
        msgspec.structs.replace(over, digest="0" * 64),
    ):
        record.carried = (strange,)
        error = fault(lambda: verify(NEW, record))
        assert (error.code, error.data) == ("other_carried", {"step": 1})


def test_the_seal_of_a_state_that_a_match_goes_on_with_cannot_be_made_without_its_seed() -> None:
    record = played().record
    seals = {carried_seal(msgspec.structs.replace(record, seed=seed), "1", b"{}") for seed in ("aa", "bb", None)}
    assert len(seals) == 3


def test_a_match_carried_over_is_written_and_read_back() -> None:
    for record in (carried().record, carry_over(NEW, played().record)):
        read = decode_record(encode_record(record), "match.json")
        assert read == record
        Match.resume(NEW, read).advance({})


def test_the_public_copy_hides_the_state_that_a_match_went_on_with() -> None:
    record = carried().record
    sealed = json.loads(msgspec.json.encode(public_copy(record, over=False)))
    assert sealed["carried"] == [{"after": 1, "rules_version": "1", "digest": record.carried[0].digest}]
    assert b"purses" not in msgspec.json.encode(public_copy(record, over=False))
    assert public_copy(record, over=True).carried == record.carried


def test_a_record_that_never_was_carried_over_says_nothing_of_it() -> None:
    record: Record = played().record
    assert earlier(record) is None
    assert b"carried" not in msgspec.json.encode(record)
