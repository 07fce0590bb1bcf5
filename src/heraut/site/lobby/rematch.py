"""One more round with the same people: a table like the one that is over, which waits for those who sat at it."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from heraut.site.accounts.models import Player
from heraut.site.common.refusals import Refused
from heraut.site.common.words import say
from heraut.site.lobby import muster, tables
from heraut.site.lobby.quick_match import MOST, too_many
from heraut.site.lobby.waiting_list import WAITING, free_lords
from heraut.site.matches.adapters import names
from heraut.site.matches.models import PAUSED, RUNNING, Match, Seat
from heraut.site.matches.telling import holders
from heraut.site.notifications.news import news, table_url
from heraut.site.notifications.outbox import post

LONGEST = 80  # of a title


@transaction.atomic
def rematch(match: Match, player: Player) -> Match:
    """A seat at the next round of a match that is over, which is begun if nobody has asked for it yet; the round in
    which he plays already. Raises Refused.

    Whoever asks first is its host, and those who sat with him are told. Where all others were bots, it starts at once.
    """
    match = Match.objects.select_for_update(no_key=True).defer("state").get(pk=match.pk)
    seat = match.seats.filter(user=player).first()
    if seat is None or not match.over:
        raise Refused("no_rematch")
    his = match.rematches.filter(status__in=(*WAITING, RUNNING, PAUSED), seats__user=player).last()
    if his is not None:
        return his
    waiting = match.rematches.filter(status__in=WAITING).first()
    if waiting is not None:
        return seated(waiting, seat)
    others = match.seats.filter(user__isnull=False).exclude(user=player)
    if not others.exists():
        return at_once(match, seat)
    if player.guest:
        raise Refused("guest")
    table = opened(match, player)
    seated(table, seat)
    people = holders(others.select_related("user"))
    known = {"url": table_url(table), "host": player.username, "former": match.title}
    post(news(table, "rematch", str(table.pk), people, **known))
    return table


def rounds_for(player: Player) -> QuerySet[Match]:
    """The tables of one more round that wait for a player who sat at the former one, as long as he has not come."""
    waiting = Match.objects.filter(status__in=WAITING, host__isnull=False, rematch_of__seats__user=player)
    found = waiting.filter(game__in=names()).exclude(seats__user=player)
    return found.select_related("host", "rematch_of").only("code", "host__username", "rematch_of__title")


def opened(match: Match, player: Player) -> Match:
    """A table with the same rules and the same pace, open to those who know its address."""
    title = say("finale.rematch_title", title=match.title)[:LONGEST]
    options = {**match.options, "lords": match.seats.count()}  # which not every game keeps among its own
    same: dict[str, Any] = {
        "game": match.game,
        "bots": match.bots,
        "place_bots": match.place_bots,
        "open_after": match.open_after,
        "hold": match.hold,
        "relations": match.relations,
    }
    table = tables.open_table(player, title, options, match.pace, private=True, **same)
    Match.objects.filter(pk=table.pk).update(rematch_of=match)
    return table


def seated(table: Match, former: Seat) -> Match:
    """Puts a player on the list under the name, and with the choices, that he had; under another if that is taken."""
    assert former.user is not None
    try:
        tables.join(table, former.user, former.lord, choices=former.choices)
    except Refused as refusal:
        if refusal.key not in ("lord_taken", "bad_lord"):
            raise
        tables.join(table, former.user, free_lords(table)[0], choices=former.choices)
    return table


def at_once(match: Match, seat: Seat) -> Match:
    """The same against bots, started. Raises Refused."""
    assert seat.user is not None
    if too_many(seat.user):
        raise Refused("too_many", most=MOST)
    table = opened(match, seat.user)
    tables.enlist(table, seat.user, seat.lord or free_lords(table)[0], "", seat.choices)
    muster.start_now(table, seat.user)
    return table
