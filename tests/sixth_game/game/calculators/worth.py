"""What counts where a match is stopped at a limit of turns: points."""

from __future__ import annotations

from collections.abc import Iterable

from heraut.engine.protocol import Look, Seat


def worth(look: Look, seats: Iterable[Seat]) -> dict[Seat, float]:
    """The points of each lord, which all may see."""
    lords = look(None)["lords"]
    return {seat: float(lords[seat]["points"]) for seat in seats}
