"""A number that may be one is followed by the word that goes with it: no "1 hommes", no "1 men", in any game."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from heraut.engine.words import LANGUAGES, catalogue
from heraut.games import NAMES

NOUNS = {
    "fr": "ans chevaliers combattants écus espions engagés hommes pertes points soldats terres tours unités",
    "en": "écus fighters knights lands losses men people points soldiers spies turns units years",
}
ALWAYS_MORE = {  # what is never one where these are said
    ("daifen", "abandon_warning"),  # from the second turn on (DA-END-12)
    ("gloire", "no_royal_jousts"),  # jousts every turn are never missed
    ("fief", "deal_proposed"), ("fief", "deal_kept"),  # hundreds (FI-MOD-01)
    ("vassaux", "bad_limit"), ("vassaux", "limit_too_high"), ("vassaux", "too_dear"), ("vassaux", "bad_gear"),
    ("vassaux", "units_out_of_range"),
}  # fmt: skip


def bare_plurals(game: str, lang: str) -> Iterator[tuple[str, str]]:
    """Sentences in which a plain figure stands before a plural."""
    bare = re.compile(rf"\{{\w+\}} (?:{'|'.join(NOUNS[lang].split())})\b")
    groups = catalogue(f"heraut.games.{game}", lang).groups
    for group in ("event", "ignored", "refusal"):
        for key, sentence in groups.get(group, {}).items():
            if (found := bare.search(sentence)) and (game, key) not in ALWAYS_MORE:
                yield key, found[0]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", NAMES)
def test_a_figure_is_followed_by_the_word_that_goes_with_it(game: str, lang: str) -> None:
    assert list(bare_plurals(game, lang)) == []
