"""Knights called and men levied, as far as everybody can still be paid at the end of the turn (phase 5)."""

from __future__ import annotations

from math import ceil

from heraut.bots.gloire.council import Council
from heraut.games.gloire.orders import CallKnights, Dismiss, Levy
from heraut.games.gloire.phases.levy import happiness_after_departure, knight_price, levied_men, strongest_knight
from heraut.games.gloire.state import Knight, Land

MARGIN = 1.05  # renowns move between the view and the levy: so much more is paid than seems needed
HEARTS = 0.5  # share of a land's happiness that a levy may cost


def part_with_knights(council: Council) -> None:
    """Those who cannot be paid are dismissed before they desert, the least renowned first (LIB)."""
    if council.purse >= council.wages:
        return
    short = council.wages - council.purse
    for knight in sorted(council.knights.values(), key=lambda knight: (knight.renown, knight.id)):
        if short > 0 and knight is not council.lord_knight and knight.army is None:
            council.order(Dismiss(knight.id))
            council.dismiss(knight)
            short -= knight.pay


def call_knights(council: Council) -> None:
    """As many as the purse could pay if each were the dearest there is: nobody is ever left unpaid."""
    if not council.lands:
        return
    mean = council.view["means"]["knight_renown"]
    dearest = max(1, knight_price(strongest_knight(council.lord_knight.renown), mean, council.constants))
    number = min(council.constants.knights_per_turn, council.spare // dearest)
    if number:
        council.order(CallKnights(number))
        council.purse -= number * dearest


def levy_for(council: Council, knight: Knight, men: int) -> bool:
    """Raises so many men for a knight in a land of his lord's at hand; whether it could be done."""
    if men <= 0:
        return True
    lands = [council.lands[land] for land in (knight.land, *council.near(knight.land)) if land in council.lands]
    for land in sorted(lands, key=lambda land: (-land.population, land.name)):
        after = happiness_after_departure(land, men, council.mean_happiness)
        if after >= HEARTS * land.happiness:
            if not levy(council, land, men, knight):
                return False
            land.happiness = after
            council.give_men(knight, men)
            return True
    return False


def levy(council: Council, land: Land, men: int, knight: Knight | None) -> bool:
    """Raises so many men in a land; whether their price and their first upkeep could be paid."""
    amount = price_of(council, land, men)
    if amount + men * council.constants.upkeep_share + 1 > council.spare:
        return False
    council.order(Levy(land.name, amount, knight.id if knight else None))
    council.purse -= amount
    council.extra_men += round(men * MARGIN)
    council.extra_armies += 1
    return True


def price_of(council: Council, land: Land, men: int) -> int:
    """The écus that raise so many men in this land."""
    means = council.view["means"]
    price = council.constants.man_price
    raised = levied_men(
        1000 * price,
        council.me["global_renown"],
        means["max_global_renown"],
        land.population,
        means["population"],
        council.constants,
    )
    return max(price, ceil(MARGIN * men * 1000 * price / max(1, raised)))
