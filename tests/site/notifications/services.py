"""Services of others for tests: real HTTP servers that take what is sent to them, refuse it, dawdle, or lead elsewhere.

A push service here is a browser too: it has made the keys that the site was given, and reads what was sealed for them.
"""

from __future__ import annotations

import json
import threading
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


class Service:
    """What was asked, and what is answered."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, dict[str, str], bytes]] = []  # path, headers, body
        self.status, self.place = 201, ""  # and where a redirect leads
        self.drips = threading.Event()  # says one byte every so often, and never all
        self.ended = threading.Event()
        self.host, self.port = "127.0.0.1", 0

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://{self.host}:{self.port}"

    @property
    def bodies(self) -> list[Any]:
        """What was posted, as JSON."""
        return [json.loads(body) for _, _, body in self.asked]


@contextmanager
def listening(host: str = "127.0.0.1", context: Any = None) -> Iterator[Service]:
    """A service on a port of its own; with a context it speaks TLS."""
    service = Service()
    service.host = host

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            service.asked.append((self.path, {key.lower(): value for key, value in self.headers.items()}, body))
            if service.drips.is_set():
                self.wfile.write(b"HTTP/1.1 200 OK\r\nX-Long: ")
                while not service.ended.wait(0.02):
                    self.wfile.write(b"a")
                    self.wfile.flush()
                return
            self.send_response(service.status)
            if service.place:
                self.send_header("Location", service.place)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            """Says nothing."""

    server = ThreadingHTTPServer((host, 0), Handler)
    server.daemon_threads = True
    server.handle_error = lambda *_: None  # type: ignore[method-assign]  # lines that we cut off
    if context is not None:
        server.socket = context.wrap_socket(server.socket, server_side=True)
    service.port = server.server_address[1]
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield service
    finally:
        service.ended.set()
        server.shutdown()
        server.server_close()


class Browser:
    """One browser's subscription: its keys, and what it reads of what was sealed for it (RFC 8291)."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint, self.auth = endpoint, bytes(range(16))
        self.key = ec.generate_private_key(ec.SECP256R1())

    @property
    def subscription(self) -> str:
        """As `PushSubscription.toJSON` writes it."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": text(point), "auth": text(self.auth)}
        return json.dumps({"endpoint": self.endpoint, "expirationTime": None, "keys": keys})

    def read(self, body: bytes) -> dict[str, Any]:
        """What was sealed for it."""
        opened = http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm")
        found: dict[str, Any] = json.loads(opened)
        return found


def text(data: bytes) -> str:
    """Base64 for addresses."""
    return urlsafe_b64encode(data).decode().rstrip("=")
