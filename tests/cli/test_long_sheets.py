"""A sheet longer than any that the rules can use: read up to the bounds of its game, told of in some lines."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from heraut.cli.files import open_match
from heraut.engine.sheets import TOLD
from tests.cli.command_line import FIRST_ORDERS, CommandLine, every_game

SHEETS = ("gloire", "daifen", "fief", "rois")  # Seigneurs & Vassaux takes one line, and says so


def asked(path: Path) -> tuple[str, Any]:
    """A seat that has something to decide now, and how much of a text is read of it."""
    seat, decision = next(iter(open_match(path).pending().items()))
    return str(seat), decision.bounds


def drafts(path: Path) -> Any:
    """What is kept."""
    return json.loads(path.read_text(encoding="utf-8")).get("drafts", {})


@pytest.mark.parametrize("game", SHEETS)
def test_the_first_refused_lines_are_told_and_the_others_counted(heraut: CommandLine, game: str) -> None:
    match = heraut.new(game=game)
    seat, bounds = asked(match)
    head = "@ROYAUME\n" if game == "rois" else ""
    text = head + "".join(f"zzz{number}\n" for number in range(bounds.lines + 7 - bool(head)))
    french = heraut("orders", match, "--seat", seat, "-", "--check", typed=text)
    english = heraut("orders", match, "--seat", seat, "-", "--check", "--lang", "en", typed=text)
    for answer in (french, english):
        assert answer.status == 1
        assert answer.out.count("✗") == TOLD + 1  # the last tells of those that were not read
    left = bounds.lines - bool(head) - TOLD
    assert f"… et {left:,} autres lignes refusées.".replace(",", "\u202f") in french.out
    assert f"… and {left:,} more lines refused." in english.out
    assert "7 lignes n'ont pas été lues" in french.out
    assert f"{bounds.lines:,} lignes".replace(",", "\u202f") in french.out


@every_game
def test_of_fifty_refused_lines_none_is_left_out(heraut: CommandLine, game: str) -> None:
    match = heraut.new(game=game)
    seat, _ = asked(match)
    answer = heraut("orders", match, "--seat", seat, "-", "--check", typed="zzz\n" * (1 if game == "vassaux" else TOLD))
    assert answer.status == 1 and "autre" not in answer.out.rpartition("✗")[2].partition("\n")[2]


@every_game
def test_a_sheet_beyond_all_bounds_takes_nothing_away_that_was_kept(heraut: CommandLine, game: str) -> None:
    """Games that take a sheet whole keep the former draft; the others what was legal within the bounds."""
    match = heraut.new(game=game)
    seat, _ = asked(match)
    assert heraut("orders", match, "--seat", seat, "-", typed=FIRST_ORDERS[game]).status == 0
    kept = drafts(match)
    for flood in ("zzz\n" * 100_000, "z" * 1_000_000, FIRST_ORDERS[game] + "\n" + "zzz\n" * 100_000):
        answer = heraut("orders", match, "--seat", seat, "-", typed=flood)
        assert answer.status == 1 and answer.out.count("✗") <= TOLD + 1
        assert drafts(match) == kept
    assert heraut("advance", match).status == 0


def test_what_a_bound_cuts_off_is_not_kept_and_the_rest_is(heraut: CommandLine) -> None:
    match = heraut.new()
    _, bounds = asked(match)
    answer = heraut("orders", match, "--seat", "j1", "-", typed="CHE 1\n" * (bounds.lines + 5))
    assert answer.status == 1
    assert answer.out.count("✓") == bounds.lines and answer.out.count("✗") == 1
    assert drafts(match) == {"j1": "\n".join(["CHE 1"] * bounds.lines)}
    assert heraut("advance", match).status == 0 and heraut("verify", match).status == 0


@pytest.mark.parametrize("game", ["gloire", "fief"])
def test_at_the_keyboard_too(heraut: CommandLine, game: str) -> None:
    match = heraut.new(game=game)
    seat, bounds = asked(match)
    long = f"{FIRST_ORDERS[game]} {'z' * bounds.width}"
    told = heraut("sit", match, "--seat", seat, "--bots", "player", typed=f"{long}\nq\n")
    assert told.status == 0
    assert f"{bounds.width:,} caractères".replace(",", "\u202f") in told.out
