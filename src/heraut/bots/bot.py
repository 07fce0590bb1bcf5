"""How the bots of our games answer at any level: by counsels alone, or a master by search."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

import msgspec

from heraut.bots.character import Character
from heraut.engine.protocol import A, Json
from heraut.engine.rng import Rng

D = TypeVar("D")  # the decision of a game
T = TypeVar("T")  # its constants of a character (`bots/<game>/traits.py`)


class Bot(msgspec.Struct, Generic[D, T, A], frozen=True):
    """Whoever plays one game: called like a function, by a character."""

    advised: Callable[[D, Json, Rng, T], A]
    searched: Callable[[D, Json, Rng, Character], A]
    traits_of: Callable[[Character], T]

    def __call__(self, decision: D, view: Json, rng: Rng, character: Character) -> A:
        """The answer of a bot of this character."""
        if character.level == "master":
            return self.searched(decision, view, rng, character)
        return self.advised(decision, view, rng, self.traits_of(character))
