"""A letter as it leaves: a mail whose headers hold what we have written, whatever a title or an address may try.

Python's own headers read what they are given, and so decode `=?utf-8?q?…?=`, line ends included (some versions write
them out as further headers); and they fold what is longer than a line, be it an address that programs must find whole.
"""

from __future__ import annotations

import hashlib
from email.header import Header
from email.headerregistry import Address, HeaderRegistry
from email.message import EmailMessage
from email.policy import SMTP, EmailPolicy
from email.utils import format_datetime, parseaddr
from typing import Any

from django.conf import settings

from heraut.site.common.input_cleaning import BREAKS, ENCODED, one_line
from heraut.site.notifications.models import Letter
from heraut.site.notifications.pictures import add_picture

LINE = 76  # characters, at most, of a line with encoded words (RFC 2047)


class BadAddress(ValueError):
    """No mail server could be told this address."""


class AsWritten:
    """A header of one line that leaves as it was given: what programs read (RFC 2369, RFC 8058)."""

    name: str
    max_count = 1

    @staticmethod
    def parse(value: str, found: dict[str, Any]) -> None:
        """Reads nothing into it."""
        found.update(decoded=value, parse_tree=None)

    def fold(self, *, policy: EmailPolicy) -> str:
        """The header as it leaves."""
        return f"{self.name}: {self}{policy.linesep}"


class InWords(AsWritten):
    """A header that people read: every word encoded, so that none can be anything else (RFC 2047)."""

    def fold(self, *, policy: EmailPolicy) -> str:
        """The header as it leaves."""
        words = Header(str(self), "utf-8", header_name=self.name, maxlinelen=LINE)
        return f"{self.name}: {words.encode(linesep=policy.linesep)}{policy.linesep}"


def our_headers() -> HeaderRegistry:
    """Python's headers, but for those that hold what players have typed or programs read."""
    registry = HeaderRegistry()
    registry.map_to_type("Subject", InWords)  # type: ignore[arg-type]  # the registry adds its own base class
    for name in ("To", "Reply-To", "Message-ID", "List-Unsubscribe", "List-Unsubscribe-Post"):
        registry.map_to_type(name, AsWritten)  # type: ignore[arg-type]
    return registry


POLICY = SMTP.clone(header_factory=our_headers())


def as_mail(letter: Letter) -> EmailMessage:
    """The letter as a mail: text, HTML, map, a Message-ID that a second sending shares. Raises BadAddress."""
    mail = EmailMessage(policy=POLICY)
    name, address = parseaddr(settings.DEFAULT_FROM_EMAIL)
    mail["From"] = Address(name, addr_spec=address)
    mail["To"] = told(letter.address)
    mail["Subject"] = one_line(letter.subject)  # a break must not keep it from leaving
    mail["Date"] = format_datetime(letter.written)
    mail["Message-ID"] = f"<{hashlib.sha256(letter.key.encode()).hexdigest()[:32]}@{settings.HOST}>"
    mail["Auto-Submitted"] = "auto-generated"
    for header, value in letter.headers.items():
        mail[header] = value
    mail.set_content(letter.text)
    if letter.html:
        mail.add_alternative(letter.html, subtype="html")
    add_picture(mail, letter)
    return mail


def told(address: str) -> str:
    """An address that may stand in a header. Raises BadAddress."""
    if BREAKS.search(address) or ENCODED in address or "@" not in address:
        raise BadAddress(address)
    return address
