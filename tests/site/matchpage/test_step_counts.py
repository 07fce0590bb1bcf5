"""Counts of steps are kept once in a process, and forgotten when they are too many: between two looks, too."""

from __future__ import annotations

from typing import Any

import pytest

from heraut.site.accounts.models import Player
from heraut.site.matches.models import Match
from heraut.site.matchpage import step_counts
from heraut.site.matchpage.step_counts import Measured
from tests.site.matchpage.conftest import new_match

pytestmark = pytest.mark.django_db


class Forgetful(dict[Any, Any]):
    """A store that another thread empties as soon as somebody has looked whether something is in it."""

    def __contains__(self, key: object) -> bool:
        found = super().__contains__(key)
        self.clear()
        return found

    def get(self, key: object, default: Any = None) -> Any:
        """What is there at this moment."""
        found = super().get(key, default)
        self.clear()
        return found


@pytest.fixture
def match(alice: Player, bob: Player) -> Match:
    """Three turns in."""
    return new_match(alice, bob, 3)


def turns(view: Any) -> Any:
    """What is measured here."""
    return view["turn"]


def test_what_another_thread_forgets_meanwhile_is_measured_again(match: Match) -> None:
    kept = Measured(turns)
    expected = kept.of(match)
    assert len(expected) == 4 and len(kept.kept) == 4
    kept.kept = Forgetful(kept.kept)
    assert kept.of(match) == expected


def test_too_many_figures_are_forgotten_and_no_answer_lacks_one(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(step_counts, "MOST_KEPT", 1)
    kept = Measured(turns)
    expected = kept.of(match)
    for _ in range(3):
        assert kept.of(match) == expected
        assert kept.of(match, numbers=[2]) == expected[2:3]
