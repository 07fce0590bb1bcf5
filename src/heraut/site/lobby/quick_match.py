"""Play at once: a private table with bots, started on the spot; a turn ends when its one player has sealed."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from django.db import transaction
from django.db.models import QuerySet

from heraut.engine.names import valid_name
from heraut.site.accounts.models import Player
from heraut.site.common.refusals import Refused
from heraut.site.common.words import say
from heraut.site.lobby import muster
from heraut.site.lobby.tables import enlist, open_table
from heraut.site.lobby.waiting_list import check_lord, free_lords
from heraut.site.matches import models as m
from heraut.site.matches.adapters import adapter, bot_of
from heraut.site.matches.models import Match

MOST = 5  # such matches under way, a player; one of each game, a guest


def trial_of(guest: Player, game: str) -> Match | None:
    """The match of this game that a guest has under way; one of each is all that a guest may have."""
    return trials(guest).filter(game=game).first()


def trials(player: Player) -> QuerySet[Match]:
    """The matches against bots that a player has under way, the latest first."""
    own = Match.objects.filter(host=player, private=True, status=m.RUNNING, seats__user=player)
    return own.defer("state", "seed").order_by("-pk")


@transaction.atomic
def play_at_once(
    player: Player, lord: str = "", game: str = "gloire", choices: Mapping[str, str] | None = None
) -> Match:
    """A match against bots, already started; `choices` go with the player's seat. Raises Refused."""
    if trials(player).count() >= MOST:
        raise Refused("too_many", most=MOST)
    lord = lord or secrets.choice(free_lords(game=game))
    if not valid_name(lord):  # it stands in the title of a table that is not there yet
        raise Refused("bad_lord")
    title = say("lobby.quick_title", lord=lord)
    options, bot = adapter(game).quick, bot_of(game)
    pace = next(pace for pace in adapter(game).paces.values() if pace.at_leisure)
    table = open_table(player, title, options, pace, game=game, private=True, bots=bot)
    check_lord(table, lord)
    adapter(game).check_choices(table, choices or {})
    enlist(table, player, lord, "", choices)
    muster.start_now(table, player)
    return table
