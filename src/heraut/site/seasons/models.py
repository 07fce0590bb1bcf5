"""Ratings and trophies: projections of finished matches, which can be made anew from these at any time."""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from heraut.site.matches.models import Match


class RatedMatch(models.Model):
    """One match as it was rated. `digest` is the end that it had then: a rewound match has another one.

    `entries`: a list of [competitor (`counting.Competitor.key`), rank, mu, sigma, mu and sigma of the season], the
    figures after the match.
    """

    match = models.OneToOneField(Match, models.CASCADE, related_name="rated")
    game = models.CharField(max_length=20)
    ended = models.DateTimeField()
    digest = models.CharField(max_length=64)
    entries: models.JSONField[Any, Any] = models.JSONField(default=list)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["game", "ended"], name="rated_in_order")]

    def __str__(self) -> str:
        return f"{self.match_id} {self.game}"


class Standing(models.Model):
    """Where a player or a bot stands on the ladder of a game: for good (`season` ""), or in one season ("2026-4")."""

    game = models.CharField(max_length=20)
    season = models.CharField(max_length=6, blank=True)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="standings"
    )
    bot = models.CharField(max_length=20, blank=True)
    mu = models.FloatField()
    sigma = models.FloatField()
    points = models.IntegerField()  # what the ladder is sorted by (`ratings.points`)
    played = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["game", "season", "player"], condition=Q(player__isnull=False), name="one_standing_a_player"
            ),
            models.UniqueConstraint(fields=["game", "season", "bot"], condition=~Q(bot=""), name="one_standing_a_bot"),
        ]
        indexes: ClassVar = [models.Index(fields=["game", "season", "-points"], name="ladder_order")]

    def __str__(self) -> str:
        return f"{self.game} {self.season} {self.player_id or self.bot}"


class Trophy(models.Model):
    """What a player took home from a match, a season or a tournament. `words` says it, by language."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="trophies")
    kind = models.CharField(max_length=12)  # victory, podium, deed, season, tournament
    game = models.CharField(max_length=20)
    match = models.ForeignKey(Match, models.CASCADE, null=True, blank=True, related_name="trophies")
    season = models.CharField(max_length=6, blank=True)
    key = models.CharField(max_length=60, unique=True)  # of what it was given for: never twice
    words: models.JSONField[dict[str, str], dict[str, str]] = models.JSONField(default=dict)
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["-at", "-id"]

    def __str__(self) -> str:
        return self.key
