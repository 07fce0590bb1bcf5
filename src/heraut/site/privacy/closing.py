"""Leaving for good: the account goes, the seats are offered to others, the matches stay whole."""

from __future__ import annotations

from django.db import transaction

from heraut.site.accounts.models import Player
from heraut.site.lobby.tables import leave
from heraut.site.lobby.waiting_list import WAITING
from heraut.site.matches.adapters import adapter
from heraut.site.matches.host_actions import rule
from heraut.site.matches.models import OVER, Match, Seat


@transaction.atomic
def close(player: Player) -> None:
    """Deletes the account with its letters. Orders already given stay in the matches, without their author."""
    free_seats(player)
    player.delete()


def free_seats(player: Player) -> int:
    """Leaves the tables that wait, and offers every seat of a match under way (GP-SITE-13); how many of these.

    Where the rules want it so, his lords bear a neutral name from then on (DA-ACC-04).
    """
    for table in Match.objects.filter(seats__user=player, status__in=WAITING):
        leave(table, player)
    seats = Seat.objects.filter(user=player).exclude(match__status=OVER)
    begun = seats.filter(match__started__isnull=False)
    for seat in begun.select_related("match").defer("match__state", "match__seed"):
        if adapter(seat.match.game).absent:
            rule(seat.match, "absent", [seat])
            Seat.objects.filter(pk=seat.pk).update(lord=adapter(seat.match.game).absent)
    return seats.update(user=None, offered=True, confirmed=False, notes="", unread=0)
