"""Tables of Seigneurs & Vassaux for tests: people in the first seats, a bot in the other, or the reaction table."""

from __future__ import annotations

from typing import Any

from heraut.games.vassaux.state import Battle
from heraut.site.accounts.models import Player
from heraut.site.matches.models import Match
from heraut.site.matches.pace import Pace
from heraut.site.matches.services import open_match
from tests.site.games.boards import answer, begun, decision, set_down
from tests.site.matchpage.conftest import fresh_views

__all__ = ["fresh_views"]

LIVE = Pace(clocks=(90, 30, 30, 30), early=True, grace=0)
POST = Pace(clocks=(172_800, 86_400, 86_400, 86_400), early=True, grace=0)


def new_match(
    *people: Player,
    seats: int = 2,
    pace: Pace = LIVE,
    bot: str = "player",
    choices: dict[str, str] | None = None,
    **options: Any,
) -> Match:
    """A battle just begun, these people in its first seats; a single seat plays against the reaction table.

    `choices` are what everybody has chosen on sitting down: a host.
    """
    match = open_match("vassaux", "Le gué", {"lords": seats, **options}, pace, host=people[0], bots=bot)
    return begun(match, people, seats, bot, "Sire", choices)


def placed(match: Match, battle: Battle) -> None:
    """The match goes on from this position, under its own seats and names."""
    for host, former in zip(battle.hosts, match.realm.hosts, strict=True):
        host.seat, host.name = former.seat, former.name
    set_down(match, battle)


def until(match: Match, *people: Player, kind: str) -> Player:
    """Silence answers for these people until one of them is asked a question of this kind; who."""
    for _ in range(200):
        for player in people:
            owed = decision(match, player)
            if owed is not None and owed.kind == kind:
                return player
            if owed is not None:
                answer(match, player, owed.write(owed.default))
    raise AssertionError(kind)
