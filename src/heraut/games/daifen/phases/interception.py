"""Catching foreign spies (DA-SPY-05 to 08): towers, guards, and the luck that every kingdom has."""

from __future__ import annotations

from collections import Counter

from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games.daifen.battle.dice import chance
from heraut.games.daifen.races import ROLES
from heraut.games.daifen.resolution import Named, Turn
from heraut.games.daifen.state import Kingdom

LOST = {"steal": "DA-SPY-14", "sabotage": "DA-SPY-19", "spy_on": "DA-SPY-07"}  # by what rule a master learns it


def intercepted(turn: Turn, visited: Kingdom, rng: Rng) -> bool:
    """One draw for the kingdom itself, one for each watch tower, one for each guard, until one succeeds (DA-SPY-05)."""
    sources = [turn.constants.catch_base]
    sources += [turn.constants.catch_watch_tower] * visited.buildings.get(ROLES.watch_tower, 0)
    sources += [turn.constants.catch_guard] * visited.units.get(ROLES.spy, 0)
    return any(chance(rng, source) for source in sources)


def catch(turn: Turn, master: Seat, visited: Kingdom) -> None:
    """The spy dies, and gives its master away (DA-SPY-07)."""
    turn.lose_spy(master)
    turn.learn(visited, master)


def tell_caught(turn: Turn, visited: Kingdom, mission: str, caught: Counter[Seat]) -> None:
    """The visited lord learns who sent the spies that were caught, and on which mission (DA-SPY-08)."""
    for master in turn.by_name(caught):
        number = caught[master]
        turn.tell(visited.seat, "DA-SPY-08", "spy_caught", kingdom=Named(master), mission=mission, count=number)


def tell_lost(turn: Turn, master: Seat, visited: Kingdom, mission: str, number: int) -> None:
    """The master learns that spies did not come back, never why (DA-SPY-14, DA-SPY-19)."""
    if number:
        turn.tell(master, LOST[mission], "spy_lost", mission=mission, kingdom=Named(visited.seat), count=number)
