"""What the lobby's templates need besides words: where a match is played, the arms of a seat."""

from __future__ import annotations

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from heraut.site.common.words import lang, say, site_words
from heraut.site.heraldry.template_functions import arms
from heraut.site.lobby.forms import ANY
from heraut.site.matches.adapters import adapter, asked
from heraut.site.matches.models import Match, Seat
from heraut.site.seasons.models import Trophy


def lobby_map(match: Match) -> str:
    """Where a match is played, and by how many."""
    return asked(match.game, lambda game: game.place_words(match.options), "")


def lobby_picture(match: Match) -> str:
    """The address of a picture of where it is played."""
    return (
        reverse("match_picture", args=[match.code])
        if match.started
        else adapter(match.game).place_picture(match.options)
    )


def road_words(name: str) -> str:
    """By which road the crown was won."""
    words = site_words(lang())
    return words.say("road", name if words.has("road", name) else "other")


def offered_lord(seat: Seat) -> SafeString:
    """A lord who wants a player: his arms and his name, unless it is a secret who plays."""
    if adapter(seat.match.game).secret:
        return format_html("{}{}", arms(seat.match.title), say("lobby.some_kingdom"))
    return format_html("{}{}", seat_arms(seat), seat.lord)


def seat_arms(seat: Seat) -> SafeString:
    """The arms of a seat of a match that has started."""
    return arms(adapter(seat.match.game).bearer(seat))


def choice_words(game: str, field: str, value: str) -> str:
    """What there is to say about a choice before a match to try, "" if nothing."""
    words, key = site_words(lang()), f"{game}_{field}_{value}"
    return words.say("choose", key) if words.has("choose", key) else ""


def choice_picture(game: str, field: str, value: str) -> str:
    """The picture beside such a choice, "" if there is none."""
    return adapter(game).choice_picture(field, value)


def choice_act(game: str, value: str, label: str) -> str:
    """What the button of such a choice says, in the game's own words where it has them."""
    own = f"{game}_with"
    key = "lot" if value == ANY else own if site_words(lang()).has("choose", own) else "with"
    return say(f"choose.{key}", what=label)


def trophy_words(trophy: Trophy) -> str:
    """What a trophy was given for, as far as there is something to say, in the reader's language."""
    return trophy.words.get(lang(), "")
