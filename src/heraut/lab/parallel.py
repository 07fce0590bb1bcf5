"""Work shared out over processes; `cluster.py` shares it out over machines."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import active_children
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
    with ProcessPoolExecutor(jobs, initializer=end_when_interrupted) as pool:
        try:
            with uninterrupted():
                made = pool.map(partial(work, one), items)
        except KeyboardInterrupt:  # it came before the processes, which have not heard of it
            for process in active_children():
                process.terminate()
            raise
        yield from made


# Ctrl-C reaches every process of a terminal. Those that work end without a word; whoever began them says what happened


def work(one: Callable[[Any], Any], item: Any) -> Any:
    """What `one` makes of an item; when interrupted, it ends what it has begun itself, and then this process."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return one(item)
    except KeyboardInterrupt:
        end_when_interrupted()
        signal.raise_signal(signal.SIGINT)
    finally:
        end_when_interrupted()


def end_when_interrupted() -> None:
    """An interruption ends this process."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Interruptions come afterwards, here and in processes that begin meanwhile."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
