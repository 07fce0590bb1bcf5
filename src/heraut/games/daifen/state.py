"""The nouns: Kingdom, SpyReport, Continent. Plain structs, seats instead of references, nothing but data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NewType, Self

import msgspec

from heraut.engine.protocol import Seat
from heraut.games.daifen.tables import CONSTANTS

KingdomName = NewType("KingdomName", str)  # what players call a kingdom by: unique, and it betrays no number

Stock = dict[str, int]  # how many of each type, by code; types with none are left out


class SpyReport(msgspec.Struct, frozen=True, gc=False):
    """What spies saw of a kingdom on a turn (DA-SPY-27); `supports` are the units of others that stood there."""

    turn: int
    gold: int
    buildings: Stock
    units: Stock
    supports: Stock


class Kingdom(msgspec.Struct, gc=False):
    """A player's realm (DA-KIN-01). `number` is internal; `known` maps a seat to the turn it became known in.

    `units` are all that it owns: between two turns nothing is abroad (DA-KIN-03). `missed` counts turns without a form
    in a row (DA-END-12); `fallen` is the turn of its elimination.
    """

    seat: Seat
    number: int
    name: KingdomName
    lord: str
    race: str
    gold: int
    intellect: int
    buildings: Stock
    units: Stock
    technologies: list[str] = []
    known: dict[Seat, int] = {}
    reports: dict[Seat, SpyReport] = {}
    missed: int = 0
    fallen: int | None = None

    if TYPE_CHECKING:

        def __copy__(self) -> Self: ...

    @property
    def alive(self) -> bool:
        """Whether it is still in play."""
        return self.fallen is None


class Settings(msgspec.Struct, frozen=True):
    """What was chosen before the start (DA-CON-01). `abandon_after` None: a lord may stay silent for ever."""

    continent: str
    pace: str
    abandon_after: int | None


class Continent(msgspec.Struct):
    """The whole truth about a match. `turn` is the turn whose forms are awaited; `road` is set once it is over.

    `kingdoms` stand in the order of their numbers. `nelrks` gives the secret profile of each Nelrk type (DA-CON-10).
    `offered` says whether the forms of the turn ask about an association: so it was decided as the turn opened,
    whatever a decision of the host has done since (DA-END-06).
    """

    settings: Settings
    turn: int
    kingdoms: dict[Seat, Kingdom]
    nelrks: dict[str, str]
    offered: bool
    winners: list[Seat] = []
    road: str | None = None  # "conquest", "association", "no_kingdom", "closed"

    def living(self) -> Iterator[Kingdom]:
        """The kingdoms still in play, by number."""
        return (kingdom for kingdom in self.kingdoms.values() if kingdom.alive)


def copy(continent: Continent) -> Continent:
    """Another continent, equal and independent: nothing done to one is seen in the other."""
    return Continent(
        continent.settings,
        continent.turn,
        {seat: _copy_kingdom(kingdom) for seat, kingdom in continent.kingdoms.items()},
        continent.nelrks.copy(),
        continent.offered,
        continent.winners.copy(),
        continent.road,
    )


def _copy_kingdom(kingdom: Kingdom) -> Kingdom:
    twin = kingdom.__copy__()
    twin.buildings, twin.units = kingdom.buildings.copy(), kingdom.units.copy()
    twin.technologies, twin.known = kingdom.technologies.copy(), kingdom.known.copy()
    twin.reports = kingdom.reports.copy()
    return twin


def add(stock: Stock, code: str, number: int) -> None:
    """Puts so many of a type in a stock."""
    if number:
        stock[code] = stock.get(code, 0) + number


def take(stock: Stock, code: str, number: int) -> None:
    """Takes so many of a type out of a stock. ValueError if there are fewer: no stock is ever negative (DA-INV-04)."""
    left = stock.get(code, 0) - number
    if left < 0:
        raise ValueError(f"{number} {code} taken out of {stock.get(code, 0)}")
    if left:
        stock[code] = left
    else:
        stock.pop(code, None)


def association_open(continent: Continent) -> bool:
    """Whether the last kingdoms may associate: two or three of them, where there were more (DA-END-05)."""
    living = sum(kingdom.alive for kingdom in continent.kingdoms.values())
    return (
        continent.road is None
        and CONSTANTS.association_min <= living <= CONSTANTS.association_max
        and living < len(continent.kingdoms)
    )
