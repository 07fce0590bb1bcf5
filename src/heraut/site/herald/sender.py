"""Sending the outbox over SMTP: a letter is taken for some minutes, sent, and marked; what fails is tried again later.

A worker that dies between the mail server's yes and our mark leaves a letter that will be sent once more: under the
same Message-ID, by which mail programs know it for the same. That is the only way in which a letter can leave twice.
"""

from __future__ import annotations

import hashlib
import logging
import smtplib
import ssl
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, parseaddr
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.db import connection, transaction
from django.db.models import F
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.herald.models import FAILED, SENT, WAITING, Letter

log = logging.getLogger("heraut.herald")

BATCH = 20
LEASE = timedelta(minutes=5)  # longer than a batch takes
MINUTES = (1, 5, 15, 60, 180, 360, 720, 1440, 1440)  # until the next try, try by try; after the last we give up
KEPT = timedelta(days=30)
TIMEOUT = 20  # seconds, for each word of the mail server
PERMANENT = 500  # SMTP answers from here on will not change


def send_due(now: datetime | None = None) -> int:
    """Sends the letters that are due; how many left. Where mail is shown on a page, that is where they go."""
    now = now or timezone.now()
    if settings.MAIL == "page":
        return Letter.objects.filter(status=WAITING, due__lte=now).update(status=SENT, sent=now)
    sent = 0
    while letters := take(now):
        sent += send(letters, now)
    return sent


def forget_old(now: datetime | None = None) -> int:
    """Letters are thrown away a month after they left, or failed: what they told stays on the site."""
    done = Letter.objects.exclude(status=WAITING).filter(due__lt=(now or timezone.now()) - KEPT)
    return done.delete()[0]


def take(now: datetime) -> list[Letter]:
    """Up to `BATCH` letters that no other worker will touch for a while."""
    waiting = Letter.objects.filter(status=WAITING, due__lte=now)
    if not waiting.exists():  # without a transaction: asked every few seconds, and nearly always in vain
        return []
    with transaction.atomic():
        rows = waiting.order_by("due", "pk")
        if connection.features.has_select_for_update_skip_locked:
            rows = rows.select_for_update(skip_locked=True)
        letters = list(rows[:BATCH])
        taken = Letter.objects.filter(pk__in=[letter.pk for letter in letters])
        taken.update(due=timezone.now() + LEASE, tries=F("tries") + 1)
    for letter in letters:
        letter.tries += 1
    return letters


def send(letters: Sequence[Letter], now: datetime) -> int:
    """Sends letters over one connection; how many left. Without a connection all of them are for later."""
    sent = 0
    waiting = list(letters)
    try:
        with mail_server() as server:
            while waiting:
                sent += send_one(server, waiting[0], now)
                waiting.pop(0)
    except (OSError, smtplib.SMTPException) as error:
        log.warning("mail server: %s", error)
        for letter in waiting:
            put_off(letter, now, str(error))
    return sent


@contextmanager
def mail_server() -> Iterator[smtplib.SMTP]:
    """A connection to HERAUT_MAIL: smtps:// is TLS from the first word, smtp:// as soon as the server offers it."""
    parts = urlsplit(settings.MAIL)
    context = ssl.create_default_context()
    host, port = parts.hostname or "localhost", parts.port
    server: smtplib.SMTP
    if parts.scheme == "smtps":
        server = smtplib.SMTP_SSL(host, port or 465, timeout=TIMEOUT, context=context)
    else:
        server = smtplib.SMTP(host, port or 25, timeout=TIMEOUT)
    with server:
        server.ehlo()
        if parts.scheme == "smtp" and server.has_extn("starttls"):
            server.starttls(context=context)
            server.ehlo()
        if parts.username:
            server.login(unquote(parts.username), unquote(parts.password or ""))
        yield server


def send_one(server: smtplib.SMTP, letter: Letter, now: datetime) -> bool:
    """Sends one letter; False when the server refused it. Raises when the connection is lost."""
    try:
        server.send_message(as_mail(letter))
    except smtplib.SMTPRecipientsRefused as refused:
        code, answer = next(iter(refused.recipients.values()))
        return refuse(letter, now, code, answer)
    except (smtplib.SMTPSenderRefused, smtplib.SMTPDataError) as refused:
        return refuse(letter, now, refused.smtp_code, refused.smtp_error)
    except (ValueError, smtplib.SMTPNotSupportedError) as error:  # an address that no server could be told
        give_up(letter, str(error))
        return False
    mark_sent(letter, now)
    return True


def as_mail(letter: Letter) -> EmailMessage:
    """The letter as a mail: text, HTML beside it, a Message-ID that a second sending shares."""
    mail = EmailMessage(policy=SMTP)
    name, address = parseaddr(settings.DEFAULT_FROM_EMAIL)
    mail["From"] = Address(name, addr_spec=address)
    mail["To"] = letter.address
    mail["Subject"] = " ".join(letter.subject.split())  # a line break in a name must not keep the letter from leaving
    mail["Date"] = format_datetime(letter.written)
    mail["Message-ID"] = f"<{hashlib.sha256(letter.key.encode()).hexdigest()[:32]}@{settings.HOST}>"
    mail["Auto-Submitted"] = "auto-generated"
    for header, value in letter.headers.items():
        mail[header] = value
    mail.set_content(letter.text)
    if letter.html:
        mail.add_alternative(letter.html, subtype="html")
    return mail


def mark_sent(letter: Letter, now: datetime) -> None:
    """The letter has left. What an account letter says (a code) is not kept."""
    secret = {"text": "", "html": ""} if letter.kind == "account" else {}
    Letter.objects.filter(pk=letter.pk).update(status=SENT, sent=now, error="", **secret)
    Player.objects.filter(letters=letter, email__iexact=letter.address).exclude(mail_failing="").update(mail_failing="")


def refuse(letter: Letter, now: datetime, code: int, answer: bytes | str) -> bool:
    """The server will not take this letter: for good, which the player is shown, or for now."""
    said = answer.decode(errors="replace") if isinstance(answer, bytes) else answer
    error = f"{code} {' '.join(said.split())}"
    if code >= PERMANENT:
        give_up(letter, error)
    else:
        put_off(letter, now, error)
    return False


def put_off(letter: Letter, now: datetime, error: str) -> None:
    """Later, longer each time; after the last time never."""
    if letter.tries > len(MINUTES):
        give_up(letter, error)
        return
    again = now + timedelta(minutes=MINUTES[letter.tries - 1])
    Letter.objects.filter(pk=letter.pk).update(due=again, error=error[:300])


def give_up(letter: Letter, error: str) -> None:
    """The letter stays on the site; the player is shown what the mail server answered."""
    log.warning("letter %s to player %s failed: %s", letter.pk, letter.player_id, error)
    Letter.objects.filter(pk=letter.pk).update(status=FAILED, error=error[:300])
    Player.objects.filter(letters=letter, email__iexact=letter.address).update(mail_failing=error[:200])
