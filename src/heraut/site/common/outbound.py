"""Requests to addresses that strangers have typed: push services that browsers name, webhooks of a table's host.

Whatever is asked for by name is looked up here, every address that comes back is judged (`refusal_of`), and the
connection is made to the very address that was judged: a name that says something else a moment later (DNS rebinding)
changes nothing. `Host` and the name that TLS checks stay those of the URL. Each redirect goes through the same door.

All of it takes `LIMIT` seconds at most, names, TLS and redirects together, however slowly single bytes come; of the
answer the head alone is read. HERAUT_OUTBOUND names networks of one's own that may be reached as well, and by http.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import Any
from urllib.parse import SplitResult, urljoin, urlsplit

from django.conf import settings

LIMIT = 6.0  # seconds, for everything
LONGEST = 800  # characters of a URL
REDIRECTS = 2
FOLLOWED = (307, 308)  # those that keep a POST a POST
PORTS = {"https": 443, "http": 80}
LOWEST_PORT = 1024  # but for the usual one: nothing of the old services is to be talked to
UNICAST6 = ipaddress.ip_network("2000::/3")  # whatever else IPv6 holds is nobody's public address
NOBODYS4 = [ipaddress.ip_network(net) for net in ("192.0.0.0/24", "192.88.99.0/24")]  # older Pythons know half of them
WRAPPING6 = [ipaddress.ip_network(net) for net in ("2002::/16", "2001::/23", "64:ff9b::/96")]  # 6to4, Teredo, NAT64

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class NotReached(Exception):
    """Nothing came back. `code` says why: url, name, forbidden, connection, certificate, time, answer, redirects."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class Answer:
    """What came back: the status, and how long it took."""

    status: int
    seconds: float

    @property
    def good(self) -> bool:
        """Whether the request was taken."""
        return 200 <= self.status < 300


def own_networks() -> list[Any]:
    """The networks that HERAUT_OUTBOUND allows besides the public ones. Raises ValueError for what is none."""
    return [ipaddress.ip_network(net.strip()) for net in settings.OUTBOUND.split(",") if net.strip()]


def is_ours(address: Address) -> bool:
    """Whether whoever runs the site has allowed this address by name."""
    return any(address in net for net in own_networks())


def is_public(address: Address) -> bool:
    """Whether an address is one of the open internet, and no way round to any other."""
    if isinstance(address, ipaddress.IPv6Address):
        return address in UNICAST6 and address.is_global and not any(address in net for net in WRAPPING6)
    if any(address in net for net in NOBODYS4):
        return False
    return address.is_global and not (address.is_multicast or address.is_reserved)


def read_url(text: str) -> SplitResult:
    """A URL that may be asked at all: https, or http where networks of one's own are allowed. Raises NotReached."""
    try:
        parts = urlsplit(text)
        port = parts.port or PORTS.get(parts.scheme, 0)
        host = (parts.hostname or "").encode("idna").decode()
    except (ValueError, UnicodeError):
        raise NotReached("url") from None
    schemes = ("https", "http") if own_networks() else ("https",)
    odd = any(not 32 < ord(sign) < 127 for sign in text.replace(parts.netloc, host, 1))  # the name as it is looked up
    if len(text) > LONGEST or odd or not host or parts.scheme not in schemes or "@" in parts.netloc:
        raise NotReached("url")
    if port < LOWEST_PORT and port != PORTS[parts.scheme]:
        raise NotReached("url")
    with suppress(ValueError):  # an address in the place of a name can be judged before anything is asked
        judge(parts.scheme, ipaddress.ip_address(host))
    return parts


def judge(scheme: str, address: Address) -> None:
    """Lets an address pass, or raises NotReached."""
    if not is_ours(address) and (scheme != "https" or not is_public(address)):
        raise NotReached("forbidden")


def looked_up(host: str, port: int, seconds: float) -> list[str]:
    """The addresses of a name, within so many seconds. Raises NotReached."""
    found: list[Any] = []

    def ask() -> None:
        with suppress(OSError, UnicodeError):
            found.extend(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))

    asking = threading.Thread(target=ask, daemon=True)  # no resolver can be told when to give up
    asking.start()
    asking.join(seconds)
    if asking.is_alive():
        raise NotReached("time")
    if not found:
        raise NotReached("name")
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


def judged(scheme: str, host: str, port: int, seconds: float) -> list[str]:
    """The addresses of a name, every one of which may be asked. Raises NotReached."""
    addresses = looked_up(host, port, seconds)
    for address in addresses:
        try:
            judge(scheme, ipaddress.ip_address(address))
        except ValueError:  # with a scope behind it: an address of this link
            raise NotReached("forbidden") from None
    return addresses


def post(url: str, body: bytes, headers: Mapping[str, str], *, redirects: int = REDIRECTS) -> Answer:
    """Posts this and waits for the head of the answer. Raises NotReached."""
    begun = monotonic()
    until = begun + LIMIT
    for _ in range(redirects + 1):
        status, place = ask_once(read_url(url), body, headers, until)
        if status not in FOLLOWED or not place or not redirects:
            return Answer(status, monotonic() - begun)
        url = urljoin(url, place)
    raise NotReached("redirects")


def ask_once(parts: SplitResult, body: bytes, headers: Mapping[str, str], until: float) -> tuple[int, str]:
    """One request to one address: its status, and where a redirect leads. Raises NotReached."""
    host = (parts.hostname or "").encode("idna").decode()
    port = parts.port or PORTS[parts.scheme]
    addresses = judged(parts.scheme, host, port, until - monotonic())
    line = connected(addresses, port, until)
    cut = threading.Timer(max(0.0, until - monotonic()), cut_off, [line])
    cut.daemon = True
    cut.start()
    try:
        if parts.scheme == "https":
            line = ssl.create_default_context().wrap_socket(line, server_hostname=host)
            cut.args = [line]
        found = answered(line, parts, port, body, headers)
        if monotonic() >= until:  # a head that was cut off may look like a whole one
            raise NotReached("time")
        return found
    except ssl.SSLCertVerificationError:
        raise NotReached("certificate") from None
    except (OSError, http.client.HTTPException, ValueError):
        raise NotReached("time" if monotonic() >= until else "answer") from None
    finally:
        cut.cancel()
        line.close()


def connected(addresses: list[str], port: int, until: float) -> socket.socket:
    """A line to the first of these addresses that takes one. Raises NotReached."""
    for address in addresses:
        left = until - monotonic()
        if left <= 0:
            raise NotReached("time")
        with suppress(OSError):
            return socket.create_connection((address, port), timeout=left)
    raise NotReached("time" if monotonic() >= until else "connection")


def cut_off(line: socket.socket) -> None:
    """Ends a conversation that takes too long, even if every single byte comes in time."""
    with suppress(OSError):
        socket.socket.shutdown(line, socket.SHUT_RDWR)


def answered(
    line: socket.socket, parts: SplitResult, port: int, body: bytes, headers: Mapping[str, str]
) -> tuple[int, str]:
    """Says a request on an open line; the status of the answer and its `Location`."""
    host = parts.hostname or ""
    asked = http.client.HTTPConnection(host, port)
    asked.default_port = PORTS[parts.scheme]  # so that `Host` names a port only where it is not the usual one
    asked.sock = line
    asked.auto_open = 0
    target = parts._replace(scheme="", netloc="", fragment="").geturl() or "/"
    asked.request("POST", target, body, {"User-Agent": "Heraut", "Connection": "close", **headers})
    answer = asked.getresponse()
    return answer.status, answer.getheader("Location") or ""
