"""The addresses of the API and of its pages."""

from __future__ import annotations

from django.urls import URLResolver, path
from django.urls.resolvers import RoutePattern

from heraut.site.api import views

# Read at the first request of a program: what the interface stands on takes 14 MB, which most sites never need
interface = URLResolver(RoutePattern("api/"), "heraut.site.api.interface", app_name="ninja", namespace="api")

urlpatterns = [
    path("api/", views.reference, name="api_reference"),
    interface,
    path("compte/jetons/", views.tokens, name="tokens"),
    path("compte/jetons/<int:number>/revoquer/", views.revoke_token, name="revoke_token"),
]
