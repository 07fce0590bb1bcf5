"""Tournaments: matches of one game in rounds, among those who entered."""

from __future__ import annotations

from typing import ClassVar

import msgspec
from django.conf import settings
from django.db import models

from heraut.engine.protocol import Json
from heraut.site.matches.models import Match, pace_of
from heraut.site.matches.pace import Pace

GATHERING, RUNNING, OVER, CANCELLED = "gathering", "running", "over", "cancelled"
SWISS, LEAGUE = "swiss", "league"


class Tournament(models.Model):
    """What is played, how, and how far it has come. `code` names it in addresses."""

    code = models.CharField(max_length=12, unique=True)
    title = models.CharField(max_length=70)
    game = models.CharField(max_length=20)
    host = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="tournaments")
    kind = models.CharField(
        max_length=10
    )  # swiss: by points so far; league: everybody with everybody, as far as it goes
    size = models.PositiveSmallIntegerField()  # seats of one match
    rounds = models.PositiveSmallIntegerField()
    options: models.JSONField[Json, Json] = models.JSONField(default=dict)
    pace_data: models.JSONField[Json, Json] = models.JSONField(default=dict)
    status = models.CharField(max_length=10, default=GATHERING)
    round = models.PositiveSmallIntegerField(default=0)  # that is being played; 0: none yet
    created = models.DateTimeField(auto_now_add=True)
    ended = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=200, blank=True)  # why it was cancelled

    class Meta:
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return self.title

    @property
    def pace(self) -> Pace:
        """When the turns of its matches end."""
        return pace_of(msgspec.json.encode(self.pace_data))


class Entrant(models.Model):
    """One who has entered."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entrants")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="entries")
    entered = models.DateTimeField(auto_now_add=True)
    left = models.DateTimeField(null=True, blank=True)  # while it ran: he is not paired again

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["tournament", "player"], name="entered_once")]
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.player_id}"


class Placing(models.Model):
    """Where an entrant sits in a round, and what it has brought him: points from 0 to 1, null while it is played.

    Without a match he has the round free, which counts as won.
    """

    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="placings")
    round = models.PositiveSmallIntegerField()
    match = models.ForeignKey(Match, models.SET_NULL, null=True, blank=True, related_name="placings")
    free = models.BooleanField(default=False)
    points = models.FloatField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["entrant", "round"], name="placed_once_a_round")]
        ordering: ClassVar = ["round", "id"]

    def __str__(self) -> str:
        return f"{self.entrant_id} {self.round}"
