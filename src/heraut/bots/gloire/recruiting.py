"""Knights called and men levied, as far as everybody can still be paid at the end of the turn (phase 5)."""

from __future__ import annotations

from math import ceil, sqrt

from heraut.bots.gloire.planner import Planner
from heraut.games.gloire.orders import CallKnights, Dismiss, Levy
from heraut.games.gloire.phases.levy import happiness_after_departure, knight_price, levied_men, strongest_knight
from heraut.games.gloire.state import Knight, Land

MARGIN = 1.05  # renowns move between the view and the levy: so much more is paid than seems needed
HEARTS = 0.5  # share of a land's happiness that a levy may cost


def part_with_knights(planner: Planner) -> None:
    """Those who cannot be paid are dismissed before they desert, the least renowned first (LIB)."""
    if planner.purse >= planner.wages:
        return
    short = planner.wages - planner.purse
    for knight in sorted(planner.knights.values(), key=lambda knight: (knight.renown, knight.id)):
        if short > 0 and knight is not planner.lord_knight and knight.army is None:
            planner.order(Dismiss(knight.id))
            planner.dismiss(knight)
            short -= knight.pay


def call_knights(planner: Planner) -> None:
    """As many as the purse could pay if each were the dearest there is: nobody is ever left unpaid."""
    if not planner.lands:
        return
    mean = planner.view["means"]["knight_renown"]
    dearest = max(1, knight_price(strongest_knight(planner.lord_knight.renown), mean, planner.constants))
    numbers = range(planner.constants.knights_per_turn, 0, -1)
    number = next((n for n in numbers if price_of_knights(n, dearest, planner.traits.dread) <= planner.spare), 0)
    if number:
        planner.order(CallKnights(number))
        planner.purse -= price_of_knights(number, dearest, planner.traits.dread)


def price_of_knights(number: int, dearest: int, dread: float) -> int:
    """What so many knights are reckoned to cost: the mean and some deviations, at most the dearest each.

    A renown is uniform up to the best, a price goes with its square: mean and deviation are a third, and 0.298 of it.
    """
    return int(min(number * dearest, dearest * (number / 3 + dread * 0.298 * sqrt(number))))


def levy_for(planner: Planner, knight: Knight, men: int) -> bool:
    """Raises so many men for a knight in a land of his lord's at hand; whether it could be done."""
    if men <= 0:
        return True
    lands = [planner.lands[land] for land in (knight.land, *planner.near(knight.land)) if land in planner.lands]
    for land in sorted(lands, key=lambda land: (-land.population, land.name)):
        after = happiness_after_departure(land, men, planner.mean_happiness)
        if after >= HEARTS * land.happiness:
            if not levy(planner, land, men, knight):
                return False
            land.happiness = after
            planner.give_men(knight, men)
            return True
    return False


def levy(planner: Planner, land: Land, men: int, knight: Knight | None) -> bool:
    """Raises so many men in a land; whether their price and their first upkeep could be paid."""
    amount = price_of(planner, land, men)
    if amount + men * planner.constants.upkeep_share + 1 > planner.spare:
        return False
    planner.order(Levy(land.name, amount, knight.id if knight else None))
    planner.purse -= amount
    planner.extra_men += round(men * MARGIN)
    planner.extra_armies += 1
    return True


def price_of(planner: Planner, land: Land, men: int) -> int:
    """The écus that raise so many men in this land."""
    means = planner.view["means"]
    price = planner.constants.man_price
    raised = levied_men(
        1000 * price,
        planner.me["global_renown"],
        means["max_global_renown"],
        land.population,
        means["population"],
        planner.constants,
    )
    return max(price, ceil(MARGIN * men * 1000 * price / max(1, raised)))
