"""What the lab notes of a match: how each seat begins, and how it stands whenever it is asked."""

from __future__ import annotations

from collections.abc import Iterable

from heraut.engine.protocol import Json, Look, Seat

SORTS = ("race", "start")  # the terrain of the home, since each match has a world of its own
FIGURES = ("gold", "provinces", "units", "characters", "met")


def starts(look: Look, seats: Iterable[Seat], options: Json) -> dict[Seat, dict[str, str]] | None:
    """In what each seat differs from the others at the start, by sort; None while it is not known yet."""
    own = {seat: look(seat)["own"] for seat in seats}
    return {seat: {"race": one["race"], "start": one["map"][str(one["home"])]["terrain"]} for seat, one in own.items()}


def figures(view: Json) -> tuple[float, ...]:
    """How the seat that sees this stands, in the order of FIGURES."""
    own = view["own"]
    holdings = (own["gold"], len(own["provinces"]), len(own["units"]), len(own["characters"]))
    return (*holdings, len(own.get("met", ())))
