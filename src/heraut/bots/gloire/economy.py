"""Taxes and redistribution: the level of each land that pays best, counting what the land will still be worth."""

from __future__ import annotations

from math import ceil

from heraut.bots.gloire.planner import Planner
from heraut.bots.gloire.traits import Traits
from heraut.games.gloire.orders import Redistribute, Tax
from heraut.games.gloire.phases.economy import (
    helped_coefficient,
    helped_happiness,
    redistribution_base,
    tax,
    taxed_coefficient,
    taxed_happiness,
)
from heraut.games.gloire.renown import land_worth
from heraut.games.gloire.state import Land
from heraut.games.gloire.tables import Constants

STEADY = 5  # the tax that, with full redistribution, leaves a land as it was
EARLY = 2  # turns during which neutral lands are there for the taking
HASTE = 2.0  # what money at hand weighs in these
NEED = 10.0  # what it weighs when wages could not be paid


def raise_taxes(planner: Planner) -> None:
    """Rent, then for each land the tax and the redistribution that pay best; the purse follows (phase 3)."""
    planner.purse += planner.constants.rent(planner.me["title"])
    plan = assessment(planner, HASTE if planner.turn <= EARLY else 1.0)
    if planner.purse + sum(income - help for _, _, income, help in plan) < planner.wages:
        plan = assessment(planner, NEED)
    planner.purse += sum(income for _, _, income, _ in plan)
    for land, level, _, help in plan:
        planner.order(Tax(level, land.name))
        land.happiness = taxed_happiness(land.happiness, level)
        land.tax_coefficient = taxed_coefficient(land.tax_coefficient, level, planner.constants)
        if 1 <= help <= planner.purse:
            planner.order(Redistribute(help, land.name))
            planner.purse -= help
            help_in_full(land, planner.constants)


def assessment(planner: Planner, haste: float) -> list[tuple[Land, int, int, int]]:
    """For each land: the level that pays best, what it brings, and the redistribution to go with it."""
    return [(land, *best_level(land, planner, haste)) for land in planner.lands.values()]


def best_level(land: Land, planner: Planner, haste: float) -> tuple[int, int, int]:
    """The level, its income and its redistribution, of the greatest sum of money now and worth after."""
    mean, constants, traits = planner.mean_happiness, planner.constants, planner.traits
    best, choice = float("-inf"), (STEADY, 0, 0)
    after = land.__copy__()
    for level in range(traits.mildest, traits.harshest + 1):
        income = tax(level, land, mean, constants)
        after.happiness = taxed_happiness(land.happiness, level)
        after.tax_coefficient = taxed_coefficient(land.tax_coefficient, level, constants)
        help = ceil(constants.redistribution_ratio_max * redistribution_base(after, mean, constants))
        help_in_full(after, constants)
        value = haste * (income - help) + worth(after, mean, constants, traits)
        if value > best:
            best, choice = value, (level, income, help)
    return choice


def help_in_full(land: Land, constants: Constants) -> None:
    """What a full redistribution makes of a land."""
    full = constants.redistribution_ratio_max
    land.happiness = helped_happiness(land.happiness, full, constants)
    land.tax_coefficient = helped_coefficient(land.tax_coefficient, full, constants)


def worth(land: Land, mean: float, constants: Constants, traits: Traits) -> float:
    """What a land is worth in écus: some turns of steady income, and the renown it brings."""
    income = tax(STEADY, land, mean, constants)
    half = (10 - STEADY) / 10
    help = constants.redistribution_ratio_max * half * half * redistribution_base(land, mean, constants)
    renown = land_worth(land.happiness, land.population, mean, constants)
    return traits.foresight * (income - help) + traits.renown_price * renown
