"""Sending the outbox over SMTP: a letter is claimed for some minutes, sent, and marked; what fails is tried again.

One letter a claim, and no letter takes as long as a claim lasts (`claims.py`): two workers never send the same. A
worker that dies between the mail server's yes and our mark leaves a letter that will be sent once more: under the same
Message-ID, by which mail programs know it for the same. That is the only way in which a letter can leave twice.

A refused letter is tried again, later each time. When the server itself fails, it is left alone for some minutes, and
the letters wait: none has been refused.
"""

from __future__ import annotations

import logging
import smtplib
from datetime import datetime, timedelta
from itertools import islice

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.common.slices import in_a_slice
from heraut.site.common.words import noted
from heraut.site.notifications.claims import FAILED, SENT, WAITING, Outgoing, claims, free, held
from heraut.site.notifications.mail_server import LetterRefused, Watched, hand_over, mail_server, place, said_by
from heraut.site.notifications.models import Delivery, Letter, MailServer, Push, trouble

log = logging.getLogger("heraut.notifications")

BATCH = 50  # letters over one connection: many servers end it after a hundred
MINUTES = (1, 5, 15, 60, 180, 360, 720, 1440, 1440)  # until the next try, try by try; after the last we give up
REST = (1, 2, 5, 10, 15)  # minutes that a server which fails is left alone, failure by failure
KEPT = timedelta(days=30)
SOME = 1000  # letters forgotten at once


def send_due(now: datetime | None = None) -> int:
    """Sends letters that are due, for a slice; how many left. Where mail is shown on a page, that is where they go."""
    at = now or timezone.now()
    if not free(Letter.objects.all(), at).exists():
        return 0
    if settings.MAIL == "page":
        return free(Letter.objects.all(), at).update(status=SENT, sent=at)
    if MailServer.objects.filter(until__gt=at).exists():
        return 0
    sent = 0
    try:
        with mail_server() as server:
            for letter in in_a_slice(islice(claims(Letter.objects.all(), now), BATCH)):
                sent += send_one(server, letter, now or timezone.now())
    except (OSError, smtplib.SMTPException) as fault:
        rest(said_by(fault), now or timezone.now())
    return sent


def forget_old(now: datetime | None = None) -> int:
    """Whatever was to be sent is thrown away a month after it left, or failed: what it told stays on the site."""
    before = (now or timezone.now()) - KEPT
    kinds: tuple[type[Outgoing], ...] = (Letter, Push, Delivery)
    return sum(forget(kind, before) for kind in kinds)


def forget(kind: type[Outgoing], before: datetime) -> int:
    """Removes what of this kind was done with before this moment, for a slice; how many rows."""
    rows = kind._default_manager
    done = rows.exclude(status=WAITING).filter(due__lt=before)
    some = iter(lambda: list(done.values_list("pk", flat=True)[:SOME]), [])
    return sum(rows.filter(pk__in=keys).delete()[0] for keys in in_a_slice(some))


# One letter


def send_one(server: Watched, letter: Letter, now: datetime) -> bool:
    """Sends a claimed letter; False when the server refused it. Raises OSError and SMTPException when that fails."""
    letter.address = address_now(letter)
    try:
        hand_over(server, letter)
    except LetterRefused as refusal:
        refuse(letter, now, refusal)
    except (OSError, smtplib.SMTPException) as fault:
        let_go(letter, now, said_by(fault))
        raise
    else:
        mark_sent(letter, now)
    if trouble() is not None:
        recover()
    return letter.status == SENT


def address_now(letter: Letter) -> str:
    """Where its player is written to now: while it waited, its address may have become another's. What proves an
    address, or warns it, goes there and nowhere else.
    """
    if letter.kind == "account" or letter.player_id is None:
        return letter.address
    found = Player.objects.filter(pk=letter.player_id).values_list("email", flat=True).first()
    return letter.address if found is None else found


def mark_sent(letter: Letter, now: datetime) -> None:
    """The letter has left. What an account letter says (a code) is not kept."""
    letter.status = SENT
    secret = {"subject": "", "text": "", "html": ""} if letter.kind == "account" else {"picture": b""}
    Letter.objects.filter(pk=letter.pk).update(
        address=letter.address, status=SENT, sent=now, error="", claimed_until=None, **secret
    )
    Player.objects.filter(letters=letter, email__iexact=letter.address).exclude(mail_failing="").update(mail_failing="")


def refuse(letter: Letter, now: datetime, refusal: LetterRefused) -> None:
    """The server will not take this letter: for good, or for now, and then later each time; after the last time never.

    The player is shown what the server has against his address, and nothing else.
    """
    if not refusal.for_good and letter.tries < len(MINUTES):
        again = now + timedelta(minutes=MINUTES[letter.tries])
        fields = {"due": again, "tries": letter.tries + 1, "error": refusal.error[:300], "claimed_until": None}
        held(letter).update(**fields)
        return
    log.warning("letter %s to player %s failed: %s", letter.pk, letter.player_id, refusal.error)
    if held(letter).update(status=FAILED, error=refusal.error[:300], claimed_until=None) and refusal.address:
        theirs = Player.objects.filter(letters=letter, email__iexact=letter.address)
        theirs.update(mail_failing=refusal.error[:200])


def let_go(letter: Letter, now: datetime, error: str) -> None:
    """The line broke over a letter, which goes back as it was; those that are written until the next try go first.

    Where it broke over this one before, and others have left since, it must be the letter: that counts as a refusal.
    """
    its_own = letter.broke and trouble() is None
    until = rest(error, now)
    if its_own:
        refuse(letter, now, LetterRefused(error, for_good=False, address=False))
    else:
        held(letter).update(due=until, broke=True, error=error[:300], claimed_until=None)


# The server


def rest(error: str, now: datetime) -> datetime:
    """The server fails: all letters wait, longer with each failure, until when is returned.

    Whoever runs the site is told, on its pages and in the journal.
    """
    with transaction.atomic():
        server, _ = MailServer.objects.select_for_update(no_key=True).get_or_create(pk=1)
        if server.until is not None and server.until > now:  # another worker has just found out
            return server.until
        minutes = REST[min(server.fails, len(REST) - 1)]
        server.fails, server.since, server.error = server.fails + 1, server.since or now, error[:300]
        server.until = now + timedelta(minutes=minutes)
        server.save()
    since = noted(server.since)
    told = "the mail server %s:%d takes no letters since %s: %s (again in %d minutes)"
    log.error(told, *place(), since, error, minutes)
    return server.until


def recover() -> None:
    """The server has answered a letter again."""
    if MailServer.objects.filter(fails__gt=0).update(fails=0, since=None, until=None, error=""):
        log.warning("the mail server takes letters again")
