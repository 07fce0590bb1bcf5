"""The worker: keeps deadlines, ends pauses and musters, reminds, sends letters. Any number may run, on any machines."""

from __future__ import annotations

import logging
import os
import secrets
import signal
import socket
import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from types import FrameType

from django.db import close_old_connections
from django.utils import timezone

from heraut.site.clock.outage import note_alive
from heraut.site.clock.resolution import resolve_due
from heraut.site.herald.reminders import remind
from heraut.site.herald.sender import forget_old, send_due
from heraut.site.lobby.muster import muster_due
from heraut.site.lobby.unused import close_tables, forget_counts, forget_tables, remove_guests
from heraut.site.matches.powers import lift_ended

log = logging.getLogger("heraut.worker")

Duty = Callable[[], object]


class Worker:
    """One process that sees to its duties in turn, each as often as it needs it, until it is told to stop."""

    def __init__(self) -> None:
        self.name = f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"
        self.started = timezone.now()
        self.stopping = threading.Event()
        self.server = os.environ.get("HERAUT_ATTACHED", "")  # the process number of the server that began it
        self.duties: list[tuple[timedelta, Duty]] = [
            (timedelta(seconds=20), self.beat),
            (timedelta(seconds=10), lift_ended),
            (timedelta(seconds=10), muster_due),
            (timedelta(seconds=1), resolve_due),
            (timedelta(seconds=60), remind),
            (timedelta(seconds=2), send_due),
            (timedelta(hours=1), forget_old),
            (timedelta(hours=1), remove_guests),
            (timedelta(hours=1), close_tables),
            (timedelta(hours=1), forget_tables),
            (timedelta(hours=1), forget_counts),
        ]
        self.due: dict[Duty, datetime] = {}

    def beat(self) -> None:
        """Notes that this worker is alive."""
        note_alive(self.name, self.started, timezone.now())

    def once(self) -> None:
        """Sees to every duty that is due. One that fails is tried again at its next time."""
        for every, duty in self.duties:
            now = timezone.now()
            if self.stopping.is_set() or self.due.get(duty, now) > now:
                continue
            self.due[duty] = now + every
            try:
                duty()
            except Exception:  # whatever it is, the clock goes on
                log.exception("%s failed", getattr(duty, "__name__", duty))
                close_old_connections()

    def run(self) -> None:
        """Works until SIGTERM or SIGINT, or until the server that started it is gone; ends what it is doing first."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self.stop)
        log.info("worker %s", self.name)
        while not self.stopping.is_set():
            self.once()
            if self.server and str(os.getppid()) != self.server:
                break
            self.stopping.wait(0.5)
        note_alive(self.name, self.started, timezone.now(), stopped=True)

    def stop(self, number: int, frame: FrameType | None) -> None:
        """Asks the worker to stop."""
        self.stopping.set()
