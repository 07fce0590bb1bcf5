"""Phase 3: the king's rents, taxes, redistribution (§5.4). The formulas serve the Grand Argentier too."""

from __future__ import annotations

from heraut.games.gloire.orders import Redistribute, Tax
from heraut.games.gloire.resolution import Turn
from heraut.games.gloire.rounding import round_half_up
from heraut.games.gloire.state import Land, LandName, Lord
from heraut.games.gloire.tables import Constants


def rents_taxes_redistribution(turn: Turn) -> None:
    """Phase 3, in three steps (GP-RNT-01, GP-IMP-02, GP-RED-01)."""
    rents(turn)
    taxes(turn)
    redistributions(turn)


def rents(turn: Turn) -> None:
    """First step: the rent of the title that each lord holds (GP-RNT-01)."""
    for lord in turn.lords():
        rent = turn.constants.rent(lord.title)
        if rent:
            lord.treasury += rent
            turn.tell(lord.seat, "GP-RNT-01", "rent", title=lord.title, amount=rent, treasury=lord.treasury)


def taxes(turn: Turn) -> None:
    """Second step: one tax a land; the people grow unhappier and poorer (GP-IMP-01 to 05)."""
    taxed: set[LandName] = set()
    mean = turn.snapshot.mean_happiness
    for lord, line, order in turn.orders(Tax):
        if order.land in taxed:
            turn.ignore(lord, line, "GP-IMP-01", "taxed_already", land=order.land)
            continue
        taxed.add(order.land)
        land = turn.now.lands[order.land]
        amount = tax(order.level, land, mean, turn.constants)
        lord.treasury += amount
        land.happiness = taxed_happiness(land.happiness, order.level)
        land.tax_coefficient = taxed_coefficient(land.tax_coefficient, order.level, turn.constants)
        turn.tell(
            lord.seat,
            "GP-IMP-02",
            "taxed",
            order=line,
            land=order.land,
            level=order.level,
            amount=amount,
            happiness=land.happiness,
            coefficient=land.tax_coefficient,
            treasury=lord.treasury,
        )


def tax(level: int, land: Land, mean_happiness: float, constants: Constants) -> int:
    """The écus that a tax of this level brings (GP-IMP-02)."""
    ratio = min(constants.tax_ratio_max, max(constants.tax_ratio_min, land.happiness / mean_happiness))
    return round_half_up(level * land.population * land.tax_coefficient * constants.tax_factor * ratio)


def taxed_happiness(happiness: float, level: int) -> float:
    """Ten per cent less for each level; level 10 leaves exactly nothing (GP-IMP-03, GP-IMP-05)."""
    return happiness * (10 - level) / 10


def taxed_coefficient(coefficient: float, level: int, constants: Constants) -> float:
    """The same fall, but of at most 70 %, and never below 0.05 (GP-IMP-04)."""
    return max(constants.coefficient_min, coefficient * (1 - min(level / 10, constants.coefficient_loss_max)))


def redistributions(turn: Turn) -> None:
    """Third step: money given back to a land makes it happier and richer (GP-RED-01 to 05)."""
    helped: set[LandName] = set()
    for lord, line, order in turn.orders(Redistribute):
        land = turn.now.lands[order.land]
        if order.land in helped:
            turn.ignore(lord, line, "GP-RED-01", "helped_already", land=order.land)
            continue
        helped.add(order.land)
        if land.happiness < turn.constants.null_happiness:
            turn.ignore(lord, line, "GP-RED-04", "hopeless_land", land=order.land)
            continue
        if lord.treasury == 0:
            turn.ignore(lord, line, "GP-GEN-12", "empty_treasury")
            continue
        redistribute(turn, lord, line, order)


def redistribute(turn: Turn, lord: Lord, line: int, order: Redistribute) -> None:
    """Spends the amount, or what the treasury has of it, on a land (GP-RED-02, GP-RED-03)."""
    land = turn.now.lands[order.land]
    amount = min(order.amount, lord.treasury)
    ratio = redistribution_ratio(amount, land, turn.snapshot.mean_happiness, turn.constants)
    lord.treasury -= amount
    land.happiness = helped_happiness(land.happiness, ratio, turn.constants)
    land.tax_coefficient = helped_coefficient(land.tax_coefficient, ratio, turn.constants)
    turn.tell(
        lord.seat,
        "GP-RED-02",
        "redistributed",
        order=line,
        land=order.land,
        amount=amount,
        asked=order.amount,
        ratio=ratio,
        happiness=land.happiness,
        coefficient=land.tax_coefficient,
        treasury=lord.treasury,
    )


def redistribution_base(land: Land, mean_happiness: float, constants: Constants) -> float:
    """The écus that raise a land by one tenth; ten times as many double it (GP-RED-02)."""
    return land.population * land.tax_coefficient * constants.tax_factor * land.happiness / mean_happiness


def redistribution_ratio(amount: int, land: Land, mean_happiness: float, constants: Constants) -> float:
    """How many tenths a gift of this amount adds: at most ten, though all of it is spent (GP-RED-02, GP-RED-03)."""
    return min(constants.redistribution_ratio_max, amount / redistribution_base(land, mean_happiness, constants))


def helped_happiness(happiness: float, ratio: float, constants: Constants) -> float:
    """Happiness after a redistribution of this ratio (GP-RED-02, GP-RED-05)."""
    return constants.capped_happiness(happiness * (1 + ratio / 10))


def helped_coefficient(coefficient: float, ratio: float, constants: Constants) -> float:
    """Coefficient after a redistribution of this ratio; never above 0.70 (GP-RED-02)."""
    return min(constants.coefficient_max, coefficient * (1 + ratio / 10))
