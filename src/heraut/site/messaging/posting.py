"""Sending letters: who may write to whom, what becomes of the text, who is told of it (DA-MSG, GP-SITE-06, 33)."""

from __future__ import annotations

import re
import secrets
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from heraut.site.common.words import say
from heraut.site.matches import models as m
from heraut.site.matches.adapters import adapter
from heraut.site.matches.models import Seat
from heraut.site.matches.services import CODE_LETTERS
from heraut.site.messaging.models import Message, Side, Thread
from heraut.site.messaging.reading import addressees, correspondent, may_write, names, since, unread
from heraut.site.notifications.match_mails import as_read_by, letter, match_url, reached
from heraut.site.notifications.models import Letter
from heraut.site.notifications.outbox import post

LONGEST = 4_000  # letters of a letter
TURNING = re.compile(r"[\u202a-\u202e\u2066-\u2069]")  # signs that turn a text round, and could make it lie
BLANKS = re.compile(r"\n{3,}")


class NotSent(Exception):
    """A letter cannot be sent; `key` names the sentence of group `messaging_refusal` that says why."""

    def __init__(self, key: str, **data: Any) -> None:
        super().__init__(key)
        self.key, self.data = key, data


def plain_text(text: str) -> str:
    """A letter as it is kept: plain text, its line ends made one, nothing in it that turns it round."""
    lines = TURNING.sub("", text).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return BLANKS.sub("\n\n", "\n".join(line.rstrip() for line in lines)).strip()


def write(seat: Seat, name: str, text: str, *, mark: str = "", signed: bool = False) -> Thread:
    """A letter to a lord whom this one knows by name. Raises NotSent."""
    check(seat, text, mark)
    if name not in addressees(seat):  # one and the same answer for those whom he does not know, and for nobody
        raise NotSent("unknown", name=name[:40])
    called = next(one for one, (other, _) in names(seat.match).items() if other == name)
    with transaction.atomic():
        thread = thread_between(seat, seat.match.seats.get(name=called))
        keep(seat, thread, text, mark, signed=signed)
    return thread


def answer(seat: Seat, thread: Thread, text: str, *, mark: str = "", signed: bool = False) -> None:
    """One more letter in a thread, to whoever it is with (DA-MSG-02). Raises NotSent."""
    check(seat, text, mark)
    with transaction.atomic():
        keep(seat, thread, text, mark, signed=signed)


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


def thread_between(seat: Seat, other: Seat) -> Thread:
    """The thread of two seats, made with their first letter."""
    pair = "-".join(map(str, sorted((seat.pk, other.pk))))
    code = "".join(secrets.choice(CODE_LETTERS) for _ in range(10))
    thread, new = Thread.objects.get_or_create(pair=pair, defaults={"match": seat.match, "code": code})
    if new:
        Side.objects.bulk_create([Side(thread=thread, seat=one) for one in (seat, other)])
    return thread


def keep(seat: Seat, thread: Thread, text: str, mark: str, *, signed: bool) -> None:
    """Stores a letter and tells its reader. Raises NotSent if he does not want it, or is known to be no more.

    To a stranger who has fallen it goes like any other, and nobody reads it: a refusal would tell of his end.
    """
    other = correspondent(seat, thread)
    if since(Side.objects.select_related("seat").get(thread=thread, seat=other.seat)) is not None:
        raise NotSent("blocked")
    if other.alive is False:
        raise NotSent("gone", name=other.name)
    lives = names(seat.match)[other.seat.name][1]
    assert seat.user is not None
    message = Message.objects.create(
        thread=thread,
        author=seat,
        writer=seat.user,
        sent=timezone.now(),
        text=plain_text(text),
        mark=mark,
        signed=signed,
        delivered=lives,
    )
    if lives and other.seat.user is not None:
        Seat.objects.filter(pk=other.seat.pk).update(unread=F("unread") + 1)
        post(letters_of(message, other.seat))


def letters_of(message: Message, reader: Seat) -> list[Letter]:
    """The mail that brings a letter to its reader, if he wants such mails; under the names that he knows."""
    match, written = reader.match, []
    for _, player in reached([reader], "letters"):
        with as_read_by(player):
            name = correspondent(reader, message.thread).name or say("messaging.stranger")
            lead = [say("letter.letter", name=name, title=match.title), *filter(None, message.text.split("\n"))]
            url = f"{match_url(match)}lettres/{message.thread.code}/"
            key = f"letter:{message.pk}"
            written.append(letter(player, match, "letter", key, lead, url=url, choice="letters"))
    return written


def block(seat: Seat, thread: Thread, *, wanted: bool) -> None:
    """No more letters from the other lord of a thread, or letters again (DA-MSG-03)."""
    Side.objects.filter(thread=thread, seat=seat).update(blocked=None if wanted else timezone.now())


def open_thread(seat: Seat, thread: Thread) -> None:
    """All letters of a thread have been read."""
    if seat.unread:
        Side.objects.filter(thread=thread, seat=seat).update(opened=timezone.now())
        seat.unread = unread(seat)
        Seat.objects.filter(pk=seat.pk).update(unread=seat.unread)
