"""The code of conduct: what players owe one another, and what lords may do to one another (GP-RP-01 to 06, 08, 09)."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

CHAPTERS = ("three", "speech", "decency", "tale", "quarrel", "legal", "leaving", "calm")  # each a heading and a text
STEPS = ("letter", "mediator", "referee")  # of a quarrel, in this order (GP-RP-05)


@require_safe
def conduct(request: HttpRequest) -> HttpResponse:
    """The page to which every place leads where one writes, or joins a table."""
    return render(request, "forum/conduct.html", {"chapters": CHAPTERS, "steps": STEPS})
