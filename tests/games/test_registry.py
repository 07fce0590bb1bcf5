"""The register of games: one entry each, which agrees with what the games' own tables say."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from heraut.engine.words import HARD_SPACE
from heraut.games.daifen.tables import CONSTANTS
from heraut.games.registry import GAMES

every_game = pytest.mark.parametrize("name", GAMES)


@every_game
def test_what_an_entry_promises_is_there(name: str) -> None:
    entry = GAMES[name]
    for module in {*entry.odds.values(), "match", "tables"}:
        assert find_spec(f"{entry.packages.cli}.{module}") is not None
    for module in (f"{entry.packages.game}.calculators.worth", entry.packages.bots):
        assert find_spec(module) is not None
    assert entry.bots[0] == "random"


@every_game
def test_a_game_in_a_line_is_printed_as_printers_do(name: str) -> None:
    assert f"{HARD_SPACE}: " in GAMES[name].about("fr")
    assert ": " in GAMES[name].about("en") and HARD_SPACE not in GAMES[name].about("en")


def test_the_usual_kingdoms_of_daifen_are_those_of_its_tables() -> None:
    assert GAMES["daifen"].seats == CONSTANTS.kingdoms_default
