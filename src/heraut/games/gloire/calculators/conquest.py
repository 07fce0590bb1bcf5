"""What it takes to conquer a neutral land: the chance of so many men, and the smallest levy that wins (GP-SITE-24, 26).

Figures are rounded against the attacker (his renown down, the people up), so that what was reckoned for one knight and
one land serves for all that are alike: to follow a battle to its end takes some twenty milliseconds.
"""

from __future__ import annotations

from functools import lru_cache
from math import ceil, floor
from typing import Any

import msgspec

from heraut.engine.decoding import convert
from heraut.engine.protocol import Json
from heraut.engine.rng import Rng
from heraut.games.gloire.calculators.forces import Attacker, Defender, Peasants
from heraut.games.gloire.calculators.odds import likely_success, odds
from heraut.games.gloire.phases.attack import nameless_renown, peasant_men
from heraut.games.gloire.phases.retreat import share_threshold
from heraut.games.gloire.state import KnightId, LandName
from heraut.games.gloire.tables import Constants

SURE = 0.95
MEN, PEOPLE = 10, 500  # to which men and people are rounded
MOST_MEN = 5_000
BUDGET, RUNS = 2_000, 1_000  # passes followed, else attacks fought: a search asks a dozen times, and a page waits


class Meeting(msgspec.Struct, frozen=True):
    """A knight before the peasants of a neutral land; he breaks off at `threshold` percent of his men."""

    renown: int
    threshold: int
    population: int
    peasant_renown: int
    peasant_threshold: int
    constants: Constants


def meeting(view: Json, knight: KnightId, land: LandName) -> Meeting:
    """Who would meet there, from a living lord's view. The land is neutral. KeyError for a knight not his own."""
    constants, own = constants_of(view), view["own"]
    population = view["lands"][land]["population"]
    return Meeting(
        renown=floor(own["knights"][str(knight)]["renown"]),
        threshold=own["retreat"]["knight"],
        population=ceil(population / PEOPLE) * PEOPLE,
        peasant_renown=ceil(nameless_renown(view["means"]["knight_renown"])),
        peasant_threshold=constants.retreat_peasants,
        constants=constants,
    )


def constants_of(view: Json) -> Constants:
    """The figures of a match."""
    return convert(view["settings"]["constants"], Constants)


@lru_cache(maxsize=4096)
def chance(met: Meeting, men: int) -> float:
    """The chance, 0 to 1, that so many men take the land (GP-ATT); men are rounded down."""
    if men < MEN:
        return 0.0
    return odds(*sides(met, men), 0, Rng(b"odds"), met.constants, budget=BUDGET, runs=RUNS).success


@lru_cache(maxsize=4096)
def sure_chance(met: Meeting, men: int) -> float | None:
    """That chance if it is at least `SURE`; None if it is less, told at a fraction of the price where far less."""
    if men < MEN:
        return None
    return likely_success(SURE, *sides(met, men), 0, Rng(b"odds"), met.constants, budget=BUDGET, runs=RUNS)


def sides(met: Meeting, men: int) -> tuple[Attacker, list[Defender]]:
    """The knight with so many men, rounded down, and the peasants."""
    men = men // MEN * MEN
    attacker = Attacker(men, max(1.0, float(met.renown)), share_threshold(met.threshold, men))
    return attacker, [Peasants(met.population, float(met.peasant_renown), met.peasant_threshold)]


@lru_cache(maxsize=1024)
def men_to_conquer(met: Meeting) -> int | None:
    """The fewest men, by tens, whose chance is at least `SURE`; None above 5,000. More men never do worse."""
    low, high = 0, MEN * 16
    while sure_chance(met, high) is None:
        if high == MOST_MEN:
            return None
        low, high = high, min(2 * high, MOST_MEN)
    while high - low > MEN:
        middle = (low + high) // (2 * MEN) * MEN
        if sure_chance(met, middle) is None:
            low = middle
        else:
            high = middle
    return high


def peasants_between(view: Json, land: LandName) -> tuple[int, int]:
    """The fewest and the most peasants who may rise in a land (GP-PEA-01)."""
    constants, population = constants_of(view), view["lands"][land]["population"]
    spread: Any = constants.peasant_spread
    return peasant_men(population, 1 - spread, constants), peasant_men(population, 1 + spread, constants)
