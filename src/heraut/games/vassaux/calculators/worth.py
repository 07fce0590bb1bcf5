"""What counts where a match is stopped at a limit of turns: losses inflicted."""

from __future__ import annotations

from collections.abc import Iterable

from heraut.engine.protocol import Look, Seat


def worth(look: Look, seats: Iterable[Seat]) -> dict[Seat, float]:
    """The share of the opposing host that each has eliminated."""
    south, north = look(None)["battle"]["hosts"]
    share = {one["seat"]: other["eliminated"] / other["total"] for one, other in ((south, north), (north, south))}
    return {seat: share[seat] for seat in seats}
