"""What counts where a match is stopped at a limit of turns: provinces."""

from __future__ import annotations

from collections.abc import Iterable

from heraut.engine.protocol import Look, Seat


def worth(look: Look, seats: Iterable[Seat]) -> dict[Seat, float]:
    """The provinces of each kingdom; 0 for the fallen."""
    views = {seat: look(seat) for seat in seats}
    return {seat: float(len(view["own"]["provinces"])) if "own" in view else 0.0 for seat, view in views.items()}
