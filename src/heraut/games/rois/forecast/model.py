"""What forecasts are made of. Plain structs: `msgspec.to_builtins` makes JSON of them."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from heraut.games.rois.forecast.certainty import CERTAIN, Certainty, Chance, Reason
from heraut.games.rois.orders import Order

# The year grid


class Omen(msgspec.Struct, frozen=True):
    """Something foreseen in a cell. `code` names its sentence, `data` its figures.

    Codes: the events that the rules tell of an order (`course.TOLD`: "moved", "recruited"…, with its data);
    "battle" (province, kingdom, units, attack), "conquest" (province), "beasts" (chance), "stranger" (who, kingdom,
    turn: seen there last), "comrade" (who, origin: of one's own, arrives in this season, in this order), "foes"
    (kingdom, units: Enemies believed to stand there, 0 natives).
    """

    code: str
    certainty: Certainty
    data: dict[str, Any] = {}


class Cell(msgspec.Struct, frozen=True):
    """One season of one of one's own people.

    `order`: None if none is written. `before` and `after`: the provinces where he stands (0: out of the world), each as
    sure as `before_certainty` and `certainty` say. `done`: how sure it is that the order is carried out as foreseen
    (or, with a `reason`, that it is not). `moves`: what is left to his contingent after it, on land and at sea, as the
    least of its units has it; None if he leads nobody. `units`: those that he leads after it; `recruits`: those of
    them that are to be raised this year, by type. `reason`: why the order comes to nothing. `chance`: of the order,
    where dice decide it. `idle`: he could act, has no order, and does not defend either.
    """

    character: int
    season: int
    order: Order | None
    before: int
    before_certainty: Certainty
    after: int
    certainty: Certainty = CERTAIN
    done: Certainty = CERTAIN
    moves: tuple[int, int] | None = None
    units: tuple[int, ...] = ()
    recruits: tuple[tuple[str, int], ...] = ()
    reason: Reason | None = None
    chance: Chance | None = None
    omens: tuple[Omen, ...] = ()
    idle: bool = False


class Row(msgspec.Struct, frozen=True):
    """One of one's own living people: five cells."""

    character: int
    cells: tuple[Cell, ...]


# Gold


class Till(msgspec.Struct, frozen=True):
    """The treasury at the end of a season (0: before the first; 6: the end of the year).

    `moved`: the pieces that came (above 0) or went in this season, by purpose: "recruiting", "recruiting_fee",
    "mercenary", "hiring", "gift", "donation", "taxes", "stones", "hero_pay", "unit_pay".
    """

    season: int
    gold: int
    moved: dict[str, int] = {}
    certainty: Certainty = CERTAIN


class Unpaid(msgspec.Struct, frozen=True):
    """An order that the treasury cannot pay in this season, or (season 6) pay that is missing at the end of the year.

    `character`: whose order it is, 0 at the end of the year. `lacks`: pieces missing. `heroes` and `units`: those who
    would be passed over at the end of the year (units that are still to be raised are counted, not named). `covered`:
    taxes of provinces that are still to be conquered would pay it.
    """

    season: int
    lacks: int
    character: int = 0
    heroes: tuple[int, ...] = ()
    units: tuple[int, ...] = ()
    recruits: int = 0
    covered: bool = False


class Purse(msgspec.Struct, frozen=True):
    """Gold: `now`, after the orders of the five seasons (`ordered`), at the year's end once all is paid (`left`).

    `heroes` and `troops`: what is due to them at the end. `hoped`: taxes of provinces that are still to be gained by
    arms, which `left` leaves out. `tills`: season by season, 0 to 6. `missing`: what lacks at pay time.
    """

    now: int
    ordered: int
    left: int
    taxes: int
    stones: int
    heroes: int
    troops: int
    hoped: int
    missing: int
    tills: tuple[Till, ...]
    unpaid: tuple[Unpaid, ...]


class Forecast(msgspec.Struct, frozen=True):
    """All that a sheet promises."""

    rows: tuple[Row, ...]
    purse: Purse

    def cell(self, character: int, season: int) -> Cell:
        """One cell. KeyError if he is none of the living."""
        for row in self.rows:
            if row.character == character:
                return row.cells[season - 1]
        raise KeyError(character)


# Tasks

Severity = Literal["error", "warning", "hint"]


class Task(msgspec.Struct, frozen=True):
    """Something to look at before the sheet is sealed, and where.

    `identity`: the same as long as the same is wrong with the same order, whatever else changes: hushing keeps it.
    `kind`: what a whole kind is hushed by: the code of a caution, "idle", "unpaid", or the code of a refusal. `line`:
    of the sheet's text as it was given (0: none); `character`, `season`, `province`: 0 where none is meant.
    """

    identity: str
    severity: Severity
    kind: str
    heading: str
    text: str
    rule: str
    line: int = 0
    character: int = 0
    season: int = 0
    province: int = 0
    advice: str = ""


# "Enough?"


class Enough(msgspec.Struct, frozen=True):
    """The smallest change that passes a threshold. `what`: what is added: "unit", "gold", or an ability by its code.

    `now`: the share or chance in a hundred as things stand. `needed`: how many more; None if even `most` do not do.
    `then`: what it would be with them. `margin`: how far shares counted in simulations may lie from the true ones.
    """

    what: str
    threshold: float
    now: float
    needed: int | None
    then: float
    most: int
    margin: float = 0.0
    data: dict[str, Any] = {}
