"""What counts where a match is stopped at a limit of turns: fortune."""

from __future__ import annotations

from collections.abc import Iterable

from heraut.engine.protocol import Json, Look, Seat
from heraut.games.daifen.races import BUILDINGS, UNITS


def worth(look: Look, seats: Iterable[Seat]) -> dict[Seat, float]:
    """What each kingdom owns, at its price in gold; 0 for the fallen. No player may see it of another one."""

    def fortune(own: Json) -> float:
        buildings = sum(BUILDINGS[code].cost * number for code, number in own["buildings"].items())
        return float(own["gold"] + buildings + sum(UNITS[code].cost * number for code, number in own["units"].items()))

    views = {seat: look(seat) for seat in seats}
    return {seat: fortune(view["own"]) if "own" in view else 0.0 for seat, view in views.items()}
