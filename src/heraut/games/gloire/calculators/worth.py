"""What counts where a match is stopped at a limit of turns: renown."""

from __future__ import annotations

from collections.abc import Iterable

from heraut.engine.protocol import Look, Seat


def worth(look: Look, seats: Iterable[Seat]) -> dict[Seat, float]:
    """The global renown of each lord; 0 for the dead."""
    return {seat: lord["global_renown"] for seat, lord in look(None)["lords"].items()}
