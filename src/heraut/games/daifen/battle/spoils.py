"""After an assault: the stones, the sharing of the loot, the skeletons (DA-ASS-18, DA-ASS-21, DA-ASS-23)."""

from __future__ import annotations

from collections.abc import Mapping

from heraut.engine.protocol import Seat
from heraut.games.daifen.races import BUILDINGS, ROLES, UNITS
from heraut.games.daifen.tables import CONSTANTS


def scrap(fallen: Mapping[str, int]) -> int:
    """The gold that the stones of fallen buildings bring: their resistance (DA-ASS-18)."""
    return sum(BUILDINGS[code].resistance * number for code, number in fallen.items())


def weight(units: Mapping[str, int]) -> int:
    """What an attacker's surviving units weigh in the sharing: their purchase cost or value (DA-ASS-21)."""
    return sum(number * UNITS[code].cost for code, number in units.items())


def share_loot(loot: int, attackers: Mapping[Seat, Mapping[str, int]]) -> dict[Seat, int]:
    """The loot in proportion to the weights of the survivors, to the last coin (DA-ASS-21).

    Attackers come by kingdom number; the largest remainders get a coin more each, the first of equals before.
    """
    weights = {seat: weight(units) for seat, units in attackers.items()}
    total = sum(weights.values()) or 1
    shares = {seat: loot * mass // total for seat, mass in weights.items()}
    remainders = sorted(weights, key=lambda seat: -(loot * weights[seat] % total))
    for seat in remainders[: loot - sum(shares.values())]:
        shares[seat] += 1
    return shares


def raise_skeletons(forces: Mapping[Seat, Mapping[str, int]]) -> dict[Seat, int]:
    """One Squelette for each surviving Nécromancien, whatever the side and the outcome (DA-ASS-23)."""
    return {
        seat: units[ROLES.necromancer] * CONSTANTS.skeletons_per_necromancer
        for seat, units in forces.items()
        if ROLES.necromancer in units
    }
