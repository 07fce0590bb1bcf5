"""Men for money, money for men, and the happiness that leaves with them (GP-SITE-24, GP-ARM)."""

from __future__ import annotations

import msgspec

from heraut.engine.protocol import Json, Seat
from heraut.games.gloire.calculators.known import known_opening
from heraut.games.gloire.orders import Sheet
from heraut.games.gloire.phases.levy import happiness_after_departure, levied_men
from heraut.games.gloire.phases.wages import upkeep
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


class Levies:
    """What money raises in the lands of this view, the lord's or anyone's, as phase 5 opens: after the orders of
    `sheet` for the phases 1 to 4.
    """

    def __init__(self, view: Json, sheet: Sheet = ()) -> None:
        self.turn, self.seat = known_opening(view, sheet, LEVIES), Seat(view["own"]["seat"])

    def for_amount(self, land: LandName, amount: int) -> LevyQuote:
        """What an amount raises."""
        place, men = self.turn.now.lands[land], self.men(land, amount)
        return LevyQuote(
            land=land,
            amount=amount,
            men=men,
            upkeep=upkeep(men, self.turn.constants),
            happiness=place.happiness,
            happiness_led=happiness_after_departure(place, men, self.turn.snapshot.mean_happiness),
            treasury=self.turn.now.lords[self.seat].treasury,
        )

    def of_men(self, land: LandName, men: int) -> LevyQuote | None:
        """The least amount that raises so many men; None if no amount that can be written does."""
        low, high = 0, 1
        while self.men(land, high) < men:
            low, high = high, 2 * high
            if low > LARGEST_NUMBER:
                return None
        while high - low > 1:
            middle = (low + high) // 2
            if self.men(land, middle) < men:
                low = middle
            else:
                high = middle
        return self.for_amount(land, high)

    def men(self, land: LandName, amount: int) -> int:
        """The men that an amount raises."""
        return levied_men(
            amount,
            self.turn.snapshot.global_renown[self.seat],
            self.turn.snapshot.max_global_renown,
            self.turn.now.lands[land].population,
            self.turn.snapshot.mean_population,
            self.turn.constants,
        )
