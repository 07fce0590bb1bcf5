"""Men and works on threatened borders, and the lord's own person kept out of every fight (phases 4, 5 and 16)."""

from __future__ import annotations

from heraut.bots.gloire.planner import Planner
from heraut.bots.gloire.recruiting import levy, levy_for
from heraut.games.gloire.orders import Defend, Fortify, SetRetreat
from heraut.games.gloire.state import ENCEINTE, PALISADE, WALL, LandName

NOBODY_STAYS = 999_999  # more men than any army has: whoever bears this threshold never fights when attacked
STUBBORN = (50, 30, 50)  # percentages below which peasants, garrisons and knights break off


def keep_retreat_settings(planner: Planner) -> None:
    """Defenders hold out longer than by default (INI); the lord in person never fights when attacked (DEF)."""
    retreat = planner.view["own"]["retreat"]
    if (retreat["peasants"], retreat["garrison"], retreat["knight"]) != STUBBORN:
        planner.order(SetRetreat(*STUBBORN))
    if planner.lord_knight.army is not None:
        planner.order(Defend(planner.lord_knight.army, NOBODY_STAYS))


def guard_borders(planner: Planner) -> None:
    """A guard in every land that touches an enemy's: under the best knight who stays there, or in garrison."""
    for land in front(planner):
        men = planner.garrisons.get(land, 0)
        residents = [
            knight
            for knight in planner.knights.values()
            if knight.land == land and knight is not planner.lord_knight and knight.id not in planner.attacking
        ]
        men += sum(planner.men_of(knight) for knight in residents)
        if men >= planner.traits.guard:
            continue
        best = max(residents, key=lambda knight: knight.renown, default=None)
        if best is None:
            levy(planner, planner.lands[land], planner.traits.guard - men, None)
        else:
            levy_for(planner, best, planner.traits.guard - men)


def front(planner: Planner) -> list[LandName]:
    """Our lands that touch an enemy's, the most populous first."""
    lands = [
        land
        for land in planner.lands.values()
        if any(planner.owners[near] in planner.enemies for near in planner.near(land.name))
    ]
    return [land.name for land in sorted(lands, key=lambda land: (-land.population, land.name))]


def build_works(planner: Planner) -> None:
    """Stronger works at the front, one step a turn, and palisades elsewhere once the purse allows (FOR)."""
    threatened = set(front(planner))
    for land in sorted(planner.lands.values(), key=lambda land: (land.name not in threatened, land.name)):
        level = land.fortification + 1
        if level > ENCEINTE or (level > PALISADE and land.name not in threatened):
            continue
        if level >= WALL and planner.spare < planner.traits.rich:
            continue
        price = planner.constants.fortification_price[level]
        if price <= planner.spare // 3:
            planner.order(Fortify(land.name, level))
            planner.purse -= price
