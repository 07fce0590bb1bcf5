"""Simulations: the same seed gives the same matches, and every bot sits everywhere in its turn."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from heraut import bots, games
from heraut.engine.play import play
from heraut.engine.protocol import SetupError
from heraut.lab.simulate import MatchResult, deal, match_seed, places, simulate

DUEL: dict[str, Any] = {"options": {"lords": 2}, "seats": 2, "bots": ["player", "random"], "seed": b"lab"}


def timeless(results: list[MatchResult]) -> list[MatchResult]:
    """Results without the only figure that may differ."""
    return [msgspec.structs.replace(result, seconds=0.0) for result in results]


@pytest.mark.slow
def test_two_processes_find_what_one_finds() -> None:
    alone = list(simulate("gloire", **DUEL, matches=5, max_turns=4))
    shared = list(simulate("gloire", **DUEL, matches=5, max_turns=4, jobs=2))
    assert timeless(alone) == timeless(shared)
    assert len({result.seed for result in alone}) == 5


def test_another_seed_gives_other_matches() -> None:
    one = next(simulate("gloire", **DUEL, matches=1, max_turns=3))
    other = next(simulate("gloire", **(DUEL | {"seed": b"other"}), matches=1, max_turns=3))
    assert one.seed != other.seed


def test_a_match_can_be_played_again_from_the_seed_of_its_result() -> None:
    result = next(simulate("gloire", **DUEL, matches=1, max_turns=30))
    players = {seat: bots.player("gloire", name) for seat, name in result.bots.items()}
    match = play(games.game("gloire"), players, DUEL["options"], bytes.fromhex(result.seed), max_steps=30)
    assert match.state.road == result.road
    assert len(match.record.steps) == result.turns


def test_every_bot_sits_in_every_seat_as_often() -> None:
    seats = Counter((seat, bot) for index in range(6) for seat, bot in deal(["a", "b", "c"], 10, index).items())
    assert set(seats.values()) == {2}
    assert len(seats) == 30


def test_matches_have_seeds_of_their_own() -> None:
    assert len({match_seed(seed, index) for seed in (b"", b"lab") for index in range(100)}) == 200


def test_a_stopped_match_scores_by_global_renown() -> None:
    result = next(simulate("gloire", **DUEL, matches=1, max_turns=1))
    assert (result.road, result.turns) == ("turn_limit", 1)
    assert sorted(result.result.values()) == [0.0, 1.0]
    assert result.result[max(result.bots, key=lambda seat: result.entered[seat] == "player")] == 1.0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "options", "steps", "best"),
    [("vassaux", {}, 120, "player"), ("rois", {"turns": 10}, 4, "player"), ("fief", {}, 60, "player")],
)
def test_a_stopped_match_of_the_other_games_scores_by_what_has_been_won(
    game: str, options: dict[str, Any], steps: int, best: str
) -> None:
    run = simulate(game, options=options, seats=2, bots=["player", "random"], seed=b"lab", matches=4, max_turns=steps)
    results = list(run)
    assert all(result.road == "turn_limit" and sum(result.result.values()) == 1 for result in results)
    won = Counter(
        {name: sum(r.result[s] for r in results for s in r.bots if r.entered[s] == name) for name in DUEL["bots"]}
    )
    assert won.most_common(1)[0][0] == best


def test_places_are_the_share_of_the_others_outranked() -> None:
    assert places({"a": 3.0, "b": 2.0, "c": 2.0, "d": 0.0}) == {"a": 1.0, "b": 0.5, "c": 0.5, "d": 0.0}
    assert places({"a": 7.0}) == {"a": 0.0}


@pytest.mark.parametrize("jobs", [1, 2])
def test_options_that_cannot_be_played_are_refused(jobs: int) -> None:
    with pytest.raises(SetupError):
        next(simulate("gloire", **(DUEL | {"options": {"map": "LUNE"}}), matches=3, jobs=jobs))


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(KeyError, match="merlin"):
        next(simulate("gloire", **(DUEL | {"bots": ["merlin"]}), matches=1))
