"""What is typed into pages, freed of what no text needs: control characters (PostgreSQL stores no NUL), and whatever
turns a text round, or makes it another one than it looks.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, QueryDict

from heraut.site.common.words import say

CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")  # all but tabs and line breaks

# what ends a line, moves along it, or turns it round
BREAKS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")

TURNING = re.compile(r"[\u202a-\u202e\u2066-\u2069]")  # characters that reverse the direction of a text
EMPTY_LINES = re.compile(r"\n{3,}")

ENCODED = "=?"  # begins a word that mail programs, and Python's own headers, read as something else (RFC 2047)


def whole_number(text: str, digits: int = 9) -> int | None:
    """The number that was typed, in at most so many digits; None for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


def plain_text(text: str) -> str:
    """What was written, as it is kept: line ends made one, no heap of empty lines, nothing that turns it round."""
    lines = TURNING.sub("", text).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return EMPTY_LINES.sub("\n\n", "\n".join(line.rstrip() for line in lines)).strip()


def one_line(text: str) -> str:
    """The same words in one line, with single blanks between them: for names and subjects."""
    return " ".join(BREAKS.sub(" ", text).split())


def check_line(text: str) -> None:
    """Refuses what is not one line: for names and titles, which stand in lists and in the subjects of mails."""
    if BREAKS.search(text):
        raise ValidationError(say("site.one_line"), code="lines")
    if not any(sign.isprintable() and not sign.isspace() for sign in text):
        raise ValidationError(say("site.no_signs"), code="blank")
    if ENCODED in text:
        raise ValidationError(say("site.no_code", signs=ENCODED), code="encoded")


class CleanInput:
    """Takes control characters out of every field of a form and of cookies. The API refuses them in its JSON.

    No address holds any: whatever is asked for by one is not there.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.COOKIES = {name: CONTROL.sub("", value) for name, value in request.COOKIES.items()}
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> None:
        """Before anything else reads a field. Raises Http404, and RequestDataTooBig for more than any page takes."""
        if any(CONTROL.search(value) for value in kwargs.values() if isinstance(value, str)):
            raise Http404
        request.GET = cleaned(request.GET)  # type: ignore[assignment]  # a QueryDict like another
        if request.method == "POST":
            request.body  # noqa: B018  kept: the API reads it whole, whatever it holds
            request.POST = cleaned(request.POST)  # type: ignore[assignment]


def cleaned(fields: QueryDict) -> QueryDict:
    """The same fields without control characters; the very same where there are none."""
    if not any(CONTROL.search(value) for _, values in fields.lists() for value in values):
        return fields
    clean = QueryDict(mutable=True)
    for name, values in fields.lists():
        clean.setlist(name, [CONTROL.sub("", value) for value in values])
    return clean
