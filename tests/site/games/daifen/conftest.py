"""A continent under way: Alice and Bob among four bots, a few turns resolved, forms awaited."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from heraut.engine.record import digest
from heraut.site.accounts.models import Player
from heraut.site.games.daifen import dossier, rehearsal_setup, statistics
from heraut.site.matches import records, services
from heraut.site.matches.models import Match, Seat
from heraut.site.matches.pace import Pace
from tests.site.matchpage.conftest import forget_views, fresh_views, keep, resolve
from tests.site.stored import stored_match

__all__ = ["fresh_views"]
KINGDOMS = 6


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """What was kept of other matches is forgotten."""
    statistics.kept.clear()
    dossier.kept.clear()
    rehearsal_setup.kept.forget()
    yield


def new_continent(alice: Player, bob: Player, turns: int = 0, kingdoms: int = KINGDOMS, **options: Any) -> Match:
    """A continent whose first turns were played by bots that answer at random."""
    chosen = {"continent": "Brumes", "lords": kingdoms, "abandon_after": None, **options}
    match = services.open_match("daifen", "Les brumes", chosen, Pace(grace=0))
    for number in range(kingdoms):
        user, name = {0: (alice, "Aline"), 1: (bob, "Bertrand")}.get(number, (None, f"Sire {number}"))
        Seat.objects.create(match=match, name=f"new{number}", user=user, lord=name, bot="random")
    services.start(match)
    for _ in range(turns):
        resolve(match)
        match.refresh_from_db()
    match.refresh_from_db()
    Seat.objects.filter(match=match, user__isnull=False).update(bot="", read=match.step)
    return match


def bend(match: Match, change: Callable[[Any], None]) -> None:
    """Changes the stored continent by hand, so that it can be played on."""
    match.refresh_from_db()
    continent = match.realm
    change(continent)
    keep(match, continent)
    last = match.steps.get(number=match.step)
    seal = digest(bytes(match.seed).hex(), records.recorded(last.answers, "").answers, match.rules.dump(continent))
    match.steps.filter(pk=last.pk).update(digest=seal)
    Match.objects.filter(pk=match.pk).update(digest=seal)
    statistics.kept.clear()
    dossier.kept.clear()
    forget_views()
    match.refresh_from_db()


@pytest.fixture
def match(alice: Player, bob: Player) -> Match:
    """Three turns in; Alice and Bob know each other, and have seen something of the world."""

    def meet(continent: Any) -> None:
        hers, his = continent.kingdoms["j1"], continent.kingdoms["j2"]
        hers.known["j2"], his.known["j1"] = 2, 3
        for kingdom in (hers, his):
            kingdom.gold, kingdom.intellect = 200, 40
            kingdom.buildings |= {"carriere": 5, "caserne": 2, "tour_de_guet": 1}
            kingdom.units |= {"guerrier": 6, "espion": 2}

    def made() -> Match:
        match = new_continent(alice, bob, 3)
        bend(match, meet)
        return match

    return stored_match("daifen", made)


@pytest.fixture
def seat_of(match: Match) -> Callable[[Player], Seat]:
    """The seat of a player."""
    return lambda player: match.seats.get(user=player)
