"""What is noted of a match while it is played: how each seat began, and each answer with how its seat stood."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from importlib import import_module
from types import ModuleType
from typing import Any

import msgspec

from heraut.engine.match import Match
from heraut.engine.protocol import Seat
from heraut.games.registry import GAMES
from heraut.lab.simulate import Fixture, MatchResult, play_fixture


class Taken(msgspec.Struct, frozen=True):
    """One answer: at which step which seat gave which, to what kind of decision, and how it stood (`figures`).

    `view` is what it saw, as JSON, where views are kept.
    """

    step: int
    seat: Seat
    kind: str
    answer: str
    figures: tuple[float, ...]
    view: bytes | None = None


class Played(msgspec.Struct, frozen=True):
    """A match of a campaign: its number there, how it ended, how seats began ({} if it ended before), its answers."""

    number: int
    result: MatchResult
    starts: dict[Seat, dict[str, str]]
    trajectory: tuple[Taken, ...]


def facts(game: str) -> ModuleType | None:
    """What the game has to note (`calculators/facts.py`); None where it has nothing."""
    name = f"{GAMES[game].packages.game}.calculators.facts"
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return None


class Notes:
    """Watches a match (`engine.play.Watch`)."""

    def __init__(self, fixture: Fixture, *, trajectories: bool, views: bool) -> None:
        self.fixture, self.trajectories, self.views = fixture, trajectories, views
        self.facts = facts(fixture.game)
        self.starts: dict[Seat, dict[str, str]] | None = None
        self.taken: list[Taken] = []

    def __call__(self, match: Match[Any, Any], answers: Mapping[Seat, Any]) -> None:
        """Notes the step that is about to be taken."""
        if self.starts is None and self.facts is not None:
            look = partial(match.game.view, match.state)
            self.starts = self.facts.starts(look, list(self.fixture.entered), self.fixture.options)
        if not self.trajectories:
            return
        pending, step = match.pending(), len(match.record.steps)
        for seat, answer in answers.items():
            decision = pending[seat]
            figures = () if self.facts is None else tuple(map(float, self.facts.figures(decision.view)))
            view = msgspec.json.encode(decision.view) if self.views else None
            self.taken.append(Taken(step, seat, decision.kind, decision.write(answer), figures, view))


def play_noted(number: int, fixture: Fixture, *, trajectories: bool, views: bool) -> Played:
    """Plays a match of a campaign and notes what happens."""
    notes = Notes(fixture, trajectories=trajectories, views=views)
    result = play_fixture(fixture, notes)
    return Played(number, result, notes.starts or {}, tuple(notes.taken))
