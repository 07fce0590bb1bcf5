"""How a match is opened, started, told of in its chronicle. Each function is a transaction, or part of its caller's."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec
from django.db import transaction
from django.utils import timezone

from heraut.engine.match import Match as EngineMatch
from heraut.engine.protocol import Seat as SeatName
from heraut.engine.rng import commitment
from heraut.site.matches import models as m
from heraut.site.matches.activity_kinds import ActivityKind
from heraut.site.matches.adapters import adapter
from heraut.site.matches.models import Activity, Match, Seat
from heraut.site.matches.pace import Pace, deadline
from heraut.site.matches.steps import as_taken, keep_steps
from heraut.site.matches.telling import listeners

CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that is mistaken for another


class Closed(Exception):
    """Nothing can be changed now: the turn is being resolved, the match is paused, over, or not yet begun."""


def new_code() -> str:
    """A code that nobody can guess: it is the whole secret of a private match's address."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(10))


def open_match(game: str, title: str, options: Mapping[str, Any], pace: Pace, **fields: Any) -> Match:
    """A match waiting for players; its seed is drawn and committed to at once."""
    seed = secrets.token_bytes(32)
    return Match.objects.create(
        code=new_code(),
        game=game,
        title=title,
        options=dict(options),
        pace_data=msgspec.to_builtins(pace),
        seed=seed,
        commitment=commitment(seed),
        **fields,
    )


@transaction.atomic
def start(match: Match, now: datetime | None = None) -> None:
    """Sets the match up with its seats, in the order of registration, opens the first turn, and tells the players.

    Raises SetupError when the options cannot be played with these seats, and Closed when it has started already.
    """
    now = now or timezone.now()
    if Match.objects.select_for_update(no_key=True).get(pk=match.pk).status not in (m.GATHERING, m.MUSTER):
        raise Closed
    seats = number_seats(match)
    options = {**match.options, "lords": len(seats), **adapter(match.game).seat_options(seats)}
    call_lords(seats, options["names"])
    for name in adapter(match.game).for_the_table:
        del options[name]
    words = {SeatName(seat.name): seat.word for seat in seats if seat.word}
    begun = EngineMatch.new(match.rules, [SeatName(seat.name) for seat in seats], options, bytes(match.seed), words)
    match.options, match.rules_version = options, begun.record.rules_version
    match.state, match.digest = bytes(begun.record.state), begun.record.start
    match.status, match.started, match.step = m.RUNNING, now, 0
    match.deadline = deadline(match.pace, now, 1)
    if match.pace.by_decision:
        match.turn, match.ready = adapter(match.game).turn_of(begun.state), now  # bots may be the first to be asked
    match.save()
    keep_steps(match, now, [as_taken(match, begun, 0, {})])
    for listener in listeners():
        listener.begun(match, begun.state, begun.events, now)


def number_seats(match: Match) -> list[Seat]:
    """The seats under the names j1, j2, …, in the order of registration: those who left in between leave no gap."""
    seats = list(match.seats.all())
    for seat in seats:
        seat.name = f"~{seat.pk}"  # out of the way of the others, for names are unique at every moment
    Seat.objects.bulk_update(seats, ["name"])
    for number, seat in enumerate(seats, start=1):
        seat.name = f"j{number}"
    Seat.objects.bulk_update(seats, ["name"])
    return seats


def call_lords(seats: list[Seat], names: Mapping[str, str]) -> None:
    """Lords are called as the game calls them: two who have chosen one name are told apart."""
    renamed = [seat for seat in seats if names.get(seat.name, seat.lord) != seat.lord]
    for seat in renamed:
        seat.lord = names[seat.name]
    Seat.objects.bulk_update(renamed, ["lord"])


def write_activity(match: Match, kind: ActivityKind, author: Any = None, **data: Any) -> Activity:
    """One entry in the public chronicle of the match."""
    entry = Activity.objects.create(match=match, at=timezone.now(), author=author, kind=kind, data=data)
    for listener in listeners():
        listener.chronicled(entry)
    return entry
