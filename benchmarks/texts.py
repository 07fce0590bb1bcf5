"""The largest texts that anybody may send: orders right and wrong, words and numbers without end, odd bodies."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import count, islice

LONG = 60_000  # signs of a sheet, at most
LONGER = 6 * LONG  # and of one that is longer than any, in a body that is still read


def cut(lines: Iterable[str], most: int = LONG) -> str:
    """As many of these lines as go into so many signs."""
    return "\n".join(islice(lines, most // 2))[:most]


def misspelt(orders: str) -> Iterator[str]:
    """These orders over and over, each with a fault of its own."""
    lines = [line for line in orders.split("\n") if line] or ["x"]
    for number in count():
        yield lines[number % len(lines)].replace("e", "ez", 1) + f" z{number}"


@cache
def texts(orders: str) -> dict[str, str]:
    """Floods: short lines, orders nearly right (also more than is taken), right ones, one word, numbers, signs."""
    right = [line for line in orders.split("\n") if line] or ["x"]
    return {
        "lines": cut(f"z{number}" for number in range(LONG)),
        "misspelt": cut(misspelt(orders)),
        "longer": cut(misspelt(orders), LONGER),
        "orders": cut(right[number % len(right)] for number in range(LONG)),
        "word": "z" * LONG,
        "number": "9" * LONG,
        "infinite": "1e309",
        "signs": "é<&;\"'+,:-=" * (LONG // 11),
    }


BODIES = {
    "depth": "[" * 100_000,
    "keys": json.dumps({f"k{number}": number for number in range(40_000)}),
    "digits": '{"text": "", "base": ' + "9" * 100_000 + "}",
    "items": json.dumps({"text": [""] * 100_000}),
}
