"""Neutral lands: which may be taken without felony, with how many men, and the way to them (phases 7 and 9)."""

from __future__ import annotations

from functools import lru_cache

from heraut.bots.gloire.planner import Planner
from heraut.bots.gloire.recruiting import levy_for
from heraut.games.gloire.orders import Attack
from heraut.games.gloire.phases.attack import nameless_renown, peasant_men
from heraut.games.gloire.state import Knight, LandName

RETREAT = 0.5  # share of his men below which a knight breaks an attack off
LOSSES = 0.3  # share of his men that a comfortable battle may cost
MOST_MEN = 900  # for one neutral land
STEP = 25
SMALL_ARMIES = 3  # turns during which nobody commands a great army


def take_neutral_lands(planner: Planner) -> None:
    """Every knight who can be given enough men attacks a neutral land at hand, the best knights first."""
    taken: set[LandName] = set()
    for knight in sorted(planner.knights.values(), key=lambda knight: -knight.renown):
        for land in targets(planner, knight):
            if land not in taken and attack_peasants(planner, knight, land):
                taken.add(land)
                break


def targets(planner: Planner, knight: Knight) -> list[LandName]:
    """The neutral lands that this knight may attack, the most populous first."""
    lands = [
        land
        for land in (knight.land, *planner.near(knight.land))
        if land in planner.free_lands and (knight is not planner.lord_knight or safe_for_the_lord(planner, land))
    ]
    return sorted(lands, key=lambda land: -planner.view["lands"][land]["population"])


def safe_for_the_lord(planner: Planner, land: LandName) -> bool:
    """Whether the lord in person may lead: early, while no army could kill his in one pass, or far from strangers."""
    return planner.turn <= SMALL_ARMIES or planner.is_remote(land)


def attack_peasants(planner: Planner, knight: Knight, land: LandName) -> bool:
    """Levies what a knight lacks to beat the peasants of a land, and sends him; whether it could be done."""
    population = planner.view["lands"][land]["population"]
    needed = men_to_beat(
        peasant_men(population, 1 + planner.constants.peasant_spread, planner.constants),
        round(nameless_renown(planner.view["means"]["knight_renown"])),
        round(knight.renown),
    )
    if needed > MOST_MEN or not levy_for(planner, knight, needed - planner.men_of(knight)):
        return False
    planner.attack(Attack(knight.id, land, int(RETREAT * planner.men_of(knight))))
    return True


@lru_cache(maxsize=4096)
def men_to_beat(peasants: int, their_renown: int, renown: int) -> int:
    """The least army, by steps, that beats so many peasants comfortably in an average battle; else too many."""
    for men in range(STEP * 4, MOST_MEN + STEP, STEP):
        left, stand = float(men), float(peasants)
        while left > (1 - LOSSES) * men and stand >= peasants / 2:
            power, other = left * renown / their_renown, stand * their_renown / renown
            chance = 1 - other / (2 * power) if power > other else power / (2 * other)
            left -= other * (0.05 * chance + 0.10 * (1 - chance))
            stand -= power * (0.10 * chance + 0.05 * (1 - chance))
        if stand < peasants / 2:
            return men
    return MOST_MEN + STEP
