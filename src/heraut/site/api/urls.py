"""The addresses of the API and of its pages. The OpenAPI document is at /api/openapi.json."""

from __future__ import annotations

from django.urls import path
from django.views.decorators.http import require_safe
from ninja import NinjaAPI
from ninja.operation import Operation
from ninja.renderers import JSONRenderer

from heraut.site.api import games, matches, orders, receipts, turns, views
from heraut.site.api.bearer import LIMIT
from heraut.site.api.faults import tell_faults


class Legible(JSONRenderer):
    """JSON with its accents as letters."""

    json_dumps_params = {"ensure_ascii": False}  # noqa: RUF012


class Interface(NinjaAPI):
    """Routes go by the names of their functions."""

    def get_openapi_operation_id(self, operation: Operation) -> str:
        """The name of the function."""
        return operation.view_func.__name__


api = Interface(
    title="Héraut",
    version="1",
    description="What the pages show and take, for programs. Tokens are made on the page of an account.",
    docs_url=None,
    docs_decorator=require_safe,
    urls_namespace="api",
    throttle=[LIMIT],
    renderer=Legible(),
)
tell_faults(api)
for subject in (matches, turns, orders, receipts, games):
    api.add_router("", subject.router)

urlpatterns = [
    path("api/", views.reference, name="api_reference"),
    path("api/", api.urls),
    path("compte/jetons/", views.tokens, name="tokens"),
    path("compte/jetons/<int:number>/revoquer/", views.revoke_token, name="revoke_token"),
]
