"""Sending letters: who may write to whom, what becomes of the text, who is told of it (DA-MSG, GP-SITE-06, 33)."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from heraut.site.common.input_cleaning import plain_text
from heraut.site.common.refusals import CannotBeDone
from heraut.site.common.words import say
from heraut.site.matches import models as m
from heraut.site.matches.adapters import adapter
from heraut.site.matches.models import Seat
from heraut.site.matches.services import new_code
from heraut.site.messaging.models import Message, Side, Thread
from heraut.site.messaging.reading import addressees, circle, may_write, names, since, unread
from heraut.site.messaging.reply_address import reply_headers
from heraut.site.notifications.match_mails import as_read_by, letter, match_url, reached
from heraut.site.notifications.models import Letter
from heraut.site.notifications.outbox import post

LONGEST = 4_000  # letters of a letter


class NotSent(CannotBeDone):
    """A letter cannot be sent, or a line said."""

    group = "messaging_refusal"


def thread_with(seat: Seat, name: str) -> Thread:
    """The thread with a lord whom this one knows by name. Raises NotSent."""
    return thread_between(seat, known_seat(seat, name))


def known_seat(seat: Seat, name: str) -> Seat:
    """The seat of a lord to whom this one may write. Raises NotSent."""
    if name not in addressees(seat):  # one and the same answer for those whom he does not know, and for nobody
        raise NotSent("unknown", name=name[:40])
    called = next(one for one, (other, _) in names(seat.match).items() if other == name)
    return seat.match.seats.get(name=called)


def answer(
    seat: Seat, thread: Thread, text: str, *, mark: str = "", signed: bool = False, origin: str | None = None
) -> None:
    """One more letter in a thread, to whoever it is with (DA-MSG-02). Raises NotSent."""
    check(seat, text, mark)
    with transaction.atomic():
        keep(seat, thread, text, mark, signed=signed, origin=origin)


def check(seat: Seat, text: str, mark: str) -> None:
    """The match is under way, the lord lives, the letter has a text of a fair length. Raises NotSent."""
    length = len(plain_text(text))
    if seat.match.status not in (m.RUNNING, m.PAUSED):
        raise NotSent("over")
    if not may_write(seat):
        raise NotSent("fallen")
    if not length:
        raise NotSent("empty")
    if length > LONGEST:
        raise NotSent("long", length=length, most=LONGEST)
    if mark not in ("", *adapter(seat.match.game).letter_marks):
        raise NotSent("mark")


@transaction.atomic
def thread_between(seat: Seat, other: Seat) -> Thread:
    """The thread of two seats, made with their first letter. Nobody finds it before its sides are there."""
    thread, new = Thread.objects.get_or_create(
        pair=pair_of(seat, other), defaults={"match": seat.match, "code": new_code()}
    )
    if new:
        Side.objects.bulk_create([Side(thread=thread, seat=one) for one in (seat, other)])
    return thread


def pair_of(seat: Seat, other: Seat) -> str:
    """The keys of two seats, as their thread has them."""
    return "-".join(map(str, sorted((seat.pk, other.pk))))


def keep(
    seat: Seat, thread: Thread, text: str, mark: str, *, signed: bool, written: Any = None, origin: str | None = None
) -> None:
    """Stores a letter and tells its readers. Raises NotSent if of two the other does not want it, or is known to be no
    more; if of a group nobody else is left, or the author has left it.

    To a stranger who has fallen it goes like any other, and nobody reads it: a refusal would tell of his end. Nor does
    anybody learn who of a group wants no letters. Where nobody holds the seat, `text` is the key of what its bot says.
    """
    readers, withheld = readers_of(seat, thread)
    message = Message.objects.create(
        thread=thread,
        author=seat,
        writer=seat.user,
        sent=timezone.now(),
        bot="" if seat.user is not None else seat.bot,
        text=plain_text(text),
        mark=mark,
        signed=signed,
        written=written,
        origin=origin,
    )
    message.withheld.set(withheld)
    held = [one for one in readers if one.user is not None]
    if held:
        Seat.objects.filter(pk__in=[one.pk for one in held]).update(unread=F("unread") + 1)
        post(mails_of(message, held))


def readers_of(seat: Seat, thread: Thread) -> tuple[list[Seat], list[Seat]]:
    """Whom a letter of this seat reaches, and from whom it is withheld. Raises NotSent, as `keep` says."""
    own = thread.sides.get(seat=seat)
    others = [one for one in circle(seat, thread) if not one.left]
    if own.left is not None:
        raise NotSent("left")
    if not others:
        raise NotSent("alone")
    unwilling = who_blocks(seat, thread, [one.seat for one in others])
    if not thread.group and others[0].seat.pk in unwilling:
        raise NotSent("blocked")
    if not thread.group and others[0].alive is False:
        raise NotSent("gone", name=others[0].name)
    living = names(seat.match)
    reached = [one.seat for one in others if living[one.seat.name][1] and one.seat.pk not in unwilling]
    return reached, [one.seat for one in others if one.seat not in reached]


def who_blocks(seat: Seat, thread: Thread, others: list[Seat]) -> set[int]:
    """Those of these seats that want no letters of this thread, or none of this seat at all."""
    pairs = [pair_of(seat, one) for one in others]
    sides = Side.objects.filter(Q(thread=thread) | Q(thread__pair__in=pairs), seat__in=others, blocked__isnull=False)
    return {side.seat_id for side in sides.select_related("seat") if since(side) is not None}


def mails_of(message: Message, readers: list[Seat]) -> list[Letter]:
    """The mails that bring a letter to its readers, if they want such mails; under the names that each knows."""
    written = []
    for reader, player in reached(readers, "letters"):
        match, thread = reader.match, message.thread
        with as_read_by(player):
            called = {one.seat.pk: one.called for one in circle(reader, thread)}
            told = {"name": called.get(message.author_id, ""), "title": match.title, "group": thread.name}
            first = say("letter.letter_group" if thread.group else "letter.letter", **told)
            lead = [first, *filter(None, message.words.split("\n"))]
            url = f"{match_url(match)}lettres/{thread.code}/"
            headers = reply_headers(thread, reader, player)
            if headers:
                lead.append(say("letter.reply"))
            key = f"letter:{new_code()}"  # a number would tell how many letters there are
            mail = letter(player, match, "letter", key, lead, url=url, choice="letters")
            mail.headers |= headers
            written.append(mail)
    return written


def block(seat: Seat, thread: Thread, *, wanted: bool) -> None:
    """No more letters of a thread, of two or of a group, or letters again (DA-MSG-03)."""
    Side.objects.filter(thread=thread, seat=seat).update(blocked=None if wanted else timezone.now())


def count_waiting(seat: Seat) -> None:
    """Counts for whoever has taken a seat over what was written to it while it had no player."""
    seat.unread = unread(seat)
    Seat.objects.filter(pk=seat.pk).update(unread=seat.unread)


@transaction.atomic(savepoint=False)
def open_thread(seat: Seat, thread: Thread) -> None:
    """All letters of a thread have been read."""
    if seat.unread:
        # A letter that comes now is counted after
        Seat.objects.select_for_update(no_key=True).only("pk").get(pk=seat.pk)
        Side.objects.filter(thread=thread, seat=seat).update(opened=timezone.now())
        seat.unread = unread(seat)
        Seat.objects.filter(pk=seat.pk).update(unread=seat.unread)
