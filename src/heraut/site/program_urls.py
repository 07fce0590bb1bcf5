"""The addresses of the site as programs have them: the API's, and those of the pages.

Read at the first request of a program (`api/bearer.py`): what the API stands on takes 14 MB, which no page needs.
"""

from django.urls import path

from heraut.site.api.interface import api
from heraut.site.urls import handler400, handler500
from heraut.site.urls import urlpatterns as pages

__all__ = ["handler400", "handler500", "urlpatterns"]

urlpatterns = [*pages, path("api/", api.urls)]
