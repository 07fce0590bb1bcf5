"""How busy the machine is: what is promised of a quiet one is not broken by what else it does meanwhile."""

from __future__ import annotations

import os

MOST_SECONDS = 1.0  # of processor, for a request with anything odd in it


def times_slower() -> float:
    """How many times longer things take now than on a quiet machine: 1.0 while each program has a processor."""
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


def most() -> float:
    """Seconds of processor that a request may take; beside many others the caches of the processor are theirs."""
    return MOST_SECONDS * min(2.0, times_slower())
