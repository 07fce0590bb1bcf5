"""The turns of a match that goes decision by decision, and the steps of each, as histories list them."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, Max, Min, QuerySet

from heraut.site.matches.models import Step
from heraut.site.matchpage.match_access import MatchAccess


def turns(access: MatchAccess) -> QuerySet[Any]:
    """Every turn, the latest first: its first and last step, when it ended."""
    rows = Step.objects.filter(match=access.match).values("turn")
    rows = rows.annotate(first=Min("number"), last=Max("number"), count=Count("pk"), ended=Max("resolved"))
    return rows.order_by("-turn")


def steps(access: MatchAccess, turn: int) -> QuerySet[Any]:
    """The numbers of the steps of a turn."""
    found = Step.objects.filter(match=access.match, turn=turn).order_by("number")
    return found.values_list("number", flat=True)


def before(access: MatchAccess, step: Step) -> int:
    """How many steps of its turn came before this one."""
    return steps(access, step.turn).filter(number__lt=step.number).count()
