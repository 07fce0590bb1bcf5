"""Which matches count for the ladder, and who competes in them.

A table says before it begins whether it counts (`Match.counted`). Who holds a seat at the end has its result: a player
with an account, or else the bot that sits there alone; a seat left empty, or a guest's, competes with nobody.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from datetime import datetime
from typing import TypeVar

import msgspec
from django.db.models import QuerySet

from heraut.site.matches import models as m
from heraut.site.matches.models import Match

Key = TypeVar("Key", bound=Hashable)


class Competitor(msgspec.Struct, frozen=True):
    """A player (by his number) or a bot (by its name)."""

    player: int | None = None
    bot: str = ""

    @property
    def key(self) -> str:
        """As it is stored: "p12", "bot:player"."""
        return f"p{self.player}" if self.player is not None else f"bot:{self.bot}"

    @classmethod
    def of(cls, key: str) -> Competitor:
        """The competitor of such a key."""
        kind, _, bot = key.partition(":")
        return cls(bot=bot) if kind == "bot" else cls(player=int(kind[1:]))


def counted_matches(game: str) -> QuerySet[Match]:
    """The finished matches of a game that count, in the order of their end."""
    over = Match.objects.filter(game=game, status=m.OVER, counted=True, private=False, demo=False, ended__isnull=False)
    return over.order_by("ended", "pk")


def season_of(moment: datetime) -> str:
    """The season of a moment, a quarter of the year: "2026-4"."""
    return f"{moment.year}-{(moment.month + 2) // 3}"


def seats_of(match: Match) -> list[tuple[Competitor, int]]:
    """Who competed in a match that is over, and the rank of each; nobody where fewer than two did, or none won.

    The ranks are those among the competitors: who left a seat to nobody is not counted before anybody.
    """
    scores = match.result.scores if match.result is not None else {}
    competing: dict[str, Competitor] = {}
    for seat in match.seats.select_related("user"):
        if seat.user is not None and not seat.user.guest and seat.user.companion_of_id is None:
            competing[seat.name] = Competitor(player=seat.user_id)
        elif seat.user is None and seat.bot:
            competing[seat.name] = Competitor(bot=seat.bot)
    told = {name: scores.get(name, 0.0) for name in competing}  # type: ignore[call-overload]
    if len(set(competing.values())) < 2 or len(set(told.values())) < 2:
        return []
    order = ranks(told)
    return [(who, order[name]) for name, who in competing.items()]


def ranks(scores: Mapping[Key, float]) -> dict[Key, int]:
    """The rank of each by score, the best one first (1); equal scores share a rank, and the next one is left out."""
    return {one: 1 + sum(other > score for other in scores.values()) for one, score in scores.items()}
