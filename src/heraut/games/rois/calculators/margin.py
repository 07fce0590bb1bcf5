"""How far a share that was counted may lie from the true one."""

from __future__ import annotations

from math import sqrt

DEVIATIONS = 1.96  # nineteen times in twenty


def margin(share: float, runs: int) -> float:
    """Half of Wilson's interval, which is sound near 0 and 1 too."""
    square = DEVIATIONS**2 / runs
    return DEVIATIONS * sqrt(share * (1 - share) / runs + square / (4 * runs)) / (1 + square)
