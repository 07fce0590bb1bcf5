"""The demonstration, for tests that need a match with a past."""

from __future__ import annotations

import pytest

from heraut.site.accounts.models import Player
from heraut.site.lobby.demo import prepare_demo


@pytest.fixture
def demo(db: None) -> Player:
    """The player of a demonstration that was prepared twice."""
    prepare_demo()
    return prepare_demo()
