"""The site as a WSGI application, for any server: `heraut serve` runs it behind waitress (`server.py`)."""

import os
from wsgiref.types import WSGIApplication

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from whitenoise import WhiteNoise

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "heraut.site.settings")
A_MONTH = 60 * 60 * 24 * 30


def with_files(pages: WSGIApplication) -> WSGIApplication:
    """The pages, and before them the static files that `heraut prepare` has laid out, compressed."""
    served: WSGIApplication = WhiteNoise(
        pages,
        root=settings.STATIC_ROOT,
        prefix=settings.STATIC_URL,
        max_age=A_MONTH,  # the address of a file changes with it (`versions.py`)
        add_headers_function=lambda headers, path, url: headers.add_header("X-Content-Type-Options", "nosniff"),
    )
    return served


pages = get_wsgi_application()
application = with_files(pages)
