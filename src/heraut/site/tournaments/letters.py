"""What those who entered a tournament are told of it: a round that is free, its end, that it is cancelled."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.urls import reverse

from heraut.site.accounts.models import Player
from heraut.site.notifications.news import news
from heraut.site.notifications.outbox import post
from heraut.site.tournaments.models import Tournament
from heraut.site.tournaments.standings import table_of


def tell(tournament: Tournament, kind: str, players: Iterable[Player | None], key: str = "", **figures: Any) -> None:
    """A letter for each of these players, in the present transaction; its words are `letter.tournament_<kind>`."""
    url = settings.URL + reverse("tournament", args=[tournament.code])
    people = [(player, "") for player in players if player is not None]
    post(news(tournament, f"tournament_{kind}", f"{tournament.pk}{key}", people, url=url, **figures))


def tell_free(tournament: Tournament, player: Player) -> None:
    """He does not play in the round that begins."""
    tell(tournament, "free", [player], f":{tournament.round}", round=tournament.round)


def tell_over(tournament: Tournament) -> None:
    """Who has won, and each who played to the end which place he has; its host as well."""
    lines = table_of(tournament)
    winners = [line.entrant.player.username for line in lines if line.place == 1]
    for line in lines:
        if line.entrant.left is None:
            tell(tournament, "over", [line.entrant.player], winners=winners, place=line.place, count=len(lines))
    if all(line.entrant.player_id != tournament.host_id for line in lines):
        tell(tournament, "over", [tournament.host], winners=winners, place=0, count=len(lines))


def tell_cancelled(tournament: Tournament, author: Player) -> None:
    """All who are still in it, and its host, are told by others that there will be no more of it."""
    there = [one.player for one in tournament.entrants.filter(left=None).select_related("player")]
    people = {player.pk: player for player in (*there, tournament.host) if player is not None}
    others = [player for player in people.values() if player != author]
    tell(tournament, "cancelled", others, reason=tournament.reason)
