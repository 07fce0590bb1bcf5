"""A match under way: Alice and Bob among bots, a few turns resolved, orders awaited."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from heraut.engine.rng import commitment
from heraut.site.accounts.models import Player
from heraut.site.clock.resolution import resolve_due
from heraut.site.matches import services
from heraut.site.matches.models import Match, Seat
from heraut.site.matches.pace import Pace
from tests.site.stored import forget_views, stored_match

__all__ = ["forget_views"]
LORDS = 4
SEED = bytes(32)


@pytest.fixture(autouse=True)
def fresh_views() -> None:
    """Views kept in the process belong to the database of one test."""
    forget_views()


def resolve(match: Match) -> None:
    """The turn ends now."""
    Match.objects.filter(pk=match.pk).update(deadline=timezone.now() - timedelta(seconds=1))
    resolve_due()
    forget_views()


def keep(match: Match, realm: object) -> None:
    """Stores a changed state as that of the last step."""
    state = match.rules.dump(realm)
    match.steps.filter(number=match.step).update(state=state)
    Match.objects.filter(pk=match.pk).update(state=state)
    forget_views()


def new_match(alice: Player, bob: Player, turns: int, lords: int = LORDS, **fields: Any) -> Match:
    """A match on the smallest map, its first turns played by bots."""
    options = {"map": "SCANDINAVIE", "names": {"j1": "Galehaut des Îles", "j2": "Iseult"}, **fields.pop("options", {})}
    match = services.open_match("gloire", "La couronne", options, Pace(grace=0), **fields)
    match.seed, match.commitment = SEED, commitment(SEED)  # what happens in it is the same in every run
    match.save()
    for number in range(lords):
        user, name = {0: (alice, "Galehaut des Îles"), 1: (bob, "Iseult")}.get(number, (None, ""))
        Seat.objects.create(match=match, name=f"new{number}", user=user, lord=name, bot="classic")
    services.start(match)
    for _ in range(turns):
        resolve(match)
    match.refresh_from_db()
    Seat.objects.filter(match=match, user__isnull=False).update(bot="", read=match.step)
    return match


@pytest.fixture
def match(alice: Player, bob: Player) -> Match:
    """Two turns in."""
    return stored_match("gloire", lambda: new_match(alice, bob, 2))


@pytest.fixture
def finished(alice: Player, bob: Player) -> Match:
    """A match that is over."""
    return stored_match("gloire, over", lambda: new_match(alice, bob, 2, options={"turn_limit": 2}))


@pytest.fixture
def seat_of(match: Match) -> Callable[[Player], Seat]:
    """The seat of a player."""
    return lambda player: match.seats.get(user=player)
