"""What every game promises, this one promises too; and nothing that all share has heard of it but the register."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from heraut.engine.conformance import check_match
from heraut.engine.protocol import Seat
from heraut.lab.simulate import simulate
from tests.sixth_game import NAME, game
from tests.sixth_game.scramble import scramble

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SEATS = [Seat("j1"), Seat("j2"), Seat("j3")]


@pytest.mark.parametrize("seed", [b"one", b"two", b"three"])
def test_it_keeps_the_promises_of_a_game(seed: bytes) -> None:
    match = check_match(game, SEATS, {}, seed, max_steps=9, scramble=scramble)
    assert len(match.record.steps) == 3 and game.result(match.state) is not None


def test_its_bot_plays_to_win() -> None:
    results = list(simulate(NAME, options={}, seats=3, matches=60, bots=["player", "random"], seed=b"bid"))
    wins = {"player": 0.0, "random": 0.0}
    for result in results:
        for seat, score in result.result.items():
            wins[result.entered[seat]] += score
    assert wins["player"] > wins["random"] > 0


def test_a_match_that_is_stopped_is_ranked_by_points() -> None:
    (result,) = simulate(NAME, options={}, seats=3, matches=1, bots=["player"], seed=b"bid", max_turns=1)
    assert (result.road, result.turns, max(result.result.values())) == ("turn_limit", 1, 1.0)


def test_nothing_that_ships_knows_it() -> None:
    shared = [path for place in ("src", "tools", "benchmarks") for path in (ROOT / place).rglob("*.py")]
    found = [path for path in shared if re.search(r"sealed.?bid|sixth.?game", path.read_text(encoding="utf-8"))]
    assert found == []


def test_the_guide_names_examples_that_are_there() -> None:
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## Add a game")[2].partition("\n## ")[0]
    examples = re.findall(r"example: `([^`]+)`", guide)
    assert {"game/", "bots/", "cli/", "site/"} < set(examples)
    assert [name for name in examples if not (HERE / name).exists()] == []
    named = set(re.findall(r"\w+\.(?:py|html|toml)", guide))
    written = [path for part in ("game", "cli", "site") for path in (HERE / part).rglob("*.*") if path.suffix != ".pyc"]
    own = {"pages.py", "board.html", "orders.html", "report.html", "rules.html", "rule_list.html"}
    own |= {"sealed_bid.css", "sealed_bid.svg"}
    assert {path.name for path in written} - named == own  # which are this game's alone
