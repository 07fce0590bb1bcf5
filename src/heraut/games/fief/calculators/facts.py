"""What the lab notes of a match: how each seat begins, and how it stands whenever it is asked."""

from __future__ import annotations

from collections.abc import Iterable

from heraut.engine.protocol import Json, Look, Seat

SORTS = ("start",)  # the village that each family chooses
FIGURES = ("purse", "soldiers", "lords", "hand", "fiefs", "votes", "points")


def starts(look: Look, seats: Iterable[Seat], options: Json) -> dict[Seat, dict[str, str]] | None:
    """In what each seat differs from the others at the start, by sort; None while not all have chosen."""
    owned = {village["owner"]: {"start": name} for name, village in look(None)["villages"].items() if village["owner"]}
    return owned if len(owned) == len(list(seats)) else None


def figures(view: Json) -> tuple[float, ...]:
    """How the seat that sees this stands, in the order of FIGURES."""
    own, family = view["own"], view["seats"][view["own"]["seat"]]
    people = (family["soldiers"], len(family["lords"]), len(own["hand"]), len(family["fiefs"]))
    return (own["purse"], *people, family["votes"], family["score"])
