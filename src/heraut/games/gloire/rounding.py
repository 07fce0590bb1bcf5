"""The three roundings of the rules (GP-GEN-11). Six decimals first, so that a result just beside an integer is one."""

from __future__ import annotations

from math import ceil, floor


def round_half_up(value: float) -> int:
    """The nearest integer, halves upward."""
    return floor(round(value, 6) + 0.5)


def down(value: float) -> int:
    """The integer below."""
    return floor(round(value, 6))


def up(value: float) -> int:
    """The integer above."""
    return ceil(round(value, 6))
