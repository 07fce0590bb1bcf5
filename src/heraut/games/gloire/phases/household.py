"""Phases 1 and 2: abdicate, rename a knight, demobilise an army, dismiss a knight (§5.2, §5.3)."""

from __future__ import annotations

from heraut.engine.names import plain
from heraut.games.gloire.orders import Abdicate, Demobilise, Dismiss, Rename
from heraut.games.gloire.phases.elimination import eliminate
from heraut.games.gloire.resolution import Turn
from heraut.games.gloire.state import KnightId, remove_army, remove_knight


def abdicate_and_rename(turn: Turn) -> None:
    """Phase 1: abdications before any new name (GP-ABD-01, GP-RNM-02)."""
    for lord, line, _ in turn.orders(Abdicate):
        turn.tell(lord.seat, "GP-ABD-01", "order_done", order=line)
        turn.announce("GP-ABD-01", "abdicated", lord=lord.seat)
        eliminate(turn, lord, "abdication")
    for lord, line, order in turn.orders(Rename):
        knight = turn.now.knights[order.knight]
        if _name_is_taken(turn, order.knight, order.name):
            turn.ignore(lord, line, "GP-RNM-01", "name_taken", name=order.name)
            continue
        turn.tell(lord.seat, "GP-RNM-01", "knight_renamed", order=line, before=knight.name, after=order.name)
        knight.name = order.name


def _name_is_taken(turn: Turn, renamed: KnightId, name: str) -> bool:
    """Whether another knight of the same lord bears this name already (GP-RNM-01)."""
    lord = turn.now.knights[renamed].lord
    return any(
        plain(knight.name) == plain(name)
        for knight in turn.now.knights.values()
        if knight.lord == lord and knight.id != renamed
    )


def demobilise_and_dismiss(turn: Turn) -> None:
    """Phase 2: armies dissolved, knights dismissed, mixed in the order of entry (GP-DEM-01, GP-LIB-01, GP-DEM-02)."""
    for lord, line, order in turn.orders(Demobilise, Dismiss):
        if isinstance(order, Demobilise):
            army = turn.now.armies.get(order.army)
            if army is None:
                turn.ignore(lord, line, "GP-DEM-01", "no_such_army", army=order.army)
                continue
            turn.tell(lord.seat, "GP-DEM-01", "army_dissolved", order=line, army=army.id, men=army.men, land=army.land)
            remove_army(turn.now, army)
        else:
            knight = turn.knight(order.knight)
            if knight is None:
                turn.ignore(lord, line, "GP-LIB-01", "no_such_knight")
                continue
            men = remove_knight(turn.now, knight)
            turn.tell(lord.seat, "GP-LIB-01", "knight_dismissed", order=line, knight=knight.name, men=men)
