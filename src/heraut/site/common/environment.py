"""What the variables of the environment may say; one that says anything else is told before the site is loaded."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from ipaddress import ip_network
from math import isfinite
from urllib.parse import urlsplit

YES, NO = ("1", "true", "yes"), ("", "0", "false", "no")


class BadSetting(ValueError):
    """A variable that cannot be read, and the sort of value it takes; never what it says: that may be a password."""

    def __init__(self, name: str, sort: str) -> None:
        super().__init__(f"{name} cannot be read: a value of the sort `{sort}` is expected (docs/hosting.md)")
        self.name, self.sort = name, sort


def check(environ: Mapping[str, str]) -> None:
    """Raises BadSetting for the first variable that cannot be read."""
    for name, sort in SORTS.items():
        try:
            good = name not in environ or READS[sort](environ[name])
        except ValueError:
            good = False
        if not good:
            raise BadSetting(name, sort)


def is_count(text: str) -> bool:
    """A whole number, 0 at least."""
    return int(text) >= 0


def is_seconds(text: str) -> bool:
    """A finite number, 0 at least."""
    return isfinite(float(text)) and float(text) >= 0


def is_url_of(*schemes: str) -> Callable[[str], bool]:
    """A URL of one of these schemes, with a host, and a port that is a number if there is one."""

    def reads(text: str) -> bool:
        parts = urlsplit(text)
        return parts.scheme in schemes and bool(parts.hostname) and parts.port != 0

    return reads


def is_database(text: str) -> bool:
    """Nothing, or where a database of PostgreSQL is, and its name."""
    parts = urlsplit(text)
    return not text or (parts.scheme in ("postgres", "postgresql") and parts.port != 0 and parts.path.strip("/") != "")


def is_place_to_listen(text: str) -> bool:
    """Nothing, or host:port."""
    return not text or (":" in text and 0 < int(text.rpartition(":")[2]) < 65536)


def is_networks(text: str) -> bool:
    """Networks, apart by commas."""
    return all(ip_network(net.strip()) for net in text.split(",") if net.strip())


READS: Mapping[str, Callable[[str], bool]] = {
    "count": is_count,
    "seconds": is_seconds,
    "page": is_url_of("http", "https"),
    "database": is_database,
    "mail": lambda text: text == "page" or is_url_of("smtp", "smtps")(text),
    "listen": is_place_to_listen,
    "networks": is_networks,
    "switch": lambda text: text.lower() in YES + NO,
}
SORTS: Mapping[str, str] = {
    "HERAUT_URL": "page",
    "HERAUT_DATABASE": "database",
    "HERAUT_MAIL": "mail",
    "HERAUT_MAIL_IN": "listen",
    "HERAUT_PROXIES": "count",
    "HERAUT_PATIENCE": "seconds",
    "HERAUT_OUTBOUND": "networks",
    "HERAUT_GUEST_DAYS": "count",
    "HERAUT_TABLE_DAYS": "count",
    "HERAUT_MAIL_PICTURES": "switch",
    "HERAUT_SIGNUP": "switch",
    "HERAUT_SUPPORTERS": "switch",
    "HERAUT_DEBUG": "switch",
    "HERAUT_DEMO": "switch",
}
