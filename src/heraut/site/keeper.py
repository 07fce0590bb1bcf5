"""What `heraut serve` is once its pages are served: their parent, which holds nothing of what they need.

    python -I -S keeper.py HOST PORT PROCESSES WORKER SERVING PAGES...

`server.py` puts it in its own place (exec), so that the processes it began are now this one's. WORKER is the number of
the worker's process, 0 where there shall be none; of PAGES the first SERVING served before, the others are new. A
worker that ends is begun again; when a process of pages ends, this one becomes `server.py` until there is another. Who
ends this one ends them all.

It loads nothing but a few modules of Python's own: 3 MB instead of 40.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from contextlib import suppress

AGAIN = 3.0  # seconds until a worker that has ended is begun again
PATIENCE = 30.0  # seconds that all have to finish what they are doing
STEADY = 5.0  # seconds: new pages that end sooner would only end again
TOLD = {signal.SIGTERM, signal.SIGINT, signal.SIGHUP}


class Keeper:
    """The processes of one site on one machine."""

    def __init__(self, where: list[str], worker: int, serving: int, pages: list[int]) -> None:
        self.where, self.worker, self.pages, self.new = where, worker, set(pages), set(pages[serving:])
        self.begun = time.monotonic()
        self.until = 0.0  # when those are killed that have not ended by themselves; 0 as long as nobody is to end

    def run(self) -> int:
        """Keeps them until they have ended; 0 if they were told to."""
        for number in {*TOLD, signal.SIGALRM}:
            signal.signal(number, self.stop)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, TOLD)
        status = 0
        while self.pages or self.worker:
            ended, how = os.wait()
            if not self.until and ended in {self.worker, *self.pages}:  # `heraut play` has begun yet another
                print(f"process {ended} ended by itself ({os.waitstatus_to_exitcode(how)})", file=sys.stderr)
            if ended == self.worker:
                self.worker = 0
                self.begin_worker()
            elif ended in self.pages:
                self.pages.remove(ended)
                if not self.until and ended in self.new and time.monotonic() < self.begun + STEADY:
                    status = 1
                    self.stop()
                elif not self.until:
                    self.become_server()
        return status

    def begin_worker(self) -> None:
        """Begins the worker again."""
        time.sleep(0 if self.until else AGAIN)
        if not self.until:
            self.worker = os.posix_spawn(sys.executable, [sys.executable, "-m", "heraut", "worker"], os.environ)

    def become_server(self) -> None:
        """Becomes what begins pages, and then this again; what is told meanwhile is heard afterwards."""
        signal.pthread_sigmask(signal.SIG_BLOCK, TOLD)
        children = map(str, (self.worker, *self.pages))
        os.execv(sys.executable, [sys.executable, "-m", "heraut.site.server", *self.where, *children])

    def stop(self, *signalled: object) -> None:
        """Asks all of them to end, every second: one that has only just begun may not have heard."""
        self.until = self.until or time.monotonic() + PATIENCE
        for child in {self.worker, *self.pages} - {0}:
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGTERM if time.monotonic() < self.until else signal.SIGKILL)
        signal.alarm(1)


if __name__ == "__main__":
    sys.exit(Keeper(sys.argv[1:4], int(sys.argv[4]), int(sys.argv[5]), [int(page) for page in sys.argv[6:]]).run())
