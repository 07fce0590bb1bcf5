"""Elimination (§5.8, GP-ELI): what is left of a lord who dies or abdicates."""

from __future__ import annotations

from heraut.games.gloire.resolution import Turn
from heraut.games.gloire.state import Lord


def eliminate(turn: Turn, lord: Lord, cause: str) -> None:
    """Knights leave, armies are demobilised, lands become neutral, relations and calls vanish (GP-ELI-02).

    At once, even in the middle of a phase; the treasury is lost to the crown, fortifications stand (GP-FOR-04).
    """
    now = turn.now
    lands = [land for land in now.lands.values() if land.owner == lord.seat]
    for land in lands:
        land.owner = None
        land.happiness = turn.constants.start_happiness  # GP-MEM-04
    now.knights = {id: knight for id, knight in now.knights.items() if knight.lord != lord.seat}
    now.armies = {id: army for id, army in now.armies.items() if army.lord != lord.seat}
    for other in now.lords.values():
        other.allies.pop(lord.seat, None)
        other.enemies.pop(lord.seat, None)
    now.calls = [call for call in now.calls if lord.seat not in (call.caller, call.called)]
    lord.alive = False
    lord.treasury = 0
    lord.title = ""
    lord.allies, lord.enemies, lord.memories = {}, {}, {}
    turn.announce("GP-ELI-02", "lord_eliminated", lord=lord.seat, cause=cause, lands=[land.name for land in lands])
