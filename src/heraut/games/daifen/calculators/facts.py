"""What the lab notes of a match: how each seat begins, and how it stands whenever it is asked."""

from __future__ import annotations

from collections.abc import Iterable

from heraut.engine.protocol import Json, Look, Seat

SORTS = ("race",)
FIGURES = ("gold", "intellect", "units", "buildings", "technologies", "known", "living")


def starts(look: Look, seats: Iterable[Seat], options: Json) -> dict[Seat, dict[str, str]] | None:
    """In what each seat differs from the others at the start, by sort; None while it is not known yet."""
    return {seat: {"race": look(seat)["own"]["race"]} for seat in seats}


def figures(view: Json) -> tuple[float, ...]:
    """How the seat that sees this stands, in the order of FIGURES; `living` are the kingdoms that are left."""
    own = view["own"]
    wealth = (own["gold"], own["intellect"], sum(own["units"].values()), sum(own["buildings"].values()))
    return (*wealth, len(own["technologies"]), len(own["known"]), view["living"])
