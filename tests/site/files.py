"""Static files as the site sends them: laid out by `heraut prepare`, then served before any page is asked."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple
from wsgiref.util import setup_testing_defaults

from django.core.management import call_command


class Sent(NamedTuple):
    """An answer."""

    status: int
    headers: dict[str, str]
    body: bytes


@cache
def application() -> Any:
    """The site as a server asks it."""
    call_command("collectstatic", interactive=False, verbosity=0)
    from heraut.site.wsgi import pages, with_files

    return with_files(pages)


@cache
def static_file(address: str, encoding: str = "gzip") -> Sent:
    """A file that is there, as a browser that knows this encoding is sent it."""
    path, _, query = address.partition("?")
    environ = {"PATH_INFO": path, "QUERY_STRING": query, "HTTP_ACCEPT_ENCODING": encoding}
    setup_testing_defaults(environ)
    assert path in application().files, path
    heads: list[Any] = []
    body = b"".join(application()(environ, lambda *head: heads.append(head)))
    status = int(heads[0][0].split()[0])
    assert status == 200, address
    return Sent(status, dict(heads[0][1]), body)
