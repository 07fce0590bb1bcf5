"""What can go wrong, told to programs by a code and to people by a sentence in their language (group `api_fault`)."""

from __future__ import annotations

import math
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse

from heraut.site.common.words import say

BY_STATUS = {
    400: "unreadable",
    403: "forbidden",
    404: "not_found",
    405: "not_allowed",
    413: "too_large",
    503: "unavailable",
}
MOST = settings.DATA_UPLOAD_MAX_MEMORY_SIZE // 1000  # kilobytes of a body


class Fault(Exception):
    """A request that cannot be answered as asked. `key` is its code, and names its sentence."""

    def __init__(self, status: int, key: str, **data: Any) -> None:
        super().__init__(key)
        self.status, self.key, self.data = status, key, data


def fault_response(status: int, key: str, where: list[str] | None = None, **data: Any) -> JsonResponse:
    """A fault as it is sent."""
    body = {"code": key, "message": say(f"api_fault.{key}", **data), "where": where or []}
    return JsonResponse(body, status=status, json_dumps_params={"ensure_ascii": False})


def as_json(response: HttpResponse) -> HttpResponse:
    """An error that Django answered with a page, for a program; anything else as it is."""
    if response.status_code < 400 or response.headers.get("Content-Type", "").startswith("application/json"):
        return response
    told = fault_response(response.status_code, BY_STATUS.get(response.status_code, "broken"), most=MOST)
    for name in {"Allow", "Retry-After"} & response.headers.keys():
        told.headers[name] = response.headers[name]
    return told


def on_fault(request: HttpRequest, fault: Any) -> HttpResponse:
    """Ours."""
    response = fault_response(fault.status, fault.key, **fault.data)
    if fault.status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    return response


def on_unreadable(request: HttpRequest, error: Any) -> HttpResponse:
    """A body, a query or an address that does not have the shape it must have; `where` names the fields."""
    where = [".".join(map(str, found["loc"])) for found in error.errors]
    most = [found["ctx"]["max_length"] for found in error.errors if found["type"] == "string_too_long"]
    return fault_response(422, "long" if most else "unreadable", where, most=min(most, default=0))


def on_bad_request(request: HttpRequest, error: Any) -> HttpResponse:
    """A body that is no JSON."""
    return fault_response(error.status_code, BY_STATUS.get(error.status_code, "broken"))


def on_throttled(request: HttpRequest, error: Any) -> HttpResponse:
    """More requests than there is room for."""
    return fault_response(429, "too_many", seconds=math.ceil(error.wait or 60))
