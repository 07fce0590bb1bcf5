"""Regents for tests: named by pages, accepted, in force from today on."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.matches.models import Seat
from heraut.site.regency import naming
from heraut.site.regency.models import Regency

ALL = {"orders": True, "seal": True, "letters": True, "treaties": True}


def offered(seat: Seat, regent: Player, days: int = 10, **rights: Any) -> Regency:
    """Asked, not answered yet: from today on, for so many days."""
    assert seat.user is not None
    first = naming.today(seat.user)
    given = rights or {"orders": True}
    return naming.name(seat, regent.username, first, first + timedelta(days=days), **{"orders": False, **given})


def in_force(seat: Seat, regent: Player, days: int = 10, **rights: Any) -> Regency:
    """The same, accepted."""
    return naming.accept(offered(seat, regent, days, **rights).pk, regent)


def over(regency: Regency) -> None:
    """Its last minute has just passed."""
    Regency.objects.filter(pk=regency.pk).update(stops=timezone.now())
