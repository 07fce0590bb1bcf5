"""Every order as players write it: its word, its fields in their order, what it does, an example (FI-TRN-05)."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from heraut.engine.words import catalogue
from heraut.games.fief.orders import INSTRUCTIONS, ORDERS
from heraut.games.fief.orders.grammar import sorts
from heraut.games.fief.orders.order import Order


class Entry(NamedTuple):
    """One order of the list. Fields that may be left out stand in brackets."""

    code: str
    fields: str
    meaning: str
    example: str
    instruction: bool


@cache
def order_list(lang: str) -> tuple[Entry, ...]:
    """The whole list, in the order of the game; last what may be said at any time."""
    kinds = sorted(ORDERS, key=lambda kind: kind in INSTRUCTIONS)
    return tuple(entry(kind, lang) for kind in kinds)


def entry(kind: type[Order], lang: str) -> Entry:
    """One order of the list."""
    groups = catalogue("heraut.games.fief", lang).groups
    tag = str(kind.__struct_config__.tag)
    fields = [
        groups["order_field"][name] if required else f"[{groups['order_field'][name]}]"
        for name, _, required in sorts(kind)
    ]
    example = groups["order_example"].get(tag, "")
    return Entry(kind.code, ", ".join(fields), groups["order"][tag], example, kind in INSTRUCTIONS)


def order_page(lang: str) -> str:
    """The list as plain text."""
    lines = []
    for one in order_list(lang):
        lines += [f"{one.code} {one.fields}".rstrip(), f"    {one.meaning}"]
        if one.example:
            lines.append(f"    › {one.example}")
    return "\n".join(lines)
