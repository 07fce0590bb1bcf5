"""Is the site alive? For whoever watches over it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from heraut.site.clock.models import BOTS, CLOCK, HOOKS, MAIL, PUSH
from heraut.site.clock.outage import alive
from heraut.site.matches import models as m
from heraut.site.matches.models import Match
from heraut.site.matchpage.polling import LATE
from heraut.site.notifications.models import trouble


@require_safe
def health(request: HttpRequest) -> JsonResponse:
    """200 while workers keep the clock and send letters, and no turn is overdue; 503 otherwise, with what is wrong.

    `mail_server`: whether it takes letters; `push`, `hooks`: whether these are sent; `bots`: whether masters think. The
    site is well without, and this stays at 200.
    """
    found = vitals()
    return JsonResponse(found, status=200 if is_well(found) else 503, headers={"Cache-Control": "no-store"})


@require_safe
def status(request: HttpRequest) -> HttpResponse:
    """The same for people, without figures that are nobody's business."""
    found = vitals()
    page = {"found": found, "well": is_well(found)}
    return render(request, "about/status.html", page)


def is_well(found: Mapping[str, Any]) -> bool:
    """Whether matches go on as they should."""
    return bool(found["worker"] and found["mail"] and not found["overdue"] and not found["stuck"])


def vitals() -> dict[str, Any]:
    """What is alive, and what is late."""
    now = timezone.now()
    running = Match.objects.filter(status=m.RUNNING)
    return {
        "worker": alive(CLOCK, now),
        "mail": alive(MAIL, now),
        "push": alive(PUSH, now),
        "hooks": alive(HOOKS, now),
        "bots": alive(BOTS, now),
        "mail_server": settings.MAIL == "page" or trouble() is None,
        "overdue": running.filter(deadline__lt=now - LATE, fault="").count(),
        "stuck": running.exclude(fault="").count(),
    }
