"""The processes that serve the pages: loaded once, parted, then forgotten by their parent, which becomes `keeper.py`.

    python -m heraut.site.server HOST PORT PROCESSES WORKER PAGES...

WORKER is what `keeper.py` says of it; PAGES are the numbers of those processes that serve already, after one has ended.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

from granian import Granian
from granian.constants import Interfaces
from granian.log import LogLevels

KEEPER = str(Path(__file__).with_name("keeper.py"))
TOLD = {signal.SIGTERM, signal.SIGINT, signal.SIGHUP}


def main(host: str, port: str, processes: str, worker: str, *pages: str) -> None:
    """Serves until told to end. What is told while this begins, its keeper will hear."""
    signal.pthread_sigmask(signal.SIG_BLOCK, TOLD)
    load_pages()
    server = Server(
        "heraut.site.wsgi:application",
        address=host,
        port=int(port),
        interface=Interfaces.WSGI,
        workers=int(processes) - len(pages),
        blocking_threads=1,  # pages are work for the processor: more threads would only wait for each other
        log_level=LogLevels.warning,
    )
    server.keeper = [host, port, processes, worker, str(len(pages)), *pages]
    server.serve(target_loader=application)


def load_pages() -> None:
    """Loads what pages need before the processes part, so that they share the memory of it."""
    for module in ("heraut.site.wsgi", "heraut.site.urls"):  # Django is set up by the first
        import_module(module)
    from django.db import connections

    connections.close_all()  # none may be shared
    gc.freeze()


def application(target: str) -> Any:
    """What a new process serves; from here on it hears that it is to end."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, TOLD)
    module, _, name = target.partition(":")
    return getattr(import_module(module), name)


class Server(Granian):  # type: ignore[misc, unused-ignore]
    """Granian, whose first process does not stay: once the others serve, all that it has loaded would be of no use.

    `keeper` is what the keeper is told before the numbers of the new processes.
    """

    keeper: list[str]

    def _serve_loop(self, *how: Any) -> NoReturn:
        """Where granian would wait for its processes to end, this one becomes their keeper."""
        pages = [str(worker.inner.pid) for worker in self.wrks]
        os.execv(sys.executable, [sys.executable, "-I", "-S", KEEPER, *self.keeper, *pages])


if __name__ == "__main__":
    main(*sys.argv[1:])
