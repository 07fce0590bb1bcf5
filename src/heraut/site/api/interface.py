"""The interface for programs. The OpenAPI document is at /api/openapi.json."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.http import Http404, HttpRequest
from django.views.decorators.http import require_safe
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, Throttled, ValidationError
from ninja.openapi.schema import OpenAPISchema
from ninja.operation import Operation
from ninja.parser import Parser
from ninja.renderers import JSONRenderer

from heraut.engine.decoding import decode
from heraut.site.api import games, matches, orders, receipts, turns
from heraut.site.api.access import LIMIT
from heraut.site.api.faults import Fault, fault_response, on_bad_request, on_fault, on_throttled, on_unreadable


class Legible(JSONRenderer):
    """JSON with its accents as letters."""

    json_dumps_params = {"ensure_ascii": False}  # noqa: RUF012


class Strict(Parser):
    """JSON as its standard has it: Python's own reader takes halves of letters, NaN, and numbers without end."""

    def parse_body(self, request: HttpRequest) -> Any:
        """What a body holds. Raises ValueError."""
        return decode(request.body)


class Interface(NinjaAPI):
    """Routes go by the names of their functions."""

    @cached_property
    def document(self) -> OpenAPISchema:
        """The OpenAPI document, made once."""
        return super().get_openapi_schema(path_prefix="/api/")

    def get_openapi_schema(self, **_: Any) -> OpenAPISchema:
        """The same, wherever it is asked for."""
        return self.document

    def get_openapi_operation_id(self, operation: Operation) -> str:
        """The name of the function."""
        return operation.view_func.__name__


def tell_faults(api: NinjaAPI) -> None:
    """Has every fault told in this way."""
    api.add_exception_handler(Fault, on_fault)
    api.add_exception_handler(HttpError, on_bad_request)
    api.add_exception_handler(ValidationError, on_unreadable)
    api.add_exception_handler(Http404, lambda request, error: fault_response(404, "not_found"))
    api.add_exception_handler(AuthenticationError, lambda request, error: on_fault(request, Fault(401, "no_token")))
    api.add_exception_handler(Throttled, on_throttled)


api = Interface(
    title="Héraut",
    version="1",
    description="What the pages show and take, for programs. Tokens are made on the page of an account.",
    docs_url=None,
    docs_decorator=require_safe,
    urls_namespace="api",
    throttle=[LIMIT],
    renderer=Legible(),
    parser=Strict(),
)
tell_faults(api)
for subject in (matches, turns, orders, receipts, games):
    api.add_router("", subject.router)
