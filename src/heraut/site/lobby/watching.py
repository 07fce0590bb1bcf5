"""Matches under way that anybody may watch, and who leads there: by the view of a passer-by, and by nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import msgspec
from django.db.models import QuerySet

from heraut.site.common.words import lang
from heraut.site.matches import models as m
from heraut.site.matches.adapters import asked, names
from heraut.site.matches.models import Match
from heraut.site.matchpage.board_pictures import board_picture
from heraut.site.matchpage.fragments import fragment


class Watched(msgspec.Struct, frozen=True):
    """A match, and who leads: whose arms ("": nobody's), and a few words."""

    match: Match
    bearer: str | int
    words: str

    @property
    def card(self) -> str:
        """The address of a picture of the game's board."""
        return board_picture(self.match.game)


def under_way() -> QuerySet[Match]:
    """Public matches that are being played, those that began last first."""
    running = Match.objects.filter(status__in=(m.RUNNING, m.PAUSED), private=False, game__in=names())
    return running.filter(started__isnull=False).order_by("-started", "-pk").defer("state", "seed")


def watched(matches: Sequence[Match]) -> list[Watched]:
    """Who leads in each of them; what is not remembered is read in one query."""
    states = States(matches)
    return [Watched(match, *leader(match, states)) for match in matches]


class States:
    """The states of some matches, read together when the first of them is needed."""

    def __init__(self, matches: Sequence[Match]) -> None:
        self.matches = matches

    @cached_property
    def found(self) -> dict[int, Match]:
        """The matches with their states."""
        return Match.objects.defer("seed").in_bulk([match.pk for match in self.matches])


def leader(match: Match, states: States) -> tuple[str | int, str]:
    """Who leads: kept as long as the match stands where it does."""
    language = lang()

    def make() -> tuple[str | int, str]:
        whole = states.found[match.pk]
        nobody: tuple[str | int, str] = ("", "")
        return asked(match.game, lambda game: game.leader(whole.rules.view(whole.realm, None), language), nobody)

    return fragment(make, "leader", match.pk, match.digest, language)
