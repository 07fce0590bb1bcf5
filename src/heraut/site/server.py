"""One process of pages: waitress, on a socket that `heraut serve` has opened for all of them.

    python -m heraut.site.server DESCRIPTOR

Waitress reads a request to its end before a thread works on it: whoever sends one byte every seven seconds holds a
place among `CONNECTIONS`, and nobody up (docs/adr/0015).
"""

from __future__ import annotations

import logging
import math
import os
import signal
import socket
import sys
import threading
import time
from collections import deque
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from types import FrameType
from typing import TYPE_CHECKING, Any, NoReturn

import waitress

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

# Seconds that one page may take, or wait itself, for SQLite or for a slow disk: then the next is made beside it
PATIENCE = 0.3
WAITING = 120  # pages in hand, those that wait for their turn among them; who asks for one more is told to come back
THREADS = WAITING + 8  # requests in hand: there is always a thread for static files
CONNECTIONS = 1000
LARGEST = 1_048_576  # bytes of a request's body, as the proxies of deploy/ have it
LARGEST_HEAD = 32_768
# Bytes read at once. Waitress reads no more from whoever does not read his answers; those to the requests that fit into
# this stay well below the 16 MB that it keeps for a connection before it holds up the thread that answers
RECEIVED = 1024
SILENCE = 60  # seconds after which a connection on which nothing comes is closed

Page = tuple[Any, bytes]  # what a page has given to `start_response`, and the whole of its body


class PendingPage:
    """A page that is asked for, and whoever waits for it."""

    def __init__(self, environ: WSGIEnvironment) -> None:
        self.environ, self.made = environ, threading.Event()
        self.page: Page | None = None
        self.fault: BaseException | None = None

    def make(self, pages: WSGIApplication) -> None:
        """Makes it, and ends its request."""
        heads: list[Any] = []
        try:
            answer = pages(self.environ, lambda *head: heads.append(head))  # type: ignore[arg-type]
            try:
                self.page = heads[-1], b"".join(answer)
            finally:
                answer.close()  # type: ignore[attr-defined]  # Django's, which ends the request
        except BaseException as fault:  # noqa: BLE001  whoever waits for it is told, whatever it is
            self.fault = fault
        finally:
            self.made.set()

    def result(self) -> Page:
        """The page, once it is made. Raises what its making has raised."""
        self.made.wait()
        if self.page is None:
            raise self.fault or RuntimeError("a page without an answer")
        return self.page


class InTurn:
    """Makes one page at a time, in a thread of its own: whatever else is asked for does not queue behind it.

    Two at a time take a fifth longer each, for they take Python's lock from each other at every question to the
    database. So a second thread, with a second connection, takes from the same queue only while the first has been at
    one page for `patience` seconds: a long queue of quick pages would but grow. As many as `waiting` may be in hand;
    `crowded` answers whoever asks for one more.
    """

    def __init__(
        self, pages: WSGIApplication, crowded: WSGIApplication, waiting: int = WAITING, patience: float = PATIENCE
    ) -> None:
        self.pages, self.crowded, self.patience = pages, crowded, patience
        self.places, self.queue = threading.Semaphore(waiting), deque[PendingPage]()
        self.first, self.second = ThreadPoolExecutor(1, "pages"), ThreadPoolExecutor(1, "pages-beside")
        self.begun = math.inf  # when the first thread began the page that it is at

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if not self.places.acquire(blocking=False):
            return self.crowded(environ, start_response)
        try:
            head, body = self.made(PendingPage(environ))
        finally:
            self.places.release()
        start_response(*head)
        return [body]

    def made(self, asked: PendingPage) -> Page:
        """The page, from the thread in which its turn comes first: each of them is told that one more waits."""
        self.queue.append(asked)
        self.first.submit(self.make_in_turn)
        while not asked.made.wait(self.patience - self.busy):
            if self.busy >= self.patience:
                self.second.submit(self.make_next)
                break
        return asked.result()

    @property
    def busy(self) -> float:
        """For how many seconds the first thread has been at its page."""
        return max(0.0, time.monotonic() - self.begun)

    def make_in_turn(self) -> None:
        """What the first thread does."""
        self.begun = time.monotonic()
        self.make_next()
        self.begun = math.inf

    def make_next(self) -> None:
        """Makes the page that has waited longest, if the other thread has left one."""
        try:
            asked = self.queue.popleft()
        except IndexError:
            return
        asked.make(self.pages)


def main(descriptor: str) -> None:
    """Serves until it is told to end, or until the process that began it is gone."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, end)
    threading.Thread(target=end_with, args=(os.getppid(),), daemon=True).start()
    from heraut.site.wsgi import pages

    serve(socket.socket(fileno=int(descriptor)), pages)


def serve(listening: socket.socket, pages: WSGIApplication) -> None:
    """Serves these pages and the static files."""
    from heraut.site.error_pages import crowded
    from heraut.site.wsgi import with_files

    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # it warns of each request that waits for a thread
    waitress.serve(
        with_files(InTurn(pages, crowded)),
        sockets=[listening],
        threads=THREADS,
        connection_limit=CONNECTIONS,
        asyncore_use_poll=True,  # select() knows no more than 1024 descriptors
        channel_timeout=SILENCE,
        recv_bytes=RECEIVED,
        max_request_body_size=LARGEST,
        max_request_header_size=LARGEST_HEAD,
        clear_untrusted_proxy_headers=False,  # Django and allauth read them, as HERAUT_URL and HERAUT_PROXIES say
        ident="",
    )


def end(number: int, frame: FrameType | None) -> NoReturn:
    """Ends the server, as waitress wants it."""
    sys.exit(0)


def end_with(parent: int) -> None:
    """Ends this process once its parent is gone."""
    while os.getppid() == parent:
        time.sleep(1)
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    main(sys.argv[1])
