"""Before the phases: the vote of the last two or three kingdoms (DA-END-05 to 07)."""

from __future__ import annotations

from heraut.games.daifen import orders as o
from heraut.games.daifen.phases.victory import crown
from heraut.games.daifen.resolution import Turn
from heraut.games.daifen.state import Kingdom


def association(turn: Turn) -> None:
    """All for it, and they win together at once; else nobody learns who was against (DA-END-05, DA-END-06)."""
    if not turn.now.offered:
        return
    living = turn.living()
    if all(agrees(turn, kingdom) for kingdom in living):
        crown(turn, "DA-END-05", [kingdom.seat for kingdom in living], "association")
        return
    for kingdom in living:
        turn.tell(kingdom.seat, "DA-END-06", "association_none")


def agrees(turn: Turn, kingdom: Kingdom) -> bool:
    """Whether this lord's form of the turn says yes: without a word, no."""
    return any(order.yes for _, order in turn.orders_of(kingdom.seat, o.Vote))
