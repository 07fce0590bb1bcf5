"""Answers to letters that come by mail: a small SMTP server for the mail server of the site, and nobody else.

Only an address that this site has made is taken (`reply_address.py`), from the address of its player's account. What is
answered by a machine is thrown away. A letter by mail obeys the rules and allowances of one that is typed; if it is
refused a mail says why, with what was written. Loaded by the worker where HERAUT_MAIL_IN is set.
"""

from __future__ import annotations

import asyncio
import email
import hashlib
import logging
from concurrent.futures import ThreadPoolExecutor
from email.headerregistry import HeaderRegistry
from email.message import EmailMessage
from email.policy import default
from email.utils import parseaddr
from functools import partial
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from allauth.core import ratelimit
from django.conf import settings
from django.db import Error, close_old_connections, connections
from django.http import HttpRequest

from heraut.site.accounts.models import Player
from heraut.site.common.input_cleaning import CONTROL
from heraut.site.common.words import say
from heraut.site.matches.models import Seat
from heraut.site.messaging.models import Message, Thread
from heraut.site.messaging.posting import NotSent, answer
from heraut.site.messaging.reading import readable
from heraut.site.messaging.reply_address import addressed
from heraut.site.messaging.reply_text import own_text
from heraut.site.notifications.match_mails import as_read_by, letter, match_url
from heraut.site.notifications.outbox import post

log = logging.getLogger("heraut.mail_in")

LARGEST = 300_000  # bytes of a mail, with what it quotes
LONGEST_HEADER = 8_000  # letters: what Python takes to read one grows with their square
UNREADABLE = (LookupError, ValueError, AttributeError, TypeError, AssertionError, RecursionError)  # what a mail of any
# form may come to
TIMEOUT = 60.0  # seconds that a mail server may keep silent
LINES = ("Precedence", "List-Id", "X-Autoreply", "X-Autorespond", "X-Auto-Response-Suppress", "X-Loop")


class Headers(HeaderRegistry):
    """Python's headers, as long as they are of a fair length."""

    def __call__(self, name: str, value: str) -> Any:
        """Reads one. Raises ValueError."""
        if len(value) > LONGEST_HEADER:
            raise ValueError(f"{name} of {len(value)} letters")
        return super().__call__(name, value)


POLICY = default.clone(header_factory=Headers())


class Incoming:
    """What the server does with a mail; the database is asked in a thread of its own, one mail after another."""

    def __init__(self) -> None:
        self.thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="mail_in")

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Takes an address that the site has made, one a mail; anything else is nobody's."""
        if envelope.rcpt_tos:
            return "452 4.5.3 One recipient at a time"
        try:
            found = await self.run(partial(addressed, address[:200]))
        except Error:
            log.exception("the database did not say whether an address is ours")
            return "451 4.3.0 Try again later"
        if found is None:
            return "550 5.1.1 No such address"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        """Takes a mail: it has become a letter, or its player is told why not, or it was a machine's."""
        content = envelope.content if isinstance(envelope.content, bytes) else str(envelope.content).encode()
        try:
            await self.run(partial(received, envelope.mail_from or "", envelope.rcpt_tos[0], content))
        except Error:
            log.exception("a mail could not be written down")
            return "451 4.3.0 Try again later"
        except UNREADABLE:
            return "554 5.6.0 This mail cannot be read"
        return "250 OK"

    async def run(self, act: Any) -> Any:
        """Does this in the thread of the database, with a connection that is alive."""

        def fresh() -> Any:
            close_old_connections()
            return act()

        return await asyncio.get_running_loop().run_in_executor(self.thread, fresh)

    def close(self) -> None:
        """Ends the thread, and its connection."""
        self.thread.submit(connections.close_all)
        self.thread.shutdown()


class Listener:
    """The server, as the worker keeps it: listening as long as it wants it. One of several workers has the port."""

    def __init__(self) -> None:
        self.incoming = Incoming()
        host, _, port = settings.MAIL_IN.rpartition(":")
        self.controller = Controller(
            self.incoming,
            hostname=host.strip("[]") or "127.0.0.1",
            port=int(port),
            ready_timeout=10,
            data_size_limit=LARGEST,
            timeout=TIMEOUT,
            ident="Heraut",
        )
        self.listens = False

    def keep_listening(self) -> None:
        """Begins to listen, unless it does; where another worker has the port, it is asked again the next time."""
        if self.listens:
            return
        try:
            self.controller.start()
        except OSError as error:
            self.controller.stop(no_assert=True)
            log.debug("%s: %s", settings.MAIL_IN, error)
            return
        self.listens = True
        log.info("answers to letters are taken at %s", settings.MAIL_IN)

    def stop(self) -> None:
        """Listens no more."""
        if self.listens:
            self.controller.stop()
        self.incoming.close()


def received(sender: str, recipient: str, content: bytes) -> None:
    """Makes a letter of a mail. Raises Error where the database fails: the mail server then brings it again; UNREADABLE
    where nobody can tell whose mail it is.
    """
    found = addressed(recipient)
    mail = email.message_from_bytes(content, policy=POLICY)
    if found is None or by_machine(sender, mail):
        return
    thread, seat = found
    player = seat.user
    assert player is not None
    origin = hashlib.sha256(str(mail["Message-ID"] or "").encode() + recipient.lower().encode() + content).hexdigest()
    if Message.objects.filter(origin=origin).exists():  # brought a second time
        return
    text = ""
    with as_read_by(player):
        try:
            text = text_of(mail)
            allowed(mail, player)
            mark = last_mark(seat, thread)
            answer(seat, thread, text, mark=mark, origin=origin)
        except NotSent as refusal:
            refuse(seat, player, origin, refusal.words, text)


def by_machine(sender: str, mail: EmailMessage) -> bool:
    """Whether no person has sent it: an answer might be answered by a machine again, without an end (RFC 3834)."""
    automatic = str(mail.get("Auto-Submitted", "no")).strip().lower() != "no"
    return sender in ("", "<>") or automatic or any(name in mail for name in LINES)


def text_of(mail: EmailMessage) -> str:
    """What its sender has written. Raises NotSent."""
    try:
        text = CONTROL.sub("", own_text(mail))
    except UNREADABLE:
        raise NotSent("mail_form") from None
    if "\N{REPLACEMENT CHARACTER}" in text:
        raise NotSent("mail_form")
    if not text:
        raise NotSent("mail_text")
    return text


def allowed(mail: EmailMessage, player: Player) -> None:
    """It comes from the address of the account, and not too many of them do. Raises NotSent."""
    _, address = parseaddr(str(mail.get("From", "")))
    if address.lower() != player.email.lower():
        raise NotSent("mail_sender", address=address[:100])
    if not ratelimit.consume(by_mail(player), action="letter"):
        raise NotSent("often")


def by_mail(player: Player) -> HttpRequest:
    """Allowances are counted of requests: this one has come by mail."""
    request = HttpRequest()
    request.user, request.method = player, "POST"
    return request


def last_mark(seat: Seat, thread: Thread) -> str:
    """In game or out of game, as the letter that is answered was."""
    last = readable(seat).filter(thread=thread).order_by("-pk").first()
    return last.mark if last is not None else ""


def refuse(seat: Seat, player: Player, origin: str, reason: str, text: str) -> None:
    """Tells a player that a letter of his did not leave, why, and what it said. Only the address of his account is."""
    if not ratelimit.consume(by_mail(player), action="letter_refused"):
        return
    lead = [say("letter.refused", reason=reason)]
    if text:
        lead += [say("letter.refused_text"), *filter(None, text[:4_000].split("\n"))]
    key = f"refused:{origin}"
    post([letter(player, seat.match, "refused", key, lead, url=f"{match_url(seat.match)}lettres/")])
