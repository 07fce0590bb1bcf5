"""What a lord reads of his letters: his own threads alone, and in them the names that he knows (DA-MSG-01, DA-MSG-02).

A letter makes nobody known. Whoever takes a seat over finds none of the letters of the player before him.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any

import msgspec
from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet

from heraut.engine.protocol import Json
from heraut.engine.protocol import Seat as SeatName
from heraut.site.accounts.models import Player
from heraut.site.matches.adapters import adapter
from heraut.site.matches.models import Match, Seat
from heraut.site.matchpage.match_access import state_of, view_of
from heraut.site.messaging.models import Message, Side, Thread


class Correspondent(msgspec.Struct, frozen=True):
    """The other lord of a thread, as the reader knows him: `name` "" and `alive` None for a stranger."""

    seat: Any
    name: str
    alive: bool | None


def view_for(seat: Seat) -> Json:
    """What a seat may see now."""
    match = seat.match
    return view_of(match.game, match.pk, match.step, match.digest, SeatName(seat.name))[0]


def names(match: Match) -> Mapping[str, tuple[str, bool]]:
    """What every seat is called in letters, and whether its lord lives: the arbiter's own list, shown to nobody."""
    found: Mapping[str, tuple[str, bool]] = adapter(match.game).letter_names(
        state_of(match.game, match.pk, match.step, match.digest)
    )
    return found


def known(seat: Seat) -> Mapping[str, bool]:
    """Those whom the holder of a seat knows by name, and whether they live."""
    found: Mapping[str, bool] = adapter(seat.match.game).letter_known(view_for(seat))
    return found


def may_write(seat: Seat) -> bool:
    """Whether its lord lives."""
    return "own" in view_for(seat)


def addressees(seat: Seat) -> list[str]:
    """The lords to whom this one may write of his own accord (DA-MSG-01)."""
    return [name for name, alive in known(seat).items() if alive] if may_write(seat) else []


def readable(seat: Seat) -> QuerySet[Message]:
    """The letters that the present holder of a seat has written or received."""
    his = Message.objects.filter(Q(author=seat) | Q(delivered=True), thread__sides__seat=seat)
    return his if seat.taken_over is None else his.filter(sent__gte=seat.taken_over)


def who_is_who(seat: Seat) -> Callable[[str, bool], tuple[str, bool | None]]:
    """What the holder of a seat may call another one, and what he knows of its life: "" and None for a stranger.

    Asked by the other's seat, and whether that one has signed a letter to him.
    """
    everyone, friends = names(seat.match), known(seat)

    def called(other: str, signed: bool) -> tuple[str, bool | None]:
        name = everyone[other][0]
        return (name, friends[name]) if name in friends else (name if signed else "", None)

    return called


def correspondent(seat: Seat, thread: Thread) -> Correspondent:
    """Whom this seat writes to in a thread: named if he is known, or has signed a letter."""
    other = Side.objects.select_related("seat__user").exclude(seat=seat).get(thread=thread).seat
    other.match = seat.match
    signed = readable(seat).filter(thread=thread, author=other, signed=True).exists()
    return Correspondent(other, *who_is_who(seat)(other.name, signed))


def since(side: Side) -> datetime | None:
    """Since when the present holder of this seat blocks the other, if he does."""
    taken = side.seat.taken_over
    return None if taken is not None and side.blocked is not None and side.blocked < taken else side.blocked


class Line(msgspec.Struct, frozen=True):
    """A thread in the list: who it is with, its last letter, and how many have not been opened."""

    code: str
    name: str
    alive: bool | None
    last: Any
    unread: int


def last_letters(seat: Seat) -> QuerySet[Message]:
    """The last letter of each thread of a seat, the latest first."""
    last = readable(seat).order_by().values("thread").annotate(last=Max("pk")).values("last")
    return Message.objects.filter(pk__in=last).select_related("thread").order_by("-pk")


def lines(seat: Seat, letters: Iterable[Message]) -> list[Line]:
    """The threads that these letters are the last of; all of them from three queries."""
    found = list(letters)
    others = dict(
        Side.objects.filter(thread__in=[one.thread_id for one in found])
        .exclude(seat=seat)
        .values_list("thread", "seat__name")
    )
    theirs = readable(seat).filter(thread__in=others).exclude(author=seat).order_by()
    signed = set(theirs.filter(signed=True).values_list("thread", flat=True))
    counts = theirs.filter(unopened(seat)).values("thread").annotate(count=Count("pk"))
    new = dict(counts.values_list("thread", "count"))
    called = who_is_who(seat)
    return [
        Line(one.thread.code, *called(others[one.thread_id], one.thread_id in signed), one, new.get(one.thread_id, 0))
        for one in found
    ]


def unopened(seat: Seat) -> Exists:
    """The letters of threads that this seat has not opened since."""
    opened = Side.objects.filter(seat=seat, thread=OuterRef("thread"))
    return Exists(opened.filter(Q(opened=None) | Q(opened__lt=OuterRef("sent"))))


def unread(seat: Seat) -> int:
    """How many letters the holder of a seat has not opened."""
    new = Q(thread__sides__opened=None) | Q(sent__gt=F("thread__sides__opened"))
    letters = Message.objects.filter(new, thread__sides__seat=seat, delivered=True).exclude(author=seat)
    return (letters if seat.taken_over is None else letters.filter(sent__gte=seat.taken_over)).count()


def letters_about(player: Player) -> list[dict[str, Any]]:
    """All letters that a player has written or received, as plain data, each as he may read it."""
    found = []
    for seat in Seat.objects.filter(user=player).select_related("match").defer("match__state", "match__seed"):
        others: dict[int, str] = {}
        for message in readable(seat).select_related("thread"):
            if message.thread_id not in others:
                others[message.thread_id] = correspondent(seat, message.thread).name
            own = message.author_id == seat.pk
            found.append(
                {
                    "match": seat.match.code,
                    "thread": message.thread.code,
                    "with": others[message.thread_id] or None,
                    "written_by_you": own,
                    "sent": message.sent,
                    "mark": message.mark,
                    "text": message.text,
                }
            )
    return found
