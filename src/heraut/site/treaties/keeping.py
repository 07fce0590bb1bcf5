"""What is kept about a player of treaties: his export, and what goes with his account.

A realm's word stays with the realm, as its orders do; the free words that a player wrote go with him, and so does what
he proposed and nobody has sealed.
"""

from __future__ import annotations

from typing import Any

from heraut.site.accounts.models import Player
from heraut.site.matches.models import Seat
from heraut.site.treaties.models import ENDED, SIGNED, Treaty
from heraut.site.treaties.reading import all_of, shown_to


def treaties_about(player: Player) -> list[dict[str, Any]]:
    """The treaties of all seats that a player holds, as plain data, each as he may read it."""
    found = []
    for seat in Seat.objects.filter(user=player, match__started__isnull=False).select_related("match"):
        for one in shown_to(seat, all_of(seat)):
            treaty = one.treaty
            found.append(
                {
                    "match": seat.match.code,
                    "kind": treaty.kind,
                    "promise": one.sentence,
                    "words": treaty.words,
                    "with": [side.name or None for side in one.sides if not side.mine],
                    "until": treaty.until,
                    "status": treaty.status,
                    "public": treaty.public,
                    "proposed": treaty.proposed,
                    "ended": treaty.ended,
                }
            )
    return found


def forget(player: Player) -> None:
    """What goes with an account."""
    his = Treaty.objects.filter(writer=player)
    his.exclude(status__in=(SIGNED, *ENDED)).delete()
    his.update(words="")
