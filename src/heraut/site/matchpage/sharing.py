"""What a link to a table or a match shows where it is shared: a sentence and a picture with nothing secret in them."""

from __future__ import annotations

from django.conf import settings
from django.templatetags.static import static

from heraut.engine.words import enumeration
from heraut.site.common.words import lang, say
from heraut.site.matches.adapters import asked
from heraut.site.matches.models import Match
from heraut.site.matches.winners import winners
from heraut.site.matchpage.board_pictures import SHARED, board_picture


def shared_words(match: Match) -> str:
    """The game, where it is played, how far it is, and who has won. A private match is told of by its game alone."""
    game = say(f"game.{match.game}")
    if match.private:
        return say("share.private", game=game)
    place = asked(match.game, lambda found: found.place_words(match.options), "")
    if not match.started:
        return say("share.table", game=game, place=place)
    if not match.over:
        return say("share.running", game=game, place=place, turn=match.shown_turn)
    return say("share.over", game=game, place=place, turn=match.shown_turn, names=enumeration(winners(match), lang()))


def shared_picture(match: Match) -> str:
    """The address of the game's board, as its card on the first page has it; "" where there is none."""
    picture = board_picture(match.game, SHARED)
    return f"{settings.URL}{picture}" if picture else ""


def site_picture() -> str:
    """The address of the site's own picture: its arms."""
    return f"{settings.URL}{static('icons/heraut-512.png')}"
