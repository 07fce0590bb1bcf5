"""What the lab notes of a match: how each seat begins, and how it stands whenever it is asked."""

from __future__ import annotations

from collections.abc import Iterable

from heraut.engine.protocol import Json, Look, Seat

SORTS = ("start",)  # the land that each lord is given
FIGURES = ("renown", "treasury", "lands", "knights", "men", "allies", "enemies")


def starts(look: Look, seats: Iterable[Seat], options: Json) -> dict[Seat, dict[str, str]] | None:
    """In what each seat differs from the others at the start, by sort; None while it is not known yet."""
    return {land["owner"]: {"start": name} for name, land in look(None)["lands"].items() if land["owner"]}


def figures(view: Json) -> tuple[float, ...]:
    """How the seat that sees this stands, in the order of FIGURES; men are those that follow its knights."""
    own, lord = view["own"], view["lords"][view["own"]["seat"]]
    men = sum(army["men"] for army in own["armies"].values())
    counts = (own["treasury"], lord["lands"], len(own["knights"]), men, len(lord["allies"]), len(lord["enemies"]))
    return (lord["global_renown"], *counts)
