"""Who had a part in a match before: who held a seat of it, and who kept its peace. Both know more than they may use."""

from __future__ import annotations

from django.db.models import Q

from heraut.site.accounts.models import Player
from heraut.site.matches.activity_kinds import ActivityKind, of_kind
from heraut.site.matches.models import Match

GAVE_UP: tuple[ActivityKind, ...] = ("taken_over", "resigned")  # they tell in `former` who held the seat
# A ban from match or site may be lifted; what he has seen he knows
LEFT: tuple[ActivityKind, ...] = (*GAVE_UP, "banned", "offered")


def sat_before(match: Match, player: Player, *kinds: ActivityKind) -> bool:
    """Whether he has held a seat of this match that he holds no more; for one of these reasons, if any are named."""
    return match.activities.filter(of_kind(*kinds or LEFT), data__former=player.pk).exists()


def last_holder(match: Match, seat: str) -> int | None:
    """Who held a seat that nobody holds (a key): whoever was banned comes back to what is his. None where it was given
    up for good.
    """
    acts = match.activities.filter(of_kind(*LEFT)).order_by("-pk").values_list("kind", "data")
    for kind, data in acts:
        if seat in data["seats"] and (kind != "offered" or "former" in data):  # else its player stayed meanwhile
            return data.get("former") if kind not in GAVE_UP else None
    return None


def kept_peace(match: Match, player: Player) -> bool:
    """Whether he keeps the peace of this match or has kept it, and may play in it no more (GP-SITE-35)."""
    if match.mediators.filter(pk=player.pk).exists():
        return True
    named = of_kind("mediator_named") & Q(data__player=player.pk)
    read = of_kind("report_read") & Q(author=player)
    return match.activities.filter(named | read).exists()
