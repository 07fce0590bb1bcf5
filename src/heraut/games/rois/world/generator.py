"""The lie of the land: which hexes are land, where the homes are, terrains and taxes, and the tests that make a world
fair (RO-MAP-05, 07, 12). Who lives there is drawn afterwards, in `population`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from heraut.games.rois.dice import Dice, clamp
from heraut.games.rois.tables import CONSTANTS, RACES, TERRAINS
from heraut.games.rois.world.geography import NEIGHBOURS, PROVINCES, distance, within

MOST_LANDS = 2_000  # attempts at land with homes: the first few hundred are enough for any number of kingdoms


class Lie(NamedTuple):
    """A sound world: the homes in the order of the kingdoms, the terrain and the tax base of every province."""

    homes: list[int]
    terrains: dict[int, str]
    taxes: dict[int, int]


def lie_of_the_land(races: Sequence[str], dice: Dice, *, apart: int | None = None) -> Lie:
    """A world for Kings of these races: the first whose homes are equal enough, failing that the most equal one.

    `apart` is the least distance between homes; by default that of the rules.
    """
    if apart is None:
        few = len(races) <= CONSTANTS.few_players
        apart = CONSTANTS.home_distance_few if few else CONSTANTS.home_distance
    best: tuple[float, Lie] | None = None
    sound = 0
    for _ in range(MOST_LANDS):
        land = draw_land(dice)
        homes = draw_homes(land, len(races), apart, dice)
        if homes is None:
            continue
        sound += 1
        terrains = draw_terrains(land, homes, races, dice)
        taxes = draw_taxes(terrains, homes, dice)
        spread = level_taxes(taxes, terrains, homes)
        if best is None or spread < best[0]:
            best = spread, Lie(homes, terrains, taxes)
        if spread <= CONSTANTS.tax_spread or (sound > CONSTANTS.sound_worlds and spread <= CONSTANTS.tax_spread_late):
            break
        if sound >= 2 * CONSTANTS.sound_worlds:
            break
    if best is None:
        raise ValueError(f"no land for {len(races)} homes at distance {apart}")
    return best[1]


def draw_land(dice: Dice) -> set[int]:
    """81 provinces in a few masses, each grown hex by hex around its heart, with channels between them as long as
    there is room (RO-MAP-05).
    """
    least, most = CONSTANTS.land_masses
    masses: list[set[int]] = [{dice.d(PROVINCES)} for _ in range(dice.between(least + 1, most - 1))]
    land: set[int] = set().union(*masses)
    while len(land) < CONSTANTS.land:
        mass = dice.pick(masses)
        shore = sorted({there for here in mass for there in NEIGHBOURS[here]} - land)
        apart = [there for there in shore if not (set(NEIGHBOURS[there]) & land) - mass]
        if not apart and not shore:
            masses.remove(mass)
            continue
        grown = dice.pick(apart or shore)
        mass.add(grown)
        land.add(grown)
    return land


def masses_of(land: Iterable[int]) -> int:
    """How many connected masses these provinces make."""
    left, count = set(land), 0
    while left:
        count += 1
        queue = [left.pop()]
        while queue:
            near = left.intersection(NEIGHBOURS[queue.pop()])
            left -= near
            queue += sorted(near)
    return count


def draw_homes(land: set[int], number: int, apart: int, dice: Dice) -> list[int] | None:
    """Homes far enough apart with enough land and a coast near, in a sound number of masses; None if there are none."""
    least, most = CONSTANTS.land_masses
    if not least <= masses_of(land) <= most:
        return None
    fit = [province for province in sorted(land) if is_fit_for_home(province, land)]
    for _ in range(CONSTANTS.tries):
        dice.shuffle(fit)
        homes: list[int] = []
        for province in fit:
            if all(distance(province, home) >= apart for home in homes):
                homes.append(province)
                if len(homes) == number:
                    dice.shuffle(homes)  # those drawn last lie where there was room left
                    return homes
    return None


def is_fit_for_home(province: int, land: set[int]) -> bool:
    """At least 4 land provinces within distance 2, and a coast within 2 (RO-MAP-12)."""
    near = [there for there in within(province, CONSTANTS.home_reach) if there in land]
    return len(near) - 1 >= CONSTANTS.home_land and any(is_coast(there, land) for there in near)


def is_coast(province: int, land: set[int]) -> bool:
    """Whether a land province touches the sea."""
    return any(there not in land for there in NEIGHBOURS[province])


def draw_terrains(land: set[int], homes: Sequence[int], races: Sequence[str], dice: Dice) -> dict[int, str]:
    """So many of each terrain; each home has the one of its King's race (RO-MAP-05)."""
    left = {code: row.land for code, row in TERRAINS.items() if row.land}
    terrains = {province: "sea" for province in range(1, PROVINCES + 1) if province not in land}
    for home, race in zip(homes, races, strict=True):
        terrain = RACES[race].home
        terrains[home] = terrain
        left[terrain] -= 1
    rest = [code for code, count in left.items() for _ in range(count)]
    dice.shuffle(rest)
    for province in sorted(land - set(homes)):
        terrains[province] = rest.pop()
    return dict(sorted(terrains.items()))


def draw_taxes(terrains: dict[int, str], homes: Sequence[int], dice: Dice) -> dict[int, int]:
    """Land: the average of the terrain + 2d4 - 5; sea by its own table; homes 10 (RO-MAP-07)."""
    taxes = {}
    for province, terrain in terrains.items():
        if terrain == "sea":
            taxes[province] = dice.pick(CONSTANTS.sea_tax)
        else:
            taxes[province] = clamp(TERRAINS[terrain].tax + dice.roll(2, 4) - 5, 0, 10)
    return taxes | dict.fromkeys(homes, CONSTANTS.home_tax)


def level_taxes(taxes: dict[int, int], terrains: dict[int, str], homes: Sequence[int]) -> float:
    """Exchanges tax bases between native provinces of the same terrain until the homes are equal enough, or nothing
    helps. Returns the largest deviation from the mean, in percent (RO-MAP-12).
    """
    areas = [set(within(home, CONSTANTS.home_reach)) for home in homes]
    sums = [sum(taxes[province] for province in area) for area in areas]
    fixed = set(homes)
    while deviation(sums) > CONSTANTS.tax_spread:
        poorest, richest = sums.index(min(sums)), sums.index(max(sums))
        swap = best_swap(taxes, terrains, areas, sums, fixed, poorest, richest)
        if swap is None:
            break
        give, take = swap
        change = taxes[give] - taxes[take]
        taxes[give], taxes[take] = taxes[take], taxes[give]
        for place, area in enumerate(areas):
            sums[place] += change * ((take in area) - (give in area))
    return deviation(sums)


def deviation(sums: Sequence[int]) -> float:
    """How far the worst sum lies from the mean, in percent."""
    mean = sum(sums) / len(sums)
    return max(abs(total - mean) for total in sums) * 100 / mean


def best_swap(
    taxes: dict[int, int],
    terrains: dict[int, str],
    areas: Sequence[set[int]],
    sums: Sequence[int],
    fixed: set[int],
    poorest: int,
    richest: int,
) -> tuple[int, int] | None:
    """The exchange that most lowers the sum of the squares: (a richer province, a poorer one); None if none does."""
    mean = sum(sums) / len(sums)
    places = {
        province: [place for place, area in enumerate(areas) if province in area]
        for province in taxes
        if province not in fixed
    }
    wanted = (areas[poorest] | areas[richest]) - fixed
    best, found = 0.0, None
    for one in sorted(wanted):
        for other in places:
            change = taxes[one] - taxes[other]
            if change == 0 or terrains[one] != terrains[other]:
                continue
            give, take = (one, other) if change > 0 else (other, one)
            gain = _gain(sums, mean, places[give], places[take], abs(change))
            if gain > best:
                best, found = gain, (give, take)
    return found


def _gain(sums: Sequence[int], mean: float, losers: Sequence[int], winners: Sequence[int], change: int) -> float:
    """By how much the squares fall when these areas lose and those win."""
    gain = 0.0
    for place in losers:
        if place not in winners:
            gap = sums[place] - mean
            gain += gap * gap - (gap - change) ** 2
    for place in winners:
        if place not in losers:
            gap = sums[place] - mean
            gain += gap * gap - (gap + change) ** 2
    return gain
