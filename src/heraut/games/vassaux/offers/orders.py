"""Which unit is given which orders (SV-DP-04, SV-DP-18)."""

from __future__ import annotations

from collections.abc import Iterator

from heraut.games.vassaux.identities import NO_UNIT
from heraut.games.vassaux.orders import Orders
from heraut.games.vassaux.phases.activation import (
    chain_refusals,
    command_refusals,
    corrupted,
    forced,
    held_back,
    may_pass,
    waiting,
)
from heraut.games.vassaux.phases.needs import order_refusal
from heraut.games.vassaux.phases.spells import casts_twice
from heraut.games.vassaux.state import Unit
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.tables.codes import SIMPLE, OrderCode

CHAINS: tuple[tuple[OrderCode, ...], ...] = (
    ("MT",), ("ATC",), ("CHC",), ("CRS",), ("ALE",), ("FOR",), ("SPL",), ("MT", "ATC"), ("MT", "CHC"), ("ATC", "MT"),
    ("CHC", "MT"), ("MT", "ALE"), ("MT", "FOR"), ("ATC", "ALE"), ("ATC", "FOR"), ("MT", "SPL"), ("SPL", "MT"),
    ("SPL", "CHC"), ("MT", "ATC", "FOR"), ("MT", "ATC", "ALE"),
)  # fmt: skip
"""Composed orders as they are given at a table; a second spell besides, for whoever may cast two."""


def orders(field: Field) -> Iterator[Orders]:
    """Everything that the seat may announce now, as far as it is usual."""
    assert field.now.asked is not None
    seat = field.now.asked.place
    must = corrupted(field, seat)
    if must is not None:
        yield must
        return
    for unit in waiting(field, seat):
        if not unit.fm and not held_back(field, unit):
            for codes in of_unit(field, unit):
                yield Orders(unit.id, codes)
    if may_pass(field, seat):
        yield Orders(NO_UNIT)


def of_unit(field: Field, unit: Unit) -> Iterator[tuple[OrderCode, ...]]:
    """The orders that a unit may be given: simple ones, and what its Lord makes of his dice."""
    only = forced(field, unit)
    if only is not None:
        yield (only,)
        return
    able: dict[OrderCode, bool] = {}

    def may(code: OrderCode) -> bool:
        """Whether this order may come first."""
        if code not in able:
            able[code] = order_refusal(field, unit, code) is None
        return able[code]

    yield from ((code,) for code in SIMPLE if may(code))
    if field.effect(unit.id, "APPEL_CHASSE") and may("MT"):
        yield ("MT",)
    if command_refusals(field, unit, 1):
        return
    dice, magic = field.now.hosts[unit.seat].reserve, bool(field.now.hosts[unit.seat].school)
    for chain in (*CHAINS, *((("SPL", "SPL"),) if magic and casts_twice(unit) else ())):
        fits = len(chain) <= dice and (magic or "SPL" not in chain)
        if fits and may(chain[0]) and not chain_refusals(unit, chain):
            yield chain
