"""Seats that change hands in a running match: treasury, relations and all (GP-SITE-13, GP-SITE-14)."""

from __future__ import annotations

from django.db import transaction
from django.db.models import QuerySet

from heraut.site.accounts.models import Player
from heraut.site.lobby.host import refusing
from heraut.site.lobby.places import Refused
from heraut.site.matches import models as m
from heraut.site.matches import powers
from heraut.site.matches.conduct import write_deed
from heraut.site.matches.models import Match, Seat


def offered_seats() -> QuerySet[Seat]:
    """Lords of public matches who want a player, those that have waited longest first."""
    free = Seat.objects.filter(offered=True, match__private=False, match__status__in=(m.RUNNING, m.PAUSED))
    return free.select_related("match").defer("match__state")


def ask_replacement(seat: Seat) -> None:
    """Puts the player's own lord on the public list; he plays on until somebody comes. Raises Refused."""
    if seat.match.status not in (m.RUNNING, m.PAUSED):
        raise Refused("closed")
    powers.offer(seat, seat.user)


@transaction.atomic
def stay(seat: Seat) -> None:
    """The player keeps his lord after all, and answers for him again."""
    if Seat.objects.filter(pk=seat.pk, offered=True).update(offered=False, missed=0, bot=""):
        write_deed(seat.match, "stays", seat.user, seats=[seat.name])


def check_successor(match: Match, player: Player) -> None:
    """Validated, without a seat there, and never with one before: whoever was, knows too much. Raises Refused."""
    if player.guest:
        raise Refused("guest")
    if match.seats.filter(user=player).exists():
        raise Refused("seated")
    if match.deeds.filter(kind="taken_over", data__former=player.pk).exists():
        raise Refused("was_there")


def take_over(seat: Seat, player: Player) -> None:
    """The player is this lord from now on. Raises Refused."""
    check_successor(seat.match, player)
    if not seat.offered:
        raise Refused("not_offered")
    with refusing("closed"):
        powers.take_over(seat, player)
