"""Sending to webhooks, in a round of its own: a slow one holds up neither mail nor clock, nor those that are quick.

A hook that has failed is left alone, longer each time, and everything for it waits; a message is tried so many times.
After `MOST_FAILS` tries in a row that came to nothing the hook is switched off, and its host gets a letter.

    Heraut-Signature: t=1763800000,v1=<HMAC-SHA-256 of "1763800000." and the body, under the secret of the hook, in hex>
"""

from __future__ import annotations

import hashlib
import hmac
import logging
from datetime import datetime, timedelta
from itertools import islice
from math import ceil

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from heraut.site.common import outbound
from heraut.site.common.slices import in_a_slice
from heraut.site.common.words import say
from heraut.site.notifications.claims import FAILED, SENT, WAITING, claims, free, held
from heraut.site.notifications.hooks import TEST
from heraut.site.notifications.match_mails import as_read_by, letter
from heraut.site.notifications.models import Delivery, Hook
from heraut.site.notifications.news import table_url
from heraut.site.notifications.outbox import post

log = logging.getLogger("heraut.notifications")

BATCH = 20
MINUTES = (1, 5, 30, 120)  # that a hook is left alone, failure by failure
TRIES = 4  # of one message
MOST_FAILS = 10  # tries in a row


def hooks_due(now: datetime | None = None) -> int:
    """Sends to webhooks what is due, for a slice, first to those that do not fail; how many messages were taken."""
    at = now or timezone.now()
    if not free(sendable(at), at).exists():
        return 0
    sent = 0
    for failing in (Q(hook__fails=0), Q(hook__fails__gt=0)):
        for one in in_a_slice(islice(claims(sendable(at).filter(failing), now), BATCH)):
            sent += send_one(one, now or timezone.now())
    return sent


def sendable(now: datetime) -> QuerySet[Delivery]:
    """The messages for hooks that are not left alone; a trial goes to any that is not switched off."""
    rested = Q(hook__until=None) | Q(hook__until__lte=now) | Q(event=TEST)
    return Delivery.objects.select_related("hook").filter(rested, hook__stopped=None)


def send_one(delivery: Delivery, now: datetime) -> bool:
    """Sends a claimed message; whether it was taken."""
    hook, body = delivery.hook, delivery.body.encode()
    try:
        answer = outbound.post(hook.url, body, headers_of(delivery, body, now))
        word, took, good = str(answer.status), answer.seconds, answer.good
    except outbound.NotReached as fault:
        word, took, good = fault.code, 0.0, False
    noted = {
        "answer": word,
        "took": ceil(took * 1000),
        "tried": now,
        "claimed_until": None,
        "tries": delivery.tries + 1,
    }
    if good:
        held(delivery).update(status=SENT, sent=now, **noted)
        Hook.objects.filter(pk=hook.pk).update(fails=0, until=None)
        return True
    again = now + timedelta(minutes=MINUTES[min(hook.fails, len(MINUTES) - 1)])
    last = delivery.event == TEST or delivery.tries + 1 >= TRIES
    held(delivery).update(status=FAILED if last else WAITING, due=delivery.due if last else again, **noted)
    failed(hook, again, now)
    return False


def headers_of(delivery: Delivery, body: bytes, now: datetime) -> dict[str, str]:
    """What it is, a number by which a second sending is known, and the signature."""
    moment = str(int(now.timestamp()))
    signature = hmac.new(delivery.hook.secret.encode(), f"{moment}.".encode() + body, hashlib.sha256).hexdigest()
    return {
        "Content-Type": "application/json; charset=utf-8",
        "Heraut-Event": delivery.event,
        "Heraut-Delivery": delivery.key,
        "Heraut-Signature": f"t={moment},v1={signature}",
    }


@transaction.atomic
def failed(hook: Hook, until: datetime, now: datetime) -> None:
    """One more try came to nothing: the hook is left alone for a while, or for good."""
    hook = Hook.objects.select_for_update(of=("self",), no_key=True).select_related("match", "owner").get(pk=hook.pk)
    hook.fails, hook.until = hook.fails + 1, until
    if hook.fails >= MOST_FAILS and hook.stopped is None:
        hook.stopped = now
        hook.deliveries.filter(status=WAITING).update(status=FAILED, claimed_until=None)
        tell_host(hook)
        log.warning("hook %s of match %s is switched off", hook.pk, hook.match.code)
    hook.save(update_fields=["fails", "until", "stopped"])


def tell_host(hook: Hook) -> None:
    """Its host is told, whatever letters he refuses."""
    with as_read_by(hook.owner):
        lead = [say("letter.hook_off", title=hook.match.title, tries=MOST_FAILS)]
        key = f"hook_off:{hook.pk}:{hook.stopped:%Y%m%d%H%M%S}"
        url = f"{table_url(hook.match)}annonces/"
        post([letter(hook.owner, hook.match, "hook_off", key, lead, url=url)])
