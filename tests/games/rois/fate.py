"""Dice whose faces are told beforehand: a test says each throw, and fails when one is left or missing."""

from __future__ import annotations

from collections.abc import Sequence

from heraut.engine.rng import Rng
from heraut.games.rois.dice import Dice


class OutOfDice(AssertionError):
    """One more die is thrown than the test tells."""


class Fate(Dice):
    """Dice that give these faces. A tuple (sides, face) also checks which die is thrown."""

    def __init__(self, *faces: int | tuple[int, int]) -> None:
        super().__init__(Rng(b"fate"))
        self.faces = list(faces)

    def d(self, sides: int) -> int:
        if not self.faces:
            raise OutOfDice(f"one more die of {sides} is thrown than the test tells")
        told = self.faces.pop(0)
        expected, face = told if isinstance(told, tuple) else (sides, told)
        assert sides == expected, f"a die of {sides} is thrown where the test tells one of {expected}"
        assert 1 <= face <= sides
        self.drawn.append(face)
        return face

    def spent(self) -> bool:
        """Whether every face that the test tells was thrown."""
        return not self.faces


class Even(Dice):
    """Dice that always show the same share of their faces: 0.5 the middle one."""

    def __init__(self, share: float = 0.5) -> None:
        super().__init__(Rng(b"even"))
        self.share = share

    def d(self, sides: int) -> int:
        face = min(sides, 1 + int(self.share * sides))
        self.drawn.append(face)
        return face


def per_cent(*throws: int) -> list[tuple[int, int]]:
    """So many percentile dice."""
    return [(100, throw) for throw in throws]


def between(low: int, high: int, *values: int) -> list[tuple[int, int]]:
    """Uniform integers drawn from low to high."""
    return [(high - low + 1, value - low + 1) for value in values]


def seeded(name: str | int) -> Dice:
    """Real dice, of a stream of this name."""
    return Dice(Rng(str(name).encode()))


def share(results: Sequence[bool]) -> float:
    """How often a thing came true."""
    return sum(results) / len(results)
