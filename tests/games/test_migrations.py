"""Matches that an older release began go on in this one, and what they were told stays readable."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from heraut.bots import player
from heraut.cli import main
from heraut.engine.match import Match, verify
from heraut.engine.migration import carry_over, earlier
from heraut.engine.play import ask
from heraut.engine.record import Record, RecordError, read_record, write_record
from heraut.engine.rng import Rng
from heraut.games import NAMES, game

RECORDS = Path(__file__).parents[1] / "records"
every_older_game = pytest.mark.parametrize("name", [name for name in NAMES if game(name).migrations])
STEPS = {"fief": 60, "vassaux": 60}  # one step is one decision there


def begun(name: str) -> Record:
    """The match of this game that release 0.1.0 left in progress."""
    return read_record(RECORDS / f"{name}-rules-1.json")


def bots(match: Match[Any, Any]) -> dict[Any, Any]:
    """What bots answer in every seat."""
    return ask(match, dict.fromkeys(match.record.seats, player(match.game.name, "player")), Rng(b"bots"))


@every_older_game
def test_a_match_of_the_first_release_goes_on_and_verifies(name: str) -> None:
    rules, record = game(name), begun(name)
    taken = len(record.steps)
    match = Match.resume(rules, carry_over(rules, record))
    for _ in range(STEPS.get(name, 2)):
        if match.pending():
            match.advance(bots(match))
    assert len(match.record.steps) > taken
    assert rules.load(rules.dump(match.state)) == match.state
    assert verify(rules, match.record).state == match.state


@every_older_game
def test_its_earlier_part_is_the_record_that_the_first_release_wrote(name: str) -> None:
    record = begun(name)
    before = earlier(carry_over(game(name), record))
    assert before == msgspec.structs.replace(record, state=msgspec.Raw(), drafts={})


@every_older_game
def test_its_earlier_part_is_written_by_the_command_line(name: str, tmp_path: Path) -> None:
    rules = game(name)
    write_record(tmp_path / "match.json", carry_over(rules, begun(name)))
    assert main(["verify", str(tmp_path / "match.json"), "--earlier", str(tmp_path / "earlier.json")]) == 0
    written = read_record(tmp_path / "earlier.json")
    assert (written.rules_version, written.steps, bytes(written.state)) == ("1", begun(name).steps, b"")


@every_older_game
def test_who_verifies_it_as_it_is_learns_which_release_does(name: str) -> None:
    with pytest.raises(RecordError) as caught:
        verify(game(name), begun(name))
    assert (caught.value.code, caught.value.data["found"]) == ("older_rules", "1")
    assert caught.value.data["release"].startswith("0.1.0")


@every_older_game
def test_what_each_seat_sees_of_it_can_be_told_in_both_languages(name: str) -> None:
    rules = game(name)
    match = Match.resume(rules, carry_over(rules, begun(name)))
    for seat in (None, *match.record.seats):
        view = rules.view(match.state, seat)
        for lang in ("fr", "en"):
            assert rules.report(view, (), lang) if seat else rules.chronicle(view, (), lang) is not None
