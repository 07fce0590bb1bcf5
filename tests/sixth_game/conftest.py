"""The sixth game is entered for one test at a time, as its one line in the register would enter it for good."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from heraut.engine import words as engine_words
from heraut.games.registry import GAMES
from heraut.site import templating
from heraut.site.common import words
from heraut.site.matches import adapters
from tests.cli.conftest import heraut
from tests.site.conftest import alice, bob, client_of
from tests.sixth_game import ENTRY, NAME

__all__ = ["alice", "bob", "client_of", "heraut"]


@pytest.fixture(autouse=True)
def entered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one line."""
    monkeypatch.setitem(GAMES, NAME, ENTRY)


@pytest.fixture
def site(entered: None, settings: Any) -> Iterator[None]:
    """A site that has begun since: its settings have read the register."""
    settings.INSTALLED_APPS = [*settings.INSTALLED_APPS, ENTRY.packages.site]
    forget()
    yield
    forget()


def forget() -> None:
    """As in a process that has just begun."""
    for each in (words.site_words, words.sentence, engine_words.catalogue, templating.url):
        each.cache_clear()
    adapters.forget()
