"""The site as a WSGI application, for any server: `heraut serve` runs it behind waitress (`server.py`)."""

import os
from wsgiref.headers import Headers
from wsgiref.types import WSGIApplication

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from whitenoise import WhiteNoise

from heraut.site.common.versions import WORKER

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "heraut.site.settings")
A_MONTH = 60 * 60 * 24 * 30


def with_files(pages: WSGIApplication) -> WSGIApplication:
    """The pages, and before them the static files that `heraut prepare` has laid out, compressed."""
    served: WSGIApplication = WhiteNoise(
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
