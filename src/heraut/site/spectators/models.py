"""What spectators say of a match, apart from those who play it."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models

from heraut.site.matches.models import Match


class Comment(models.Model):
    """One comment of somebody who watches. It goes with his account; of one that was removed the place is left."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="comments")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="comments")
    at = models.DateTimeField()
    text = models.CharField(max_length=400)
    removed = models.BooleanField(default=False)

    class Meta:
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"{self.match_id} {self.at:%Y-%m-%d %H:%M}"
