"""Seats that change hands in a running match: treasury, relations and all (GP-SITE-13, GP-SITE-14)."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from heraut.engine.names import plain
from heraut.site.accounts.models import Player
from heraut.site.common.refusals import Refused
from heraut.site.lobby.host import check_replaceable, refusing
from heraut.site.matches import host_actions
from heraut.site.matches import models as m
from heraut.site.matches.adapters import adapter, names
from heraut.site.matches.former_parts import GAVE_UP, kept_peace, sat_before
from heraut.site.matches.models import Match, Seat
from heraut.site.matches.services import write_activity
from heraut.site.messaging.posting import count_waiting
from heraut.site.moderation.relations import check_apart
from heraut.site.moderation.sanctions import banned_from
from heraut.site.moderation.supporters import check_entering
from heraut.site.regency.naming import knows_others


def offered_seats(player: Player | AnonymousUser | None = None) -> QuerySet[Seat]:
    """Lords of public matches who want a player, those that have waited longest first; before them those of any match
    that are offered to this player alone; none of his own matches, where he takes no other.

    Of a match whose players are a secret there is one, however many wait.
    """
    secret = [name for name in names() if adapter(name).secret]
    running = Seat.objects.filter(offered=True, match__status__in=(m.RUNNING, m.PAUSED), match__game__in=names())
    before = Seat.objects.filter(offered=True, meant_for=None, match=OuterRef("match"), pk__lt=OuterRef("pk"))
    shown: Any = Q(meant_for=None, match__private=False) & (~Q(match__game__in=secret) | ~Exists(before))
    if player is not None and player.is_authenticated:
        shown |= Q(meant_for=player.pk)
        running = running.exclude(match__in=Seat.objects.filter(user=player.pk).values("match"))
    found = running.filter(shown).select_related("match").defer("match__state", "match__seed", "notes")
    return found.order_by(F("meant_for").asc(nulls_last=True), "pk")


def any_offered(match: Match, player: Player) -> Seat:
    """The seat of a match whose players are a secret that has waited longest for somebody like him. Raises Refused."""
    mine = Q(meant_for=None) | Q(meant_for=player)
    seat = match.seats.filter(mine, offered=True).first() if adapter(match.game).secret else None
    if seat is None:
        raise Refused("not_offered")
    return seat


def ask_replacement(seat: Seat) -> None:
    """Puts the player's own lord on the public list; he plays on until somebody comes. Raises Refused."""
    if seat.match.status not in (m.RUNNING, m.PAUSED):
        raise Refused("closed")
    host_actions.offer(seat, seat.user)


def resign(seat: Seat) -> None:
    """The player leaves for good; his lord stays in the match, without orders (DA-END-10). Raises Refused."""
    if seat.match.status not in (m.RUNNING, m.PAUSED):
        raise Refused("closed")
    host_actions.resign(seat)


@transaction.atomic
def stay(seat: Seat) -> None:
    """The player keeps his lord after all, and answers for him again."""
    offered = Seat.objects.filter(pk=seat.pk, user=seat.user_id, offered=True)
    if offered.update(offered=False, meant_for=None, missed=0, bot=""):
        write_activity(seat.match, "stays", seat.user, seats=[seat.name])


def check_successor(match: Match, player: Player, seat: Seat | None = None) -> None:
    """Validated, without a seat there, and never with one before: whoever was, knows too much. So does whoever was
    regent of another one than `seat`. Raises Refused.
    """
    if player.guest:
        raise Refused("guest")
    if match.seats.filter(user=player).exists():
        raise Refused("seated")
    if sat_before(match, player, *GAVE_UP):
        raise Refused("was_there")
    if seat is not None and knows_others(seat, player):
        raise Refused("was_regent")
    if banned_from(match, player):
        raise Refused("banned")
    if kept_peace(match, player):
        raise Refused("keeps_the_peace")
    check_entering(match, player)
    check_apart(match, player)
    if adapter(match.game).secret and match.host_id == player.pk:
        raise Refused("host_knows")


def appoint(match: Match, host: Player, seat: Seat, name: str) -> None:
    """The host offers a lord to one player alone, who takes him over or does not (GP-SITE-13). Raises Refused."""
    check_replaceable(match, host, seat)
    player = Player.objects.filter(folded_name=plain(name), is_active=True).first()
    if player is None:
        raise Refused("nobody_so_named", name=name)
    try:
        check_successor(match, player, seat)
    except Refused:
        raise Refused("no_successor", name=player.username) from None
    host_actions.appoint(seat, host, player)


def take_over(seat: Seat, player: Player) -> None:
    """The player is this lord from now on. Raises Refused."""
    check_successor(seat.match, player, seat)
    if not seat.offered:
        raise Refused("not_offered")
    if seat.meant_for_id not in (None, player.pk):
        raise Refused("meant_for_another")
    with refusing("closed"):
        host_actions.take_over(seat, player)
    count_waiting(seat)
