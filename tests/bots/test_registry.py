"""Bots are found by game and by name."""

from __future__ import annotations

import pytest

from heraut import bots, games


def test_every_game_has_a_random_bot_and_one_that_plays_to_win() -> None:
    for game in games.NAMES:
        assert {"random", "player"} <= set(bots.names(game))
        for name in bots.names(game):
            assert callable(bots.player(game, name))


def test_an_unknown_bot_is_refused_with_the_names_that_exist() -> None:
    with pytest.raises(KeyError, match="random, player"):
        bots.player("gloire", "merlin")


def test_an_unknown_game_is_refused_with_the_games_that_have_bots() -> None:
    with pytest.raises(KeyError, match="gloire"):
        bots.player("tric-trac", "random")
