"""What becomes of the seats of a player who leaves the site, of himself or not."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction

from heraut.site.accounts.models import Player
from heraut.site.forum import posting
from heraut.site.gazette import authorship
from heraut.site.lobby.tables import leave
from heraut.site.lobby.waiting_list import WAITING
from heraut.site.matches.activity_kinds import ActivityKind
from heraut.site.matches.adapters import adapter
from heraut.site.matches.host_actions import OWN, rule, without_player
from heraut.site.matches.models import OVER, Match, Seat
from heraut.site.matches.services import write_activity
from heraut.site.moderation.models import Sanction
from heraut.site.moderation.sanctions import bar
from heraut.site.treaties import keeping


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
    return seats.update(**without_player(), confirmed=False, **OWN)


def tell_tables(player: Player, kind: ActivityKind, **data: Any) -> None:
    """The chronicle of each match under way in which he sits says that his seat is free."""
    held = Seat.objects.filter(user=player, match__status__in=("running", "paused")).select_related("match")
    for seat in held.defer("match__state", "match__seed"):
        write_activity(seat.match, kind, seats=[seat.name], **data)


def forget_writings(player: Player) -> None:
    """What he wrote goes with his account, as far as each place where it stands has it so."""
    for forget in (posting.forget, authorship.forget, keeping.forget):
        forget(player)


@transaction.atomic
def bar_and_free(player: Player, author: Player, reason: str, until: datetime | None) -> Sanction:
    """Shuts a player out of the site; each match that he played in says that his seat is free, not why (GP-SITE-37)."""
    tell_tables(player, "offered", former=player.pk)
    free_seats(player)
    return bar(player, author, reason, until)
