"""Leaving for good: the account goes, the seats are offered to others, the matches stay whole."""

from __future__ import annotations

from django.db import transaction

from heraut.site.accounts.models import Player
from heraut.site.lobby.leaving import forget_writings, free_seats, tell_tables


@transaction.atomic
def close(player: Player) -> None:
    """Deletes the account, its letters, its posts. Orders already given stay in the matches, without their author; so
    do articles that a gazette has printed.
    """
    tell_tables(player, "resigned")
    free_seats(player)
    forget_writings(player)
    player.delete()
