"""The games as OpenSpiel's: its random simulation, its playthroughs, its serialisation."""

from __future__ import annotations

from pathlib import Path

import pyspiel
import pytest
from absl import flags

from heraut.lab.envs import spiel
from tests.lab.envs import sent_on

LOADED = {
    "fief": "heraut_fief(players=2,steps=50)",
    "vassaux": "heraut_vassaux(steps=12)",
    "gloire": "heraut_gloire(players=3,steps=2,orders=3)",
    "daifen": "heraut_daifen(players=3,steps=3,orders=4)",
    "rois": "heraut_rois(players=2,steps=2,orders=3)",
}


@pytest.mark.slow
@pytest.mark.parametrize("game", LOADED)
def test_openspiel_simulates_it_at_random(game: str) -> None:
    loaded = pyspiel.load_game(LOADED[game])
    pyspiel.random_sim_test(loaded, 1, True, False)
    assert str(sent_on(loaded)) == str(loaded)
    assert loaded.get_type() == sent_on(loaded.get_type())


@pytest.mark.slow
@pytest.mark.parametrize("game", ["fief", "daifen"])
def test_a_playthrough_is_played_again_line_by_line(game: str, tmp_path: Path) -> None:
    from open_spiel.python.algorithms import generate_playthrough  # it takes a second to load, in every worker

    flags.FLAGS.mark_as_parsed()
    path = tmp_path / "playthrough.txt"
    path.write_text(generate_playthrough.playthrough(LOADED[game], None, seed=5))
    original, again = generate_playthrough.replay(str(path))
    assert again == original
    assert "ObservationString(1) = " in original
    assert "Returns() = [" in original


def test_a_copy_goes_on_by_itself_and_serialised_states_are_the_same() -> None:
    game = pyspiel.load_game(LOADED["daifen"])
    state = game.new_initial_state()
    for outcome in (1, 2, 3):
        assert state.is_chance_node()
        state.apply_action(outcome)
    state.apply_action(state.legal_actions()[1])
    twin, before = state.clone(), str(state)
    while not twin.is_chance_node():
        twin.apply_action(0)
    twin.apply_action(9)
    assert str(state) == before != str(twin)
    text = pyspiel.serialize_game_and_state(game, state)
    assert str(pyspiel.deserialize_game_and_state(text)[1]) == before


def test_what_one_player_builds_is_hidden_from_the_others() -> None:
    game = pyspiel.load_game(LOADED["daifen"])
    states = [game.new_initial_state() for _ in range(2)]
    for state, choice in zip(states, (1, 2), strict=True):
        for outcome in (1, 2, 3):
            state.apply_action(outcome)
        state.apply_action(state.legal_actions()[choice])
        while state.current_player() == 0:
            state.apply_action(0)
    observer = game.make_py_observer()
    tensors = []
    for state in states:
        observer.set_from(state, 1)
        tensors.append(observer.tensor.copy())
    assert (tensors[0] == tensors[1]).all()
    assert observer.string_from(states[0], 1) == observer.string_from(states[1], 1)
    assert observer.string_from(states[0], 0) != observer.string_from(states[1], 0)


def test_parameters_are_the_ones_that_are_told() -> None:
    assert set(spiel.HerautFief.kind.parameter_specification) == {
        "players",
        "options",
        "slots",
        "orders",
        "steps",
        "dice",
    }
    game = pyspiel.load_game("heraut_fief(players=4,dice=7,slots=50)")
    assert (game.num_players(), game.max_chance_outcomes(), game.num_distinct_actions()) == (4, 7, 51)
