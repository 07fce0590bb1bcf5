"""What a refused option is said to want: every sort of value that a game knows has its words, and no other."""

from __future__ import annotations

from importlib import import_module

import pytest

from heraut.engine.choices import sort_of
from heraut.engine.words import LANGUAGES, catalogue
from heraut.games import NAMES


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", NAMES)
def test_every_sort_of_option_has_its_words(game: str, lang: str) -> None:
    kinds = import_module(f"heraut.games.{game}.options").kinds()
    words = catalogue(f"heraut.games.{game}", lang)
    assert {sort_of(kind) for kind in kinds.values()} == set(
        words.names.get("option_sort") or words.groups["option_sort"]
    )
