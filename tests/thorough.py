"""Campaigns: `make test` asks a sample of what they could ask, `make soak` all of it."""

from __future__ import annotations

import os
from collections.abc import Iterable
from random import Random
from typing import TypeVar

T = TypeVar("T")
THOROUGH = bool(os.environ.get("HERAUT_THOROUGH"))
SHARE = 10


def sample(items: Iterable[T], share: int = SHARE, seed: int | str = 1) -> list[T]:
    """One of each `share` that follow one another, the same in every run; all where the campaign is thorough."""
    every, chance = list(items), Random(seed)
    if THOROUGH:
        return every
    return [chance.choice(every[start : start + share]) for start in range(0, len(every), share)]
