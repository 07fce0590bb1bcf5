"""What befalls matches, told to whoever stands above: neither this floor nor the clock knows who writes mails.

There is one listener, named when the site is put together (`notifications/apps.py`); without one nobody is told. What
takes time to write is written at once, outside of any transaction, and comes back as a function that posts it: to be
called in the transaction of what it tells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol

from django.db.models import Manager

from heraut.engine.protocol import Event
from heraut.site.accounts.models import Player
from heraut.site.matches.models import Activity, Match, Seat
from heraut.site.matches.steps import Played
from heraut.site.matches.turn_status import SeatStatus

People = Iterable[tuple[Player, str]]  # players, and the names of their lords
Post = Callable[[], None]


class Listener(Protocol):
    """Who is told. The first group writes in the present transaction; the second comes back as what is to be posted."""

    def begun(self, match: Match, state: Any, events: Sequence[Event], now: datetime) -> None:
        """A match has begun, in this state."""

    def chronicled(self, activity: Activity) -> None:
        """An entry has just been written into the public chronicle."""

    def activity(self, activity: Activity, people: People, *, at_table: bool, figures: Mapping[str, Any]) -> None:
        """Something stands in the public chronicle that these people want to know; `at_table`: the table tells more."""

    def ghosts(self, match: Match, lords: Sequence[str]) -> None:
        """These lords have just been silent for too long."""

    def reread(self, match: Match, seat: Seat, lines: int, why: str = "reread") -> None:
        """So many lines of a seat's orders are refused by newer rules, or since the match was rewound."""

    def answered(self, match: Match, seats: Sequence[str]) -> None:
        """These seats need not be told any more that it is their turn."""

    def turn(
        self, match: Match, state: Any, events: Sequence[Event], statuses: Mapping[str, SeatStatus], now: datetime
    ) -> Post:
        """A turn has been resolved: the match as it will be, what followed for each seat at the deadline."""

    def decisions(self, match: Match, played: Played, now: datetime) -> Post:
        """Steps of a match that goes decision by decision have been taken."""

    def rewound(self, match: Match, rewind: Any) -> Post:
        """A match is rewound: as it will be, and what changes for whom (`clock.rewind_writing.Rewound`)."""

    def delayed(self, match: Match, late: Mapping[str, SeatStatus]) -> Post:
        """The deadline has been delayed for want of these seats' orders."""

    def stuck(self, match: Match, fault: str) -> Post:
        """A turn cannot be resolved."""


_listeners: list[Listener] = []


def listen(listener: Listener) -> None:
    """Names who is told from now on, in the place of who was told before."""
    _listeners[:] = [listener]


def listeners() -> Sequence[Listener]:
    """Who is told: one, or nobody."""
    return _listeners


def tell(activity: Activity, people: People, *, at_table: bool = False, **figures: Any) -> None:
    """Tells these people of an entry of the chronicle, in its transaction."""
    for listener in _listeners:
        listener.activity(activity, people, at_table=at_table, figures=figures)


def prepared(ask: Callable[[Listener], Post]) -> Post:
    """What whoever is told has written; to be posted in the transaction of what it tells."""
    posts = [ask(listener) for listener in _listeners]

    def post() -> None:
        for each in posts:
            each()

    return post


def holders(seats: Iterable[Seat] | Manager[Seat], but: Player | None = None) -> list[tuple[Player, str]]:
    """Those who hold these seats, but for whoever did it himself."""
    rows = seats.select_related("user") if isinstance(seats, Manager) else seats
    return [(seat.user, seat.lord) for seat in rows if seat.user is not None and seat.user != but]
