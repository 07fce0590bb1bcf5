"""The worker: five rounds of duties that never wait for each other. Any number may run, on any machines.

CLOCK  keeps deadlines, has bots that are regents play, ends pauses and musters, prepares rewinds, reminds, opens
       sealed letters, judges treaties; its heartbeat is what the outage rule goes by
MAIL   sends letters, takes answers to them, makes and prints issues of gazettes, rates matches, begins rounds of
       tournaments, and tidies up what nobody waits for
PUSH   sends pushes to the devices of players
HOOKS  sends to the webhooks of tables, however slow these are
BOTS   has masters think, in processes of its own, and bots answer letters and treaties

Each round has a thread, a connection to the database and a heartbeat of its own: a mail server may take minutes over
every word without a deadline being late. Each duty works in slices (`common/slices.py`); one that has used up its slice
is taken up again as soon as the others of its round have had their turn.
"""

from __future__ import annotations

import logging
import os
import secrets
import signal
import threading
import time
from collections.abc import Callable, Collection, Sequence
from datetime import datetime, timedelta
from functools import partial
from types import FrameType

from django.db import close_old_connections, connections
from django.utils import timezone

from heraut.site.bots.letters import letters_due
from heraut.site.bots.thinking import stop_thinking, think_due
from heraut.site.bots.treaties import proposals_due, treaties_due
from heraut.site.clock.models import BOTS, CLOCK, HOOKS, MAIL, PUSH, ROUNDS
from heraut.site.clock.outage import machine, note_alive
from heraut.site.clock.regents import regents_due
from heraut.site.clock.resolution import resolve_due
from heraut.site.clock.rewind import rewinds_due
from heraut.site.common.slices import SLICE
from heraut.site.forum.following import tell_followers
from heraut.site.gazette.printing import print_due
from heraut.site.gazette.publishing import publish_due
from heraut.site.lobby.cleanup import close_tables, forget_counts, forget_tables, remove_guests
from heraut.site.lobby.muster import muster_due
from heraut.site.matches.host_actions import lift_ended
from heraut.site.messaging.mail_round import stop_taking, take_mail
from heraut.site.messaging.sealed import open_due
from heraut.site.moderation.traces import forget_traces
from heraut.site.notifications.hook_sender import hooks_due
from heraut.site.notifications.push_sender import push_due
from heraut.site.notifications.reminders import remind
from heraut.site.notifications.sender import forget_old, send_due
from heraut.site.seasons.ladder import rate_due
from heraut.site.seasons.trophies import crown_seasons
from heraut.site.tournaments.rounds import rounds_due
from heraut.site.treaties.judging import judge_due

log = logging.getLogger("heraut.worker")

Duty = Callable[[], object]

BEAT = timedelta(seconds=20)
PAUSE = 0.5  # seconds between two rounds
PATIENCE = 20.0  # seconds that what is under way has to leave, once the worker is told to stop
SECOND, HOUR = timedelta(seconds=1), timedelta(hours=1)
DUTIES: dict[str, Sequence[tuple[timedelta, Duty]]] = {
    CLOCK: (
        (10 * SECOND, lift_ended),
        (10 * SECOND, muster_due),
        (SECOND, rewinds_due),
        (SECOND, resolve_due),
        (3 * SECOND, regents_due),
        (60 * SECOND, remind),
        (5 * SECOND, open_due),
        (5 * SECOND, judge_due),
    ),
    MAIL: (
        (10 * SECOND, tell_followers),
        (2 * SECOND, send_due),
        (10 * SECOND, take_mail),
        (5 * SECOND, publish_due),
        (2 * SECOND, print_due),
        (HOUR, forget_old),
        (HOUR, remove_guests),
        (HOUR, close_tables),
        (HOUR, forget_tables),
        (HOUR, forget_counts),
        (30 * SECOND, rate_due),
        (30 * SECOND, rounds_due),
        (HOUR, crown_seasons),
        (HOUR, forget_traces),
    ),
    PUSH: ((2 * SECOND, push_due),),
    HOOKS: ((2 * SECOND, hooks_due),),
    BOTS: (
        (SECOND / 2, think_due),
        (2 * SECOND, treaties_due),
        (2 * SECOND, letters_due),
        (5 * SECOND, proposals_due),
    ),
}


class Round:
    """Duties that one thread sees to in turn, each as often as it needs it, and the heartbeat that says so."""

    def __init__(self, name: str, worker: str, stopping: threading.Event) -> None:
        self.name, self.stopping = name, stopping
        self.beat = partial(note_alive, worker, timezone.now(), duty=name)
        self.duties: list[tuple[timedelta, Duty]] = [(BEAT, self.note), *DUTIES[name]]
        self.due: dict[Duty, datetime] = {}

    def note(self) -> None:
        """Notes that this round is alive."""
        self.beat(timezone.now())

    def once(self) -> bool:
        """Sees to every duty that is due; whether one has used up its slice, and is due again.

        One that fails is tried again at its next time.
        """
        more = False
        for every, duty in self.duties:
            now = timezone.now()
            if self.stopping.is_set() or self.due.get(duty, now) > now:
                continue
            self.due[duty] = now + every
            begun = time.monotonic()
            try:
                duty()
            except Exception:  # whatever it is, the clock goes on
                log.exception("%s failed", getattr(duty, "__name__", duty))
                close_old_connections()
            else:
                if time.monotonic() - begun >= SLICE:  # there may be more of it
                    self.due[duty], more = now, True
        return more

    def run(self) -> None:
        """Goes round until the worker is told to stop."""
        try:
            while not self.stopping.is_set():
                self.once()
                self.stopping.wait(PAUSE)
            self.beat(timezone.now(), stopped=True)
        finally:
            connections.close_all()


class Worker:
    """One process with a thread for each of its rounds."""

    def __init__(self, only: Collection[str] = ()) -> None:
        self.name = f"{machine()}:{os.getpid()}:{secrets.token_hex(4)}"
        self.stopping = threading.Event()
        self.server = os.environ.get("HERAUT_ATTACHED", "")  # the process number of the server that began it
        self.rounds = [Round(name, self.name, self.stopping) for name in only or ROUNDS]

    def once(self) -> None:
        """Sees to all that is due, one round after the other."""
        for each in self.rounds:
            while each.once():
                pass

    def run(self) -> int:
        """Works until SIGTERM or SIGINT, or until the server that started it is gone; the exit status.

        What is under way is ended first. A round that dies takes the others with it: whoever keeps the worker
        (`heraut serve`, systemd, compose) begins it again.
        """
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self.stop)
        log.info("worker %s: %s", self.name, ", ".join(each.name for each in self.rounds))
        threads = [threading.Thread(target=each.run, name=each.name, daemon=True) for each in self.rounds]
        for thread in threads:
            thread.start()
        while not self.stopping.wait(PAUSE) and all(thread.is_alive() for thread in threads):
            if self.server and str(os.getppid()) != self.server:
                break
        failed = not self.stopping.is_set() and not all(thread.is_alive() for thread in threads)
        self.stopping.set()
        for thread in threads:
            thread.join(None if thread.name == CLOCK else PATIENCE)
        stop_taking()
        stop_thinking()
        return 1 if failed else 0

    def stop(self, number: int, frame: FrameType | None) -> None:
        """Asks the worker to stop."""
        self.stopping.set()
