"""The dice of the rulebook (DA-RNG-01, DA-RNG-05). A random order is `rng.shuffle`, which follows the same letter."""

from __future__ import annotations

from heraut.engine.rng import Rng
from heraut.games.daifen.tables import Chance


def throw(rng: Rng, dice: int) -> int:
    """The sum of so many D3 (1, 2 or 3 each), each thrown by itself."""
    random = rng.random
    return dice + sum([int(3 * random()) for _ in range(dice)])


def pick(rng: Rng, n: int) -> int:
    """One of 0…n-1, each with the same chance."""
    return int(n * rng.random())


def chance(rng: Rng, odds: Chance) -> bool:
    """True a times in b, for odds (a, b)."""
    return pick(rng, odds[1]) < odds[0]
