"""The pages about the API. The addresses of the API itself are in `program_urls.py`."""

from __future__ import annotations

from django.urls import path

from heraut.site.api import views

urlpatterns = [
    path("api/", views.reference, name="api_reference"),
    path("compte/jetons/", views.tokens, name="tokens"),
    path("compte/jetons/<int:number>/revoquer/", views.revoke_token, name="revoke_token"),
]
