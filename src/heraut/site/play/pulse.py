"""The pulse of a match: has anything happened since? Asked twice a second by every open page of a live table.

The address holds the seat that asks and is signed, so that the answer takes one small query and nothing else: no
session, no view of the match. It tells how many steps were taken, what the clock says, how many letters wait, and
last how much was said at the table; nothing of what was played. Unchanged is an empty answer. (Streams would each hold
a thread of a WSGI server.)
"""

from __future__ import annotations

from hashlib import blake2b

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.views.decorators.http import require_GET

from heraut.site.matches.models import Match, Seat
from heraut.site.play.visit import Visit
from heraut.site.prepared import Prepared

NOBODY = 0

_match = Prepared(
    lambda code: Match.objects.filter(code=code).only("step", "status", "deadline", "paused_until", "private", "talk"),
    str,
)
_seat = Prepared(lambda seat: Seat.objects.filter(pk=seat).only("unread"), int)


def sign(code: str, seat: int) -> str:
    """What only a page of this match knows."""
    key = blake2b(settings.SECRET_KEY.encode(), digest_size=32).digest()
    return blake2b(f"pulse {code} {seat}".encode(), key=key, digest_size=8).hexdigest()


def address(coming: Visit) -> str:
    """Where the pages of this visitor ask."""
    seat = coming.seat.pk if coming.seat is not None else NOBODY
    return reverse("match_pulse", args=[coming.match.code, seat, sign(coming.match.code, seat)])


def beat(match: Match, unread: int) -> str:
    """What changes when anything has happened."""
    deadline = int(match.deadline.timestamp()) if match.deadline else 0
    return f"{match.step}.{match.status}.{deadline}.{unread}"


def heard(match: Match, seat: int) -> int:
    """How much was said at the table, to those who hear it: at a private one, who sits there (`press/talk.py`)."""
    return match.talk if seat or not match.private else 0


def present(coming: Visit) -> str:
    """The pulse as the page that is being made shows the match; the count of the talk stands with its lines."""
    return beat(coming.match, coming.seat.unread if coming.seat is not None else 0)


@require_GET
def pulse(request: HttpRequest, code: str, seat: int, signature: str) -> HttpResponse:
    """204 if nothing has changed since `?vu`, else 200 with what to say next time."""
    if not constant_time_compare(sign(code, seat), signature):
        raise Http404
    match = _match.first(code)
    if match is None:
        raise Http404
    holder = _seat.first(seat) if seat else None
    now = f"{beat(match, holder.unread if holder is not None else 0)}.{heard(match, seat)}"
    unchanged = request.GET.get("vu") == now
    answer = HttpResponse(b"" if unchanged else now, status=204 if unchanged else 200, content_type="text/plain")
    answer.headers["Cache-Control"] = "no-store"
    return answer
