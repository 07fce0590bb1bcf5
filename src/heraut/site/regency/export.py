"""What is kept about a player as one who named regents, or was one; and what his wills have answered."""

from __future__ import annotations

from typing import Any

from django.db.models import Q

from heraut.site.accounts.models import Player
from heraut.site.matches.models import Sheet
from heraut.site.regency.models import Regency, WillTaken
from heraut.site.regency.naming import offers_to

REGENCY = (
    *("seat__match__code", "seat__lord", "holder__username", "regent__username", "begins", "ends", "starts", "stops"),
    *("orders", "seal", "letters", "treaties", "message", "leaves_orders", "named", "accepted", "ended"),
)
WILL = ("match__code", "step", "will", "text", "dropped")
SHEET = ("seat__match__code", "seat__lord", "step", "sequence", "saved", "text", "kept")


def kept_about(player: Player) -> dict[str, Any]:
    """All of it, as plain data. An offer that was never shown to him is not his to read (`regency.naming`)."""
    offered = [one.pk for one in offers_to(player)]
    shown = Q(holder=player) | Q(regent=player, accepted__isnull=False) | Q(pk__in=offered)
    return {
        "regencies": list(Regency.objects.filter(shown).values(*REGENCY)),
        "wills_answered": list(WillTaken.objects.filter(holder=player).values(*WILL)),
        "orders_as_regent": list(Sheet.objects.filter(regent=player).order_by("pk").values(*SHEET)),
    }
