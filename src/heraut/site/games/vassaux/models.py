"""Hosts and battlefields that players keep: shelves for texts of the game, no rule of it."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models

NAME_LENGTH = 60


class Kept(models.Model):
    """A text that its owner keeps under a name. `share` is the code of the link that shows it to anyone; "": none."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    name = models.CharField(max_length=NAME_LENGTH)
    text = models.TextField()
    made = models.DateTimeField(auto_now_add=True)
    changed = models.DateTimeField(auto_now=True)
    share = models.CharField(max_length=16, blank=True, db_index=True)

    class Meta:
        abstract = True
        ordering: ClassVar = ["-changed", "-pk"]

    def __str__(self) -> str:
        return self.name


class SavedHost(Kept):
    """A host (`games/vassaux/roster/lines.py`), and what it was meant for, as the address of the builder has it."""

    brief = models.CharField(max_length=60, blank=True)


class SavedField(Kept):
    """A battlefield (`games/vassaux/terrain.py`) on a table with this side in R."""

    side = models.PositiveSmallIntegerField()
