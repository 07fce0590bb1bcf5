"""A mistake in what one game brings takes that game off the lists, and nothing else down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest
from django.test import Client

from heraut.engine import words as engine_words
from heraut.site.accounts.models import Player
from heraut.site.games.fief import adapter as fief_adapter
from heraut.site.lobby.tables import open_table
from heraut.site.matches import adapters
from heraut.site.matches.models import Match
from tests.site.games.fief.conftest import new_match as new_banquet
from tests.sixth_game.conftest import forget

FIEF = "heraut.site.games.fief"
packaged = engine_words.packaged


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    """Words and games are read anew before and after."""
    forget()
    yield
    forget()


@pytest.fixture
def match(alice: Player, bob: Player) -> Match:
    """A public match of Fief under way, with Alice in it."""
    return new_banquet(alice, bob)


def spoil(monkeypatch: pytest.MonkeyPatch, mistakes: Mapping[str, str]) -> None:
    """Fief's files of words have these mistakes."""

    def read(package: str, name: str) -> bytes:
        found = packaged(package, name)
        for right, wrong in mistakes.items() if package == FIEF else ():
            assert right.encode() in found, right
            found = found.replace(right.encode(), wrong.encode())
        return found

    monkeypatch.setattr(engine_words, "packaged", read)
    forget()


@pytest.mark.parametrize(("old", "new"), [("[fief]", "[fief"), ('fief = "Fief 2"', "")], ids=["unreadable", "nameless"])
def test_a_mistake_in_one_games_words_leaves_the_first_page_to_the_others(
    old: str, new: str, monkeypatch: pytest.MonkeyPatch, match: Match, alice: Player, client_of, client: Client
) -> None:
    page = client.get("/").content.decode()
    assert "Fief 2" in page
    spoil(monkeypatch, {old: new})
    assert adapters.names() == ("gloire", "daifen", "vassaux", "rois")
    for who in (client, client_of(alice)):
        answer = who.get("/")
        assert answer.status_code == 200 and "Fief 2" not in answer.content.decode()
        assert "Daifen" in answer.content.decode()
        for address in ("/tables/", "/rois/", "/regles/"):
            assert who.get(address).status_code in (200, 404), address


def test_a_sentence_that_one_game_lacks_is_missed_where_it_stands_and_nowhere_else(
    monkeypatch: pytest.MonkeyPatch, match: Match, alice: Player, client_of, client: Client
) -> None:
    open_table(alice, "Le repas", {"lords": 4, "mode": "normal"}, match.pace, game="fief")
    assert "Le repas" in client.get("/").content.decode()
    spoil(monkeypatch, {"\nplace = ": "\nplaace = ", "\nreign = ": "\nreiign = ", "\nasked_": "\naasked_"})
    for who in (client, client_of(alice)):
        answer = who.get("/")
        assert answer.status_code == 200 and "Le repas" in answer.content.decode()


def test_a_game_whose_pages_cannot_be_loaded_is_left_out(
    monkeypatch: pytest.MonkeyPatch, match: Match, client: Client
) -> None:
    monkeypatch.delattr(fief_adapter, "SITE")
    forget()
    assert adapters.names() == ("gloire", "daifen", "vassaux", "rois")
    assert client.get("/").status_code == 200
