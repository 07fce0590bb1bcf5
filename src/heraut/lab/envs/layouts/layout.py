"""What a seat sees, as numbers in a fixed order: a table of blocks, each with its place, its size and its meaning."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from struct import Struct
from typing import Any, NamedTuple
from zlib import crc32

import msgspec
from msgspec.structs import astuple

from heraut.engine.protocol import Json, Seat

# A seat's knowledge, and its number among the seats, become the numbers of a block.
Read = Callable[[Any, int], Iterable[float]]

FIELDS = 8  # numbers that describe an order: its kind, and the first seven of what it is about
WORDS = 1_000  # a word without a number of its own gets one above this
NOTHING = -1.0  # where an order leaves something out
BLANK = [0.0] * FIELDS
SEVERAL = (tuple, list, frozenset)
MOST_ROWS = 100_000  # kept at a time


class Block(NamedTuple):
    """Some numbers that belong together."""

    name: str
    size: int
    meaning: str
    read: Read


class Place(NamedTuple):
    """Where a block stands in the vector."""

    name: str
    start: int
    size: int
    meaning: str


class Layout:
    """How the observations of one game, for so many seats, are laid out.

    `known` takes of a state and a seat what that seat knows: its view, or the struct that the view is made of. `orders`
    are the kinds of orders in their order, `kinds` those of decisions, `words` the numbers of names that orders use.
    """

    def __init__(
        self,
        blocks: Sequence[Block],
        known: Callable[[Any, Seat], Any],
        orders: Sequence[type],
        kinds: Sequence[str],
        words: Mapping[str, int],
        *,
        asked: Callable[[Any], Any] | None = None,
    ) -> None:
        self.known = known
        self.asked = asked or (lambda decision: decision.view)  # what a seat knows, where it owes a decision
        self.orders = {order: number for number, order in enumerate(orders, start=1)}
        self.kinds = {kind: number for number, kind in enumerate(kinds, start=1)}
        self.words = words
        self.blocks = tuple(blocks)
        self._reads = tuple(block.read for block in blocks)
        self._sheet = Struct(f"{self.sheet_size}f")
        self._rows = Rows(self._row)
        self._order = Struct(f"{FIELDS}f")

    @cached_property
    def size(self) -> int:
        """How many numbers there are in all."""
        return sum(place.size for place in self.places())

    @cached_property
    def sheet_size(self) -> int:
        """How many numbers tell what is asked, and what stands on the sheet so far."""
        return 2 + len(self.orders)

    def places(self) -> list[Place]:
        """The table: what stands where."""
        found, start = [], 0
        words = "the sort of decision (0: none), orders on the sheet so far, and how many of each kind, as in `orders`"
        head = ("asked", self.sheet_size, words)
        for name, size, meaning in (head, *((block.name, block.size, block.meaning) for block in self.blocks)):
            found.append(Place(name, start, size, meaning))
            start += size
        return found

    @cached_property
    def _board(self) -> Struct:
        return Struct(f"{self.size - self.sheet_size}f")

    def board(self, known: Any, number: int) -> bytes:
        """The numbers of all blocks, as 32-bit floats."""
        values: list[float] = []
        for read in self._reads:
            values += read(known, number)
        return self._board.pack(*values)

    def sheet(self, kind: str) -> list[float]:
        """What is asked: the numbers of a sheet on which nothing stands yet, for `add`."""
        return [self.kinds.get(kind, 0), *[0.0] * (self.sheet_size - 1)]

    def add(self, sheet: list[float], orders: Iterable[Any]) -> None:
        """Counts orders that have been taken."""
        for order in orders:
            sheet[1] += 1
            sheet[1 + self.kind_of(order)] += 1

    def vector(self, sheet: Sequence[float], board: bytes) -> bytes:
        """All numbers, as 32-bit floats."""
        return self._sheet.pack(*sheet) + board

    def kind_of(self, order: Any) -> int:
        """The number of an order's kind, from 1."""
        found = self.orders.get(type(order))
        return found if found is not None else self.orders[type(order.order)]  # one that a character carries out

    def code(self, orders: Sequence[Any]) -> bytes:
        """Orders as rows of `FIELDS` numbers: the kind, then what it is about, field by field.

        Numbers are themselves, what is left out is -1, a word is its number in `words`, or one drawn of its letters.
        """
        return b"".join(map(self._rows.__getitem__, orders))

    def _row(self, order: Any) -> bytes:
        values: list[float] = [self.kind_of(order)]
        self._add(astuple(order), values)
        return self._order.pack(*(values + BLANK)[:FIELDS])

    def _add(self, about: Iterable[Any], values: list[float]) -> None:
        """Adds the numbers of what an order is about."""
        for each in about:
            if isinstance(each, int):
                values.append(each)
            elif isinstance(each, str):
                values.append(self.words.get(each) or WORDS + crc32(each.encode()) % WORDS)
            elif each is None:
                values.append(NOTHING)
            elif isinstance(each, SEVERAL):
                self._add(each, values)
            elif isinstance(each, msgspec.Struct):
                self._add(astuple(each), values)
            elif isinstance(each, float):
                values.append(each)
            else:
                values.append(len(each) if isinstance(each, Mapping) else NOTHING)


class Rows(dict[Any, bytes]):
    """The rows of orders, each made when it is first looked up."""

    def __init__(self, made: Callable[[Any], bytes]) -> None:
        super().__init__()
        self._made = made

    def __missing__(self, order: Any) -> bytes:
        if len(self) >= MOST_ROWS:  # orders with figures are many
            self.clear()
        row = self[order] = self._made(order)
        return row


def relative(number: int, me: int, seats: int) -> int:
    """A seat by its distance: 1 is oneself, 2 the next around the table; 0 is left for nobody."""
    return 1 + (number - me) % seats


def numbered(names: Iterable[str]) -> dict[str, int]:
    """Numbers from 1, in this order."""
    return {name: number for number, name in enumerate(names, start=1)}


def finite(value: float | None) -> float:
    """A figure; 0 where there is none."""
    return 0.0 if value is None or not math.isfinite(value) else float(value)


def own(seen: Json) -> Json:
    """What is private to whoever sees it; nothing, of one who is out of the match."""
    found: Json = seen.get("own", {})
    return found
