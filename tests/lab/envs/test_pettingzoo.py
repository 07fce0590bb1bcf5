"""PettingZoo's own tests, on all five games, and what they do not ask."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest
from gymnasium.error import ResetNeeded
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test

from heraut.games.registry import GAMES
from heraut.lab import envs
from heraut.lab.envs.rendering import modes
from tests.imports import has
from tests.lab.envs import SHEETS, SMALL, TABLES, begun, made

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")  # advice about names and shapes


@pytest.mark.slow
@pytest.mark.parametrize("game", TABLES)
def test_games_of_the_table_pass_the_tests_of_agents_in_turn(game: str) -> None:
    api_test(made(game), num_cycles=100)
    seed_test(lambda: made(game, rewards="shaped"), num_cycles=40)


@pytest.mark.slow
@pytest.mark.parametrize("game", SHEETS)
def test_games_of_sheets_pass_the_tests_of_agents_together(game: str) -> None:
    parallel_api_test(made(game, orders=6), num_cycles=40)
    parallel_seed_test(lambda: made(game, rewards="shaped"), num_cycles=40)


@pytest.mark.slow
@pytest.mark.parametrize("game", TABLES)
def test_matches_are_shown_as_pettingzoo_asks(game: str) -> None:
    render_test(lambda render_mode=None: made(game, render_mode=render_mode))


@pytest.mark.parametrize("game", SMALL)
def test_every_mode_shows_something(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert ("svg" in modes(game)) == has(f"{GAMES[game].packages.game}.picture")
    for mode in modes(game):
        environment, _ = begun(game, 1, render_mode=mode, render_seat="j1")
        shown = environment.render()
        if mode == "svg":
            assert ElementTree.fromstring(shown).tag == "{http://www.w3.org/2000/svg}svg"
        else:
            text = capsys.readouterr().out if mode == "human" else shown
            assert len(text.splitlines()) > 3
    with pytest.raises(ValueError, match="shown as one of ansi, human"):
        made(game, render_mode="rgb_array")


@pytest.mark.slow
@pytest.mark.parametrize("game", TABLES)
def test_random_actions_end_a_match_with_the_scores_of_the_game(game: str) -> None:
    environment = made(game, steps=None if game == "fief" else 120)
    environment.reset(seed=3)
    earned = dict.fromkeys(environment.agents, 0.0)
    for agent in environment.agent_iter():
        observation, reward, over, stopped, _ = environment.last()
        earned[agent] += reward
        action = None if over or stopped else environment.action_space(agent).sample(observation["action_mask"])
        environment.step(action)
    result = environment.run.result()
    if result is not None:
        assert earned == result.scores
    else:
        assert environment.run.stopped
        assert sum(earned.values()) == len(earned) / 2  # places: the halves add up


def test_a_wrong_game_or_reward_is_named_with_those_that_exist() -> None:
    with pytest.raises(KeyError, match="fief, vassaux"):
        envs.env("gloire")
    with pytest.raises(KeyError, match="`parallel_env` makes it"):
        envs.env("daifen")
    with pytest.raises(KeyError, match="there are: gloire"):
        envs.env("echecs")
    with pytest.raises(KeyError, match="`env` makes it"):
        envs.parallel_env("fief")
    with pytest.raises(KeyError, match="there are: gloire"):
        envs.solo_env("echecs")
    with pytest.raises(KeyError, match="there are: j1, j2"):
        envs.solo_env("fief", 2, seat="j3")
    with pytest.raises(ValueError, match="final, shaped"):
        made("fief", rewards="much")


@pytest.mark.parametrize("wrong", ["seats", "slots", "steps"])
def test_nothing_is_not_taken_for_a_number(wrong: str) -> None:
    with pytest.raises(ValueError, match=f"{wrong}: one at least, not 0"):
        envs.env("fief", **{wrong: 0})


@pytest.mark.parametrize("game", ["fief", "daifen"])
def test_a_step_before_the_first_match_is_told_to_reset(game: str) -> None:
    environment = made(game)
    with pytest.raises(ResetNeeded, match="`reset` comes first"):
        environment.step(0)
    with pytest.raises(ResetNeeded, match="`reset` comes first"):
        envs.solo_env(game, opponents="random").step(0)


def test_whoever_is_done_waits_for_the_others() -> None:
    environment = made("daifen")
    environment.reset(seed=1)
    last: dict[str, Any] = environment.step({"j1": 0, "j2": 1, "j3": 1})[0]
    assert list(last["j1"]["action_mask"].nonzero()[0]) == [0]
    assert last["j2"]["action_mask"].sum() > 1
    infos = environment.step({"j1": 1, "j2": 0, "j3": 0})[4]
    assert infos["j1"]["refused"]
    assert not infos["j2"]["refused"]
    assert environment.run.steps == 1
