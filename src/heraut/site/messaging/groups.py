"""Letters of several lords: a group has a name, those whom its founder knows, and no way to make anybody known.

Everybody in it sees the names that he knows, and strangers for the rest, as in letters of two. Whoever founded it may
add others, who read what is sent from then on; each may leave it.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import SystemRandom

from django.db import transaction
from django.utils import timezone

from heraut.site.common.input_cleaning import one_line
from heraut.site.matches.models import Seat
from heraut.site.matches.services import new_code
from heraut.site.messaging.models import Side, Thread
from heraut.site.messaging.posting import NotSent, known_seat, pair_of
from heraut.site.messaging.reading import addressees, circle, since

MOST = 20  # seats of a group, its founder among them
LONGEST_NAME = 60


@transaction.atomic
def found(seat: Seat, title: str, called: Sequence[str]) -> Thread:
    """A new group of this seat and of lords whom it knows by name. Raises NotSent."""
    name = one_line(title)
    if not name:
        raise NotSent("group_name")
    if len(name) > LONGEST_NAME:
        raise NotSent("group_name_long", length=len(name), most=LONGEST_NAME)
    members = [known_seat(seat, one) for one in dict.fromkeys(called)]
    if len(members) >= MOST:
        raise NotSent("group_full", most=MOST)
    willing(seat, members)
    thread = Thread.objects.create(match=seat.match, code=new_code(), name=name)
    sides = [Side(thread=thread, seat=one, founder=one == seat) for one in (seat, *members)]
    SystemRandom().shuffle(sides)  # strangers are numbered in their order, which must not be that of the seats
    Side.objects.bulk_create(sides)
    return thread


def willing(seat: Seat, members: Sequence[Seat]) -> None:
    """Nobody is put in a group by one whose letters he does not want. Raises NotSent."""
    pairs = {pair_of(seat, one): one for one in members}
    sides = Side.objects.filter(thread__pair__in=pairs, seat__in=members, blocked__isnull=False)
    if any(since(side) is not None for side in sides.select_related("seat")):
        raise NotSent("group_blocked")


def to_add(seat: Seat, thread: Thread) -> list[str]:
    """Whom the holder of a seat may still add to a group: nobody unless he founded it."""
    sides = list(thread.sides.all())
    if not thread.group or len(sides) >= MOST or not any(one.founder and one.seat_id == seat.pk for one in sides):
        return []
    inside = {one.name for one in circle(seat, thread) if one.name}
    return [name for name in addressees(seat) if name not in inside]


@transaction.atomic
def add(seat: Seat, thread: Thread, name: str) -> None:
    """One lord more in a group that this seat founded; he reads what is sent from now on. Raises NotSent."""
    other = known_seat(seat, name)
    if name not in to_add(seat, thread):
        raise NotSent("group_add", name=name)
    willing(seat, [other])
    Side.objects.get_or_create(thread=thread, seat=other, defaults={"joined": timezone.now()})


def leave(seat: Seat, thread: Thread) -> None:
    """No more letters of a group, for good; those it had before stay readable."""
    if thread.group:
        Side.objects.filter(thread=thread, seat=seat, left=None).update(left=timezone.now())
