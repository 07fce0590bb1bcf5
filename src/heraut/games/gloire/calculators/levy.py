"""Men for money, money for men, and the happiness that leaves with them (GP-SITE-24, GP-ARM)."""

from __future__ import annotations

import msgspec

from heraut.engine.protocol import Json, Seat
from heraut.games.gloire.calculators.known import known_opening
from heraut.games.gloire.orders import Sheet
from heraut.games.gloire.phases.levy import happiness_after_departure, levied_men
from heraut.games.gloire.phases.wages import upkeep
from heraut.games.gloire.resolution import Turn
from heraut.games.gloire.sheet.reading import LARGEST_NUMBER
from heraut.games.gloire.state import LandName

LEVIES, ASSIGNMENTS = 5, 6  # phases


class LevyQuote(msgspec.Struct, frozen=True):
    """So many écus in a land: the men, what they cost each turn, and the land's happiness before and after.

    `happiness_led` is the happiness left if they follow a knight at once; a garrison costs none until it leaves.
    `treasury` is the money at hand when phase 5 opens: an order above it is reduced to it.
    """

    land: LandName
    amount: int
    men: int
    upkeep: int
    happiness: float
    happiness_led: float
    treasury: int


class Departure(msgspec.Struct, frozen=True):
    """What it costs a land that so many men leave it to follow a knight."""

    land: LandName
    men: int
    happiness: float
    happiness_left: float


def departure(view: Json, land: LandName, men: int, sheet: Sheet = ()) -> Departure:
    """A garrison put under a knight (AFF), after the orders of `sheet` for the phases 1 to 5."""
    turn = known_opening(view, sheet, ASSIGNMENTS)
    place = turn.now.lands[land]
    left = happiness_after_departure(place, men, turn.snapshot.mean_happiness)
    return Departure(land, men, place.happiness, left)


def levy_for_amount(view: Json, land: LandName, amount: int, sheet: Sheet = ()) -> LevyQuote:
    """What an amount raises in a land, after the orders of `sheet` for the phases 1 to 4. The land may be anyone's."""
    return quote(known_opening(view, sheet, LEVIES), Seat(view["own"]["seat"]), land, amount)


def levy_of_men(view: Json, land: LandName, men: int, sheet: Sheet = ()) -> LevyQuote | None:
    """The least amount that raises so many men in a land; None if no amount that can be written does."""
    turn, seat = known_opening(view, sheet, LEVIES), Seat(view["own"]["seat"])
    low, high = 0, 1
    while men_for(turn, seat, land, high) < men:
        low, high = high, 2 * high
        if low > LARGEST_NUMBER:
            return None
    while high - low > 1:
        middle = (low + high) // 2
        if men_for(turn, seat, land, middle) < men:
            low = middle
        else:
            high = middle
    return quote(turn, seat, land, high)


def quote(turn: Turn, seat: Seat, land: LandName, amount: int) -> LevyQuote:
    """The quote for an amount as phase 5 opens."""
    place, men = turn.now.lands[land], men_for(turn, seat, land, amount)
    return LevyQuote(
        land=land,
        amount=amount,
        men=men,
        upkeep=upkeep(men, turn.constants),
        happiness=place.happiness,
        happiness_led=happiness_after_departure(place, men, turn.snapshot.mean_happiness),
        treasury=turn.now.lords[seat].treasury,
    )


def men_for(turn: Turn, seat: Seat, land: LandName, amount: int) -> int:
    """The men that an amount raises in a land, as phase 5 opens."""
    return levied_men(
        amount,
        turn.snapshot.global_renown[seat],
        turn.snapshot.max_global_renown,
        turn.now.lands[land].population,
        turn.snapshot.mean_population,
        turn.constants,
    )
