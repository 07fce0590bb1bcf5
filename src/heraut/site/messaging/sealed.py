"""Letters under seal: they open on a day, when a turn begins, or when their author's lord is no more.

Nobody but their author knows of them before: a seal that could be seen would say that something is being prepared, when
it was written, and how many there are. Whoever wants it known says so himself. Until it opens its author may burn it.
It belongs to the person: it is void once another has taken the seat over.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.common.input_cleaning import plain_text
from heraut.site.common.slices import in_a_slice
from heraut.site.common.words import day as day_words
from heraut.site.common.words import say
from heraut.site.matches import models as m
from heraut.site.matches.models import Match, Seat
from heraut.site.matches.services import new_code
from heraut.site.messaging.models import SealedLetter, Thread
from heraut.site.messaging.posting import NotSent, check, keep, readers_of
from heraut.site.messaging.reading import circle, names

log = logging.getLogger("heraut.letters")

MOST = 20  # that a seat has waiting at once
FARTHEST = timedelta(days=366)
LAST_TURN = 999


class Seal(msgspec.Struct, frozen=True):
    """When a letter opens: one of the three."""

    day: datetime | None = None
    turn: int | None = None
    death: bool = False


def wished(form: Mapping[str, str], seat: Seat, player: Player) -> Seal | None:
    """The seal that a form asks for; None for a letter that leaves at once. Raises NotSent."""
    kind = form.get("seal", "")
    if kind == "death":
        return Seal(death=True)
    if kind == "turn":
        typed = form.get("seal_turn", "").strip()
        turn = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 6 else 0
        if not seat.match.coming_turn < turn <= LAST_TURN:
            raise NotSent("seal_turn", turn=seat.match.coming_turn, most=LAST_TURN)
        return Seal(turn=turn)
    if kind == "day":
        return Seal(day=day(form.get("seal_day", ""), player))
    if kind:
        raise NotSent("seal")
    return None


def day(typed: str, player: Player) -> datetime:
    """The beginning of a day that is to come, where the player is. Raises NotSent."""
    try:
        begins = datetime.combine(date.fromisoformat(typed.strip()), time(), ZoneInfo(player.time_zone))
        ahead = begins - timezone.now()
    except (ValueError, OverflowError):
        raise NotSent("seal_day") from None
    if not timedelta() < ahead <= FARTHEST:
        raise NotSent("seal_day")
    return begins


@transaction.atomic
def seal_letter(
    seat: Seat, thread: Thread, seal: Seal, text: str, *, mark: str = "", signed: bool = False
) -> SealedLetter:
    """Keeps a letter until its seal opens. Raises NotSent as a letter does that leaves at once."""
    check(seat, text, mark)
    readers_of(seat, thread)
    if waiting(seat).count() >= MOST:
        raise NotSent("seal_many", most=MOST)
    assert seat.user is not None
    return SealedLetter.objects.create(
        thread=thread,
        author=seat,
        writer=seat.user,
        code=new_code(),
        written=timezone.now(),
        text=plain_text(text),
        mark=mark,
        signed=signed,
        until_day=seal.day,
        until_turn=seal.turn,
        on_death=seal.death,
        checked=seat.match.step,
    )


def waiting(seat: Seat) -> QuerySet[SealedLetter]:
    """The sealed letters of the present holder of a seat."""
    return SealedLetter.objects.filter(author=seat, writer=seat.user_id).select_related("thread")


class Waiting(msgspec.Struct, frozen=True):
    """A sealed letter as its author sees it: whom it is for, when it opens."""

    letter: Any
    name: str
    opens: str


def listed(seat: Seat) -> list[Waiting]:
    """What the author sees of all of them."""
    return [Waiting(one, addressee(seat, one.thread), opens(one)) for one in waiting(seat)]


def addressee(seat: Seat, thread: Thread) -> str:
    """Whom a letter of this thread is for."""
    return thread.name or circle(seat, thread)[0].called


def opens(letter: SealedLetter) -> str:
    """When it opens, in words."""
    if letter.on_death:
        return say("messaging.opens_death")
    if letter.until_turn is not None:
        return say("messaging.opens_turn", turn=letter.until_turn)
    assert letter.until_day is not None
    return say("messaging.opens_day", day=day_words(letter.until_day))


def burn(seat: Seat, code: str) -> None:
    """Its author destroys a letter that has not opened."""
    waiting(seat).filter(code=code).delete()


def due(now: datetime) -> QuerySet[SealedLetter]:
    """The letters to be looked at: a day has come, or their match has taken a step since."""
    under_way = Q(thread__match__status__in=(m.RUNNING, m.PAUSED))
    a_day = Q(until_day__lte=now) & under_way
    a_turn = Q(until_turn__isnull=False) & under_way & ~Q(checked=F("thread__match__step"))
    a_death = Q(on_death=True) & ~Q(checked=F("thread__match__step"))  # he may fall in the very last turn
    return SealedLetter.objects.filter(a_day | a_turn | a_death, returned=False)


def open_due(now: datetime | None = None) -> int:
    """Opens what is due, for a slice; how many were opened."""
    moment = now or timezone.now()
    return sum(looked_at(key, moment) for key in in_a_slice(due(moment).values_list("pk", flat=True)))


def looked_at(key: int, now: datetime) -> bool:
    """Opens one sealed letter if its time has come; whether it did. One that reaches nobody goes back to its author."""
    with transaction.atomic():
        rows = SealedLetter.objects.select_for_update(of=("self",), no_key=True).filter(pk=key, returned=False)
        letter = rows.select_related("author__match", "author__user", "thread").first()
        if letter is None:
            return False
        match = letter.author.match
        if not ready(letter, match, now):
            SealedLetter.objects.filter(pk=key).update(checked=match.step)
            return False
        if letter.author.user_id != letter.writer_id:
            letter.delete()
            return False
        if not delivered(letter):
            SealedLetter.objects.filter(pk=key).update(returned=True)
            return False
        letter.delete()
    return True


def ready(letter: SealedLetter, match: Match, now: datetime) -> bool:
    """Whether its time has come."""
    if letter.on_death:
        return not names(match)[letter.author.name][1]
    if letter.until_turn is not None:
        return match.coming_turn >= letter.until_turn
    return letter.until_day is not None and letter.until_day <= now


def delivered(letter: SealedLetter) -> bool:
    """Makes a letter of it that leaves now; False if it can reach nobody."""
    seat = letter.author
    try:
        keep(seat, letter.thread, letter.text, letter.mark, signed=letter.signed, written=letter.written)
    except NotSent as refusal:
        log.info("sealed letter of match %s: %s", seat.match.code, refusal.key)
        return False
    return True


def sealed_about(player: Player) -> list[dict[str, Any]]:
    """What a player has under seal, as plain data, for himself alone."""
    found = SealedLetter.objects.filter(writer=player)
    fields = ("thread__match__code", "written", "until_day", "until_turn", "on_death", "returned", "mark", "text")
    return list(found.values(*fields))
