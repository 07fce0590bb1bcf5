"""Matches of games that go on decision by decision, for tests: begun, set down from a position, answered."""

from __future__ import annotations

from typing import Any

from heraut.engine.record import digest
from heraut.engine.rng import commitment
from heraut.site.accounts.models import Player
from heraut.site.clock.resolution import resolve_at_once
from heraut.site.matches.models import Match, Seat
from heraut.site.matches.orders import decision_of, save_orders
from heraut.site.matches.records import recorded
from heraut.site.matches.services import start
from tests.site.matchpage.conftest import forget_views

SEED = bytes(range(32))


def begun(
    match: Match, people: tuple[Player, ...], seats: int, bot: str, nameless: str, choices: dict[str, str] | None = None
) -> Match:
    """The match under way, these people in its first seats and bots in the others, `nameless` and a number.

    `choices` are what everybody has chosen on sitting down.
    """
    match.seed, match.commitment = SEED, commitment(SEED)  # what happens in it is the same in every run
    match.save()
    for number in range(seats):
        player = people[number] if number < len(people) else None
        lord = player.username if player else f"{nameless} {number + 1}"
        Seat.objects.create(
            match=match, name=f"new{number}", user=player, lord=lord, bot="" if player else bot, choices=choices or {}
        )
    start(match)
    resolve_at_once(match.pk)
    match.refresh_from_db()
    return match


def set_down(match: Match, realm: Any) -> None:
    """The match goes on from this state of its game."""
    state = match.rules.dump(realm)
    last = match.steps.get(number=match.step)
    proof = digest(bytes(match.seed).hex(), recorded(last.answers, "").answers, state, "")
    match.steps.filter(pk=last.pk).update(state=state, base=None, digest=proof)
    Match.objects.filter(pk=match.pk).update(state=state, turn=realm.turn, digest=proof)
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
