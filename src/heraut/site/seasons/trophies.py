"""What players take home: victories, places of honour, what each is remembered for (told from the events by the game's
own finale), and seasons won.

Those of a match stand and fall with its end: a match that is rated anew gives them anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone, translation

from heraut.engine.protocol import Seat as SeatName
from heraut.engine.words import LANGUAGES
from heraut.site.accounts.models import Player
from heraut.site.common.words import say
from heraut.site.matches.adapters import GameSite, asked
from heraut.site.matches.models import Match
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.seasons.counting import ranks, season_of
from heraut.site.seasons.models import Standing, Trophy

VICTORY, PODIUM, DEED, SEASON = "victory", "podium", "deed", "season"
HONOURED = 3  # ranks that are a place of honour, where more sat at the table than that


def award(match: Match) -> None:
    """Gives the trophies of a match that is over, in place of those that it had."""
    Trophy.objects.filter(match=match).delete()
    scores = match.result.scores if match.result is not None else {}
    order = ranks(scores)
    memories = {language: memories_of(match, language) for language in LANGUAGES}
    held = match.seats.filter(user__isnull=False, user__guest=False, user__companion_of=None).select_related("user")
    for seat in held:
        name = SeatName(seat.name)
        kind = kind_of(order.get(name, 0), scores.get(name, 0.0), len(order))
        words = {language: told[name] for language, told in memories.items() if told.get(name)}
        if seat.user is not None and (kind != DEED or words):
            give(seat.user, kind, match, f"match:{match.pk}:{seat.name}", words)


def kind_of(rank: int, score: float, seats: int) -> str:
    """What a rank is worth: the first place where somebody won, a place of honour where more sat at the table."""
    if rank == 1 and score > 0:
        return VICTORY
    return PODIUM if 1 <= rank <= HONOURED < seats and score > 0 else DEED


def give(player: Player, kind: str, match: Match, key: str, words: Mapping[str, str]) -> None:
    """A trophy of a match."""
    figures = {"game": match.game, "match": match, "words": dict(words), "at": match.ended or timezone.now()}
    Trophy.objects.get_or_create(key=key, defaults={"player": player, "kind": kind, **figures})


def memories_of(match: Match, language: str) -> dict[str, str]:
    """What each seat is remembered for, as the finale tells everybody in a language; empty where there is none."""
    request = HttpRequest()
    request.user = AnonymousUser()
    with translation.override(language):
        access = MatchAccess(request, match, spectator=True)

        def told(game: GameSite) -> dict[str, str]:
            return {place.seat: place.memory for place in game.finale(access).places} if game.finale else {}

        return asked(match.game, told, {})


def crown_seasons(now: datetime | None = None) -> int:
    """Gives the first player of each ladder of a season that is over its trophy; how many were given."""
    now, given = now or timezone.now(), 0
    over = Standing.objects.exclude(season="").filter(season__lt=season_of(now), player__isnull=False)
    for game, season in over.values_list("game", "season").distinct().order_by():
        key = f"season:{game}:{season}"
        if Trophy.objects.filter(key=key).exists():
            continue
        first = over.filter(game=game, season=season).order_by("-points", "-won", "bot", "player").first()
        assert first is not None and first.player is not None
        words = {}
        for language in LANGUAGES:
            with translation.override(language):
                words[language] = say("seasons.first_of", season=season_words(season))
        figures = {"game": game, "season": season, "words": words, "at": now}
        given += Trophy.objects.get_or_create(key=key, defaults={"player": first.player, "kind": SEASON, **figures})[1]
    return given


def season_words(season: str) -> str:
    """A season as it is called: hiver 2026."""
    year, _, quarter = season.partition("-")
    return say("seasons.named", season=say(f"seasons.quarter_{quarter}"), year=year)


def trophies_of(player: Player) -> QuerySet[Trophy]:
    """What a player may show to everybody: trophies of matches that count, which are public and over."""
    return Trophy.objects.filter(player=player).select_related("match").defer("match__state", "match__seed")
