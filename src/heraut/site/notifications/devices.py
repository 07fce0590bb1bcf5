"""Devices: the browsers that a player has allowed to show him messages (Push API), and that he takes back."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode
from typing import Any

from django.contrib.auth.signals import user_logged_out
from django.db import transaction
from django.dispatch import receiver
from django.http import HttpRequest

from heraut.site.accounts.models import Player
from heraut.site.common import outbound
from heraut.site.common.words import say
from heraut.site.notifications.models import Device

MOST = 10  # devices of a player; the one that was allowed first makes room
LONGEST = 2_000  # characters of a subscription
OURS = "device"  # the session's own device: it goes with the session
BROWSERS = (("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("Chrome", "Chrome"), ("Safari", "Safari"))
SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS", "macOS"),
    ("Linux", "Linux"),
)  # in the order in which they give themselves away


class NoSubscription(ValueError):
    """What a browser has sent is no subscription that anything could be sent to."""


def read_subscription(text: str) -> dict[str, str]:
    """A subscription as `PushSubscription.toJSON` writes it: its address may be asked, its keys are keys.

    Raises NoSubscription.
    """
    from cryptography.hazmat.primitives.asymmetric import ec  # 6 MB, for those alone who allow a device

    try:
        given = json.loads(text[:LONGEST])
        found = {"endpoint": given["endpoint"], **{name: given["keys"][name] for name in ("p256dh", "auth")}}
        if not all(isinstance(value, str) for value in found.values()):
            raise NoSubscription
        outbound.read_url(found["endpoint"])
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(found["p256dh"], 65))
        decoded(found["auth"], 16)
    except (ValueError, KeyError, TypeError, RecursionError, outbound.NotReached):
        raise NoSubscription from None
    return found


def decoded(text: str, length: int) -> bytes:
    """Bytes in base64 for addresses, so many of them. Raises ValueError."""
    found = urlsafe_b64decode(text[: 2 * length] + "=" * (-len(text) % 4))
    if len(found) != length:
        raise ValueError(text)
    return found


def allow(player: Player, text: str, agent: str) -> Device:
    """Keeps a subscription; one browser shows one player's messages, the last who asked. Raises NoSubscription."""
    found = read_subscription(text)
    endpoint = found.pop("endpoint")
    with transaction.atomic():
        device, _ = Device.objects.update_or_create(
            endpoint=endpoint, defaults={"player": player, "name": called(agent), "fails": 0, **found}
        )
        extra = player.devices.exclude(pk=device.pk).order_by("-pk").values_list("pk", flat=True)[MOST - 1 :]
        Device.objects.filter(pk__in=list(extra)).delete()
    return device


def renew(old: str, text: str) -> bool:
    """A browser's subscription has a new address; who knows the old one may say so. Raises NoSubscription."""
    found = read_subscription(text)
    if Device.objects.filter(endpoint=found["endpoint"]).exists():
        return False
    return bool(Device.objects.filter(endpoint=old[:LONGEST]).update(fails=0, **found))


def called(agent: str) -> str:
    """A browser in two words, for its owner to know it by."""
    browser = next((name for sign, name in BROWSERS if sign in agent), say("ways.some_browser"))
    system = next((name for sign, name in SYSTEMS if sign in agent), "")
    return " · ".join(filter(None, (browser, system)))


@receiver(user_logged_out)
def forget_here(request: HttpRequest | None, **_: Any) -> None:
    """Who logs out of a browser, a shared one perhaps, is not told anything there any more."""
    if request is not None and (number := request.session.get(OURS)):
        Device.objects.filter(pk=number, player=request.user.pk).delete()
