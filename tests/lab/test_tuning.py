"""Constants that are tuned: of the sixth game, whose bot bids too much or too little."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec
import pytest

from heraut.bots.constants import Constant, tuned
from heraut.games.registry import GAMES
from tests.sixth_game import ENTRY, NAME

if find_spec("cma") is None:  # not imported here: it loads a library of plots, in every worker
    pytest.skip("the extra `lab` is not installed: pip install 'heraut[lab]'", allow_module_level=True)

from heraut.lab import tune
from heraut.lab.tuning import Tuning, TuningPlan, plan, scaled

POOL: dict[str, Any] = {"pool": ("player", "random"), "seats": 3, "seed": "07", "matches": 12, "population": 6}


@pytest.fixture(autouse=True)
def entered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sixth game is in the register."""
    monkeypatch.setitem(GAMES, NAME, ENTRY)


def search(folder: Path, generations: int, **more: Any) -> Tuning:
    """A search that has come so far."""
    found = Tuning(folder, plan(NAME, **(POOL | more)))
    list(found.run(generations))
    return found


@pytest.mark.slow
def test_a_search_finds_what_wins(tmp_path: Path) -> None:
    far = (Constant("eagerness", 0.2, 0.1, 3.0), Constant("whim", 0.7, 0.0, 0.8))
    found = Tuning(tmp_path, msgspec.structs.replace(plan(NAME, **POOL), constants=far))
    list(found.run(8))
    scores = [sum(one.scores) / len(one.scores) for one in found.generations]
    assert sum(scores[-3:]) > sum(scores[:3])
    assert {one.name for one in tuned(NAME)} == set(found.mean())
    assert all(one.low <= found.mean()[one.name] <= one.high for one in tuned(NAME))


@pytest.mark.slow
def test_a_search_that_was_stopped_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
    whole = search(tmp_path / "whole", 4)
    search(tmp_path / "stopped", 2)
    with (tmp_path / "stopped" / "generations.jsonl").open("ab") as log:
        log.write(b'{"points": [[0.1')  # killed while it wrote
    stopped = search(tmp_path / "stopped", 4)
    assert whole.generations == stopped.generations and len(whole.generations) == 4
    assert whole.mean() == stopped.mean()


def test_another_plan_needs_another_folder(tmp_path: Path) -> None:
    search(tmp_path, 1)
    with pytest.raises(ValueError, match=r"another plan \(seed\)"):
        search(tmp_path, 1, seed="08")


def test_all_candidates_of_a_generation_play_the_same_matches() -> None:
    made: TuningPlan = plan(NAME, **POOL)
    (one, seat), (other, _) = made.fixture(0, 1, "player+whim=0"), made.fixture(0, 1, "player+whim=0.5")
    assert (one.seed, one.options) == (other.seed, other.options)
    assert [place for place in one.entered if one.entered[place] != other.entered[place]] == [seat]
    assert (
        len({made.fixture(generation, number, "player")[0].seed for generation in (0, 1) for number in range(12)}) == 24
    )
    assert {made.fixture(0, number, "player")[1] for number in range(3)} == {"j1", "j2", "j3"}
    assert scaled(made.constants, (0.0, 1.0)) == {"eagerness": 0.1, "whim": 0.8}


def test_the_command_tells_the_constants_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = [
        NAME,
        "--folder",
        str(tmp_path),
        "--pool",
        "player",
        "--matches",
        "3",
        "--population",
        "4",
        "--generations",
    ]
    assert tune.main([*words, "2"]) == 0
    first = capsys.readouterr()
    assert set(json.loads(first.out)) == {"eagerness", "whim"}
    assert "generation 2" in first.err
    assert tune.main([*words, "3"]) == 0
    assert capsys.readouterr().err.startswith("generation 3")


def test_a_bot_that_does_not_exist_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert tune.main([NAME, "--folder", str(tmp_path), "--pool", "merlin"]) == 2
    assert "merlin" in capsys.readouterr().err


def test_a_match_is_as_long_as_its_game_wants_unless_told_otherwise(tmp_path: Path) -> None:
    for game, words, steps in (("vassaux", [], 5000), ("fief", ["--max-turns", "7"], 7), ("daifen", [], 100)):
        folder = tmp_path / game
        assert tune.main([game, "--folder", str(folder), "--generations", "0", *words]) == 0
        assert json.loads((folder / "tuning.json").read_bytes())["max_turns"] == steps


@pytest.mark.parametrize(
    "words",
    [
        *(["--options", "[]"], ["--options", '{"mode": "zz"}'], ["--options", "{"], ["--seats", "99"]),
        *(["--seats", "0"], ["--matches", "0"], ["--population", "1"], ["--generations", "-1"], ["--jobs", "0"]),
        *(["--max-turns", "0"], ["--pool", ","], ["--pool", "nowhere.py:x"]),
    ],
)
def test_words_that_make_no_sense_are_refused_in_a_line(
    tmp_path: Path, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status = tune.main(["fief", "--folder", str(tmp_path / "none"), *words])
    except SystemExit as left:
        status = left.code
    assert status == 2 and "Traceback" not in capsys.readouterr().err
    assert not (tmp_path / "none").exists()
