"""Long lists, a page at a time: `?page=2`, or another word where several lists stand on one page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest

LENGTH = 50  # entries of a page
WORD = "page"

Rows = QuerySet[Any] | Sequence[Any]


def page_of(
    request: HttpRequest,
    rows: Rows,
    *,
    word: str = WORD,
    at: int | None = None,
    length: int = LENGTH,
    read: Callable[[Any], Sequence[Any]] = list,
) -> Page[Any]:
    """The page that the address asks for, else the one that holds entry `at` (from 0; below 0: the last page).

    `read` makes what is shown of the rows of that page, all of them at once. Whatever is asked for, there is a page.
    `parts/pages.html` leads to the others.
    """
    pages = Paginator(rows, length)
    asked: Any = request.GET.get(word)
    if asked is None and at is not None:
        asked = pages.num_pages if at < 0 else at // length + 1
    found = pages.get_page(asked)
    found.object_list = read(found.object_list)
    found.word = word  # type: ignore[attr-defined]
    return found
