"""One agent among bots, for Gymnasium, alone and over processes."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from heraut.lab import envs
from heraut.lab.envs.vector import episode, episodes, random_policy, vector_env
from tests.lab.envs import SMALL

STEPS = {"fief": 60, "vassaux": 20}


def solo(game: str, **more: Any) -> envs.SoloEnv:
    """A seat of a small match."""
    seats, options = SMALL[game]
    return envs.solo_env(game, seats, options, **{"opponents": ("random",), "steps": STEPS.get(game, 2), **more})


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("game", SMALL)
def test_gymnasium_finds_nothing_wrong(game: str) -> None:
    check_env(solo(game, render_mode="ansi"))


@pytest.mark.parametrize("game", SMALL)
def test_an_episode_ends_and_is_the_same_for_the_same_seed(game: str) -> None:
    environment = solo(game, orders=5)
    played = episode(environment, random_policy, 7)
    assert played.actions
    assert sum(played.rewards) in {0, 0.25, 0.5, 0.75, 1}
    assert episode(environment, random_policy, 7) == played
    assert episode(environment, random_policy, 8).actions != played.actions


def test_opponents_are_dealt_in_turn() -> None:
    environment = solo("daifen", seat="j2", opponents=("random", "classic"))
    assert sorted(environment.players) == ["j1", "j3"]
    assert environment.players["j1"] is not environment.players["j3"]
    assert sorted(solo("daifen", opponents="random").players) == ["j2", "j3"]
    with pytest.raises(KeyError, match=r"nobody.*there are: random"):
        solo("daifen", opponents=("nobody",))


def test_a_masked_action_is_refused_and_told() -> None:
    environment = solo("daifen")
    observation, info = environment.reset(seed=1)
    assert not info["refused"]
    wrong = int(np.flatnonzero(observation["action_mask"] == 0)[0])
    assert environment.step(wrong)[4]["refused"]
    assert not environment.step(0)[4]["refused"]


@pytest.mark.slow
def test_processes_play_the_same_episodes_as_one() -> None:
    make = partial(envs.solo_env, "fief", 2, SMALL["fief"][1], opponents=("random",), steps=40)
    alone = list(episodes(make, random_policy, range(6), 1, 2))
    assert list(episodes(make, random_policy, range(6), 2, 2)) == alone
    assert [played.seed for played in alone] == list(range(6))


@pytest.mark.slow
@pytest.mark.parametrize("processes", [False, True])
def test_matches_step_together_as_one_vector(processes: bool) -> None:
    matches = vector_env("fief", 2, processes=processes, seats=2, opponents=("random",), steps=30)
    observations, _ = matches.reset(seed=[4, 5])
    for _ in range(10):
        actions = [int(np.flatnonzero(mask)[-1]) for mask in observations["action_mask"]]
        observations, rewards, *_ = matches.step(np.array(actions))
    matches.close()
    assert observations["observation"].shape[0] == len(rewards) == 2
    assert not np.array_equal(*observations["observation"])


def test_a_seat_that_is_not_there_and_nobody_to_play_against_are_refused_at_once() -> None:
    with pytest.raises(KeyError, match="j1, j2"):
        envs.env("fief", 2, render_mode="svg", render_seat="j9")
    with pytest.raises(ValueError, match="opponents"):
        envs.solo_env("fief", 2, opponents=())
