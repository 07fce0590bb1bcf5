"""Is the site alive? For whoever watches over it."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from heraut.site.clock.models import CLOCK, HOOKS, MAIL, PUSH
from heraut.site.clock.outage import alive
from heraut.site.matches import models as m
from heraut.site.matches.models import Match
from heraut.site.notifications.models import trouble

LATE = timedelta(minutes=2)


@require_safe
def health(request: HttpRequest) -> JsonResponse:
    """200 while workers keep the clock and send letters, and no turn is overdue; 503 otherwise, with what is wrong.

    `mail_server`: whether it takes letters; `push`, `hooks`: whether these are sent. The site is well without, and this
    stays at 200.
    """
    now = timezone.now()
    running = Match.objects.filter(status=m.RUNNING)
    found = {
        "worker": alive(CLOCK, now),
        "mail": alive(MAIL, now),
        "push": alive(PUSH, now),
        "hooks": alive(HOOKS, now),
        "mail_server": settings.MAIL == "page" or trouble() is None,
        "overdue": running.filter(deadline__lt=now - LATE, fault="").count(),
        "stuck": running.exclude(fault="").count(),
    }
    well = found["worker"] and found["mail"] and not found["overdue"] and not found["stuck"]
    return JsonResponse(found, status=200 if well else 503, headers={"Cache-Control": "no-store"})
