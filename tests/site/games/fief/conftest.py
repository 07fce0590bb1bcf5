"""Tables of Fief for tests: people in the first seats, bots in the others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from heraut.site.accounts.models import Player
from heraut.site.clock.resolution import resolve_at_once
from heraut.site.matches.models import Match
from heraut.site.matches.orders import decision_of, save_orders
from heraut.site.matches.pace import Pace
from heraut.site.matches.services import open_match
from tests.games.fief.builders import Table
from tests.site.games.boards import begun, decision, set_down
from tests.site.matchpage.conftest import fresh_views

__all__ = ["fresh_views"]

LIVE = Pace(clocks=(180, 45, 30, 600), early=True, grace=0)
POST = Pace(clocks=(172_800, 86_400, 86_400, 172_800), early=True, grace=0)
OPTIONS: dict[str, Any] = {"mode": "points", "points_turns": 10, "lords": 4}


def new_match(*people: Player, seats: int = 4, pace: Pace = LIVE, bot: str = "random", **options: Any) -> Match:
    """A match just begun, these people in its first seats."""
    match = open_match("fief", "Le banquet", {**OPTIONS, "lords": seats, **options}, pace, host=people[0], bots=bot)
    return begun(match, people, seats, bot, "Famille")


def placed(match: Match, table: Table) -> None:
    """The match goes on from this position: its board and its question, under the match's own seats and names."""
    realm, names = table.realm, match.realm.families
    for family, former in zip(realm.families, names, strict=True):
        family.name, family.blazon = former.name, former.blazon
    realm.seats, realm.settings = match.realm.seats, match.realm.settings
    set_down(match, realm)


def until(match: Match, player: Player, kind: str, most: int = 200) -> Any:
    """Answers for everybody who is asked until this player owes a decision of this kind."""
    for _ in range(most):
        owed = decision(match, player)
        if owed is not None and owed.kind == kind:
            return owed
        for seat in match.seats.filter(user__isnull=False, bot=""):
            owed = decision_of(match, seat)
            if owed is not None and not (owed.kind == kind and (seat.user == player or kind == "window")):
                save_orders(seat, easiest(owed), seal=True)
                resolve_at_once(match.pk)
                match.refresh_from_db()
    raise AssertionError(f"{player} was never asked for {kind}")


def easiest(owed: Any) -> str:
    """The answer that moves the game on: a village, ready, or the end of one's turn; else the first that there is."""
    if owed.kind == "window":
        return "PRET"
    texts = [owed.write((order,)) for order in owed.offers()]
    return "FIN" if "FIN" in texts else texts[0]


@pytest.fixture
def browser(client_of: Callable[[Player], Client]) -> Callable[[Player], Client]:
    """The browser of a player."""
    return client_of
