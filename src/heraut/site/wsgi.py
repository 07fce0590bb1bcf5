"""The site as a WSGI application, for any server: `heraut serve` runs it behind waitress (`server.py`)."""

import os
from collections.abc import Iterable
from typing import Any
from urllib.parse import parse_qs
from wsgiref.headers import Headers
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from whitenoise import WhiteNoise

from heraut.site.common.versions import WORKER, is_another

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "heraut.site.settings")
A_MONTH = 60 * 60 * 24 * 30


class Files(WhiteNoise):  # type: ignore[misc]  # whitenoise has no types
    """The static files as they are laid out; one that is not the version that its address names is kept by no browser.

    See `versions.is_another`.
    """

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """Answers with the file, else asks the pages."""
        path = environ.get("PATH_INFO", "")
        asked = parse_qs(environ.get("QUERY_STRING", "")).get("v", [""])[0]
        ours = asked and path.startswith(settings.STATIC_URL)
        answered = unkept(start) if ours and is_another(path.removeprefix(settings.STATIC_URL), asked) else start
        found: Iterable[bytes] = super().__call__(environ, answered)
        return found


def unkept(start: StartResponse) -> StartResponse:
    """What begins an answer that nobody keeps."""

    def begin(status: str, headers: list[tuple[str, str]], *fault: Any) -> Any:
        others = [one for one in headers if one[0].lower() != "cache-control"]
        return start(status, [*others, ("Cache-Control", "no-store")], *fault)

    return begin


def with_files(pages: WSGIApplication) -> WSGIApplication:
    """The pages, and before them the static files that `heraut prepare` has laid out, compressed."""
    served: WSGIApplication = Files(
        pages,
        root=settings.STATIC_ROOT,
        prefix=settings.STATIC_URL,
        max_age=A_MONTH,  # the address of a file changes with it (`versions.py`)
        add_headers_function=add_headers,
    )
    return served


def add_headers(headers: Headers, path: str, url: str) -> None:
    """No file is taken for another sort; the service worker may see to the whole site, wherever it lies itself."""
    headers.add_header("X-Content-Type-Options", "nosniff")
    if url == settings.STATIC_URL + WORKER:
        headers.add_header("Service-Worker-Allowed", "/")


pages = get_wsgi_application()
application = with_files(pages)
