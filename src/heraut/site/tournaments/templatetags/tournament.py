"""What pages below say of tournaments: to which one a match belongs."""

from __future__ import annotations

from django import template
from django.urls import reverse
from django.utils.html import format_html

from heraut.site.common.words import say
from heraut.site.matches.models import Match
from heraut.site.tournaments.models import Tournament

register = template.Library()


@register.simple_tag
def tournament_link(match: Match) -> str:
    """The way from a match to its tournament, "" if it is played in none; those that do not count never are."""
    found = Tournament.objects.filter(entrants__placings__match=match).first() if match.counted else None
    if found is None:
        return ""
    where = reverse("tournament", args=[found.code])
    return format_html('<p class="match-foot"><a href="{}">{}</a></p>', where, say("tournaments.of", title=found.title))
