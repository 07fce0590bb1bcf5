"""Orders written: the line that reads back as each (GP-GEN-19)."""

from __future__ import annotations

import re
from typing import Any

from heraut.games.gloire.orders import ForeignKnight, Order
from heraut.games.gloire.sheet.book import Book
from heraut.games.gloire.sheet.reading import WORKS

WORK_NAMES = {level: name for name, level in WORKS.items()}

_BARE = re.compile(r"""[^\s;"«»]+""")


def quoted(text: str) -> str:
    """A name or a password as a line holds it: between double quotes if it would not read back bare."""
    return text if _BARE.fullmatch(text) and text != "-" else f'"{text}"'


def write_argument(book: Book, sort: str, value: Any) -> str:
    """One argument, as its reader takes it."""
    if value is None:
        return "-"
    if sort in ("knight", "any_knight"):
        if isinstance(value, ForeignKnight):
            return quoted(f"{book.view['lords'][value.lord]['name']}/{value.name}")
        return quoted(book.knights[value]["name"])
    if sort == "army":
        return f"#{value}"
    if sort == "lord":
        return quoted(book.view["lords"][value]["name"])
    if sort == "work":
        return WORK_NAMES[value]
    return str(value) if sort == "number" else quoted(value)


def write_order(book: Book, order: Order) -> str:
    """The line that reads back as this order; absent arguments at its end are left out (GP-GEN-19)."""
    arguments = [write_argument(book, sort.rstrip("?"), getattr(order, field)) for field, sort in order.syntax]
    while arguments and arguments[-1] == "-":
        arguments.pop()
    return " ".join([order.code, *arguments])
