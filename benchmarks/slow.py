"""Those who send a form one byte every few seconds, and never come to its end (goal W9)."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress

SENDERS, DRIP, BODY = 10, 7, 5000  # sockets, seconds between two bytes of theirs, bytes that they promise


@contextmanager
def slow_senders(
    port: int, address: str, number: int = SENDERS, headers: Mapping[str, str] | None = None
) -> Iterator[None]:
    """So many sockets on which such a form is sent to this address of a local server."""
    told = {"Host": "127.0.0.1", "Content-Type": "application/x-www-form-urlencoded", "Content-Length": str(BODY)}
    lines, over = [socket.create_connection(("127.0.0.1", port), 10) for _ in range(number)], threading.Event()
    told |= headers or {}
    head = [f"POST {address} HTTP/1.1", *(f"{name}: {value}" for name, value in told.items())]
    for line in lines:
        line.sendall("\r\n".join([*head, "", "text="]).encode())

    def drip() -> None:
        while not over.wait(DRIP):
            for line in lines:
                with suppress(OSError):
                    line.sendall(b"o")

    dripping = threading.Thread(target=drip)
    dripping.start()
    try:
        yield
    finally:
        over.set()
        dripping.join()
        for line in lines:
            line.close()
