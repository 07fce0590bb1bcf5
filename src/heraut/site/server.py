"""One process of pages: waitress, on a socket that `heraut serve` has opened for all of them.

    python -m heraut.site.server DESCRIPTOR

Waitress reads a request to its end before a thread works on it: whoever sends one byte every seven seconds holds a
place among `CONNECTIONS`, and nobody up (docs/adr/0015).
"""

from __future__ import annotations

import logging
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterable
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from types import FrameType
from typing import TYPE_CHECKING, Any, NoReturn

import waitress

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

# Seconds for which a page waits for those before it: then it is made beside the one that takes so long, or that waits
# itself, for SQLite or for a slow disk
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


class InTurn:
    """Makes one page at a time, in a thread of its own: whatever else is asked for does not queue behind it.

    Two at a time take a fifth longer each, for they take Python's lock from each other at every question to the
    database. So a second thread, with a second connection, makes only those whose turn does not come within `patience`
    seconds. As many as `waiting` may be in hand; `crowded` answers whoever asks for one more.
    """

    def __init__(
        self, pages: WSGIApplication, crowded: WSGIApplication, waiting: int = WAITING, patience: float = PATIENCE
    ) -> None:
        self.pages, self.crowded, self.patience = pages, crowded, patience
        self.places = threading.Semaphore(waiting)
        self.first, self.second = ThreadPoolExecutor(1, "pages"), ThreadPoolExecutor(1, "pages-beside")

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if not self.places.acquire(blocking=False):
            return self.crowded(environ, start_response)
        try:
            head, body = self.made(environ)
        finally:
            self.places.release()
        start_response(*head)
        return [body]

    def made(self, environ: WSGIEnvironment) -> Page:
        """The page, from the thread in which its turn comes first."""
        page = self.first.submit(self.make, environ)
        try:
            return page.result(self.patience)
        except TimeoutError:
            beside = self.second.submit(self.make_beside, page, environ)
        try:
            return page.result()
        except CancelledError:
            return beside.result()

    def make_beside(self, page: Future[Page], environ: WSGIEnvironment) -> Page:
        """The same; if it has begun meanwhile there is nothing to do, and nobody asks what came of it."""
        return self.make(environ) if page.cancel() else page.result(timeout=0)

    def make(self, environ: WSGIEnvironment) -> Page:
        """Makes a page, and ends its request."""
        heads: list[Any] = []
        answer = self.pages(environ, lambda *head: heads.append(head))  # type: ignore[arg-type]
        try:
            return heads[-1], b"".join(answer)
        finally:
            answer.close()  # type: ignore[attr-defined]  # Django's, which ends the request


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
