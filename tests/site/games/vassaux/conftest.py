"""Tables of Seigneurs & Vassaux for tests: people in the first seats, a bot in the other, or the reaction table."""

from __future__ import annotations

from typing import Any

import pytest

from heraut.engine.record import digest
from heraut.engine.rng import commitment
from heraut.games.vassaux.state import Battle
from heraut.site.accounts.models import Player
from heraut.site.clock.resolution import resolve_at_once
from heraut.site.matches.models import Match, Seat
from heraut.site.matches.orders import decision_of, save_orders
from heraut.site.matches.pace import Pace
from heraut.site.matches.records import recorded
from heraut.site.matches.services import open_match, start
from tests.site.matchpage.conftest import forget_views

SEED = bytes(range(32))
LIVE = Pace(clocks=(90, 30, 30, 30), early=True, grace=0)
POST = Pace(clocks=(172_800, 86_400, 86_400, 86_400), early=True, grace=0)


@pytest.fixture(autouse=True)
def fresh_views() -> None:
    """Views kept in the process belong to the database of one test."""
    forget_views()


def new_match(*people: Player, seats: int = 2, pace: Pace = LIVE, bot: str = "player", **options: Any) -> Match:
    """A battle just begun, these people in its first seats; a single seat plays against the reaction table."""
    match = open_match("vassaux", "Le gué", {"lords": seats, **options}, pace, host=people[0], bots=bot)
    match.seed, match.commitment = SEED, commitment(SEED)  # what happens in it is the same in every run
    match.save()
    for number in range(seats):
        player = people[number] if number < len(people) else None
        lord = player.username if player else f"Sire {number + 1}"
        Seat.objects.create(match=match, name=f"new{number}", user=player, lord=lord, bot="" if player else bot)
    start(match)
    resolve_at_once(match.pk)
    match.refresh_from_db()
    return match


def placed(match: Match, battle: Battle) -> None:
    """The match goes on from this position, under its own seats and names."""
    for host, former in zip(battle.hosts, match.realm.hosts, strict=True):
        host.seat, host.name = former.seat, former.name
    state = match.rules.dump(battle)
    last = match.steps.get(number=match.step)
    proof = digest(bytes(match.seed).hex(), recorded(last.answers, "").answers, state, "")
    match.steps.filter(pk=last.pk).update(state=state, base=None, digest=proof)
    Match.objects.filter(pk=match.pk).update(state=state, turn=battle.turn, digest=proof)
    match.refresh_from_db()
    forget_views()


def seat_of(match: Match, player: Player) -> Seat:
    """The seat of this player, as it is now."""
    return match.seats.get(user=player)


def decision(match: Match, player: Player) -> Any:
    """What this player owes now."""
    match.refresh_from_db()
    return decision_of(match, seat_of(match, player))


def answer(match: Match, player: Player, text: str, notes: str | None = None) -> None:
    """Gives an answer with what is noted for the questions after it, and has the step taken."""
    save_orders(seat_of(match, player), text, seal=True, notes=notes)
    resolve_at_once(match.pk)
    match.refresh_from_db()


def until(match: Match, *people: Player, kind: str) -> Player:
    """Silence answers for these people until one of them is asked a question of this kind; who."""
    for _ in range(200):
        for player in people:
            owed = decision(match, player)
            if owed is not None and owed.kind == kind:
                return player
            if owed is not None:
                answer(match, player, owed.write(owed.default))
    raise AssertionError(kind)
