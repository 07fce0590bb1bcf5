"""What an army is worth: how hard it strikes, how much it bears, and who would win (a rule of thumb, then the odds)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from heraut.games.daifen.races import BUILDINGS, NELRK_PROFILES, ROLES, UNITS, Profile
from heraut.games.daifen.tables import constants

DIE = 2  # the mean of a D3
STRIKE = 0.5  # what striking weighs against bearing in the worth of a soldier
UNKNOWN = tuple(NELRK_PROFILES.values())[-1].profile  # Nelrks are counted as the least of their profiles


@cache
def profile(code: str) -> Profile:
    """How a unit fights, as far as it is known."""
    return UNITS[code].profile or UNKNOWN


@cache
def toughness(code: str) -> float:
    """The hits that it takes, in the mean, to kill a unit."""
    figures = profile(code)
    shield = constants().dryad_shield if code == ROLES.dryad else 0
    return DIE * figures.defence + figures.res + 0.1 + shield


def worth(code: str) -> float:
    """The weight of one unit in a battle of many: strength grows with the square of numbers (Lanchester)."""
    return float((DIE * profile(code).att) ** STRIKE * toughness(code) ** (1 - STRIKE))


def hits(army: Mapping[str, int]) -> float:
    """What an army strikes in a round, in the mean."""
    return DIE * sum([number * profile(code).att for code, number in army.items()])


def body(army: Mapping[str, int]) -> float:
    """What an army bears."""
    return sum([number * toughness(code) for code, number in army.items()])


def foresee(attackers: Mapping[str, int], defenders: Mapping[str, int], buildings: Mapping[str, int]) -> float:
    """The share of the attackers that is left when every die falls on its mean; below 0, the share of defenders left.

    Towers fire, walls take their half; in every round both sides lose what the other strikes.
    """
    mine, theirs = body(attackers), body(defenders)
    if not mine:
        return -1.0
    fire, answer = hits(attackers) / mine, hits(defenders) / theirs if theirs else 0.0
    walls = sum([n * BUILDINGS[code].resistance for code, n in buildings.items() if BUILDINGS[code].protection])
    standing, holding = mine - volley(buildings), theirs
    while standing > 0 and holding > 0:
        struck = standing * fire
        stopped = min(walls, struck / constants().protection_share)
        standing, holding, walls = standing - holding * answer, holding - struck + stopped, walls - stopped
        if fire == answer == 0:
            break
    return standing / mine if standing > 0 else -max(holding, 0.0) / theirs if theirs else -1.0


def volley(buildings: Mapping[str, int]) -> float:
    """What towers and traps strike before the first round."""
    return DIE * sum([number * BUILDINGS[code].attack for code, number in buildings.items()])


def stones(buildings: Mapping[str, int]) -> int:
    """The resistance of all buildings: the hits that raze a kingdom."""
    return sum([number * BUILDINGS[code].resistance for code, number in buildings.items()])
