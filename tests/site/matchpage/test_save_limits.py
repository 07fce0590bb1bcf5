"""Every version of orders is kept: how much one player may save, and what he is told beyond it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from heraut.site.accounts.models import Player
from heraut.site.matches.models import Sheet
from tests.site.matches.builders import running

pytestmark = pytest.mark.django_db


def test_saves_are_counted_by_the_hour_and_lose_nothing_typed(
    alice: Player, bob: Player, client_of: Callable[[Player], Client]
) -> None:
    """A long version counts as several; whoever is told so keeps his text, in his language."""
    match = running(alice, bob)
    client, address = client_of(alice), f"/partie/{match.code}/ordres/"
    texts = [f"; {number} " + "x" * 250 + ("\n; " + "y" * 250) * 230 for number in range(40)]  # 58 kB
    kept = 0
    for text in texts:
        base = Sheet.objects.filter(seat__user=alice).count()
        answer = client.post(address, {"text": text, "base": base})
        if answer.status_code == 409:
            break
        kept += 1
    page = answer.content.decode()
    assert 2 < kept < 35 and Sheet.objects.filter(seat__user=alice).count() == kept
    assert "Vous enregistrez trop" in page and text.split("\n")[0] in page
    Player.objects.filter(pk=alice.pk).update(language="en")
    assert "You save too much" in client.post(address, {"text": text, "base": kept}).content.decode()
    assert client_of(bob).post(address, {"text": "CHE 1", "base": 0}).status_code == 302  # nobody else is held up
