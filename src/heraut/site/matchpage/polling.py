"""Polling a match: has anything happened since? Asked again and again by every open page of a match, or of a table
that waits.

The address holds the seat that asks and is signed, so that the answer takes two or three small queries and nothing
else: no session, no view of the match. It tells how many steps were taken, what the clock says, how many letters wait,
a mark of who has sealed (only where that is told: `TOLD_GIVEN` of the game), and last how much was said at the table;
nothing of what was played. Unchanged is an empty answer. (Streams would each hold a thread of a WSGI server.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta
from functools import partial
from hashlib import blake2b
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.http import require_GET

from heraut.site.common.compiled_queries import CompiledQuery
from heraut.site.common.input_cleaning import whole_number
from heraut.site.common.words import say
from heraut.site.matches import models as m
from heraut.site.matches.adapters import adapter
from heraut.site.matches.models import Match, Seat
from heraut.site.matches.orders import open_to_orders
from heraut.site.matches.turn_status import seat_outlines
from heraut.site.matchpage.masters import thought_of, told_of_masters
from heraut.site.matchpage.match_access import MatchAccess

Outlines = Callable[[], Sequence[Seat]]
NOBODY = 0
LAST_SEAT = 2**63 - 1  # that a database can number
WAITING = (m.GATHERING, m.MUSTER)
LATE = timedelta(minutes=2)  # after its end, when a turn that is not resolved is late

_match = CompiledQuery(
    lambda code: Match.objects.filter(code=code).only(
        *("step", "branch", "status", "deadline", "ready", "fault", "claimed_until", "held_until", "muster_until"),
        *("private", "talk", "game", "pace_data", "host_id"),
    ),
    str,
)
_seat = CompiledQuery(lambda seat: Seat.objects.filter(pk=seat).only("unread", "user_id"), int)
_listed = CompiledQuery(lambda match: Seat.objects.filter(match=match).only("user_id", "confirmed"), int)


def sign(code: str, seat: int, holder: int | None = None) -> str:
    """What only a page of this match knows, made for whoever holds that seat."""
    key = blake2b(settings.SECRET_KEY.encode(), digest_size=32).digest()
    return blake2b(f"poll {code} {seat} {holder}".encode(), key=key, digest_size=8).hexdigest()


def address(access: MatchAccess) -> str:
    """Where the pages of this visitor ask; those of a regent as anybody's: the address outlives his days."""
    return address_of(access.match, access.seat if access.regency is None else None)


def address_of(match: Match, seat: Seat | None = None) -> str:
    """Where the pages of who holds a seat ask, or those of anybody."""
    number, holder = (seat.pk, seat.user_id) if seat is not None else (NOBODY, None)
    return reverse("match_poll", args=[match.code, number, sign(match.code, number, holder)])


def calendar_address(access: MatchAccess) -> str:
    """Where a calendar program asks for the deadlines. It gives no password: behind one, the address itself is the key
    of whoever holds the seat, and opens nothing any more once he has left it.
    """
    place, seat = reverse("match_deadlines", args=[access.match.code]), access.seat
    if not access.match.password or seat is None or access.regency is not None:
        return place
    return f"{place}?siege={seat.pk}&cle={sign(f'{access.match.code}.ics', seat.pk, seat.user_id)}"


def signed_for_holder(code: str, asked: QueryDict) -> Match | None:
    """The match, for an address that was made for whoever holds a seat of it, and still does."""
    number, key = whole_number(asked.get("siege", ""), digits=18), asked.get("cle", "")
    if not key or number is None:
        return None
    seat = Seat.objects.select_related("match").filter(pk=number, match__code=code).first()
    right = seat is not None and seat.user_id and constant_time_compare(key, sign(f"{code}.ics", seat.pk, seat.user_id))
    return seat.match if seat is not None and right else None


def beat(match: Match, unread: int, outlines: Outlines | None = None) -> str:
    """What changes when anything has happened: first what turns every page over, then what only adds to it.

    `outlines` gives those of all seats where a page has asked for them already.
    """
    outlines = outlines or partial(seat_outlines, match.pk)
    until = match.muster_until if match.status in WAITING else match.deadline
    moment = int(until.timestamp()) if until else 0
    step = f"{match.step}~{match.branch}" if match.branch else str(match.step)
    return f"{step}.{clock_of(match)}{behind(match)}.{moment}.{unread}.{given(match, outlines)}"


def clock_of(match: Match) -> str:
    """What its clock says; a decision is resolved in some milliseconds, which no page has to show."""
    if match.status != m.RUNNING or match.pace.by_decision:
        return match.status
    return "open" if open_to_orders(match) else "resolving"


def behind(match: Match) -> str:
    """Why a turn that has come to its end is not resolved: it is "stuck", or nobody resolves it ("late"); else ""."""
    if match.status != m.RUNNING or match.held_until is not None:
        return ""
    if match.fault:
        return "stuck"
    ends = [moment for moment in (match.deadline, match.ready) if moment is not None]
    return "late" if ends and min(ends) < timezone.now() - LATE else ""


def behind_words(match: Match) -> str:
    """The same in a sentence, as the pages of the match and of its table tell it."""
    why = behind(match)
    return say(f"follow.{why}", turn=match.coming_turn) if why else ""


def given(match: Match, outlines: Outlines) -> str:
    """A mark of who has sealed and which masters are ready, or of who is on the list of a table that waits; none of
    whom it is a secret.
    """
    game = adapter(match.game)
    if match.status in WAITING:
        listed = [seat for seat in _listed(match.pk) if seat.user_id is not None]
        return str(len(listed)) if game.secret else mark((seat.user_id, seat.confirmed) for seat in listed)
    if match.status != m.RUNNING or not (game.told_given or tells_its_player(match, outlines)):
        return "0"
    step, seats = match.step + 1, outlines()
    thought = thought_of(match, seats)
    return mark((seat.pk, seat.sealed == step) for seat in seats if seat.sealed == step or seat.pk in thought)


def tells_its_player(match: Match, outlines: Outlines) -> bool:
    """Whether a match whose players are a secret has none but one, who is told of its masters: most need no query."""
    return match.private and match.pace.at_leisure and told_of_masters(match, outlines())


def mark(of: Iterable[Any]) -> str:
    """A few letters that are others for other things."""
    return blake2b(repr(sorted(of)).encode(), digest_size=5).hexdigest()


def heard(match: Match, seat: int) -> int:
    """How much was said at the table (`table_talk.py`), to those who hear it: at a private one, who sits there."""
    return match.talk if seat or not match.private else 0


def present(access: MatchAccess) -> str:
    """The poll as the page that is being made shows the match; the count of the talk stands with its lines."""
    return beat(access.match, access.seat.unread if access.seat is not None else 0, lambda: access.outlines)


@require_GET
def poll(request: HttpRequest, code: str, seat: int, signature: str) -> HttpResponse:
    """204 if nothing has changed since `?vu`, else 200 with what to say next time."""
    holder = _seat.first(seat) if NOBODY < seat <= LAST_SEAT else None
    if not constant_time_compare(sign(code, seat, holder.user_id if holder is not None else None), signature):
        raise Http404
    match = _match.first(code)
    if match is None:
        raise Http404
    now = f"{beat(match, holder.unread if holder is not None else 0)}.{heard(match, seat)}"
    unchanged = request.GET.get("vu") == now
    answer = HttpResponse(b"" if unchanged else now, status=204 if unchanged else 200, content_type="text/plain")
    answer.headers["Cache-Control"] = "no-store"
    return answer
