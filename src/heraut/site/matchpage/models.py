"""What a player has seen of the guided first turn of a game. No rule of any game lives here."""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.db import models


class GuidedTurn(models.Model):
    """How far a player has come in the guided first turn of a game (`guide.py`)."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="guided")
    game = models.CharField(max_length=20)
    skipped = models.BooleanField(default=False)
    seen: models.JSONField[Any, Any] = models.JSONField(default=list)  # steps that leave no trace in any orders

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "game"], name="guided_once")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.game}"
