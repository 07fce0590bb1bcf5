"""How busy the machine is: what is promised of a quiet one is not broken by what else it does meanwhile."""

from __future__ import annotations

import os


def times_slower() -> float:
    """How many times longer things take now than on a quiet machine: 1.0 while each program has a processor."""
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
