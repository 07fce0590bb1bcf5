"""What may be chosen before the start: how many sit down, and their names."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, get_type_hints

import msgspec

from heraut.engine.choices import unreadable_choices
from heraut.engine.protocol import Json, Refusal, Seat, SetupError

LEAST, MOST = 2, 6  # lords (SB-01)
LONGEST_NAME = 30  # letters


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`lords` is how many the table waits for; `names` are the lords' names by seat."""

    lords: int = 3
    names: dict[Seat, str] = {}


@cache
def kinds() -> dict[str, Any]:
    """The type of everything that may be chosen, by name."""
    return get_type_hints(Options)


def read_options(seats: Sequence[Seat], options: Json) -> Options:
    """The options, checked. Raises SetupError with every reason why these cannot be played."""
    if refusals := unreadable_choices(options, kinds(), "SB-01"):
        raise SetupError(refusals)
    chosen = msgspec.convert(dict(options), Options)
    refusals = [
        Refusal("SB-01", "bad_name", {"seat": seat, "most": LONGEST_NAME})
        for seat, name in chosen.names.items()
        if seat not in seats or not 0 < len(name.strip()) <= LONGEST_NAME
    ]
    if not LEAST <= len(seats) <= MOST:
        refusals.append(Refusal("SB-01", "lords_out_of_range", {"number": len(seats), "least": LEAST, "most": MOST}))
    if refusals:
        raise SetupError(refusals)
    return chosen
