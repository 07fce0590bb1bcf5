"""What each race should learn, and in which order: the way to its best soldiers, then to more buildings a turn."""

from __future__ import annotations

import msgspec


class Doctrine(msgspec.Struct, frozen=True):
    """The technologies of a race in the order in which to develop them."""

    technologies: tuple[str, ...]


DOCTRINES = {
    "elfes": Doctrine(("fleches", "mysticisme", "exploration", "poulies", "architecture")),
    "orcs": Doctrine(("fleches", "taille", "groz_pat", "man_hip", "poulies", "architecture")),
    "humains": Doctrine(("fleches", "mysticisme", "religion", "poulies", "architecture")),
    "nains": Doctrine(("taille", "metal", "poulies", "architecture")),
    "morts_vivants": Doctrine(("fleches", "mysticisme", "vampirisme", "terreur", "poulies", "architecture")),
}
