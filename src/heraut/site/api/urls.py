"""The addresses of the API and of its pages."""

from __future__ import annotations

from django.urls import URLResolver, path
from django.urls.resolvers import RoutePattern

from heraut.site.api import views


class LateResolver(URLResolver):
    """Addresses read at the first request for one of them: what the interface stands on takes 14 MB a process."""

    def _populate(self) -> None:
        """Leaves them unread when a page elsewhere asks where another page is."""


interface = LateResolver(RoutePattern("api/"), "heraut.site.api.interface", app_name="ninja", namespace="api")

urlpatterns = [
    path("api/", views.reference, name="api_reference"),
    interface,
    path("compte/jetons/", views.tokens, name="tokens"),
    path("compte/jetons/<int:number>/revoquer/", views.revoke_token, name="revoke_token"),
]
