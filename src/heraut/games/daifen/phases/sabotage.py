"""Phase 2, Sabotages: after all thefts, in one random order a kingdom (DA-SPY-16 to 21)."""

from __future__ import annotations

from collections import Counter

from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games.daifen import orders as o
from heraut.games.daifen.battle.dice import chance, pick
from heraut.games.daifen.phases.interception import catch, intercepted, tell_caught, tell_lost
from heraut.games.daifen.phases.theft import visitors
from heraut.games.daifen.races import BUILDINGS
from heraut.games.daifen.resolution import Named, Turn
from heraut.games.daifen.state import Kingdom


def sabotages(turn: Turn) -> None:
    """All sabotages, kingdom by kingdom (DA-PHA-04)."""
    for seat, saboteurs in visitors(turn, o.Sabotage).items():
        raid(turn, turn.now.kingdoms[seat], saboteurs)


def raid(turn: Turn, visited: Kingdom, saboteurs: list[Seat]) -> None:
    """Caught and dead, successful and dead, or back with nothing: the first two look the same from home (DA-SPY-19)."""
    rng = turn.rng.at("sabotage", visited.number)
    masters = list(dict.fromkeys(saboteurs))
    rng.shuffle(saboteurs)
    caught, lost, back = Counter[Seat](), Counter[Seat](), Counter[Seat]()
    destroyed: list[str] = []
    for master in saboteurs:
        if intercepted(turn, visited, rng):
            catch(turn, master, visited)
            caught[master] += 1
            lost[master] += 1
        elif chance(rng, turn.constants.sabotage) and visited.buildings:
            destroyed.append(blow_up(turn, visited, rng))
            turn.lose_spy(master)
            lost[master] += 1
        else:
            back[master] += 1
    for master in masters:
        if back[master]:
            kingdom = Named(visited.seat)
            turn.tell(master, "DA-SPY-17", "sabotage_failed", kingdom=kingdom, count=back[master])
        tell_lost(turn, master, visited, "sabotage", lost[master])
    tell_caught(turn, visited, "sabotage", caught)
    for building in sorted(destroyed, key=lambda code: BUILDINGS[code].number):
        turn.tell(visited.seat, "DA-SPY-20", "sabotage_victim", building=building)


def blow_up(turn: Turn, visited: Kingdom, rng: Rng) -> str:
    """One standing building, each single one equally likely (DA-SPY-17)."""
    standing = [code for code in BUILDINGS for _ in range(visited.buildings.get(code, 0))]
    building = standing[pick(rng, len(standing))]
    turn.lose_building(visited, building)
    return building
