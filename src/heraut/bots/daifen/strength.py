"""What an army is worth: how hard it strikes, how much it bears, and who would win if every die fell on its mean."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import sqrt

from heraut.games.daifen.races import BUILDINGS, NELRK_PROFILES, ROLES, UNITS, Profile
from heraut.games.daifen.tables import CONSTANTS

DIE = 2  # the mean of a D3
HIT = 1.0  # what bears no more is dead
STRANGE = min((nelrk.profile for nelrk in NELRK_PROFILES.values()), key=lambda profile: profile.res)  # for all Nelrks


def profile(code: str) -> Profile:
    """How a unit fights; Nelrks, whose figures are secret, are thought to be the least of their kind."""
    return UNITS[code].profile or STRANGE


@cache
def bearing(code: str) -> float:
    """The hits that one unit takes before it dies, in the mean."""
    figures = profile(code)
    shield = CONSTANTS.dryad_shield if code == ROLES.dryad else 0
    return DIE * figures.defence + figures.res + 0.1 + shield  # it takes strictly more than its resistance


@cache
def worth(code: str) -> float:
    """The weight of one unit in a battle: he who bears more strikes longer."""
    return sqrt(DIE * profile(code).att * bearing(code))


def hits(army: Mapping[str, int]) -> float:
    """What an army strikes in a round."""
    return DIE * sum([number * profile(code).att for code, number in army.items()])


def body(army: Mapping[str, int]) -> float:
    """What an army bears."""
    return sum([number * bearing(code) for code, number in army.items()])


def volley(buildings: Mapping[str, int]) -> float:
    """What towers and traps strike before the first round."""
    return DIE * sum([number * BUILDINGS[code].attack for code, number in buildings.items()])


def stones(buildings: Mapping[str, int], *, walls_alone: bool = False) -> int:
    """The resistance of all buildings, or of the protections alone."""
    kinds = [(BUILDINGS[code], number) for code, number in buildings.items()]
    return sum([number * kind.resistance for kind, number in kinds if kind.protection or not walls_alone])


def foresee(attackers: Mapping[str, int], defenders: Mapping[str, int], buildings: Mapping[str, int]) -> float:
    """The share of the attackers that should be left; below 0, the share of the defenders.

    Towers fire, then in every round both sides lose what the other strikes, walls taking their half.
    """
    mine, theirs = body(attackers), body(defenders)
    fire = hits(attackers) / mine if mine else 0.0
    answer = hits(defenders) / theirs if theirs else 0.0
    walls = float(stones(buildings, walls_alone=True))
    standing, holding = mine - volley(buildings), theirs
    while standing > HIT and holding > HIT:
        if not fire and not answer:
            return -1.0  # a stand-off
        struck = standing * fire
        stopped = min(walls, struck / CONSTANTS.protection_share)
        standing, holding, walls = standing - holding * answer, holding - struck + stopped, walls - stopped
    if standing > HIT:
        return standing / mine
    return -max(0.0, holding) / theirs if theirs else -1.0


def might(units: Mapping[str, int]) -> float:
    """What all the fighters of a kingdom are worth together."""
    return sum([number * worth(code) for code, number in units.items() if fights(code)])


def fights(code: str) -> bool:
    """Whether a unit attacks or defends."""
    return UNITS[code].offensive or UNITS[code].defensive
