"""Words: the vote of the last kingdoms, and what is said of an army that is away. Gifts need a friend to trust."""

from __future__ import annotations

from heraut.bots.daifen.council import Council
from heraut.games.daifen.orders import Attack, Rumour, Vote

STRONG = "ARMEE_FORTE"


def vote(council: Council) -> None:
    """Yes, whenever an association is proposed: those who win together win as much as one alone (DA-END-05)."""
    if council.book.association:
        council.order(Vote(yes=True))


def boast(council: Council) -> None:
    """While soldiers are abroad, a rumour that there are many may keep those off who do not send spies."""
    if any(isinstance(order, Attack) for order in council.orders):
        council.order(Rumour(council.book.name, STRONG, None))
