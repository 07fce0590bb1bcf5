"""Decision by decision, without a clock: until when the table waits stands on the pages, as in the mails."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from heraut.site.accounts.models import Player
from heraut.site.matches import models as m
from heraut.site.matches.adapters import adapter
from heraut.site.matches.models import Match, Seat
from tests.site.games.fief.conftest import new_match as new_banquet
from tests.site.games.vassaux.conftest import new_match as new_battle

pytestmark = pytest.mark.django_db
TOLD = "La table avance dès que chacun a répondu, et au plus tard le"


@pytest.mark.parametrize(("game", "made"), [("fief", new_banquet), ("vassaux", new_battle)])
def test_players_are_told_until_when_the_table_waits(
    game: str, made: Callable[..., Match], alice: Player, bob: Player, client_of: Callable[[Player], Client]
) -> None:
    def said(client: Client, address: str) -> bool:
        return TOLD in client.get(address).content.decode()

    leisure: Any = next(pace for pace in adapter(game).paces.values() if pace.at_leisure)
    match = made(alice, bob, pace=leisure)
    clients = [client_of(alice), client_of(bob)]  # one is asked, the other waits
    for client in clients:
        assert said(client, f"/partie/{match.code}/")
    assert any(said(client, "/") for client in clients)
    Match.objects.filter(pk=match.pk).update(status=m.PAUSED)
    assert not said(clients[0], f"/partie/{match.code}/")
    Match.objects.filter(pk=match.pk).update(status=m.RUNNING)
    Seat.objects.filter(match=match, user=bob).update(user=None, bot="player")
    assert not said(clients[0], f"/partie/{match.code}/")  # nobody but him can keep it waiting
