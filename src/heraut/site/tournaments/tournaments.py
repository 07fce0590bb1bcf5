"""Opening a tournament, entering, leaving, closing its entries; the worker does the rest (`rounds.py`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from django.db import transaction
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.common.refusals import Refused
from heraut.site.matches.adapters import adapter, names
from heraut.site.matches.pace import Pace
from heraut.site.matches.services import new_code
from heraut.site.tournaments import models as t
from heraut.site.tournaments.letters import tell_cancelled
from heraut.site.tournaments.models import Entrant, Tournament

MOST_ROUNDS, MOST_ENTRANTS = 15, 200


def games() -> tuple[str, ...]:
    """The games that are played in tournaments: not those in which it is a secret who plays."""
    return tuple(name for name in names() if not adapter(name).secret)


def open_tournament(
    host: Player, title: str, game: str, kind: str, rounds: int, options: Mapping[str, Any], pace: Pace
) -> Tournament:
    """A tournament that waits for players. `options` are those of its matches, `lords` the seats of each."""
    return Tournament.objects.create(
        code=new_code(),
        host=host,
        title=title,
        game=game,
        kind=kind,
        size=int(options["lords"]),
        rounds=rounds,
        options=dict(options),
        pace_data=msgspec.to_builtins(pace),
    )


def held(tournament: Tournament, *statuses: str) -> Tournament:
    """The tournament, locked. Raises Refused unless it has one of these statuses."""
    locked = Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
    if locked.status not in statuses:
        raise Refused("tournament_closed")
    return locked


@transaction.atomic
def enter(tournament: Tournament, player: Player) -> None:
    """Enters a tournament that has not begun. Raises Refused."""
    tournament = held(tournament, t.GATHERING)
    if player.guest:
        raise Refused("guest")
    if tournament.entrants.count() >= MOST_ENTRANTS:
        raise Refused("tournament_full", most=MOST_ENTRANTS)
    Entrant.objects.get_or_create(tournament=tournament, player=player)


@transaction.atomic
def leave(tournament: Tournament, player: Player) -> None:
    """Leaves it: before it begins as if one had never entered; after, one is paired no more. Raises Refused."""
    tournament = held(tournament, t.GATHERING, t.RUNNING)
    own = tournament.entrants.filter(player=player)
    if tournament.status == t.GATHERING:
        own.delete()
    else:
        own.filter(left=None).update(left=timezone.now())


@transaction.atomic
def begin(tournament: Tournament) -> None:
    """Entries are closed; the worker begins the first round. Raises Refused with fewer than two who have entered."""
    tournament = held(tournament, t.GATHERING)
    count = tournament.entrants.count()
    if count < 2:
        raise Refused("tournament_too_few")
    if tournament.kind == t.LEAGUE and tournament.size == 2:
        tournament.rounds = min(tournament.rounds, count - 1 + count % 2)  # until each has met each
    tournament.status = t.RUNNING
    tournament.save(update_fields=["status", "rounds"])


@transaction.atomic
def cancel(tournament: Tournament, author: Player, reason: str) -> None:
    """It is not played, or not to its end, for a reason that all read; matches under way go on. Raises Refused."""
    tournament = held(tournament, t.GATHERING, t.RUNNING)
    tournament.status, tournament.ended, tournament.reason = t.CANCELLED, timezone.now(), reason
    tournament.save(update_fields=["status", "ended", "reason"])
    tell_cancelled(tournament, author)
