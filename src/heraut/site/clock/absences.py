"""Turns missed in a row, and what follows: ghosts, seats offered, bots that stand in (GP-SITE-14)."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import F, Q

from heraut.site.matches.adapters import adapter
from heraut.site.matches.bot_names import drawn_for
from heraut.site.matches.models import Match, Seat
from heraut.site.matches.services import write_activity
from heraut.site.matches.telling import holders, listeners, tell
from heraut.site.matches.turn_status import GHOST, MISSED, SeatStatus, patience


def count_missed(match: Match, statuses: Mapping[str, SeatStatus]) -> None:
    """Turns missed in a row, player by player; after too many the seat is offered, or a bot stands in (GP-SITE-14).

    Who gives orders again has his seat back, from a bot as well, unless he asked to be replaced. Absence that was
    announced counts for nothing.
    """
    back = [name for name, status in statuses.items() if status.received]
    theirs = Seat.objects.filter(match=match, name__in=back, user__isnull=False)
    limit = patience(match)
    theirs.filter(out_of_patience(limit) | ~Q(bot="")).update(offered=False, meant_for=None, bot="")
    theirs.update(missed=0)
    missed = [name for name, status in statuses.items() if status.outcome == MISSED]
    if not missed:
        return
    seats = Seat.objects.filter(match=match, name__in=missed)
    seats.update(missed=F("missed") + 1)
    write_activity(match, "silent", seats=missed, turn=match.turns)
    if match.over:
        return
    ghosts = [seat.lord for seat in seats.filter(missed=GHOST)]
    for listener in listeners():
        listener.ghosts(match, ghosts)
    gone = list(seats.filter(out_of_patience(limit)).select_related("user"))
    lords = adapter(match.game).letter_names(match.realm) if gone else {}
    gone = [seat for seat in gone if lords[seat.name][1]]  # a lord may have come to his end this very turn
    if gone:
        for seat in gone:
            seat.offered, seat.bot = True, drawn_for(match, match.bots, seat.name)
        Seat.objects.bulk_update(gone, ["offered", "bot"])
        activity = write_activity(match, "stand_in" if match.bots else "offered", seats=[seat.name for seat in gone])
        tell(activity, holders(gone), at_table=True)


def out_of_patience(limit: int | None) -> Q:
    """The seats that have missed so many turns in a row; None: however many, none of them has."""
    return Q(pk__in=[]) if limit is None else Q(missed__gte=limit)
