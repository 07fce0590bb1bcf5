"""Campaigns: parts as Parquet, a killed run that goes on, the same results whoever does the work."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from heraut import bots, games
from heraut.engine.play import play
from heraut.engine.protocol import SetupError
from heraut.games import NAMES
from heraut.lab.parallel import over_processes

pa: Any = pytest.importorskip("pyarrow", reason="the extra `lab` is not installed: pip install 'heraut[lab]'")

from heraut.lab import tables  # noqa: E402
from heraut.lab.campaign import Campaign, OtherPlan, plan, rounds  # noqa: E402

SMALL: dict[str, Any] = {"bots": ("player", "random"), "seats": 2, "seed": "01", "max_turns": 20}


def timeless(campaign: Campaign) -> list[dict[str, Any]]:
    """All rows of a campaign, but for the only figure that may differ."""
    game = campaign.plan.game
    results = tables.read(campaign.parts(), tables.results_schema(game)).drop_columns(["seconds"])
    answers = tables.read(campaign.parts("trajectories"), tables.trajectories_schema(game))
    return [*results.to_pylist(), *answers.to_pylist()]


@pytest.mark.slow
def test_results_depend_neither_on_processes_nor_on_stops(tmp_path: Path) -> None:
    made = plan("fief", **SMALL, trajectories=True)
    whole = Campaign.begin(tmp_path / "whole", made)
    assert list(whole.run(45)) == [0, *range(2, 45, 2), 45]
    stopped = Campaign.begin(tmp_path / "stopped", made)
    assert list(stopped.run(7, partial(over_processes, jobs=2), workers=2)) == list(range(8))
    assert list(Campaign.begin(tmp_path / "stopped", made).run(45))[:3] == [7, 9, 11]
    assert timeless(whole) == timeless(stopped)
    assert list(whole.run(45)) == [45]


@pytest.mark.slow
def test_what_is_lost_is_played_again_and_nothing_else(tmp_path: Path) -> None:
    campaign = Campaign.begin(tmp_path, plan("fief", **SMALL))
    list(campaign.run(48))
    campaign.parts()[1].unlink()
    (tmp_path / "results" / "00000003-00000006.unfinished").write_bytes(b"half of it")
    assert [(part.first, part.last) for part in campaign.missing(70)] == [(3, 6), (48, 68), (68, 70)]
    assert list(campaign.run(48)) == [45, 48]
    assert [number for number, _, _ in campaign.results()] == list(range(48))
    assert len(campaign.results(10)) == 10


@pytest.mark.slow
def test_a_killed_run_goes_on(tmp_path: Path) -> None:
    words = ["simulate", "fief", "--seats", "2", "--bots", "classic", "--seed", "x", "--matches", "60", "--json"]
    command = [sys.executable, "-m", "heraut", *words, "--folder", str(tmp_path), "--max-turns", "30"]
    with subprocess.Popen([*command, "--jobs", "2"], stdout=subprocess.DEVNULL, start_new_session=True) as process:
        until = time.monotonic() + 60
        while not list(tmp_path.glob("results/*.parquet")) and time.monotonic() < until:
            time.sleep(0.02)
        os.killpg(process.pid, signal.SIGKILL)
    kept = {path.name: path.stat().st_mtime_ns for path in tmp_path.glob("results/*.parquet")}
    assert 1 <= len(kept) < 60
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    campaign = Campaign.open(tmp_path)
    assert {path.name: path.stat().st_mtime_ns for path in campaign.parts()}.items() >= kept.items()
    fresh = Campaign.begin(tmp_path / "fresh", campaign.plan)
    list(fresh.run(60))
    assert timeless(campaign) == timeless(fresh)


def test_another_plan_needs_another_folder(tmp_path: Path) -> None:
    Campaign.begin(tmp_path, plan("fief", **SMALL))
    with pytest.raises(OtherPlan) as caught:
        Campaign.begin(tmp_path, plan("fief", **(SMALL | {"seed": "02", "seats": 3})))
    assert caught.value.fields == ("seats", "seed")


def test_a_bot_that_was_rewritten_begins_another_campaign(tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text("def careful(decision, view, rng):\n    return decision.sample(rng)\n")
    chosen = SMALL | {"bots": (f"{mine}:careful", f"program:{sys.executable} {mine}", "random")}
    Campaign.begin(tmp_path / "one", plan("fief", **chosen))
    Campaign.begin(tmp_path / "one", plan("fief", **chosen))
    mine.write_text("def careful(decision, view, rng):\n    return decision.default\n")
    with pytest.raises(OtherPlan) as caught:
        Campaign.begin(tmp_path / "one", plan("fief", **chosen))
    assert caught.value.fields == ("code",)
    assert set(plan("fief", **chosen).code) == set(chosen["bots"]) - {"random"}


@pytest.mark.slow
def test_two_runs_do_not_fill_a_folder_at_once(tmp_path: Path) -> None:
    campaign = Campaign.begin(tmp_path, plan("fief", **SMALL))
    code = f"""
from pathlib import Path
from heraut.lab.campaign import Campaign
print(list(Campaign.open(Path({str(tmp_path)!r})).run(4)))
"""
    command = [sys.executable, "-c", code]
    running = campaign.run(4)
    next(running)
    refused = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert refused.returncode and "another run is at work" in refused.stderr
    assert not campaign.parts()
    assert list(running)[-1] == 4
    assert subprocess.run(command, capture_output=True, text=True, timeout=60).stdout == "[4]\n"


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"game": 3}', "\0", None])
def test_a_plan_of_another_release_is_none_of_ours(tmp_path: Path, text: str | None) -> None:
    made = plan("fief", **SMALL)
    Campaign.begin(tmp_path, made)
    other = msgspec.json.encode(msgspec.structs.replace(made, format=9)) if text is None else text.encode()
    (tmp_path / "plan.json").write_bytes(other)
    for again in (partial(Campaign.open, tmp_path), partial(Campaign.begin, tmp_path, made)):
        with pytest.raises(msgspec.DecodeError):
            again()


def test_a_part_that_is_damaged_is_named(tmp_path: Path) -> None:
    campaign = Campaign.begin(tmp_path, plan("fief", **SMALL))
    list(campaign.run(2))
    (tmp_path / "results" / "notes-of-mine.parquet").write_bytes(b"")  # no part at all
    part = campaign.parts()[0]
    whole = part.read_bytes()
    for half in (b"", whole[:300], whole[:40] + bytes(400) + whole[440:]):
        part.write_bytes(half)
        with pytest.raises(tables.Damaged) as caught:
            campaign.results()
        assert caught.value.path == part


def test_what_cannot_be_played_is_no_campaign(tmp_path: Path) -> None:
    with pytest.raises(SetupError):
        Campaign.begin(tmp_path, plan("fief", **(SMALL | {"seats": 9})))
    with pytest.raises(KeyError, match="merlin"):
        Campaign.begin(tmp_path, plan("fief", **(SMALL | {"bots": ("merlin",)})))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("game", NAMES)
def test_a_row_says_all_that_plays_the_match_again(tmp_path: Path, game: str) -> None:
    seats = {"vassaux": 2, "fief": 3}.get(game, 4)
    options = {} if game in ("vassaux", "fief", "rois") else {"lords": seats}
    made = plan(game, bots=("novice", "random"), seats=seats, seed="03", options=(options,), max_turns=6)
    campaign = Campaign.begin(tmp_path, made)
    list(campaign.run(1))
    ((_, result, starts),) = campaign.results()
    players = {seat: bots.player(game, name) for seat, name in result.bots.items()}
    match = play(games.game(game), players, options, bytes.fromhex(result.seed), max_steps=6)
    assert len(match.record.steps) == result.turns
    assert set(result.bots) == set(result.result) == set(match.record.seats)
    assert all(set(named) <= set(tables.sorts(game)) for named in starts.values())


@pytest.mark.parametrize("game", NAMES)
def test_answers_are_kept_with_how_their_seat_stood(tmp_path: Path, game: str) -> None:
    seats = {"vassaux": 2, "fief": 3}.get(game, 4)
    options = {} if game in ("vassaux", "fief", "rois") else {"lords": seats}
    chosen = {"bots": ("random",), "seats": seats, "seed": "04", "options": (options,), "max_turns": 8}
    campaign = Campaign.begin(tmp_path, plan(game, **chosen, trajectories=True, views=True))
    list(campaign.run(1))
    rows = tables.read(campaign.parts("trajectories"), tables.trajectories_schema(game)).to_pylist()
    assert {row["step"] for row in rows} == set(range(campaign.results()[0][1].turns))
    assert all(row[name] is not None for row in rows for name in tables.figures(game))
    assert all(f'"game":"{game}"' in row["view"] and row["kind"] for row in rows)
    starts = campaign.results()[0][2]
    assert all(set(named) == set(tables.sorts(game)) for named in starts.values())


def test_in_each_round_every_bot_sits_once_in_every_seat() -> None:
    names = ("a", "b", "c", "d")
    for first in (0, 4, 8):
        sat = Counter(pair for number in range(first, first + 4) for pair in rounds(names, 3, number, b"x").items())
        assert set(sat.values()) == {1} and len(sat) == 12
    tables_of = {tuple(rounds(names, 2, number, b"x").values()) for number in range(200)}
    assert len(tables_of) == 12  # everybody meets everybody, from either seat


def test_every_column_is_documented() -> None:
    """docs/lab-data.md: the columns that all games share, and a row a game for its own."""
    text = (Path(__file__).parents[2] / "docs" / "lab-data.md").read_text(encoding="utf-8")
    results, trajectories = text.partition("## Trajectories")[::2]
    for part, schema, own in (
        (results, tables.results_schema, tables.sorts),
        (trajectories, tables.trajectories_schema, tables.figures),
    ):
        for game in [game for game in NAMES if own(game)]:
            row = next(line for line in part.splitlines() if line.startswith(f"| {game} |"))
            assert all(f"`{name}`" in row for name in own(game))
            assert all(f"`{name}`" in part for name in schema(game).names)
