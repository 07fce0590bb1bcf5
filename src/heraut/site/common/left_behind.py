"""What somebody was about to do when it went wrong: the page of ours he came from, and what he had written there."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.core.exceptions import BadRequest, DisallowedHost, RequestDataTooBig, SuspiciousOperation
from django.http import HttpRequest, UnreadablePostError

from heraut.site.common.own_pages import own_page

WRITTEN = ("text", "line", "rewritten", "words", "editorial", "reason", "why")  # fields for what is written by hand
UNREAD = (BadRequest, RequestDataTooBig, SuspiciousOperation, UnreadablePostError)


def page_before(request: HttpRequest) -> str:
    """The page to go on from: the one asked for, or where the form stands that was sent; "" if that is not ours."""
    if request.method == "GET":
        return own_page(request.get_full_path())
    before = urlsplit(request.headers.get("Referer", ""))
    try:
        if before.netloc != request.get_host():
            return ""
    except DisallowedHost:
        return ""
    return own_page(f"{before.path}?{before.query}" if before.query else before.path)


def written(request: HttpRequest) -> list[str]:
    """What he had written by hand; nothing that another site has made him send."""
    if request.method != "POST" or not page_before(request):
        return []
    try:
        return by_hand(request)
    except UNREAD:
        return []


def by_hand(request: HttpRequest) -> list[str]:
    """The fields of a form that hold what is written by hand, as far as anything stands in them."""
    return [value for name in WRITTEN for value in request.POST.getlist(name) if value.strip()]
