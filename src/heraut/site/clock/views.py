"""Is the site alive? For whoever watches over it."""

from __future__ import annotations

from datetime import timedelta

from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from heraut.site.clock.outage import last_alive
from heraut.site.matches import models as m
from heraut.site.matches.models import Match

LATE = timedelta(minutes=2)


@require_safe
def health(request: HttpRequest) -> JsonResponse:
    """200 while a worker is alive and no turn is overdue; 503 otherwise, with what is wrong in figures."""
    now = timezone.now()
    seen = last_alive()
    running = Match.objects.filter(status=m.RUNNING)
    found = {
        "worker": seen is not None and now - seen <= LATE,
        "overdue": running.filter(deadline__lt=now - LATE, fault="").count(),
        "stuck": running.exclude(fault="").count(),
    }
    well = found["worker"] and not found["overdue"] and not found["stuck"]
    return JsonResponse(found, status=200 if well else 503, headers={"Cache-Control": "no-store"})
