"""Mail servers for tests, over real SMTP: one that takes, refuses or dawdles, and one that hardly speaks at all."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from email import message_from_bytes, policy
from email.message import EmailMessage
from time import monotonic, sleep
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP

from tests.ports import free_port


class Office:
    """A post office: takes mails, refuses some, says why. `raw` are the mails byte by byte."""

    def __init__(self) -> None:
        self.raw: list[bytes] = []
        self.sender = self.answer = "250 OK"  # to MAIL and to DATA
        self.answer_to: dict[str, str] = {}  # to RCPT
        self.hangs_up_on: set[str] = set()  # addresses at which the line breaks
        self.seconds = 0.0  # that it takes over each mail
        self.port = 0

    @property
    def mails(self) -> list[EmailMessage]:
        """What was taken."""
        return [message_from_bytes(raw, _class=EmailMessage, policy=policy.default) for raw in self.raw]

    @property
    def arrived(self) -> Counter[str]:
        """How often each Message-ID was taken."""
        return Counter(str(mail["Message-ID"]) for mail in self.mails)

    async def handle_MAIL(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:
        """Lets a sender in, or does not."""
        envelope.mail_from = address
        return self.sender

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:
        """Refuses the addresses that it does not know."""
        if address in self.hangs_up_on:
            server.transport.abort()
        if address in self.answer_to:
            return self.answer_to[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        """Takes the mail, or does not."""
        await asyncio.sleep(self.seconds)
        if self.answer.startswith("2"):
            self.raw.append(bytes(envelope.content))
        return self.answer


class Quick(Controller):
    """The server, which knows UTF-8 addresses like any of today."""

    def factory(self) -> SMTP:
        """One conversation."""
        return SMTP(self.handler, enable_SMTPUTF8=True)


@contextmanager
def opened(port: int = 0) -> Iterator[Office]:
    """A post office on a port of its own."""
    office = Office()
    office.port = port or free_port()
    controller = Quick(office, hostname="127.0.0.1", port=office.port)
    controller.start()
    try:
        yield office
    finally:
        controller.stop()


@contextmanager
def mumbling(said: bytes, every: float = 0.0, calls: list[object] | None = None) -> Iterator[int]:
    """A server that says this and no more, the last byte again and again every so many seconds; its port.

    `calls` gets whoever called.
    """
    listener = socket.create_server(("127.0.0.1", 0))
    ended = threading.Event()

    def talk(line: socket.socket) -> None:
        with line, suppress(OSError):
            line.sendall(said)
            while every and not ended.wait(every):
                line.sendall(said[-1:])
            ended.wait()

    def listen() -> None:
        with suppress(OSError):
            while not ended.is_set():
                line, who = listener.accept()
                (calls if calls is not None else []).append(who)
                threading.Thread(target=talk, args=(line,), daemon=True).start()

    threading.Thread(target=listen, daemon=True).start()
    try:
        yield int(listener.getsockname()[1])
    finally:
        ended.set()
        listener.close()


def wait_for(condition: Any, seconds: float, why: str = "") -> None:
    """Waits until this is so."""
    until = monotonic() + seconds
    while not condition():
        assert monotonic() < until, why or "it never was so"
        sleep(0.05)
