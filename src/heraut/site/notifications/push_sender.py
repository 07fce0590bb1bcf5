"""Sending pushes: claimed, sealed for the one browser that can read them (RFC 8291), handed to its push service.

A service that says that there is no such subscription (404, 410) ends it. What fails otherwise is tried again some
times, later each time; a device that nothing reaches any more is forgotten.
"""

from __future__ import annotations

import json
import logging
from datetime import datetime, timedelta
from itertools import islice
from typing import Any

from django.db.models import F
from django.utils import timezone
from py_vapid import VapidException

from heraut.site.common import outbound
from heraut.site.common.slices import in_a_slice
from heraut.site.notifications import vapid
from heraut.site.notifications.claims import FAILED, SENT, claims, free, held
from heraut.site.notifications.models import Device, Push

log = logging.getLogger("heraut.notifications")

BATCH = 50
MINUTES = (1, 5, 20, 60)  # until the next try, try by try
GONE = (404, 410)
LATER = (408, 429)  # of those that say no, the ones that mean: not now
KEPT = timedelta(days=1)  # what nobody has seen by then is no news
MOST_FAILS = 5  # pushes in a row that never arrived


def push_due(now: datetime | None = None) -> int:
    """Sends pushes that are due, for a slice; how many left."""
    at = now or timezone.now()
    if not free(Push.objects.all(), at).exists():
        return 0
    pushes = islice(claims(Push.objects.select_related("device", "match"), now), BATCH)
    return sum(send_one(push, now or timezone.now()) for push in in_a_slice(pushes))


def send_one(push: Push, now: datetime) -> bool:
    """Sends a claimed push; whether its service took it."""
    if push.due < now - KEPT:
        return give_up(push, "too old")
    try:
        answer = outbound.post(push.device.endpoint, sealed(push), headers_of(push), redirects=0)
    except outbound.NotReached as fault:
        return try_again(push, now, fault.code) if fault.code not in ("url", "forbidden") else forget(push, fault.code)
    except Unsealed as fault:
        log.error("push %s cannot be sealed: %s", push.pk, fault)
        return give_up(push, str(fault))
    if answer.good:
        held(push).update(status=SENT, sent=now, error="", claimed_until=None)
        Device.objects.filter(pk=push.device_id).update(reached=now, fails=0)
        return True
    if answer.status in GONE:
        return forget(push, str(answer.status))
    if answer.status in LATER or answer.status >= 500:
        return try_again(push, now, str(answer.status))
    return give_up(push, str(answer.status))


def message(push: Push) -> dict[str, Any]:
    """What the browser is to show (`static/js/service-worker.js`)."""
    tag = push.match.code if push.match is not None else push.kind
    return {"title": push.title, "body": push.sentence, "url": push.link, "tag": tag, "lang": push.device.player.lang}


class Unsealed(Exception):
    """A push cannot be written down: its device's keys are none, or the libraries fail."""


def sealed(push: Push) -> bytes:
    """The message as the push service carries it, and cannot read it. Raises Unsealed."""
    keys = {"p256dh": push.device.p256dh, "auth": push.device.auth}
    subscription = {"endpoint": push.device.endpoint, "keys": keys}
    text = json.dumps(message(push), ensure_ascii=False).encode()
    from pywebpush import WebPusher  # 0.13 s, which only those pay who send a push

    try:
        return bytes(WebPusher(subscription).encode(text, content_encoding="aes128gcm")["body"])
    except Exception as fault:  # the library raises whatever its own libraries do
        raise Unsealed(f"{type(fault).__name__}: {fault}"[:300]) from fault


def headers_of(push: Push) -> dict[str, str]:
    """How long it is worth something, that it is worth waking somebody, which older one it replaces (RFC 8030).

    Raises Unsealed.
    """
    topic = {"Topic": push.match.code} if push.match is not None else {}
    try:
        signature = vapid.signed(push.device.endpoint)
    except VapidException as fault:
        raise Unsealed(str(fault)[:300]) from fault
    lasts = str(int(KEPT.total_seconds()))
    return {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": lasts,
        "Urgency": "high",
        **topic,
        **signature,
    }


def forget(push: Push, error: str) -> bool:
    """There is no such subscription: it goes, and all that waits for it."""
    log.info("device %s of player %s is gone: %s", push.device_id, push.device.player_id, error)
    Device.objects.filter(pk=push.device_id).delete()
    return False


def try_again(push: Push, now: datetime, error: str) -> bool:
    """Not now: later, some times."""
    if push.tries >= len(MINUTES):
        return give_up(push, error)
    again = now + timedelta(minutes=MINUTES[push.tries])
    held(push).update(due=again, tries=push.tries + 1, error=error, claimed_until=None)
    return False


def give_up(push: Push, error: str) -> bool:
    """It will never arrive; after some of these neither will any other."""
    held(push).update(status=FAILED, error=error, claimed_until=None)
    Device.objects.filter(pk=push.device_id).update(fails=F("fails") + 1)
    Device.objects.filter(pk=push.device_id, fails__gte=MOST_FAILS).delete()
    return False
