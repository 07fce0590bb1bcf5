"""What templates of all pages call: the ways through a long list, parts of a page that are made only once."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.safestring import SafeString

from heraut.site.common.left_behind import page_before, written
from heraut.site.common.rendering import rendered
from heraut.site.common.words import lang


def other_page(request: HttpRequest, listed: Any, number: int) -> str:
    """The address of another page of a list (`paging.py`); whatever else the address holds stays."""
    asked = request.GET.copy()
    asked[listed.word] = str(number)
    return f"?{asked.urlencode()}"


def fixed(name: str, **given: str | bool) -> SafeString:
    """A part of a page that depends on the reader's language and on what it is given, on nothing else: made once."""
    made = _fixed.__wrapped__ if settings.DEBUG else _fixed
    return made(name, lang(), **given)


@lru_cache(maxsize=256)
def _fixed(name: str, language: str, **given: str | bool) -> SafeString:
    """The same, in the language of the reader, which is this one."""
    return rendered(name, {"lang": language, **given})


def left_behind(request: HttpRequest, *, again: bool = False) -> SafeString:
    """The end of a page that says what went wrong: what he who reads it had written, and the way back to where.

    `again`: what is wrong now may not be so any more if the same page is asked for once more.
    """
    asked = request.method == "GET"
    back = page_before(request) if again or not asked else ""
    return rendered("parts/left_behind.html", {"written": written(request), "back": back, "again": asked})
