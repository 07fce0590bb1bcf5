"""The confidence interval of a measured share: one formula for odds, ladders and the balance of starts."""

from __future__ import annotations

from math import sqrt

Z95 = 1.959963984540054  # 95 % of a normal distribution lie within so many standard deviations of its mean


def wilson(share: float, trials: float) -> tuple[float, float]:
    """The 95 % confidence interval (low, high) of a share (0 to 1) that was measured in so many trials.

    Wilson's score interval ("Probable Inference", 1927), which holds near 0 and 1 too; (0, 1) without any trial.
    """
    if not trials:
        return 0.0, 1.0
    square = Z95 * Z95 / trials
    middle = (share + square / 2) / (1 + square)
    reach = sqrt(square * (share * (1 - share) + square / 4)) / (1 + square)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def margin(share: float, trials: float) -> float:
    """Half the width of that interval: how far the measured share may lie from the true one."""
    low, high = wilson(share, trials)
    return (high - low) / 2
