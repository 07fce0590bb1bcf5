"""Bots are found by game and by name."""

from __future__ import annotations

from importlib import import_module
from inspect import signature

import pytest

from heraut import bots, games
from heraut.games.registry import GAMES
from tests.imports import has


def test_every_game_has_a_random_bot_and_one_that_plays_to_win() -> None:
    for game in games.NAMES:
        assert {"random", "player"} <= set(bots.names(game))
        for name in bots.names(game):
            assert callable(bots.player(game, name))


def test_an_unknown_bot_is_refused_with_the_names_that_exist() -> None:
    with pytest.raises(KeyError, match="random, silent, classic"):
        bots.player("gloire", "merlin")
    with pytest.raises(KeyError, match="random:loyal"):
        bots.player("gloire", "random:loyal")


@pytest.mark.parametrize(
    "name",
    [
        *("player+wars=nan", "player+wars=inf", "player+wars=-inf", "player+wars=1e300", "player+wars=", "player+=1"),
        *("master@nan", "master@inf", "master@0", "master@-1", "master@1e-999", "master@0.1@0.2"),
        *("player:", "player:loyal:greedy", "random@0.1", "random+wars=0", "silent:loyal", "", "@", "+", "pl\udcffyer"),
    ],
)
def test_a_name_that_says_nothing_sensible_is_no_bots(name: str) -> None:
    with pytest.raises(KeyError):
        bots.player("gloire", name)


def test_an_unknown_game_is_refused_with_the_games_that_have_bots() -> None:
    with pytest.raises(KeyError, match="gloire"):
        bots.player("tric-trac", "random")


@pytest.mark.parametrize("game", GAMES)
def test_the_bots_of_all_games_have_one_shape(game: str) -> None:
    package = GAMES[game].packages.bots
    asked = ["decision", "view", "rng"]
    for module, function, more in (
        ("", "answer", "character"),
        (".master", "searched", "character"),
        (".counsels", "advised", "traits"),
    ):
        if not has(package + module):
            continue
        found = getattr(import_module(package + module), function)
        assert list(signature(found).parameters)[:4] == [*asked, more]
        assert found.__doc__
    assert import_module(f"{package}.traits").TUNED
    if has(f"{package}.master"):
        assert callable(import_module(f"{package}.evaluation").evaluate) and import_module(f"{package}.master").PLAYOUTS
    if has(f"{package}.diplomacy"):
        assert callable(import_module(f"{package}.diplomacy").regard)
