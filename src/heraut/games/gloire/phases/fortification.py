"""Phase 16: palisades, walls, enceintes (§5.17)."""

from __future__ import annotations

from heraut.games.gloire.orders import Fortify
from heraut.games.gloire.resolution import Turn
from heraut.games.gloire.state import Land, LandName, Lord


def fortifications(turn: Turn) -> None:
    """Phase 16: at full price, only stronger than what stands, once a land and turn (GP-FOR-01 to 03)."""
    built: set[LandName] = set()
    for lord, line, order in turn.orders(Fortify):
        land = turn.now.lands[order.land]
        price = turn.constants.fortification_price[order.level]
        if land.owner != lord.seat:
            turn.ignore(lord, line, "GP-FOR-01", "not_your_land", land=land.name)
        elif land.name in built:
            turn.ignore(lord, line, "GP-FOR-02", "built_already", land=land.name)
        elif order.level <= land.fortification:
            turn.ignore(lord, line, "GP-FOR-02", "no_stronger", land=land.name, level=land.fortification)
        elif lord.treasury < price:
            turn.ignore(lord, line, "GP-GEN-12", "short_treasury", price=price, treasury=lord.treasury)
        else:
            built.add(land.name)
            fortify(turn, lord, line, land, order.level)


def fortify(turn: Turn, lord: Lord, line: int, land: Land, level: int) -> None:
    """Pays for works of this level in a land, whose people's happiness changes by it."""
    figures = turn.constants
    price = figures.fortification_price[level]
    lord.treasury -= price
    land.fortification = level
    land.happiness = figures.capped_happiness(land.happiness * figures.fortification_happiness[level])
    turn.tell(
        lord.seat,
        "GP-FOR-01",
        "fortified",
        order=line,
        land=land.name,
        level=level,
        price=price,
        happiness=land.happiness,
        treasury=lord.treasury,
    )
