"""Play at once: a private table with bots, started on the spot; a turn ends when its one player has sealed."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from itertools import islice

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from heraut.engine.names import valid_name
from heraut.site.accounts.guests import companion_of
from heraut.site.accounts.models import Player
from heraut.site.clock import trials as clock_trials
from heraut.site.clock.resolution import resolve_at_once
from heraut.site.common.refusals import Refused
from heraut.site.common.words import say
from heraut.site.lobby import muster
from heraut.site.lobby.tables import enlist, open_table
from heraut.site.lobby.waiting_list import WAITING, check_lord, free_lords
from heraut.site.matches import models as m
from heraut.site.matches.adapters import QuickWay, adapter
from heraut.site.matches.bot_names import bot_asked
from heraut.site.matches.host_actions import is_ending
from heraut.site.matches.models import Match

MOST = 5  # such matches under way, a player; one of each game, a guest
LOOKED_AT = 20  # the latest ones, whose states are read: an older one that was never lost is forgotten


def trial_of(guest: Player, game: str) -> Match | None:
    """The match of this game that a guest has under way; one of each is all that a guest may have."""
    return next(in_play(guest, trials(guest).filter(game=game)), None)


def in_play(player: Player, matches: QuerySet[Match]) -> Iterator[Match]:
    """Those of these matches in which the player is still alive: whoever has lost may begin another."""
    for match in matches[:LOOKED_AT]:
        if adapter(match.game).reign(match, match.seats.get(user=player))["alive"]:
            yield match


def too_many(player: Player) -> bool:
    """Whether a player has as many matches against bots as he may have."""
    return len(list(islice(in_play(player, trials(player)), MOST))) >= MOST


def end_trial(player: Player, match: Match) -> None:
    """A player ends a match against bots, where nobody else plays. Raises Refused."""
    others = match.seats.filter(user__isnull=False).exclude(Q(user=player) | Q(user__companion_of=player.pk))
    with transaction.atomic():
        mine = trials(player).select_for_update(of=("self",), no_key=True).filter(pk=match.pk).first()
        if mine is None or not mine.pace.at_leisure or others.exists() or is_ending(mine):
            raise Refused("no_trial")
        mine.refresh_from_db(fields=["state"])
        clock_trials.end(mine, timezone.now(), clock_trials.LEFT)
    resolve_at_once(match.pk)  # where the game itself ends it


def trials(player: Player) -> QuerySet[Match]:
    """The matches against bots of a player that are not over, the latest first."""
    own = Match.objects.filter(host=player, private=True, status=m.RUNNING, seats__user=player)
    return own.defer("state", "seed").order_by("-pk")


@transaction.atomic
def play_at_once(
    player: Player,
    game: str,
    lord: str = "",
    choices: Mapping[str, str] | None = None,
    way: str = "",
    bot: str = "",
) -> Match:
    """A match against bots, or in another `way` of the game, already started; of a guest the one of this game that he
    has already. Raises Refused.

    `choices` go with the player's seat; `bot` is who plays against him. At one screen a companion of the player
    sits down beside him.
    """
    Player.objects.select_for_update(no_key=True).only("pk").get(pk=player.pk)  # of two windows one comes second
    if player.guest and (begun := trial_of(player, game)) is not None:
        return begun
    if too_many(player):
        raise Refused("too_many", most=MOST)
    lord = lord or secrets.choice(adapter(game).lord_names())
    if not valid_name(lord):  # it stands in the title of a table that is not there yet
        raise Refused("bad_lord")
    title = say("lobby.quick_title", lord=lord)
    site, bot = adapter(game), bot or bot_asked(game)
    chosen = site.quick_ways.get(way) or QuickWay(site.quick)
    pace = next(pace for pace in adapter(game).paces.values() if pace.at_leisure)
    table = open_table(player, title, chosen.options, pace, game=game, private=True, bots=bot)
    check_lord(table, lord)
    adapter(game).check_choices(table, choices or {})
    enlist(table, player, lord, "", choices)
    if chosen.one_screen:
        enlist(table, companion_of(player), secrets.choice(free_lords(table)), "")
    table.refresh_from_db(fields=["status"])
    if table.status in WAITING:  # a table for one begins when he sits down
        muster.start_now(table, player)
    return table
