"""Programs that ask: the bearer of a token, or of none."""

from __future__ import annotations

from typing import Any

from django.test import Client

from heraut.site.accounts.models import Player
from heraut.site.api.models import PLAY
from heraut.site.api.tokens import issue


class Program:
    """A program with this token; "" is none. Each method is one request; its answer is Django's."""

    def __init__(self, token: str = "") -> None:
        self.client = Client(headers={"Authorization": f"Bearer {token}"} if token else {})

    def get(self, address: str, **query: Any) -> Any:
        """Reads."""
        return self.client.get(f"/api{address}", query)

    def post(self, address: str, **body: Any) -> Any:
        """Asks with a body."""
        return self.client.post(f"/api{address}", body, content_type="application/json")

    def put(self, address: str, **body: Any) -> Any:
        """Saves."""
        return self.client.put(f"/api{address}", body, content_type="application/json")


def program_of(player: Player, scope: str = PLAY) -> Program:
    """A program of this player."""
    return Program(issue(player, "mon programme", scope))
