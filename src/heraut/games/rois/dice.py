"""The dice of the rules (RO-GEN-01), and the note of what they gave, kept for the audit (RO-INFO-07)."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from fractions import Fraction
from hashlib import blake2b
from struct import Struct
from typing import TypeVar

from heraut.engine.rng import Rng

T = TypeVar("T")
WORDS = Struct("<8Q")  # a digest of blake2b as eight draws
NOT_HASHED: list[int] = []


class Chance(Rng):
    """The streams of one year: keyed hashes of one secret drawn from the match's chance (RO-GEN-04).

    A year opens seven hundred streams and draws a few dice from most: a generator for each would cost ten times more.
    A stream that nobody draws from is not even hashed.
    """

    __slots__ = ("_keyed",)

    def __init__(self, rng: Rng) -> None:
        self.random = rng.random
        self._key = b"".join([int(rng.random() * 2**53).to_bytes(7, "big") for _ in range(8)])
        self._keyed = blake2b(key=self._key)

    def dice(self, name: tuple[str | int, ...]) -> Dice:
        """The dice of the independent stream of this name."""
        return Throws(self._keyed, name)


def written(name: tuple[str | int, ...]) -> str:
    """The `repr` of a name (a season, a matter, numbers), three times as fast for the usual one with one number."""
    if len(name) != 3:
        return repr(name)
    season, kind, who = name
    return f"({season}, '{kind}', {who})"


class Dice:
    """A stream of dice. `drawn` is every face that came up, in order; `d` draws all of them."""

    __slots__ = ("drawn", "random")

    def __init__(self, rng: Rng) -> None:
        self.random = rng.random
        self.drawn: list[int] = []

    def d(self, sides: int) -> int:
        """A uniform integer from 1 to `sides`."""
        face = 1 + int(self.random() * sides)
        self.drawn.append(face)
        return face

    def pct(self, chance: float | Fraction) -> bool:
        """Success so many times in a hundred: rounded down, as faces are whole numbers."""
        return self.d(100) <= chance

    def between(self, low: int, high: int) -> int:
        """A uniform integer from `low` to `high`."""
        return low - 1 + self.d(high - low + 1)

    def roll(self, number: int, sides: int) -> int:
        """The sum of so many dice."""
        return sum([self.d(sides) for _ in range(number)])

    def pick(self, items: Sequence[T]) -> T:
        """One of the items, each with the same chance; IndexError when there is none."""
        if not items:
            raise IndexError("nothing to choose from")
        return items[self.d(len(items)) - 1]

    def weighted(self, weights: Sequence[int]) -> int:
        """The place of one of these weights, drawn in proportion to them."""
        face = self.d(sum(weights))
        for place, weight in enumerate(weights):
            face -= weight
            if face <= 0:
                return place
        raise IndexError("no weight")

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Puts the items in a random order, in place, every order with the same chance."""
        for last in range(len(items) - 1, 0, -1):
            other = self.d(last + 1) - 1
            items[last], items[other] = items[other], items[last]


def clamp(value: int, low: int, high: int) -> int:
    """The value, or the bound that it passes."""
    return low if value < low else high if value > high else value


class Throws(Dice):
    """The dice of one stream of a year: eight draws are hashed at a time, `_left` are those still to come, last first.

    What `drawn` holds tells which block is next.
    """

    __slots__ = ("_keyed", "_left", "_name")

    def __init__(self, keyed: blake2b, name: tuple[str | int, ...]) -> None:
        self.drawn = []
        self._keyed, self._name, self._left = keyed, name, NOT_HASHED

    def d(self, sides: int) -> int:
        left = self._left or self.hashed()
        face = 1 + int((left.pop() >> 11) * 2.0**-53 * sides)
        self.drawn.append(face)
        return face

    def hashed(self) -> list[int]:
        """The next eight draws, of 64 bits each."""
        digest = self._keyed.copy()
        digest.update(f"{len(self.drawn) // 8} {written(self._name)}".encode())
        left = self._left = [*WORDS.unpack(digest.digest())]
        left.reverse()
        return left
