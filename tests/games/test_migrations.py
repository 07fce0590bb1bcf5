"""Matches that an older release began go on in this one, what they were told stays readable, and a match that was
played under the present rules verifies.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from heraut.bots import player
from heraut.cli import main
from heraut.cli.record_files import read_record, write_record
from heraut.engine.match import Match, verify
from heraut.engine.migration import carry_over, earlier
from heraut.engine.play import ask
from heraut.engine.record import Record, RecordError
from heraut.engine.rng import Rng
from heraut.games import NAMES, game
from tests.games.whole_matches import RECORDS, record_file

BEGUN = [(name, version) for name in NAMES for version in game(name).migrations]
every_older_version = pytest.mark.parametrize(("name", "version"), BEGUN)
STEPS = {"fief": 60, "vassaux": 60}  # one step is one decision there


def begun(name: str, version: str) -> Record:
    """The match of this game in progress that the last release under these rules left."""
    return read_record(RECORDS / f"{name}-rules-{version}.json")


def bots(match: Match[Any, Any]) -> dict[Any, Any]:
    """What bots answer in every seat."""
    return ask(match, dict.fromkeys(match.record.seats, player(match.game.name, "player")), Rng(b"bots"))


@every_older_version
def test_a_match_of_an_older_release_goes_on_and_verifies(name: str, version: str) -> None:
    rules, record = game(name), begun(name, version)
    taken = len(record.steps)
    match = Match.resume(rules, carry_over(rules, record))
    for _ in range(STEPS.get(name, 2)):
        if match.pending():
            match.advance(bots(match))
    assert len(match.record.steps) > taken
    assert rules.load(rules.dump(match.state)) == match.state
    assert verify(rules, match.record).state == match.state


@every_older_version
def test_its_earlier_part_is_the_record_that_the_older_release_wrote(name: str, version: str) -> None:
    record = begun(name, version)
    before = earlier(carry_over(game(name), record))
    assert before == msgspec.structs.replace(record, state=msgspec.Raw(), drafts={})


@every_older_version
def test_its_earlier_part_is_written_by_the_command_line(name: str, version: str, tmp_path: Path) -> None:
    rules = game(name)
    write_record(tmp_path / "match.json", carry_over(rules, begun(name, version)))
    assert main(["verify", str(tmp_path / "match.json"), "--earlier", str(tmp_path / "earlier.json")]) == 0
    written = read_record(tmp_path / "earlier.json")
    assert (written.rules_version, written.steps, bytes(written.state)) == (version, begun(name, version).steps, b"")


@every_older_version
def test_who_verifies_it_as_it_is_learns_which_release_does(name: str, version: str) -> None:
    with pytest.raises(RecordError) as caught:
        verify(game(name), begun(name, version))
    assert (caught.value.code, caught.value.data["found"]) == ("older_rules", version)
    assert caught.value.data["release"] == game(name).migrations[version].release


@every_older_version
def test_what_each_seat_sees_of_it_can_be_told_in_both_languages(name: str, version: str) -> None:
    rules = game(name)
    match = Match.resume(rules, carry_over(rules, begun(name, version)))
    for seat in (None, *match.record.seats):
        view = rules.view(match.state, seat)
        for lang in ("fr", "en"):
            assert rules.report(view, (), lang) if seat else rules.chronicle(view, (), lang) is not None


@pytest.mark.parametrize("name", NAMES)
def test_a_whole_match_under_the_present_rules_verifies(name: str) -> None:
    """If not, the same answers lead to another state: the rules have changed, and `rules_version` must say so."""
    rules, record = game(name), read_record(record_file(name))
    assert record.rules_version == rules.rules_version, f"python -m tests.games.whole_matches {name}"
    assert rules.result(verify(rules, record).state) is not None
