"""Bots answer the letters of people by a set sentence, at most once a turn in each thread; they read none of them."""

from __future__ import annotations

from datetime import UTC, datetime

from django.db import transaction
from django.db.models import DateTimeField, Exists, OuterRef, QuerySet, Value
from django.db.models.functions import Coalesce
from django.utils import timezone

from heraut.bots.diplomacy import answer_letter
from heraut.site.bots.seats import character_of, of_bots, write
from heraut.site.common.slices import see_to
from heraut.site.messaging.models import Message, Side

NEVER = Value(datetime(1970, 1, 1, tzinfo=UTC), output_field=DateTimeField())


def letters_due() -> int:
    """Answers what came since the bots last looked, for a slice; how many letters were looked at. The worker calls."""
    return see_to(unanswered(), answered)


def unanswered() -> QuerySet[Side]:
    """The bots' sides of threads of two in which people have written since."""
    since = Coalesce(OuterRef("opened"), NEVER)
    theirs = Message.objects.filter(thread=OuterRef("thread"), bot="", sent__gt=since).exclude(author=OuterRef("seat"))
    sides = Side.objects.filter(of_bots("seat__"), Exists(theirs), thread__pair__isnull=False)
    return sides.select_related("thread", "seat__match")


@transaction.atomic
def answered(side: Side) -> bool:
    """Opens a thread for its bot, and answers; whether somebody else has not done so."""
    looked = Side.objects.filter(pk=side.pk, opened=side.opened).update(opened=timezone.now())
    if looked:
        write(side.seat, side.thread, answer_letter(character_of(side.seat)))
    return bool(looked)
