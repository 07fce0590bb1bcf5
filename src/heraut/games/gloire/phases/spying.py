"""Phase 13: spies (§5.14). The lord spied upon is never told (GP-INF-08)."""

from __future__ import annotations

from typing import Any

from heraut.games.gloire.orders import Spy
from heraut.games.gloire.phases.attack import peasant_men
from heraut.games.gloire.resolution import Turn
from heraut.games.gloire.state import Land
from heraut.games.gloire.tables import Constants


def spying(turn: Turn) -> None:
    """Phase 13: the price is paid in any case; success depends on fame (GP-ESP-01, 02, 06)."""
    for lord, line, order in turn.orders(Spy):
        price = turn.constants.spy_price
        if lord.treasury < price:
            turn.ignore(lord, line, "GP-ESP-01", "short_treasury", price=price, treasury=lord.treasury)
            continue
        lord.treasury -= price
        chance = spy_chance(turn.snapshot.global_renown[lord.seat], turn.snapshot.mean_global_renown, turn.constants)
        draw = turn.rng.at("spy", lord.seat, line).random()
        data = {
            "order": line,
            "land": order.land,
            "price": price,
            "treasury": lord.treasury,
            "chance": chance,
            "draw": draw,
        }
        if draw < chance:
            turn.tell(lord.seat, "GP-ESP-03", "spied", **data, found=found(turn, turn.now.lands[order.land]))
        else:
            turn.tell(lord.seat, "GP-ESP-06", "nothing_learnt", **data)


def spy_chance(global_renown: float, mean_global_renown: float, constants: Constants) -> float:
    """Half the lord's global renown over the average, at most 1 (GP-ESP-02)."""
    return min(1.0, constants.spy_factor * global_renown / mean_global_renown)


def found(turn: Turn, land: Land) -> dict[str, Any]:
    """What a spy sees of a land at this moment, forces included (GP-ESP-03 to 05)."""
    now = turn.now
    forces: list[dict[str, Any]] = [
        {
            "lord": knight.lord,
            "knight": knight.name,
            "renown": knight.renown,
            "men": now.armies[knight.army].men if knight.army is not None else 0,
        }
        for knight in now.knights.values()
        if knight.land == land.name
    ]
    forces += [
        {"lord": army.lord, "knight": None, "renown": None, "men": army.men}
        for army in now.armies.values()
        if army.land == land.name and army.knight is None
    ]
    return {
        "owner": land.owner,
        "happiness": land.happiness,
        "population": land.population,
        "tax_coefficient": land.tax_coefficient,
        "fortification": land.fortification,
        "forces": forces,
        "peasants": peasant_men(land.population, 1.0, turn.constants) if land.owner is None else None,
    }
