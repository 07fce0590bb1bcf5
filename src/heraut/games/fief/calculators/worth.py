"""What counts where a match is stopped at a limit of turns: fiefs and votes."""

from __future__ import annotations

from collections.abc import Iterable

from heraut.engine.protocol import Look, Seat


def worth(look: Look, seats: Iterable[Seat]) -> dict[Seat, float]:
    """The fiefs of each family, and its votes among those that hold as many."""
    families = look(None)["seats"]
    most = 1 + max(family["votes"] for family in families.values())
    return {seat: len(families[seat]["fiefs"]) + families[seat]["votes"] / most for seat in seats}
