"""Orders coming in from a page: which text they are, which version they change, and what becomes of them."""

from __future__ import annotations

import time
from dataclasses import dataclass

from heraut.site.clock.resolution import resolve_at_once
from heraut.site.matches import models as m
from heraut.site.matches.conduct import Closed, Refused, save_orders
from heraut.site.matches.models import Match, Sheet
from heraut.site.play.visit import Visit

LONGEST_TEXT = 60_000  # letters of a sheet
PATIENCE = 2.0  # seconds that an answer to one decision waits for the step of another to be written


@dataclass(frozen=True)
class Saved:
    """What came of it: `fault` is "" or one of "closed", "stale" (saved in another window meanwhile), "long".

    It is "refused" where a game takes orders only as a whole, and one line of them cannot be taken.
    """

    sheet: Sheet | None
    fault: str = ""


def version(sheet: Sheet | None) -> int:
    """The number of a version of the orders; 0 before the first."""
    return sheet.sequence if sheet else 0


def save(coming: Visit, text: str, bases: list[str], *, seal: bool = False) -> Saved:
    """Keeps the text as a version after the one it was made from (`bases`: its number, as the page sent it).

    Nothing is written when nothing changes.
    """
    former = coming.sheet
    if not coming.open or coming.seat is None:
        return Saved(former, "closed")
    if len(text) > LONGEST_TEXT:
        return Saved(former, "long")
    if str(version(former)) not in bases:
        return Saved(former, "stale")
    if former is not None and former.text == text and former.sealed >= seal:
        return Saved(former)
    try:
        sheet = kept(coming, text, seal=seal)
    except Closed:
        return Saved(former, "closed")
    except Refused:
        return Saved(former, "refused")
    coming.sheet = sheet
    if seal and coming.match.pace.by_decision:
        resolve_at_once(coming.match.pk)
    return Saved(sheet)


def kept(coming: Visit, text: str, *, seal: bool) -> Sheet:
    """A new version of the orders. Raises Closed or Refused.

    Where a step is one decision it is taken in some milliseconds: who has met that moment waits for it to pass.
    """
    assert coming.seat is not None
    until = time.monotonic() + (PATIENCE if coming.match.pace.by_decision else 0)
    while True:
        try:
            return save_orders(coming.seat, text, seal=seal)[0]
        except Closed:
            if time.monotonic() >= until or not being_resolved(coming):
                raise
            time.sleep(0.05)


def being_resolved(coming: Visit) -> bool:
    """Whether the coming step, and no later one, is being taken just now."""
    same = Match.objects.filter(pk=coming.match.pk, step=coming.match.step, status=m.RUNNING)
    return same.exclude(claimed_until=None).exists()


def typed(text: str) -> str:
    """A text as a browser sent it, its line ends made one."""
    return text.replace("\r\n", "\n").replace("\r", "\n")
