"""Words: the vote of the last kingdoms, and what is said of an army that is away. Gifts need a friend to trust."""

from __future__ import annotations

from heraut.bots.daifen.planner import Planner
from heraut.games.daifen.orders import Attack, Rumour, Vote

STRONG = "ARMEE_FORTE"


def vote(planner: Planner) -> None:
    """Yes, whenever an association is proposed: those who win together win as much as one alone (DA-END-05)."""
    if planner.book.association:
        planner.order(Vote(yes=True))


def boast(planner: Planner) -> None:
    """While soldiers are abroad, a rumour that there are many may keep those off who do not send spies."""
    if any(isinstance(order, Attack) for order in planner.orders):
        planner.order(Rumour(planner.book.name, STRONG, None))
