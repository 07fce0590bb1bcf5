"""Who visits the site in tests: alice and bob, who play; charlie, a stranger; and anybody's browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from allauth.account.models import EmailAddress
from django.core.servers.basehttp import WSGIRequestHandler
from django.test import Client

from heraut.site.accounts.models import Player
from tests.site.houses import house, houses
from tests.site.rendered import forget_no_brackets, tell_what_is_rendered

__all__ = ["house", "houses"]

# Django's server for tests sends an answer in two pieces; the second would wait 40 ms until the first is acknowledged
WSGIRequestHandler.disable_nagle_algorithm = True
tell_what_is_rendered()
forget_no_brackets()

PASSWORD = "un mot de passe de seigneur"


def new_player(name: str, **fields: object) -> Player:
    """A player whose address is confirmed."""
    player = Player.objects.create_user(name, f"{name.lower()}@example.org", PASSWORD, **fields)
    EmailAddress.objects.create(user=player, email=player.email, verified=True, primary=True)
    return player


@pytest.fixture
def alice(db: None) -> Player:
    """A player."""
    return new_player("Alice")


@pytest.fixture
def bob(db: None) -> Player:
    """Another player of the same match."""
    return new_player("Bob")


@pytest.fixture
def charlie(db: None) -> Player:
    """A player of no match: a stranger."""
    return new_player("Charlie")


@pytest.fixture
def client_of() -> Callable[[Player], Client]:
    """The browser of someone who is logged in."""

    def browser(player: Player) -> Client:
        client = Client()
        client.force_login(player)
        return client

    return browser
