"""The sixth game in the lab: its environments, from the first bid to the scores."""

from __future__ import annotations

from copy import deepcopy

import pytest

pytest.importorskip("pettingzoo", reason="the extra `lab` is not installed: pip install 'heraut[lab]'")

from heraut.engine.protocol import Seat
from heraut.lab import envs
from heraut.lab.envs.base import rules_of
from heraut.lab.envs.run import Rules
from heraut.lab.envs.vector import episode, random_policy
from tests.lab.envs import sent_on
from tests.sixth_game import NAME

BIDS = (9, 8, 3)


def test_a_match_is_stepped_through_to_its_end() -> None:
    environment = envs.parallel_env(NAME, render_mode="ansi")
    environment.reset(seed=1)
    for bid in BIDS:
        assert environment.action_space("j1").n == 33
        actions = {agent: (bid if agent == "j1" else 0) + 1 for agent in environment.agents}  # 1 is no crown at all
        observations, rewards, over, stopped, _ = environment.step(actions)
    assert (over["j1"], stopped["j1"], environment.agents) == (True, False, [])
    result = environment.run.result()
    assert result is not None and rewards == result.scores == {"j1": 1.0, "j2": 0.0, "j3": 0.0}
    assert list(observations["j2"]["observation"][-4:]) == [20, 0, 0, observations["j1"]["observation"][-3]]
    assert "j1 " in (environment.render() or "")


def test_it_is_played_among_bots() -> None:
    played = episode(envs.solo_env(NAME, opponents="player"), random_policy, 7)
    assert len(played.actions) == len(BIDS) and sum(played.rewards) in {0, 1}


def test_a_match_goes_on_alike_from_a_copy_and_in_another_process() -> None:
    environment = envs.parallel_env(NAME)
    environment.reset(seed=1)
    run = environment.run
    for other in (sent_on(run), deepcopy(run)):
        assert other.game.dump(other.state) == run.game.dump(run.state)


def test_what_its_entry_says_holds_where_nothing_else_is_said() -> None:
    seats = (Seat("j1"), Seat("j2"), Seat("j3"))
    assert rules_of(NAME, None, None, None, 60, None) == Rules(NAME, seats, {}, 32, 60, 10)
    with pytest.raises(KeyError, match="`parallel_env` makes it; these are: fief, vassaux"):
        envs.env(NAME)
    with pytest.raises(ValueError, match="one of ansi, human"):
        envs.parallel_env(NAME, render_mode="svg")


def test_openspiel_plays_it_too() -> None:
    spiel = pytest.importorskip("heraut.lab.envs.spiel", reason="open_spiel is not installed")
    state = spiel.game_class(NAME)({"players": 3}).new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.chance_outcomes()[0][0] if state.is_chance_node() else state.legal_actions()[-1])
    assert state.returns() == [1.0, 1.0, 1.0]  # all bid all they have for the first lot, and nobody gets any
