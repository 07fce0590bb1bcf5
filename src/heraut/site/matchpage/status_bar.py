"""The bar that is always in view: how many orders, saved or sealed, who is awaited, time left, undo, "Sceller".

It stands at the foot of every page of a match under way, comes with each answer of a script that changes orders
(`play/status_bar.html` with `oob=True`), and with the lines that follow the match (`polling.py`). What a game tells of
who gives orders it says in `GameSite.givers`; whether its orders are sealed and undone here, in `GameSite.sealed_by`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil
from typing import Any

from django.utils import timezone

from heraut.site.common.words import say
from heraut.site.matches import models as m
from heraut.site.matches.adapters import Giver, adapter, asked
from heraut.site.matches.turn_status import will_of
from heraut.site.matchpage.masters import masters_words
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.matchpage.saving import can_be_undone, version

MOST_ARMS = 12  # that the bar shows


@dataclass(frozen=True)
class StatusBar:
    """What the bar of this page tells its visitor, and what he may do there."""

    access: MatchAccess
    page: str

    @property
    def shown(self) -> bool:
        """Whether the match goes on."""
        return self.access.match.status in (m.RUNNING, m.PAUSED)

    @property
    def counts(self) -> bool:
        """Whether the visitor owes a sheet of orders: its lines are counted."""
        return self.access.seat is not None and "own" in self.access.view and not self.access.match.pace.by_decision

    @cached_property
    def orders(self) -> int:
        """How many orders the site has of him, as it understood them."""
        lines = self.access.sheet.kept.splitlines() if self.access.sheet is not None else []
        return sum(
            not line.startswith(("#", "@")) for line in lines
        )  # an empty form is a comment, "@" heads a person's

    @property
    def will(self) -> str:
        """What answers at the deadline while the visitor has saved nothing: standing orders, a bot; "" if neither."""
        seat = self.access.seat
        return will_of(seat) if seat is not None and not seat.bot_at(timezone.now()) else ""

    @property
    def bot(self) -> bool:
        """Whether a bot answers for the visitor as long as he saves nothing: it stands in for him, or is his regent."""
        seat = self.access.seat
        return seat is not None and bool(seat.bot_at(timezone.now()))

    @property
    def ruled(self) -> bool:
        """Whether a bot is his regent, so that nobody waits for his seal."""
        seat = self.access.seat
        return seat is not None and seat.ruled_at(timezone.now())

    @property
    def remaining(self) -> str:
        """What the orders leave, where the game tells it."""
        return adapter(self.access.match.game).remaining(self.access) if self.seals else ""

    @property
    def seals(self) -> bool:
        """Whether he may seal here and now."""
        return self.sealed_here and self.access.may("seal")

    @property
    def leaves_seal(self) -> bool:
        """Whether the seal is his player's alone, who has left him the orders."""
        return self.sealed_here and not self.access.may("seal")

    @property
    def sealed_here(self) -> bool:
        """Whether orders are given now, and are sealed here."""
        return self.access.open and adapter(self.access.match.game).sealed_by is not None

    @property
    def form(self) -> str:
        """The form of this page that holds the orders as they are typed; "" where none stands on it."""
        game = adapter(self.access.match.game)
        return (game.sealed_by or ({"board": game.answer_form})).get(self.page, "")

    @property
    def owes(self) -> bool:
        """Whether an answer of the visitor is awaited, where the table goes on decision by decision."""
        match = self.access.match
        awaited = match.pace.by_decision and match.status == m.RUNNING and self.access.may("orders")
        return awaited and any(one.mine and not one.sealed for one in self.givers)

    @property
    def base(self) -> int:
        """The version that is sealed where no form of orders stands on the page."""
        return version(self.access.sheet)

    @property
    def undoes(self) -> bool:
        """Whether there is a change to take back."""
        return can_be_undone(self.access.sheet)

    @cached_property
    def givers(self) -> Sequence[Giver]:
        """Who owes orders, those still awaited first."""
        found: Sequence[Giver] = adapter(self.access.match.game).givers(self.access) if self.shown else ()
        return sorted(found, key=lambda one: one.sealed)

    @cached_property
    def recalls(self) -> Sequence[Any]:
        """The treaties that the orders given so far would break, or those at hand."""
        if not self.shown:
            return ()
        return asked(self.access.match.game, lambda game: game.recalls(self.access), ())

    @property
    def secret(self) -> bool:
        """Whether nobody may know of the others: the bar then tells of the visitor alone."""
        return adapter(self.access.match.game).secret

    @property
    def arms(self) -> Sequence[Giver]:
        """Those whose arms there is room for."""
        return self.givers[:MOST_ARMS]

    @property
    def thinks_for(self) -> int:
        """How many seconds at most a table waits for bots that think; 0 where it waits for none."""
        match = self.access.match
        if not match.pace.by_decision or match.status != m.RUNNING or match.ready is None or not self.awaited:
            return 0
        return max(0, ceil((match.ready - timezone.now()).total_seconds()))

    @property
    def thinking(self) -> str:
        """Which bots a table waits for while they think, and how long at most; "" where it waits for none."""
        seconds = self.thinks_for
        return say("bar.thinking", who=", ".join(self.awaited), seconds=seconds) if seconds else ""

    @property
    def masters(self) -> str:
        """Whether the masters of a match of sheets are ready for the coming turn; "" where it waits for none."""
        return masters_words(self.access)

    @property
    def awaited(self) -> list[str]:
        """The names of those who are awaited."""
        return [one.name for one in self.givers if not one.sealed]
