"""The same work on many machines: tasks of Ray, in the place of processes. Needs ray (the extra `cluster`).

A machine joins by `ray start --address=HEAD:6379`, with Héraut installed there in the same version; bots in files and
programs must stand under the same path on each. What comes of the work does not depend on who did it.
"""

from __future__ import annotations

import logging
import os
import socket
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")

PATIENCE = 10.0  # seconds for a machine to answer at all
AHEAD = 2  # items given out for each processor: none waits for work, and few are lost when a run is stopped


def join(address: str) -> None:
    """Joins the cluster at this address: `auto` the one of this machine, `local` one made for this run alone.

    Raises ConnectionError where there is none.
    """
    reach(address)
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is told to anybody
    import ray

    if ray.is_initialized():
        return
    if address == "local":
        ray.init(include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
    else:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)


def reach(address: str) -> None:
    """Sees whether anything answers at HOST:PORT: Ray itself would ask for minutes. Raises ConnectionError."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if not port.isdigit():
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=PATIENCE).close()
    except (OSError, OverflowError) as error:
        raise ConnectionError(f"{address}: {error}") from None


def processors() -> int:
    """How many processors the cluster has that this process has joined."""
    import ray

    resources: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]  # as Ray writes it
    return max(1, int(resources.get("CPU", 1)))


def over_machines(one: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
    """What `one` makes of each item, in their order, shared out over the cluster that this process has joined.

    `one` is a function of a module. A task whose machine goes down is done once more by another.
    """
    import ray

    task: Any = ray.remote(one).options(scheduling_strategy="SPREAD")  # each machine in turn, not the nearest first
    most = AHEAD * processors()
    waiting: deque[Any] = deque()
    for item in items:
        waiting.append(task.remote(item))
        if len(waiting) >= most:
            yield ray.get(waiting.popleft())
    while waiting:
        yield ray.get(waiting.popleft())
