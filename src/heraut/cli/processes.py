"""The processes of a site on one machine: begun together, begun again when one ends by itself, ended together."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from heraut.cli.screen import Screen

TOLD = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
LOOK = 0.5  # seconds between two looks at them
STEADY = 5.0  # what ends sooner would only end again
AGAIN = 3.0  # seconds until a worker that has ended so soon is begun again
PATIENCE = 30.0  # seconds that all have to finish what they are doing
ONE_HEAP = {"MALLOC_ARENA_MAX": "1"}  # threads take turns at Python's lock: a heap for each is 30 MB, and no quicker


@dataclass
class Task:
    """A process that shall be there: `words` follow `python -m`; without a `vital` one there is no site."""

    name: str
    words: list[str]
    descriptors: tuple[int, ...] = ()
    vital: bool = False
    begun: float = 0.0
    process: subprocess.Popen[bytes] = field(init=False)

    def begin(self) -> None:
        """Begins it, out of reach of a terminal's Ctrl+C: its parent tells it to end; it ends should that disappear."""
        self.begun = time.monotonic()
        env = {**ONE_HEAP, **os.environ, "HERAUT_ATTACHED": str(os.getpid())}
        command = [sys.executable, "-m", *self.words]
        self.process = subprocess.Popen(command, env=env, pass_fds=self.descriptors, process_group=0)  # noqa: S603  this program, from its own words


def keep(tasks: list[Task], screen: Screen) -> int:
    """Keeps them all until SIGTERM, SIGINT or SIGHUP: 0; or until a vital one cannot be begun: 1."""
    told: list[int] = []
    for number in TOLD:
        signal.signal(number, lambda signalled, _: told.append(signalled))
    for task in tasks:
        task.begin()
    while not told and all(renew(task, screen) for task in tasks):
        time.sleep(LOOK)
    end(tasks)
    return 0 if told else 1


def renew(task: Task, screen: Screen) -> bool:
    """Begins a task again if it has ended by itself; whether it is worth it."""
    if task.process.poll() is None:
        return True
    lasted = time.monotonic() - task.begun
    if task.vital and lasted < STEADY:
        tell(screen, "task_failed", task)
        return False
    if lasted >= AGAIN:
        tell(screen, "task_ended", task)
        task.begin()
    return True


def tell(screen: Screen, key: str, task: Task) -> None:
    """Says that a process has ended, and by which signal or with which status."""
    status = task.process.returncode
    screen.warn(screen.text(key, task=task.name, process=task.process.pid, signal=max(0, -status), status=status))


def end(tasks: list[Task]) -> None:
    """Asks all of them to end, and kills those that do not."""
    for task in tasks:
        task.process.terminate()
    until = time.monotonic() + PATIENCE
    for task in tasks:
        try:
            task.process.wait(max(0.0, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            task.process.kill()
            task.process.wait()
