"""The interval around a share that was counted: one formula for odds, ladders and the balance of starts."""

from __future__ import annotations

from math import sqrt

Z95 = 1.959963984540054  # standard deviations of the normal law between which 95 % lie


def wilson(share: float, trials: float) -> tuple[float, float]:
    """Between what the true share lies, 19 times in 20, where `share` (0 to 1) was counted in so many trials.

    Wilson's interval ("Probable Inference", 1927), sound near 0 and 1 too; from 0 to 1 where nothing was tried.
    """
    if not trials:
        return 0.0, 1.0
    square = Z95 * Z95 / trials
    middle = (share + square / 2) / (1 + square)
    reach = sqrt(square * (share * (1 - share) + square / 4)) / (1 + square)
    return max(0.0, middle - reach), min(1.0, middle + reach)
