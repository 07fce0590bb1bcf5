"""What a lord reads of his letters: his own threads alone, and in them the names that he knows (DA-MSG-01, DA-MSG-02).

A letter makes nobody known. Whoever takes a seat over finds none of the letters of the player before him, and all that
was written to the seat while it had no player.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from copy import copy
from datetime import datetime
from typing import Any

import msgspec
from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet

from heraut.engine.protocol import Json
from heraut.engine.protocol import Seat as SeatName
from heraut.site.accounts.models import Player
from heraut.site.common.words import say
from heraut.site.matches.adapters import adapter
from heraut.site.matches.models import Match, Seat
from heraut.site.matchpage.match_access import state_of, view_of
from heraut.site.messaging.models import Message, Side, Thread
from heraut.site.regency.models import Regency


class Correspondent(msgspec.Struct, frozen=True):
    """Another lord of a thread, as the reader knows him: `name` "" and `alive` None for a stranger.

    Strangers of a group are numbered, in an order that tells nothing (`groups.py`); the only one of a thread is 0.
    """

    seat: Any
    name: str
    alive: bool | None
    number: int = 0
    left: bool = False
    founder: bool = False

    @property
    def called(self) -> str:
        """His name, or the words for a stranger."""
        if self.name:
            return self.name
        return say("messaging.stranger_number", number=self.number) if self.number else say("messaging.stranger")


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


def readable(seat: Seat, *more: Q) -> QuerySet[Message]:
    """The letters that the present holder of a seat has written or received; `more` is said of his side of each.

    What was sealed at this seat before he held it is not his, even if it opens later.
    """
    member = Q(thread__sides__left=None) | Q(thread__sides__left__gte=F("sent"))
    member &= Q(thread__sides__joined=None) | Q(thread__sides__joined__lte=F("sent"))
    his = Message.objects.filter(member, *more, thread__sides__seat=seat).exclude(withheld=seat)
    begun = letters_from(seat)
    if begun is None:
        return his
    return his.filter(sent__gte=begun).exclude(author=seat, written__lt=begun)


def letters_from(seat: Seat) -> datetime | None:
    """The first moment whose letters the player of a seat may read; None: he has been there from the start.

    What came while the seat had no player waits for whoever takes it over.
    """
    return seat.vacant or seat.taken_over


def ruled(held: Seat, regency: Regency) -> Seat:
    """A seat as its letters are its regent's: none is older than the moment from which he is one, and none that its
    player had sealed before (docs/adr/0023).
    """
    seat = copy(held)
    seat.user, seat.taken_over = regency.regent, max(filter(None, (letters_from(held), regency.since)))
    seat.vacant = None
    return seat


def who_is_who(seat: Seat) -> Callable[[str, bool], tuple[str, bool | None]]:
    """What the holder of a seat may call another one, and what he knows of its life: "" and None for a stranger.

    Asked by the other's seat, and whether that one has signed a letter to him.
    """
    everyone, friends = names(seat.match), known(seat)

    def called(other: str, signed: bool) -> tuple[str, bool | None]:
        name = everyone[other][0]
        return (name, friends[name]) if name in friends else (name if signed else "", None)

    return called


def circle(seat: Seat, thread: Thread) -> list[Correspondent]:
    """All others of a thread, who have left it as well: named if they are known, or have signed a letter in it.

    Those with names come first, by name.
    """
    sides = list(thread.sides.exclude(seat=seat).select_related("seat__user"))
    signed = set(readable(seat).filter(thread=thread, signed=True).order_by().values_list("author", flat=True))
    called = who_is_who(seat)
    found = [(side, *called(side.seat.name, side.seat_id in signed)) for side in sides]
    strangers = [side.pk for side, name, _ in found if not name]
    for side in sides:
        side.seat.match = seat.match
    others = [
        Correspondent(
            side.seat,
            name,
            alive,
            strangers.index(side.pk) + 1 if not name and len(strangers) > 1 else 0,
            side.left is not None,
            side.founder,
        )
        for side, name, alive in found
    ]
    return sorted(others, key=lambda one: (not one.name, one.name))


def since(side: Side) -> datetime | None:
    """Since when the present holder of this seat blocks the other, if he does."""
    taken = letters_from(side.seat)
    return None if taken is not None and side.blocked is not None and side.blocked < taken else side.blocked


class Line(msgspec.Struct, frozen=True):
    """A thread in the list: who it is with (of a group its name), its last letter, how many have not been opened; by
    which bot the other is played, "" where he is not, is a stranger, or where that is a secret; of a group who wrote
    the last letter, "" for a stranger; whether its letters are not wanted any more.
    """

    code: str
    name: str
    alive: bool | None
    last: Any
    unread: int
    group: bool = False
    bot: str = ""
    author: str = ""
    closed: bool = False


def last_letters(seat: Seat) -> QuerySet[Message]:
    """The last letter of each thread of a seat, the latest first."""
    last = readable(seat).order_by().values("thread").annotate(last=Max("pk")).values("last")
    return Message.objects.filter(pk__in=last).select_related("thread", "author").order_by("-pk")


def lines(seat: Seat, letters: Iterable[Message]) -> list[Line]:
    """The threads that these letters are the last of; all of them from four queries."""
    found = list(letters)
    threads = [one.thread_id for one in found]
    pairs = [one.thread_id for one in found if not one.thread.group]
    sides = Side.objects.filter(Q(thread__in=pairs) | Q(seat=seat, thread__in=threads)).select_related("seat")
    sides = sides.only(
        "thread", "blocked", *(f"seat__{name}" for name in ("name", "bot", "user", "taken_over", "vacant"))
    )
    closed = {side.thread_id for side in sides if side.seat_id == seat.pk and since(side) is not None}
    others = {
        side.thread_id: (side.seat.name, side.seat.bot * (side.seat.user_id is None))
        for side in sides
        if side.seat_id != seat.pk
    }
    theirs = readable(seat).filter(thread__in=threads).exclude(author=seat).order_by()
    signed = set(theirs.filter(signed=True).values_list("thread", "author__name"))
    counts = theirs.filter(unopened(seat)).values("thread").annotate(count=Count("pk"))
    new = dict(counts.values_list("thread", "count"))
    called, secret = who_is_who(seat), adapter(seat.match.game).secret

    def line(one: Message) -> Line:
        count = new.get(one.thread_id, 0)
        if one.thread.group:
            author = called(one.author.name, (one.thread_id, one.author.name) in signed)[0]
            return Line(
                one.thread.code, one.thread.name, None, one, count, True, author=author, closed=one.thread_id in closed
            )
        other, bot = others[one.thread_id]
        name, alive = called(other, (one.thread_id, other) in signed)
        bot = "" if secret or not name else bot
        return Line(one.thread.code, name, alive, one, count, bot=bot, closed=one.thread_id in closed)

    return [line(one) for one in found]


def unopened(seat: Seat) -> Exists:
    """The letters of threads that this seat has not opened since."""
    opened = Side.objects.filter(seat=seat, thread=OuterRef("thread"))
    return Exists(opened.filter(Q(opened=None) | Q(opened__lt=OuterRef("sent"))))


def unread(seat: Seat) -> int:
    """How many letters the holder of a seat has not opened."""
    new = Q(thread__sides__opened=None) | Q(sent__gt=F("thread__sides__opened"))
    return readable(seat, new).exclude(author=seat).count()


def letters_of(seat: Seat) -> list[dict[str, Any]]:
    """All letters that the holder of a seat has written or received, as plain data, each as he may read it."""
    found = []
    circles: dict[int, dict[int, Correspondent]] = {}
    for message in readable(seat).select_related("thread"):
        if message.thread_id not in circles:
            circles[message.thread_id] = {one.seat.pk: one for one in circle(seat, message.thread)}
        others, own = circles[message.thread_id], message.author_id == seat.pk
        found.append(
            {
                "match": seat.match.code,
                "thread": message.thread.code,
                "group": message.thread.name or None,
                "with": [one.name or None for one in others.values() if not one.left],
                "written_by_you": message.writer_id == seat.user_id,
                "from": None if own else others[message.author_id].name or None,
                "sent": message.sent,
                "sealed": message.written,
                "mark": message.mark,
                "text": message.words,
                "written_by_bot": message.bot or None,
            }
        )
    return found


def letters_about(player: Player) -> list[dict[str, Any]]:
    """The same of all seats that a player holds, and what he wrote as a regent, or for seats that he holds no more.

    With whom that was is not told any more.
    """
    seats = Seat.objects.filter(user=player).select_related("match").defer("match__state", "match__seed")
    elsewhere = Message.objects.filter(writer=player).exclude(author__user=player)
    return [one for seat in seats for one in letters_of(seat)] + [
        written_elsewhere(one) for one in with_match(elsewhere)
    ]


def with_match(letters: QuerySet[Message]) -> QuerySet[Message]:
    """Letters with what names their match, and none of its state."""
    heavy = ("thread__match__state", "thread__match__seed", "thread__match__options", "thread__match__pace_data")
    return letters.select_related("thread__match").defer(*heavy)


def written_elsewhere(message: Message) -> dict[str, Any]:
    """A letter that its writer wrote for a seat that is not his, as plain data for him."""
    return {
        "match": message.thread.match.code,
        "thread": message.thread.code,
        "group": None,
        "with": [],
        "written_by_you": True,
        "from": None,
        "sent": message.sent,
        "sealed": message.written,
        "mark": message.mark,
        "text": message.text,
    }
