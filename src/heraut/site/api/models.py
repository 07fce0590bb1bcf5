"""Tokens: what a program shows instead of a password."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models

READ, PLAY = "read", "play"
SCOPES = (READ, PLAY)  # each may do what those before it may


class Token(models.Model):
    """One key of a player for a program of his. Only its SHA-256 is kept: nobody can read it here."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=60)
    scope = models.CharField(max_length=4, default=READ)
    hash = models.CharField(max_length=64, unique=True)
    made = models.DateTimeField(auto_now_add=True)
    used = models.DateTimeField(null=True, blank=True)  # the last time, to the hour

    class Meta:
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return self.name

    @property
    def words(self) -> str:
        """The key of the words for its scope."""
        return f"api.scope_{self.scope}"
