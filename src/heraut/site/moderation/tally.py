"""What is counted for the public count of a year; the figures outlive the accounts that they came from."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from heraut.site.moderation.models import SANCTIONS, Tally

ASKED = ("report", "fault", "appeal")  # what waits for an answer; its answers are counted as `<kind>_answered`
KINDS = (*(f"{kind}{end}" for kind in ASKED for end in ("", "_answered")), "appeal_granted", *SANCTIONS)


@transaction.atomic
def count(kind: str, since: datetime | None = None, now: datetime | None = None) -> None:
    """One more of these this year; `since`: when what is answered now was asked."""
    now = now or timezone.now()
    year = timezone.localtime(now).year
    hours = (now - since).total_seconds() / 3600 if since is not None else 0.0
    Tally.objects.get_or_create(year=year, kind=kind)
    Tally.objects.filter(year=year, kind=kind).update(number=F("number") + 1, hours=F("hours") + hours)


def counts() -> list[tuple[int, list[tuple[str, int, int | None]]]]:
    """Year by year, the latest first: how many of each kind, and of answers how many days they took on an average."""
    found: dict[int, dict[str, Tally]] = {}
    for tally in Tally.objects.order_by("-year"):
        found.setdefault(tally.year, {})[tally.kind] = tally
    return [(year, [row(kind, of.get(kind)) for kind in KINDS]) for year, of in found.items()]


def row(kind: str, tally: Tally | None) -> tuple[str, int, int | None]:
    """One line of a year."""
    if tally is None or not tally.number:
        return kind, 0, None
    return kind, tally.number, round(tally.hours / tally.number / 24) if kind.endswith("_answered") else None
