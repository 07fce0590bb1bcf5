"""The vote of the last kingdoms: a victory that is shared is a victory."""

from __future__ import annotations

from heraut.bots.daifen.council import Council
from heraut.games.daifen.orders import Vote


def vote(council: Council) -> None:
    """Yes, whenever the association is proposed: all who win, win alike (DA-END-05)."""
    if council.book.association:
        council.order(Vote(yes=True))
