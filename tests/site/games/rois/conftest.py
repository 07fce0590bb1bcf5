"""A world under way: Alice and Bob among bots, a few years resolved, sheets awaited."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from heraut.engine.protocol import Event
from heraut.engine.protocol import Seat as SeatName
from heraut.engine.record import digest
from heraut.engine.rng import Rng, commitment
from heraut.site.accounts.models import Player
from heraut.site.games.rois import dealings, memories, rehearsal_setup, statistics
from heraut.site.matches import records, services
from heraut.site.matches.models import Match, Seat, Sheet
from heraut.site.matches.pace import Pace
from heraut.site.matches.state_storage import states
from heraut.site.matches.steps import stored_events
from tests.games.rois.scramble import scramble
from tests.site.matchpage.conftest import forget_views, fresh_views, keep, resolve
from tests.site.stored import stored_match

__all__ = ["fresh_views"]
KINGDOMS = 6
YEARS = 4
SEED = bytes(range(32))
NOBODY = "nobody"
STRANGE = {"province": 3, "kingdom": 0, "season": 2}


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """What was kept of other matches is forgotten."""
    forget()
    yield


def forget() -> None:
    """As in a process that has just begun."""
    statistics.kept.clear()
    memories.kept.clear()
    dealings.kept.clear()
    rehearsal_setup.kept.forget()
    forget_views()


def new_world(
    alice: Player, bob: Player, years: int = 0, kingdoms: int = KINGDOMS, seed: bytes = SEED, **options: Any
) -> Match:
    """A world whose first years were played by bots that play to win; the same in every run."""
    match = services.open_match("rois", "Les Marches", {"world": "Les Marches", **options}, Pace(grace=0))
    match.seed, match.commitment = seed, commitment(seed)
    match.save()
    for number in range(kingdoms):
        user, name = {0: (alice, "Aline"), 1: (bob, "Bertrand")}.get(number, (None, f"Sire {'ABCDEFGHIJKL'[number]}"))
        Seat.objects.create(match=match, name=f"new{number}", user=user, lord=name, bot="classic")
    services.start(match)
    for _ in range(years):
        resolve(match)
    match.refresh_from_db()
    Seat.objects.filter(match=match, user__isnull=False).update(bot="", read=match.step)
    return match


def bend(match: Match, change: Callable[[Any], None]) -> None:
    """Changes the stored world by hand, so that it can be played on."""
    match.refresh_from_db()
    world = match.realm
    change(world)
    keep(match, world)
    last = match.steps.get(number=match.step)
    seal = digest(bytes(match.seed).hex(), records.recorded(last.answers, "").answers, match.rules.dump(world))
    match.steps.filter(pk=last.pk).update(digest=seal)
    Match.objects.filter(pk=match.pk).update(digest=seal)
    forget()
    match.refresh_from_db()


def other_world(match: Match, seat: str) -> None:
    """Everything that this seat may not know, changed at random in every year: states, events, sheets of others, the
    seed; for "nobody" what no passer-by may know.
    """
    rng = Rng(b"elsewhere")
    holders = [seat] if seat != NOBODY else ["j1", "j2"]
    found = sorted(states(match.pk, range(match.step + 1)))
    for number, state in found:
        world = match.rules.load(state)
        for holder in holders:
            world = scramble(world, SeatName(holder), rng.at(number, holder))
        step = match.steps.get(number=number)
        step.state, step.base = match.rules.dump(world), None
        events = stored_events(step.events)
        mine = [event for event in events if event.seen_by is None or seat in event.seen_by]
        step.events = msgspec.json.encode([*mine, Event("RO-BAT-35", "conquered", STRANGE, (SeatName("j6"),))])
        step.answers = [[name, text if name == seat else "@1\n1: EX"] for name, text in step.answers]
        step.sealed_hashes = {name: one for name, one in step.sealed_hashes.items() if name == seat}
        step.save()
    last = match.steps.get(number=match.step)
    Match.objects.filter(pk=match.pk).update(state=last.state, seed=b"une autre graine")
    others = match.seats.exclude(name=seat)
    Sheet.objects.filter(seat__in=others).update(text="@1\n1: EX", kept="@1\n1: EX")
    others.update(notes="ne jamais croire Alice", unread=3)
    forget()
    match.refresh_from_db()


@pytest.fixture
def match(alice: Player, bob: Player) -> Match:
    """Four years in."""
    stored = stored_match("rois", lambda: new_world(alice, bob, YEARS))
    forget()
    return stored


@pytest.fixture
def seat_of(match: Match) -> Callable[[Player], Seat]:
    """The seat of a player."""
    return lambda player: match.seats.get(user=player)
