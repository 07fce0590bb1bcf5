"""How far back spectators see everything, where a table has chosen so (`Match.open_after`; docs/adr/0023).

What lies further back is shown seat by seat: its view after a turn, and the events of that turn that it was told.
Nothing is read but steps up to that turn, so that nothing can leak forward. Where who plays is a secret no table has
the choice: the views together would tell how many play, and where each of them sits (DA-FOG-08).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Max

from heraut.engine.protocol import Event, Json, seen_by
from heraut.engine.protocol import Seat as SeatName
from heraut.site.matches.adapters import adapter
from heraut.site.matches.models import Match, Step
from heraut.site.matches.steps import stored_events
from heraut.site.matchpage.match_access import MatchAccess, view_of
from heraut.site.regency.in_force import has_part


@dataclass(frozen=True)
class Moment:
    """A turn as it is told: its number, its steps, and the digest of the state after the last of them."""

    turn: int
    first: int
    last: int
    digest: str


def plays(access: MatchAccess) -> bool:
    """Whether the visitor plays this match, or has played it: for him, or as a regent. He sees his own seat alone."""
    user = access.request.user
    if access.seat is not None:
        return True
    if not user.is_authenticated:
        return False
    return has_part(access.match, user)  # on the page that shows what others see he has no seat


def watches(access: MatchAccess) -> bool:
    """Whether the visitor is a spectator by name: somebody with an account who plays no part in the match.

    Whoever shows no name may be one of the players.
    """
    user = access.request.user
    return user.is_authenticated and not user.guest and not plays(access)


def last_open_turn(match: Match) -> int | None:
    """The last turn after which spectators may see everything; None where they never may, or not yet.

    Whole turns lie between it and what goes on now: of a match that goes decision by decision the present turn, which
    is not over, counts for none.
    """
    if match.open_after is None or adapter(match.game).secret:
        return None
    if match.over:
        return match.turns
    present = match.turn - 1 if match.pace.by_decision else match.step
    last = present - match.open_after
    return last if last >= 0 else None


def moment(match: Match, turn: int) -> Moment | None:
    """A turn that spectators may see; None: there is none of that number, or not for them."""
    last = last_open_turn(match)
    if last is None or not 0 <= turn <= last:
        return None
    steps = Step.objects.filter(match=match)
    if match.pace.by_decision:
        end = steps.filter(turn=turn).aggregate(last=Max("number"))["last"]
        before = steps.filter(turn__lt=turn).aggregate(last=Max("number"))["last"]
    else:
        end, before = turn, turn - 1
    found = steps.filter(number=end).values_list("digest", flat=True).first() if end is not None else None
    return None if found is None else Moment(turn, 0 if before is None else before + 1, end, found)


def view_at(match: Match, at: Moment, seat: str) -> Json:
    """What a seat could see then."""
    return view_of(match.game, match.pk, at.last, at.digest, SeatName(seat))[0]


def events_at(match: Match, at: Moment, seat: str) -> Sequence[Event]:
    """What a seat was told of that turn."""
    rows = Step.objects.filter(match=match, number__gte=at.first, number__lte=at.last).order_by("number")
    found: list[Event] = []
    for stored in rows.values_list("events", flat=True):
        found += seen_by(stored_events(stored), SeatName(seat))
    return found
