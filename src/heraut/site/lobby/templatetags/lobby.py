"""What the lobby's templates need besides words: names of maps, games and roads looked up, the arms of a seat."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString

from heraut.site.heraldry.tags import arms
from heraut.site.matches.models import Match, Seat
from heraut.site.words import lang, say, site_words

register = template.Library()


@register.simple_tag
def word(group: str, key: str) -> str:
    """A word of a group of the catalogue."""
    return say(f"{group}.{key}")


@register.simple_tag
def lobby_map(match: Match) -> str:
    """Where a match is played, and by how many."""
    return say("lobby.map_for", name=say(f"map_name.{match.options['map']}"), lords=match.options["lords"])


@register.simple_tag
def road(name: str) -> str:
    """By which road the crown was won."""
    words = site_words(lang())
    return words.say("road", name if words.has("road", name) else "other")


@register.simple_tag
def seat_arms(seat: Seat) -> SafeString:
    """The arms of a seat of a match that has started: those of its number on the map."""
    return arms(int(seat.name[1:]))
