"""The process in which masters think, one question at a time: begun when first wanted, ended with the worker."""

from __future__ import annotations

import logging
import multiprocessing
import time
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor, wait
from multiprocessing.process import BaseProcess

from heraut.site.bots.process import Question, settle_down, think

log = logging.getLogger("heraut.bots")

LONGEST = 120.0  # seconds that one question may take; a master's own budget is far below


class Mind:
    """The process, and what it thinks of. `busy` is None while it has nothing to do."""

    def __init__(self) -> None:
        self.pool: ProcessPoolExecutor | None = None
        self.children: list[BaseProcess] = []
        self.busy: Future[str] | None = None
        self.begun = 0.0

    def begin(self, asked: Question) -> None:
        """Hands a question over."""
        try:
            self.busy = self.submitted(asked)
        except BrokenExecutor:  # it was ended while it had nothing to do
            log.warning("the process in which bots think has ended")
            self.stop()
            self.busy = self.submitted(asked)
        self.begun = time.monotonic()

    def submitted(self, asked: Question) -> Future[str]:
        """Hands a question to the process, which is begun if need be. Raises BrokenExecutor where it has ended."""
        before = multiprocessing.active_children()
        if self.pool is None:
            spawn = multiprocessing.get_context("spawn")  # a copy of the worker would hold its connections
            self.pool = ProcessPoolExecutor(1, mp_context=spawn, initializer=settle_down)
        future = self.pool.submit(think, asked)
        self.children = self.children or [one for one in multiprocessing.active_children() if one not in before]
        return future

    def ended(self, seconds: float) -> bool:
        """Whether the question has an end, waited for so long; one that takes too long is given one."""
        assert self.busy is not None
        if wait([self.busy], timeout=max(0.0, seconds)).done:
            return True
        if time.monotonic() - self.begun < LONGEST:
            return False
        log.error("a bot has thought for %s seconds", LONGEST)
        self.stop()
        return True

    def take(self) -> str | None:
        """The answer of a question that has ended; None where it came to nothing."""
        future, self.busy = self.busy, None
        if future is None or not future.done():
            return None
        try:
            return future.result()
        except BrokenExecutor:  # it was ended, by us or by anybody: the next question begins another
            log.warning("the process in which bots think has ended")
            self.stop()
        except Exception:  # whatever is wrong with one bot; another answers in its place
            log.exception("a bot could not think")
        return None

    def stop(self) -> None:
        """Ends the process, and what it thinks of."""
        for child in self.children:
            child.kill()  # one that hangs, or was stopped, heeds nothing less
        if self.pool is not None:
            self.pool.shutdown(cancel_futures=True)
        self.pool, self.children = None, []
