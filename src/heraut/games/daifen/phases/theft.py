"""Phase 2, Vols: thieves, in one random order a kingdom, each resolved completely before the next (DA-SPY-11 to 15)."""

from __future__ import annotations

from collections import Counter, defaultdict

from heraut.engine.protocol import Seat
from heraut.games.daifen import orders as o
from heraut.games.daifen.phases.interception import catch, intercepted, tell_caught, tell_lost
from heraut.games.daifen.resolution import Named, Turn
from heraut.games.daifen.state import Kingdom


def visitors(turn: Turn, kind: type[o.Mission]) -> dict[Seat, list[Seat]]:
    """The masters of the spies on this mission, one for each spy, by number; the visited kingdoms by name."""
    sent: dict[Seat, list[Seat]] = {kingdom.seat: [] for kingdom in turn.living()}
    for kingdom, _, order in turn.orders(kind):
        sent[turn.seats[order.kingdom]] += [kingdom.seat] * order.count
    return {visited: sent[visited] for visited in turn.by_name(sent) if sent[visited]}


def thefts(turn: Turn) -> None:
    """All thefts, kingdom by kingdom (DA-PHA-04)."""
    for seat, thieves in visitors(turn, o.Steal).items():
        rob(turn, turn.now.kingdoms[seat], thieves)


def rob(turn: Turn, visited: Kingdom, thieves: list[Seat]) -> None:
    """Every thief that is not intercepted takes a tenth of what is left (DA-SPY-12)."""
    rng = turn.rng.at("theft", visited.number)
    masters = list(dict.fromkeys(thieves))
    rng.shuffle(thieves)
    before, caught = visited.gold, Counter[Seat]()
    taken: defaultdict[Seat, list[int]] = defaultdict(list)
    for master in thieves:
        if intercepted(turn, visited, rng):
            catch(turn, master, visited)
            caught[master] += 1
            continue
        amount = part(turn, visited.gold)
        visited.gold -= amount
        turn.finds[master].stolen += amount
        taken[master].append(amount)
    for master in masters:
        if taken[master]:
            amounts = sorted(taken[master], reverse=True)
            turn.tell(master, "DA-SPY-12", "theft_gain", kingdom=Named(visited.seat), amounts=amounts)
        tell_lost(turn, master, visited, "steal", caught[master])
    tell_caught(turn, visited, "steal", caught)
    if visited.gold < before:
        turn.tell(visited.seat, "DA-SPY-14", "theft_victim", gold=before - visited.gold)


def part(turn: Turn, gold: int) -> int:
    """What one thief takes: a tenth, rounded down, but at least one piece if there is one (DA-SPY-12)."""
    return min(gold, max(gold // turn.constants.theft_share, turn.constants.theft_min))
