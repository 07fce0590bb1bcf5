"""How far a share that was counted may lie from the true one."""

from __future__ import annotations

from heraut.engine.intervals import wilson


def margin(share: float, runs: int) -> float:
    """Half the width of the interval of 95 % around a share (0 to 1) that was counted in so many runs."""
    low, high = wilson(share, runs)
    return (high - low) / 2
