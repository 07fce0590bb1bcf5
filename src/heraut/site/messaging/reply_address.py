"""The address to which a letter is answered by mail: it names a thread, and proves for whom it was made.

`lettre-<thread>-<proof>@<HERAUT_MAIL_REPLY>`: the proof is of thread, seat, player and since when he holds the seat, so
that it is worth nothing to anybody else, nor to him once another has taken the seat over. It counts nothing: a thread
is named by its word of chance.
"""

from __future__ import annotations

import hmac
import re

from django.conf import settings
from django.utils.crypto import salted_hmac

from heraut.site.accounts.models import Player
from heraut.site.matches.models import Seat
from heraut.site.messaging.models import Side, Thread

LOCAL = re.compile(r"lettre-([a-z0-9]{10})-([0-9a-f]{32})")


def proof(thread: Thread, seat: Seat, player: Player) -> str:
    """32 hexadecimal digits that only this site can make: capitals may be lost on the way."""
    since = seat.taken_over.isoformat() if seat.taken_over else ""
    told = f"{thread.code}:{seat.pk}:{player.pk}:{since}"
    return salted_hmac("heraut.letters.reply", told, algorithm="sha256").hexdigest()[:32]


def reply_headers(thread: Thread, seat: Seat, player: Player) -> dict[str, str]:
    """The header that leads an answer to this thread; none where the site takes no mail."""
    if not settings.MAIL_REPLY:
        return {}
    return {"Reply-To": f"lettre-{thread.code}-{proof(thread, seat, player)}@{settings.MAIL_REPLY}"}


def addressed(address: str) -> tuple[Thread, Seat] | None:
    """The thread that an address answers in, and the seat that it was made for; None for any other address."""
    local, _, domain = address.lower().rpartition("@")
    found = LOCAL.fullmatch(local)
    if found is None or not settings.MAIL_REPLY or domain != settings.MAIL_REPLY.lower():
        return None
    sides = Side.objects.filter(thread__code=found[1]).select_related("thread", "seat__user", "seat__match")
    for side in sides:
        player = side.seat.user
        if player is not None and hmac.compare_digest(proof(side.thread, side.seat, player), found[2]):
            return side.thread, side.seat
    return None
