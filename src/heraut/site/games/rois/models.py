"""What a player of Rois aventuriers writes to himself: jottings about a match, encounter plans that he keeps."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models

from heraut.site.matches.models import Match

SUBJECT_LENGTH, TEXT_LENGTH, NAME_LENGTH, PLAN_LENGTH = 160, 200, 60, 600


class Sort(models.TextChoices):
    """What a jotting is for."""

    HUSHED = "hushed"  # a task that he has seen: `subject` is its identity
    HUSHED_KIND = "hushed_kind"  # all tasks of a kind: `subject` is the kind
    TODO = "todo"  # a task of his own: `text`
    PROVINCE = "province"  # a note on a province: `subject` is its number


class Jotting(models.Model):
    """A note of a player on a match, for nobody else's eyes: whoever takes over his seat does not read it."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    match = models.ForeignKey(Match, models.CASCADE, related_name="+")
    sort = models.CharField(max_length=12, choices=Sort.choices)
    subject = models.CharField(max_length=SUBJECT_LENGTH, blank=True)
    text = models.CharField(max_length=TEXT_LENGTH, blank=True)
    made = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        indexes: ClassVar = [models.Index(fields=["match", "owner"], name="rois_jotting_of")]

    def __str__(self) -> str:
        return self.text or self.subject


class KeptPlan(models.Model):
    """An encounter plan, or one for duels, that a player keeps under a name for all his matches (RO-ENC-02)."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    name = models.CharField(max_length=NAME_LENGTH)
    text = models.CharField(max_length=PLAN_LENGTH)
    duel = models.BooleanField(default=False)
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        ordering: ClassVar = ["name", "pk"]

    def __str__(self) -> str:
        return self.name
