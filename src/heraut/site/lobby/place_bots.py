"""The bots of the empty places of a table: whether any come, and which, one by one: each as all others, unless its host
has chosen another for it.

Nobody knows yet who will hold which place: as players come, the last of the empty places are theirs.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from django.db import transaction

from heraut.bots.character import TEMPERS
from heraut.site.accounts.models import Player
from heraut.site.common.refusals import Refused
from heraut.site.common.words import say
from heraut.site.lobby.waiting_list import locked_table, places, registered
from heraut.site.matches.bot_names import ANY, AS_ALL, bot_asked, bot_words, levels_of
from heraut.site.matches.models import Match
from heraut.site.matches.services import write_activity
from heraut.site.matches.telling import holders
from heraut.site.notifications.news import table_url, tell

MOST = 20  # places that are chosen one by one; all bots beyond are alike

Choice = tuple[str, str]  # a bot, and its words


class EmptyPlace(msgspec.Struct, frozen=True):
    """A place that a bot will take, from 1, and the bot that was chosen for it."""

    number: int
    bot: str


def empty_places(match: Match, free: int) -> list[EmptyPlace]:
    """The first of so many empty places of a table whose bots may be chosen; none where no bot comes, or one kind."""
    if not match.bots or not levels_of(match.game):
        return []
    chosen = dict(enumerate(match.place_bots))
    return [EmptyPlace(place + 1, chosen.get(place, AS_ALL)) for place in range(min(free, MOST))]


def choices(match: Match) -> list[Choice]:
    """The bots that one may choose from, in the words of the present reader: as all, by lot, by level and temper."""
    found = [(AS_ALL, say("place_bots.as_all")), (ANY, bot_words(ANY))]
    for level in levels_of(match.game):
        found.append((level, say("place_bots.any_temper", bot=bot_words(level))))
        found += [(f"{level}:{temper}", bot_words(f"{level}:{temper}")) for temper in TEMPERS]
    return found


def told(match: Match, free: int) -> list[Choice]:
    """The empty places for which another bot was chosen, by number, and who comes there, in words."""
    return [(str(one.number), bot_words(one.bot)) for one in empty_places(match, free) if one.bot != AS_ALL]


@transaction.atomic
def admit_bots(match: Match, host: Player, bot: str) -> None:
    """Bots like this one take the places that stay empty, at a table that was opened without; whoever sits there is
    told, for he may leave. Raises Refused.
    """
    table = locked_table(match)
    if table.bots:
        raise Refused("bots_come")
    table.bots = bot
    table.save(update_fields=["bots"])
    activity = write_activity(table, "bots_admitted", host)
    tell(activity, holders(registered(table), but=host), url=table_url(table))


@transaction.atomic
def choose_bots(match: Match, host: Player, chosen: Sequence[str]) -> None:
    """The host chooses a bot for each of the first empty places; of those not named nothing changes. Raises Refused."""
    table = locked_table(match)
    if not empty_places(table, places(table).free):
        raise Refused("no_bot_place")
    if len(chosen) > MOST:
        raise Refused("many_bot_places", most=MOST)
    bots = [checked(table.game, bot) for bot in chosen]
    table.place_bots = [*bots, *table.place_bots[len(bots) :]]
    table.save(update_fields=["place_bots"])
    write_activity(table, "bots_chosen", host)


def checked(game: str, bot: str) -> str:
    """A bot that may be chosen for a place. Raises Refused."""
    if bot in (AS_ALL, ANY):
        return bot
    level, _, temper = bot.partition(":")
    return bot_asked(game, level, temper)
