"""The constants of whoever plays the Sealed Bid."""

from __future__ import annotations

import msgspec

from heraut.bots.character import Character
from heraut.bots.constants import Bounds, changeable


class Traits(msgspec.Struct, frozen=True):
    """`eagerness`: what a lot is worth beside those to come; `whim`: how far, as a share, a bid strays."""

    eagerness: float = 1.0
    whim: float = 0.2


TUNED: Bounds = {"eagerness": (0.1, 3.0), "whim": (0.0, 0.8)}


@changeable
def traits_of(character: Character) -> Traits:
    """The usual ones."""
    return Traits()
