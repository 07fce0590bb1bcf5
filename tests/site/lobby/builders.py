"""Tables for the tests of the lobby."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from heraut.site.accounts.models import Player
from heraut.site.lobby import muster
from heraut.site.lobby.presets import PRESETS, WEEKLY
from heraut.site.lobby.tables import join, open_table
from heraut.site.lobby.waiting_list import registered
from heraut.site.matches.models import Match, Seat
from tests.site.conftest import new_player


def new_table(host: Player, lords: int = 3, **fields: Any) -> Match:
    """An open table for so many lords."""
    pace = fields.pop("pace", PRESETS[WEEKLY])
    options = fields.pop("options", {})
    return open_table(
        host, "La Table ronde", {"map": "SCANDINAVIE", "lords": lords, **options}, pace, **{"game": "gloire", **fields}
    )


def sit(table: Match, *players: Player, behind: bool = False) -> None:
    """These players sit down under names made of their own."""
    for player in players:
        join(table, player, f"{player.username} de Narvik", behind=behind)
    table.refresh_from_db()


def running(*players: Player, host: Player | None = None, bots: int = 0) -> Match:
    """A match under way between these players, and so many bots."""
    table = new_table(host or players[0], len(players) + bots, bots="player")
    for player in players:
        join(table, player, f"{player.username} de Narvik")
    table.refresh_from_db()
    if table.started is None:
        muster.begin(table, list(registered(table)), table.created)
        table.refresh_from_db()
    return table


def neighbours(number: int) -> list[Player]:
    """So many more players."""
    return [new_player(f"Voisin{index}") for index in range(number)]


def seat_of(match: Match, player: Player) -> Seat:
    """The seat of a player."""
    return match.seats.get(user=player)


def lords(match: Match) -> list[str]:
    """The names on the list, in its order."""
    return list(match.seats.values_list("user__username", flat=True))


def kinds(match: Match) -> list[str]:
    """The kinds of the entries of the chronicle."""
    return list(match.activities.values_list("kind", flat=True))


def after(moment: datetime | None) -> datetime:
    """A moment that must be set."""
    assert moment is not None
    return moment
