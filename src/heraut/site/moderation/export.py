"""All that those who keep the peace keep about a player, as plain data; it goes with his account."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from heraut.site.accounts.models import Player
from heraut.site.moderation import relations
from heraut.site.moderation.models import Membership

REPORT = ("kind", "match__code", "address", "excerpt", "written_by", "reason", "at", "settled", "outcome")
FAULT = (
    "match__code",
    "turn",
    "step",
    "rule",
    "page",
    "words",
    "shared",
    "at",
    "status",
    "answer",
    "notice",
    "settled",
)
SANCTION = ("kind", "match__code", "reason", "at", "until", "lifted")
APPEAL = ("appeal__text", "appeal__at", "appeal__answer", "appeal__answered", "appeal__granted")
NOTE = ("match__code", "at", "text", "edited")
RELATION = ("author__username", "other__username", "kind", "at", "confirmed")


def kept_about(player: Player) -> dict[str, Any]:
    """What he reported, what was done to him and what he said of it, whom he knows, from where he came."""
    return {
        "reports": rows(player.reports.all(), *REPORT),
        "faults": rows(player.faults.all(), *FAULT),
        "sanctions": rows(player.sanctions.all(), *SANCTION, *APPEAL),
        "notes": rows(written_by(player), *NOTE),
        "mediator_of": list(player.mediated.values_list("code", flat=True)),
        "mediator_calls": rows(player.mediator_calls.all(), "match__code", "at"),
        "relations": rows(relations.of(player), *RELATION),
        "traces": rows(player.traces.all(), "day", "address", "browser"),
        "supporter": rows(Membership.objects.filter(player=player), "since", "until"),
        "acts_of_staff": rows(player.acts_of_staff.all(), "kind", "at"),
    }


def written_by(player: Player) -> QuerySet[Any]:
    """The public notes that he has written; they stay without their author."""
    return player.notes_written.all()


def rows(found: QuerySet[Any], *fields: str) -> list[dict[str, Any]]:
    """These rows, in the order in which they were made."""
    return list(found.order_by("pk").values(*fields))
