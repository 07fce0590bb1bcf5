"""Technologies: the way of each race to its best soldiers, then to more buildings a turn."""

from __future__ import annotations

from heraut.bots.daifen.planner import Planner
from heraut.games.daifen.orders import Develop

DOCTRINES = {
    "elfes": ("fleches", "mysticisme", "exploration", "poulies", "architecture"),
    "orcs": ("fleches", "taille", "groz_pat", "man_hip", "poulies", "architecture"),
    "humains": ("fleches", "mysticisme", "religion", "poulies", "architecture"),
    "nains": ("taille", "metal", "poulies", "architecture"),
    "morts_vivants": ("fleches", "mysticisme", "vampirisme", "terreur", "poulies", "architecture"),
}


def missing(planner: Planner) -> list[str]:
    """What the doctrine of the race still asks for, the next one first."""
    return [technology for technology in DOCTRINES[planner.book.race.code] if not planner.knows(technology)]


def develop(planner: Planner) -> None:
    """The next technology alone: a cheaper one further down would eat what is being saved for it."""
    for technology in missing(planner)[:1]:
        planner.order(Develop(technology))
