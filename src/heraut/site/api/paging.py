"""Lists a page at a time: `limit`, `offset`, and the address of the next page in the header `Link` (RFC 8288)."""

from __future__ import annotations

from typing import Annotated, Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from ninja import Query

from heraut.site.common.paging import LENGTH

MOST = 100
Limit = Annotated[int, Query(ge=1, le=MOST, description="How many at most.")]
Offset = Annotated[int, Query(ge=0, le=1_000_000, description="How many to leave out.")]
DEFAULT = LENGTH


def page(request: HttpRequest, response: HttpResponse, rows: QuerySet[Any], limit: int, offset: int) -> list[Any]:
    """The rows asked for; where there are more, the answer says where."""
    found = list(rows[offset : offset + limit + 1])
    if len(found) > limit:
        asked = request.GET.copy()
        asked["limit"], asked["offset"] = str(limit), str(offset + limit)
        response.headers["Link"] = f'<{request.build_absolute_uri(request.path)}?{asked.urlencode()}>; rel="next"'
    return found[:limit]
