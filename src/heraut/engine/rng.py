"""Chance: one seed per match, independent named streams, and a commitment published before the first answer."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, MutableSequence, Sequence
from random import Random
from typing import Any, TypeVar

T = TypeVar("T")


class Rng:
    """A stream of draws. `rng.at("attack", "j3", 2)` names another stream that no draw elsewhere can disturb.

    Everything is drawn with `random()`, the one sequence that Python promises to keep from version to version.
    """

    __slots__ = ("_key", "random")

    def __init__(self, seed: bytes) -> None:
        self._key = hashlib.blake2b(seed, digest_size=32).digest()
        self.random = Random(int.from_bytes(self._key, "big")).random  # noqa: S311  a match replays from its seed, which is secret and long

    def at(self, *path: str | int) -> Rng:
        """The independent stream of this name; the same name always gives the same draws."""
        return Rng(self._key + repr(path).encode())

    def uniform(self, low: float, high: float) -> float:
        """A real number, uniform in [low, high)."""
        return low + (high - low) * self.random()

    def randint(self, low: int, high: int) -> int:
        """An integer, uniform in low..high, both included."""
        return low + int(self.random() * (high - low + 1))

    def choice(self, items: Sequence[T]) -> T:
        """One of the items, each with the same chance; IndexError when there is none."""
        return items[int(self.random() * len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Puts the items in a random order, in place, every order with the same chance."""
        for last in range(len(items) - 1, 0, -1):
            other = int(self.random() * (last + 1))
            items[last], items[other] = items[other], items[last]


def commitment(seed: bytes) -> str:
    """The SHA-256 of a secret seed, published at the start of a match so that nobody can change the seed later."""
    return hashlib.sha256(seed).hexdigest()


def match_rng(seed: bytes, words: Mapping[Any, str]) -> Rng:
    """The chance of a match: its secret seed, stirred with the words that players added before the start."""
    return Rng(seed + json.dumps(sorted(words.items()), ensure_ascii=False).encode())
