"""Every version of orders is kept: how many one seat may save, and what its player is told beyond it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client

from heraut.site.accounts.models import Player
from heraut.site.matches.models import Sheet
from heraut.site.matchpage.saving import HOUR, MOST_VERSIONS
from tests.site.matches.builders import running

pytestmark = pytest.mark.django_db


def many_versions(player: Player, first: Sheet) -> None:
    """So many versions of a step's orders as may be saved within an hour."""
    for number in range(2, MOST_VERSIONS + 1):
        first.pk, first.sequence, first.text = None, number, f"; {number}"
        first._state.adding = True
        first.save()


def test_saves_of_an_hour_are_counted_and_lose_nothing_typed(
    alice: Player, bob: Player, client_of: Callable[[Player], Client]
) -> None:
    """Whoever is told so keeps his text, in his language; an hour later he goes on."""
    match = running(alice, bob)
    client, address = client_of(alice), f"/partie/{match.code}/ordres/"
    client.post(address, {"text": "; 1", "base": 0})
    own = Sheet.objects.filter(seat__user=alice)
    many_versions(alice, own.get())
    page = client.post(address, {"text": "; une de plus", "base": MOST_VERSIONS}).content.decode()
    assert own.count() == MOST_VERSIONS
    assert "Vous enregistrez trop souvent" in page and "; une de plus" in page
    Player.objects.filter(pk=alice.pk).update(language="en")
    assert "You save too often" in client.post(address, {"text": "; one more", "base": MOST_VERSIONS}).content.decode()
    assert client_of(bob).post(address, {"text": "CHE 1", "base": 0}).status_code == 302  # nobody else is held up
    first = own.get(sequence=1)
    own.filter(pk=first.pk).update(saved=first.saved - HOUR - timedelta(seconds=1))
    client.post(address, {"text": "; one more", "base": MOST_VERSIONS})
    assert own.count() == MOST_VERSIONS + 1
