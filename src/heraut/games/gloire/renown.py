"""Global renown, and the averages and ranks that a phase works with (§5.1, GP-RG, GP-GEN-05 to 10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import fsum

import msgspec

from heraut.engine.protocol import Seat
from heraut.games.gloire.rounding import round_half_up
from heraut.games.gloire.state import Realm
from heraut.games.gloire.tables import Constants

LEAST = 1.0  # global renown is never below it (GP-RG-01)


class Breakdown(msgspec.Struct, frozen=True):
    """The six parts of a lord's global renown, in the order of the formula (GP-RG-01)."""

    lord_knight: float
    knights: float
    lands: float
    treasury: float
    allies: float
    enemies: float  # to be subtracted

    @property
    def sum_of_parts(self) -> float:
        """What the parts come to."""
        return self.lord_knight + self.knights + self.lands + self.treasury + self.allies - self.enemies

    @property
    def total(self) -> float:
        """Global renown."""
        return max(LEAST, self.sum_of_parts)


class Snapshot(msgspec.Struct, frozen=True):
    """What is fixed at the start of a phase and does not move during it (GP-GEN-06)."""

    mean_happiness: float
    mean_population: float
    mean_knight_renown: float
    mean_global_renown: float
    max_global_renown: float
    global_renown: Mapping[Seat, float]
    order: tuple[Seat, ...]  # living lords, from the lowest to the highest global renown


def land_worth(happiness: float, population: int, mean_happiness: float, constants: Constants) -> float:
    """What one land adds to its lord's global renown (GP-RG-03)."""
    ratio = min(constants.happiness_ratio_max, happiness / mean_happiness)
    return ratio * (population / constants.population_weight)


def mean_happiness(realm: Realm) -> float:
    """Over all lands of the map, neutral or not; never below 0.01 (GP-GEN-07)."""
    return max(0.01, fsum([land.happiness for land in realm.lands.values()]) / len(realm.lands))


def mean_population(realm: Realm) -> float:
    """Over all lands of the map, neutral or not (GP-GEN-07)."""
    return fsum([land.population for land in realm.lands.values()]) / len(realm.lands)


def mean_knight_renown(realm: Realm) -> float:
    """Over all living knights of all living lords, lord-knights included; 1 if there is none (GP-GEN-07)."""
    return fsum([knight.renown for knight in realm.knights.values()]) / len(realm.knights) if realm.knights else 1.0


def breakdowns(realm: Realm, happiness: float | None = None) -> dict[Seat, Breakdown]:
    """The parts of each living lord's global renown, from current values (GP-RG-01 to 06).

    Sums are exact (fsum), so that the order in which a lord's possessions are kept changes no bit of them.
    """
    constants = realm.settings.constants
    mean = mean_happiness(realm) if happiness is None else happiness
    own = {lord.seat: realm.knights[lord.knight].renown for lord in realm.living()}
    others: dict[Seat, list[float]] = {seat: [] for seat in own}
    for knight in realm.knights.values():
        others[knight.lord].append(knight.renown)
    lands: dict[Seat, list[float]] = {seat: [] for seat in own}
    for land in realm.lands.values():
        if land.owner is not None:
            lands[land.owner].append(land_worth(land.happiness, land.population, mean, constants))
    allied = {seat: fsum([own[ally] for ally in realm.lords[seat].allies]) for seat in own}
    feared = {seat: own[seat] / constants.divisor + allied[seat] / constants.ally_divisor for seat in own}
    return {
        seat: Breakdown(
            lord_knight=renown,
            knights=constants.knight_weight * fsum([*others[seat], -renown]),
            lands=fsum(lands[seat]),
            treasury=realm.lords[seat].treasury / constants.treasury_weight,
            allies=allied[seat] / constants.divisor,
            enemies=fsum([feared[foe] for foe in realm.lords[seat].enemies]),
        )
        for seat, renown in own.items()
    }


def by_rank(renowns: Mapping[Seat, float], entered: Sequence[Seat], numbers: Mapping[Seat, int]) -> tuple[Seat, ...]:
    """Lords in increasing order: renown rounded to 0.01, then the earliest entry of orders, then number (GP-GEN-10).

    `entered` lists the lords who gave orders, the first to do so first.
    """
    last = len(entered)
    place = {seat: index for index, seat in enumerate(entered)}
    return tuple(
        sorted(renowns, key=lambda seat: (round_half_up(100 * renowns[seat]), place.get(seat, last), numbers[seat]))
    )


def snapshot(realm: Realm, entered: Sequence[Seat] = ()) -> Snapshot:
    """The averages, maxima and ranks as they stand now, over the living lords and all lands (GP-GEN-06, 07)."""
    happiness = mean_happiness(realm)
    renowns = {seat: parts.total for seat, parts in breakdowns(realm, happiness).items()}
    numbers = {seat: lord.number for seat, lord in realm.lords.items()}
    return Snapshot(
        mean_happiness=happiness,
        mean_population=mean_population(realm),
        mean_knight_renown=mean_knight_renown(realm),
        mean_global_renown=fsum(renowns.values()) / len(renowns) if renowns else 1.0,
        max_global_renown=max(renowns.values(), default=1.0),
        global_renown=renowns,
        order=by_rank(renowns, entered, numbers),
    )
