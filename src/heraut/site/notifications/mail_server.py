"""The mail server, and whose fault it is when it does not take a letter.

It does not answer, or not in time          the server's
4xx, 5xx before the recipient is named      the server's (or our own account there)
421, wherever                               the server's: it goes away
4xx, 5xx of the recipient                   the address's, unless the server speaks of its policy (5.7.1: no relaying)
4xx, 5xx of the text                        the letter's, unless the server speaks of the mailbox
"""

from __future__ import annotations

import re
import smtplib
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from email.utils import parseaddr
from time import monotonic
from typing import Any
from urllib.parse import unquote, urlsplit

from django.conf import settings

from heraut.site.notifications.mail import BadAddress, as_mail
from heraut.site.notifications.models import Letter

TIMEOUT = 60.0  # seconds, for each word of the mail server
LIMIT = 200.0  # for all that it says until we are let in, or of one letter; a lease is longer (`claims.LEASE`)
GONE = 421  # the server ends the conversation
PERMANENT = 500  # answers from here on will not change
POLICY = 530  # we should have logged in
SUBJECT = re.compile(r"^[245]\.(\d{1,3})\.\d{1,3}\b")  # of an enhanced status code (RFC 3463)
OF_THE_ADDRESS = {"1", "2", "4"}  # the address, the mailbox, the way there


class LetterRefused(Exception):
    """The server will not take this letter. `for_good`: it never will. `address`: that is what it has against it."""

    def __init__(self, error: str, *, for_good: bool, address: bool) -> None:
        super().__init__(error)
        self.error, self.for_good, self.address = error, for_good, address


class Watched(smtplib.SMTP):
    """A conversation that is cut off when it takes too long, even if every single byte comes in time."""

    def __init__(self, *where: Any, **how: Any) -> None:
        self.ended = threading.Event()
        self.grant()
        threading.Thread(target=self.watch, daemon=True).start()
        try:
            super().__init__(*where, **how)
        except BaseException:
            self.ended.set()
            raise

    def grant(self) -> None:
        """So much time from now on."""
        self.until = monotonic() + LIMIT

    def watch(self) -> None:
        """Cuts the line once the time is up."""
        while not self.ended.wait(1):
            if monotonic() > self.until and self.sock is not None:
                with suppress(OSError):
                    socket.socket.shutdown(self.sock, socket.SHUT_RDWR)

    def close(self) -> None:
        """Ends it."""
        self.ended.set()
        super().close()


class WatchedTLS(Watched, smtplib.SMTP_SSL):
    """The same with TLS from the first word."""


def place() -> tuple[str, int]:
    """Host and port of HERAUT_MAIL."""
    parts = urlsplit(settings.MAIL)
    return parts.hostname or "localhost", parts.port or (465 if parts.scheme == "smtps" else 25)


@contextmanager
def mail_server() -> Iterator[Watched]:
    """A connection to HERAUT_MAIL: smtps:// is TLS from the first word, smtp:// as soon as the server offers it.

    Raises OSError and SMTPException.
    """
    parts = urlsplit(settings.MAIL)
    context = ssl.create_default_context()
    if parts.scheme == "smtps":
        server: Watched = WatchedTLS(*place(), timeout=TIMEOUT, context=context)
    else:
        server = Watched(*place(), timeout=TIMEOUT)
    try:
        server.ehlo()
        if parts.scheme == "smtp" and server.has_extn("starttls"):
            server.starttls(context=context)
            server.ehlo()
        if parts.username:
            server.login(unquote(parts.username), unquote(parts.password or ""))
        yield server
        with suppress(OSError, smtplib.SMTPException):  # every letter has been answered
            server.quit()
    finally:
        server.close()


def hand_over(server: Watched, letter: Letter) -> None:
    """Gives a letter to the server. Raises LetterRefused; OSError and SMTPException if the server itself fails."""
    server.grant()
    try:
        mail = as_mail(letter)
        server.send_message(mail, parseaddr(settings.DEFAULT_FROM_EMAIL)[1], [letter.address])
    except smtplib.SMTPRecipientsRefused as refused:
        raise about(*next(iter(refused.recipients.values())), recipient=True) from refused
    except smtplib.SMTPDataError as refused:
        raise about(refused.smtp_code, refused.smtp_error, recipient=False) from refused
    except smtplib.SMTPNotSupportedError as error:  # it knows ASCII alone
        raise LetterRefused(str(error), for_good=True, address=not letter.address.isascii()) from error
    except (OSError, smtplib.SMTPException):
        raise
    except Exception as error:  # whatever keeps a letter from being written down must not keep back the others
        raise LetterRefused(
            f"{type(error).__name__}: {error}", for_good=True, address=isinstance(error, BadAddress)
        ) from error


def about(code: int, answer: bytes | str, *, recipient: bool) -> Exception:
    """What an answer to the recipient, or to the text of a letter, means."""
    said = " ".join((answer.decode(errors="replace") if isinstance(answer, bytes) else answer).split())
    if code == GONE:
        return smtplib.SMTPResponseException(code, said)
    enhanced = SUBJECT.match(said)
    subject = enhanced[1] if enhanced else "0"
    address = subject in OF_THE_ADDRESS or (recipient and subject == "0" and code != POLICY)
    # a server that refuses to relay refuses everyone: its host may still mend that
    return LetterRefused(f"{code} {said}", for_good=code >= PERMANENT and (address or not recipient), address=address)


def said_by(fault: Exception) -> str:
    """What there is to tell of a failure of the server."""
    if isinstance(fault, smtplib.SMTPResponseException):
        said = fault.smtp_error.decode(errors="replace") if isinstance(fault.smtp_error, bytes) else fault.smtp_error
        return f"{fault.smtp_code} {' '.join(str(said).split())}"
    return str(fault) or type(fault).__name__
