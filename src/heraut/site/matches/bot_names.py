"""The bots that may sit in a seat, and what people call them: a level and a temper, in words (docs/adr/0027)."""

from __future__ import annotations

from django.utils.safestring import SafeString

from heraut import bots
from heraut.bots.character import TEMPERS, drawn, level_of
from heraut.engine.rng import Rng
from heraut.site.common.refusals import Refused
from heraut.site.common.rendering import rendered
from heraut.site.common.words import lang as present
from heraut.site.common.words import say, site_words
from heraut.site.matches.models import Match

NOVICE, PLAYER, MASTER, RANDOM = "novice", "player", "master", "random"
OFFERED = (NOVICE, PLAYER, MASTER)  # levels that people may choose; what else plays has sat there before
LOT = ""  # a temper drawn by lot
ANY, AS_ALL = "any", ""  # of one place: level and temper drawn by lot; the bot of all places


def levels_of(game: str) -> tuple[str, ...]:
    """The levels that may be chosen in a game, from the weakest to the strongest."""
    return tuple(level for level in OFFERED if level in bots.names(game))


def strongest(game: str) -> str:
    """The level of its champion."""
    return levels_of(game)[-1] if levels_of(game) else RANDOM


def bot_asked(game: str, level: str = "", temper: str = LOT) -> str:
    """The bot that somebody asks for, without a temper where it is left to chance. Raises Refused."""
    offered = levels_of(game)
    level = level or (PLAYER if PLAYER in offered else (*offered, RANDOM)[0])
    if level == RANDOM and not offered:
        return level
    if level not in offered or temper not in (LOT, *TEMPERS):
        raise Refused("no_such_bot")
    return f"{level}:{temper}" if temper else level


def drawn_for(match: Match, bot: str, place: str | int) -> str:
    """The bot that sits down in a place of a match: with a temper, drawn by the place's own stream if it has none.

    What is drawn is shown to everybody: some bits of a hash of the seed, of which nothing else follows.
    """
    if bot == ANY:
        bot = Rng(bytes(match.seed)).at("level", place).choice(levels_of(match.game))
    if level_of(bot) not in OFFERED:
        return bot
    return drawn(bot, Rng(bytes(match.seed)).at("temper", place))


def bot_of_place(match: Match, place: int) -> str:
    """The bot that sits down in an empty place of a match, from 0: the one that was chosen for it, or that of all."""
    chosen = match.place_bots[place] if place < len(match.place_bots) else AS_ALL
    return drawn_for(match, chosen or match.bots, place)


def thinks(bot: str) -> bool:
    """Whether a bot thinks longer than a clock or a page may wait."""
    return level_of(bot) == MASTER


def in_haste(bot: str) -> str:
    """The bot that answers at once where one that thinks is not ready: of the same temper."""
    return PLAYER + bot.removeprefix(MASTER).partition("@")[0] if thinks(bot) else bot


def temper_of(bot: str) -> str:
    """The temper in a bot's name, "" if it has none."""
    return bot.partition("@")[0].partition(":")[2]


def bot_words(bot: str) -> str:
    """A bot's level and temper in words, for the present reader: "maître automate, loyal"."""
    known = site_words(present()).has("bot", level_of(bot))
    level = say(f"bot.{level_of(bot)}") if known else say("bot.some", name=bot)
    temper = temper_of(bot)
    return say("bot.tempered", bot=level, temper=say(f"bot_temper.{temper}")) if temper in TEMPERS else level


def level_choices(game: str) -> list[tuple[str, str]]:
    """The levels of a game, to choose from."""
    return [(level, say(f"bot_level.{level}")) for level in levels_of(game)]


def temper_choices() -> list[tuple[str, str]]:
    """The tempers, to choose from; first the lot."""
    return [(LOT, say("bot_temper.lot")), *((temper, say(f"bot_temper_long.{temper}")) for temper in TEMPERS)]


def bot_choice(game: str, prefix: str, level: str = PLAYER) -> SafeString:
    """Two lists in a form: how well a bot plays, and by which temper; `prefix` tells their names in the page apart."""
    known = {"prefix": prefix, "level": level, "levels": level_choices(game), "tempers": temper_choices()}
    return rendered("matches/bot_choice.html", known)
