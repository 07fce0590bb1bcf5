"""Spies: how many to keep, whom to find, whom to watch, whom to rob. Those left over stay on guard by themselves."""

from __future__ import annotations

from math import inf

from heraut.bots.daifen.council import NEVER, Council, Neighbour, Table, by_turn
from heraut.games.daifen.orders import Explore, SpyOn, Steal
from heraut.games.daifen.races import ROLES, UNITS
from heraut.games.daifen.tables import constants

SPIES = ((1, 0), (4, 1), (7, 2), (10, 3), (14, 4))  # (from this turn on, so many spies)
WATCHED = 4  # kingdoms spied on in one turn, at most
ENOUGH = 0.8  # chance of a report that is good enough
MOST_ON_ONE = 5  # spies sent to one kingdom
PREY = 25  # gold that a thief must be able to hope for
EXPLORERS_LATER = 1  # spies that look around once a few kingdoms are known
STALE = 3.0  # soldiers that a turn of a report's age counts for
FRIENDS = 3  # kingdoms known, from which on exploring is no longer pressing


def train_spies(council: Council) -> None:
    """Spies up to the wanted number."""
    council.train(UNITS[ROLES.spy], by_turn(SPIES, council.turn) - council.book.units.get(ROLES.spy, 0))


def escape_chance(neighbour: Neighbour) -> float:
    """The chance that one spy is not caught there, after the last report."""
    figures = constants()
    free = 1 - figures.catch_base[0] / figures.catch_base[1]
    towers = neighbour.report.buildings.get(ROLES.watch_tower, 0)
    guards = neighbour.report.units.get(ROLES.spy, 0)
    watch = 1 - figures.catch_watch_tower[0] / figures.catch_watch_tower[1]
    guard = 1 - figures.catch_guard[0] / figures.catch_guard[1]
    return float(free * watch**towers * guard**guards)


def steal(council: Council) -> None:
    """Thieves where much gold lies: a tenth each, while the hope of it outweighs a spy's risk."""
    for neighbour in council.neighbours:
        if neighbour.age > 3:
            continue
        share = neighbour.report.gold / constants().theft_share
        if escape_chance(neighbour) * share < PREY:
            continue
        thieves = min(council.spies - 1, 3)
        if thieves > 0:
            council.spies -= thieves
            council.order(Steal(neighbour.name, thieves))


def spy_on(council: Council) -> None:
    """Spies go where the last report is oldest, as many as make a report likely."""
    if not army_awaits(council):
        return
    for neighbour in sorted(council.neighbours, key=urgency)[:WATCHED]:
        escape = escape_chance(neighbour)
        needed = 1
        while 1 - (1 - escape) ** needed < ENOUGH and needed < MOST_ON_ONE:
            needed += 1
        count = min(needed, council.spies)
        if count <= 0:
            return
        council.spies -= count
        council.order(SpyOn(neighbour.name, count))


def army_awaits(council: Council) -> bool:
    """Whether there are soldiers enough to make use of a report."""
    return sum(council.book.units.values()) >= 8


def urgency(neighbour: Neighbour) -> tuple[float, str]:
    """Those never seen first, then those that look weakest, the longer ago the sooner."""
    if neighbour.report.turn == NEVER:
        return (-inf, neighbour.name)
    return (sum(neighbour.report.units.values()) - STALE * neighbour.age, neighbour.name)


def explore(council: Council) -> None:
    """All idle spies look around while few kingdoms are known; later one of them."""
    if council.spies <= 0:
        return
    unknown = council.living - 1 - len(council.neighbours)
    if unknown <= 0:
        return
    count = council.spies if len(council.neighbours) < FRIENDS else min(council.spies, EXPLORERS_LATER)
    council.spies -= count
    council.order(Explore(count))
