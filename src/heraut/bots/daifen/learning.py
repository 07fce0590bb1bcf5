"""Technologies: the way of each race to its best soldiers, then to more buildings a turn."""

from __future__ import annotations

from heraut.bots.daifen.council import Council
from heraut.games.daifen.orders import Develop

DOCTRINES = {
    "elfes": ("fleches", "mysticisme", "exploration", "poulies", "architecture"),
    "orcs": ("fleches", "taille", "groz_pat", "man_hip", "poulies", "architecture"),
    "humains": ("fleches", "mysticisme", "religion", "poulies", "architecture"),
    "nains": ("taille", "metal", "poulies", "architecture"),
    "morts_vivants": ("fleches", "mysticisme", "vampirisme", "terreur", "poulies", "architecture"),
}


def missing(council: Council) -> list[str]:
    """What the doctrine of the race still asks for, the next one first."""
    return [technology for technology in DOCTRINES[council.book.race.code] if not council.knows(technology)]


def develop(council: Council) -> None:
    """The next technology alone: a cheaper one further down would eat what is being saved for it."""
    for technology in missing(council)[:1]:
        council.order(Develop(technology))
