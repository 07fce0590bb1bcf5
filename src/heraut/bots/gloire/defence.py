"""Men and works on threatened borders, and the lord's own person kept out of every fight (phases 4, 5 and 16)."""

from __future__ import annotations

from heraut.bots.gloire.council import Council
from heraut.bots.gloire.recruiting import levy, levy_for
from heraut.games.gloire.orders import Defend, Fortify, SetRetreat
from heraut.games.gloire.state import ENCEINTE, PALISADE, WALL, LandName

NOBODY_STAYS = 999_999  # more men than any army has: whoever bears this threshold never fights when attacked
STUBBORN = (50, 30, 50)  # percentages below which peasants, garrisons and knights break off
GUARD = 250  # men wanted in a land next to an enemy
RICH = 12_000  # écus from which walls and enceintes are built at the front


def keep_retreat_settings(council: Council) -> None:
    """Defenders hold out longer than by default (INI); the lord in person never fights when attacked (DEF)."""
    retreat = council.view["own"]["retreat"]
    if (retreat["peasants"], retreat["garrison"], retreat["knight"]) != STUBBORN:
        council.order(SetRetreat(*STUBBORN))
    if council.lord_knight.army is not None:
        council.order(Defend(council.lord_knight.army, NOBODY_STAYS))


def guard_borders(council: Council) -> None:
    """A guard in every land that touches an enemy's: under the best knight who stays there, or in garrison."""
    for land in front(council):
        men = council.garrisons.get(land, 0)
        residents = [
            knight
            for knight in council.knights.values()
            if knight.land == land and knight is not council.lord_knight and knight.id not in council.attacking
        ]
        men += sum(council.men_of(knight) for knight in residents)
        if men >= GUARD:
            continue
        best = max(residents, key=lambda knight: knight.renown, default=None)
        if best is None:
            levy(council, council.lands[land], GUARD - men, None)
        else:
            levy_for(council, best, GUARD - men)


def front(council: Council) -> list[LandName]:
    """Our lands that touch an enemy's, the most populous first."""
    lands = [
        land
        for land in council.lands.values()
        if any(council.owners[near] in council.enemies for near in council.near(land.name))
    ]
    return [land.name for land in sorted(lands, key=lambda land: (-land.population, land.name))]


def build_works(council: Council) -> None:
    """Stronger works at the front, one step a turn, and palisades elsewhere once the purse allows (FOR)."""
    threatened = set(front(council))
    for land in sorted(council.lands.values(), key=lambda land: (land.name not in threatened, land.name)):
        level = land.fortification + 1
        if level > ENCEINTE or (level > PALISADE and land.name not in threatened):
            continue
        if level >= WALL and council.spare < RICH:
            continue
        price = council.constants.fortification_price[level]
        if price <= council.spare // 3:
            council.order(Fortify(land.name, level))
            council.purse -= price
