"""From where players came, for thirty days, as keyed hashes; only the referee looks, to find one person with two
accounts in one match (GP-RP-07). Told of on the page of legal notices, and part of a player's own export.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from ipaddress import ip_interface

import msgspec
from allauth.account.adapter import get_adapter
from django.contrib.sessions.backends.base import SessionBase
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import salted_hmac

from heraut.site.accounts.models import Player
from heraut.site.moderation.models import Trace

KEPT = timedelta(days=30)
NOTED = "traced"  # in a session: the day of its last trace
HOME6 = 64  # bits that the IPv6 addresses of one home share
FAMILIES = ("Edg", "OPR", "SamsungBrowser", "Firefox", "Chrome", "Safari")  # in this order: most claim to be others too
SYSTEMS = ("Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux")


def hashed(sort: str, text: str) -> str:
    """A word that is the same for the same text, and tells it to nobody who has not the key of the site."""
    return salted_hmac(f"heraut.trace.{sort}", text, algorithm="sha256").hexdigest()[:32]


def home(address: str) -> str:
    """An address, or for IPv6 the network that a home has."""
    return str(ip_interface(f"{address}/{HOME6}").network) if ":" in address else address


def family(agent: str) -> str:
    """The family of a browser and of its system: many people have the same."""
    browser = next((name for name in FAMILIES if name in agent), "other")
    return f"{browser} {next((name for name in SYSTEMS if name in agent), 'other')}"


def note(request: HttpRequest, player: Player, now: datetime) -> None:
    """Keeps that he came from here today."""
    Trace.objects.get_or_create(
        player=player,
        day=timezone.localdate(now),
        address=hashed("address", home(get_adapter().get_client_ip(request))),
        browser=hashed("browser", family(request.headers.get("User-Agent", ""))),
    )


class Traces:
    """Notes a trace when a player logs in or saves something, once a session and day. Guests leave none."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.method == "POST" and response.status_code < 400:
            trace(request)
        return response


def trace(request: HttpRequest) -> None:
    """Notes where a request comes from, if it is a page's (programs have no session) and this session's first today."""
    player, session, now = request.user, request.session, timezone.now()
    today = timezone.localdate(now).isoformat()
    if not isinstance(player, Player) or player.guest or not isinstance(session, SessionBase):
        return
    if session.get(NOTED) != today:
        note(request, player, now)
        session[NOTED] = today


def forget_traces(now: datetime | None = None) -> int:
    """Forgets those of more than thirty days ago; how many."""
    before = timezone.localdate((now or timezone.now()) - KEPT)
    return Trace.objects.filter(day__lt=before).delete()[0]


class Shared(msgspec.Struct, frozen=True):
    """Players who came from the same address: how many days each, on how many the same browser family."""

    players: tuple[Player, ...]
    days: int
    browsers: int


def shared(players: Iterable[int] | None = None) -> list[Shared]:
    """Addresses that several players have come from, the most days first; among these players only, if given."""
    traces = Trace.objects.all() if players is None else Trace.objects.filter(player__in=list(players))
    several = traces.values("address").annotate(people=Count("player", distinct=True)).filter(people__gt=1)
    groups: dict[str, list[Trace]] = {}
    for trace in traces.filter(address__in=several.values("address")).select_related("player"):
        groups.setdefault(trace.address, []).append(trace)
    found = [
        Shared(
            players=tuple(sorted({trace.player for trace in group}, key=lambda one: one.username)),
            days=len({trace.day for trace in group}),
            browsers=len({trace.browser for trace in group}),
        )
        for group in groups.values()
    ]
    return sorted(found, key=lambda one: (-one.days, [player.username for player in one.players]))
