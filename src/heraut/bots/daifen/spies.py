"""Spies: how many to keep, whom to rob, whom to watch, whom to find. Those left over stay on guard by themselves."""

from __future__ import annotations

from math import ceil, log

from heraut.bots.daifen.league import measures, suspicion
from heraut.bots.daifen.planner import NEVER, Neighbour, Planner
from heraut.bots.daifen.traits import by_turn
from heraut.games.daifen.orders import Explore, SpyOn, Steal
from heraut.games.daifen.races import ROLES, UNITS
from heraut.games.daifen.tables import CONSTANTS, Chance

FRIENDS = 3  # kingdoms known, from which on one explorer at a time is enough
WATCHED = 4  # kingdoms spied on in a turn, at most
ENOUGH = 0.8  # chance of a report that is good enough
FAINT = 0.01  # a chance below which another spy changes nothing
MOST_ON_ONE = 5  # spies sent to watch one kingdom, at most
SOLDIERS = 8  # at home, below which reports are of no use
STALE = 3  # soldiers fewer that a kingdom counts for at each turn of its report's age, when spies choose
THIEVES = 3  # sent to one kingdom, at most
RECENT = 3  # age up to which a report still tells where the gold is


def train_spies(planner: Planner) -> None:
    """New ones for those lost, up to the number wanted."""
    planner.train(UNITS[ROLES.spy], by_turn(planner.traits.spies, planner.turn) - planner.book.units.get(ROLES.spy, 0))


def steal(planner: Planner) -> None:
    """Thieves to where much gold lies; one spy is kept for other business."""
    for neighbour in planner.neighbours:
        hope = escape_chance(neighbour) * neighbour.report.gold / CONSTANTS.theft_share
        thieves = min(THIEVES, planner.spies - 1)
        if hope >= planner.traits.prey and neighbour.age <= RECENT and thieves > 0:
            planner.spies -= thieves
            planner.order(Steal(neighbour.name, thieves))


def spy_on(planner: Planner) -> None:
    """Kingdoms never seen first, then those that look weak, or strong where the league is about to march."""
    if sum(planner.army.values()) < SOLDIERS:
        return
    for neighbour in sorted(planner.neighbours, key=suspicion if measures(planner) else urgency)[:WATCHED]:
        count = min(needed(escape_chance(neighbour)), planner.spies)
        if count > 0:
            planner.spies -= count
            planner.order(SpyOn(neighbour.name, count))


def urgency(neighbour: Neighbour) -> tuple[bool, int]:
    """How soon a kingdom should be looked at: the least comes first."""
    return neighbour.report.turn != NEVER, sum(neighbour.report.units.values()) - STALE * neighbour.age


def needed(escape: float) -> int:
    """The spies of whom one at least will come back, likely enough."""
    return min(MOST_ON_ONE, ceil(log(1 - ENOUGH) / log(1 - max(escape, FAINT))))


def escape_chance(neighbour: Neighbour) -> float:
    """The chance that a spy is not caught, as far as towers and guards are known (DA-SPY-05)."""
    report = neighbour.report
    towers, guards = report.buildings.get(ROLES.watch_tower, 0), report.units.get(ROLES.spy, 0)
    return (
        unseen(CONSTANTS.catch_base)
        * unseen(CONSTANTS.catch_watch_tower, towers)
        * unseen(CONSTANTS.catch_guard, guards)
    )


def unseen(odds: Chance, eyes: int = 1) -> float:
    """The chance that none of so many eyes sees him."""
    return float((1 - odds[0] / odds[1]) ** eyes)


def explore(planner: Planner) -> None:
    """All idle spies while few kingdoms are known, later one; none once all are."""
    known = len(planner.neighbours)
    count = planner.spies if known < FRIENDS else min(1, planner.spies)
    if count > 0 and known < planner.living - 1:
        planner.spies -= count
        planner.order(Explore(count))
