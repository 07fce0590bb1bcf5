"""Work shared out over processes; `cluster.py` shares it out over machines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Any, Protocol, TypeVar

T = TypeVar("T")
R = TypeVar("R")


class ParallelMap(Protocol):
    """What does the work of `map`, by whatever processes: what the function makes of each item, in their order.

    The function is one of a module, its items and what it makes of them cross to other processes. `map` itself is one,
    which does the work in this process.
    """

    def __call__(self, one: Callable[[T], R], items: Iterable[T], /) -> Iterator[R]:
        """What `one` makes of each item."""


def over_processes(one: Callable[[Any], Any], items: Iterable[Any], jobs: int) -> Iterator[Any]:
    """What `one` makes of each item, in their order, by so many processes of this machine (1: by this one)."""
    if jobs == 1:
        yield from map(one, items)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(one, items)
