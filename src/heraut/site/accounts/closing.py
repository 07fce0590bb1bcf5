"""Leaving for good: the account goes, the seats are offered to others, the matches stay whole."""

from __future__ import annotations

from django.db import transaction

from heraut.site.accounts.models import Player
from heraut.site.matches.models import OVER, Seat


@transaction.atomic
def close(player: Player) -> None:
    """Deletes the account with its letters. Orders already given stay in the matches, without their author."""
    free_seats(player)
    player.delete()


def free_seats(player: Player) -> int:
    """Offers to others every seat of a match that is not over (GP-SITE-13); how many there were."""
    seats = Seat.objects.filter(user=player).exclude(match__status=OVER)
    return seats.update(user=None, offered=True, confirmed=False, notes="")
