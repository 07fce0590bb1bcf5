"""A match of Gloire with Alice, Bob and Dora among bots, looked after by Charlie; and what people do at its gazette."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from PIL import Image

from heraut.site.accounts.models import Player
from heraut.site.gazette.models import Article
from heraut.site.gazette.publishing import publish_due
from heraut.site.matches.models import Match
from tests.site.conftest import new_player
from tests.site.matches.builders import pass_deadline, running
from tests.site.messaging.conftest import fresh

__all__ = ["fresh"]

Browser = Callable[[Player], Client]


@pytest.fixture
def dora(db: None) -> Player:
    """A third player of the match."""
    return new_player("Dora")


@pytest.fixture
def judge(db: None) -> Player:
    """Whoever runs the site, and does not play."""
    return new_player("Juge", is_staff=True)


@pytest.fixture
def mediator(db: None) -> Player:
    """Who keeps the peace of the match."""
    return new_player("Médiane")


@pytest.fixture
def match(alice: Player, bob: Player, dora: Player, charlie: Player, mediator: Player) -> Match:
    """The match, just begun."""
    match = running(alice, bob, dora, bots=3)
    Match.objects.filter(pk=match.pk).update(host=charlie)
    match.mediators.add(mediator)
    match.refresh_from_db()
    return match


def at(match: Match, place: str = "") -> str:
    """The address of a page of its gazette."""
    return f"/partie/{match.code}/gazette/{place}"


def read(client: Client, url: str) -> str:
    """What a page says."""
    found = client.get(url)
    assert found.status_code == 200, (url, found.status_code)
    return str(found.content.decode())


def hand_in(
    client: Client, match: Match, headline: str = "Les corbeaux", text: str = "Ils volent.", **more: str
) -> Article:
    """Writes an article by the page and confides it to the gazette."""
    form = {"headline": headline, "text": text, "act": "hand_in", **more}
    answer = client.post(at(match, "ecrire/"), form)
    assert answer.status_code == 302, answer.content.decode()
    return Article.objects.latest("pk")


def reach_editor(match: Match) -> None:
    """All that waits has reached the editor."""
    match.articles.filter(state="waiting").update(reaches=timezone.now() - timedelta(minutes=1))


def next_issue(match: Match) -> None:
    """The turn is resolved, and its issue comes out."""
    pass_deadline(match)
    assert publish_due() == 1


def picture(sort: str = "PNG", size: tuple[int, int] = (40, 30), **more: Any) -> bytes:
    """A picture as somebody may send it."""
    out = BytesIO()
    Image.new("RGB", size, (143, 29, 43)).save(out, sort, **more)
    return out.getvalue()
