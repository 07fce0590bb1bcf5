"""Matches in which treaties are made, and the ways to make one."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from django.test import Client
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.clock.resolution import resolve_due
from heraut.site.matches.models import Match, Seat
from heraut.site.treaties.models import Treaty
from tests.site.messaging.conftest import continent, dora, fresh, lands, seat

__all__ = ["continent", "dora", "fresh", "lands", "seat"]

Browser = Callable[[Player], Client]
SeatOf = Callable[[Match, Player], Seat]


def ledger(match: Match) -> str:
    return f"/partie/{match.code}/traites/"


def page(client: Client, url: str) -> str:
    """What a page says."""
    answer = client.get(url)
    assert answer.status_code == 200, url
    return answer.content.decode()


def proposed(client: Client, match: Match, kind: str, *names: str, **form: object) -> Treaty:
    """A treaty proposed on the page."""
    posted = {"with": names, "until": str(match.coming_turn + 3), **form}
    sent = client.post(f"{ledger(match)}proposer/{kind}/", posted)
    assert sent.status_code == 302, sent.content.decode().partition('id="fault"')[2][:300]
    return Treaty.objects.latest("pk")


def act(client: Client, treaty: Treaty, act: str, **form: str) -> str:
    """What the page says after an act."""
    url = f"{ledger(treaty.match)}{treaty.code}/"
    return client.post(url, {"act": act, **form}, follow=True).content.decode()


def signed(match: Match, kind: str, author: Client, others: dict[str, Client], **form: object) -> Treaty:
    """A treaty in force between the author and these lords."""
    treaty = proposed(author, match, kind, *others, **form)
    for client in others.values():
        act(client, treaty, "sign", **({"public": "on"} if "public" in form else {}))
    treaty.refresh_from_db()
    assert treaty.status == "signed"
    return treaty


def play(match: Match) -> None:
    """The turn is resolved now, with the orders that there are."""
    Match.objects.filter(pk=match.pk).update(deadline=timezone.now() - timedelta(minutes=1))
    assert resolve_due() == 1
    match.refresh_from_db()
