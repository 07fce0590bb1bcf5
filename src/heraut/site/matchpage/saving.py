"""Orders coming in from a page: which text they are, which version they change, and what becomes of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any

from django.db import connection
from django.utils import timezone

from heraut.site.clock.resolution import resolve_at_once
from heraut.site.common.input_cleaning import whole_number
from heraut.site.matches import models as m
from heraut.site.matches.adapters import adapter
from heraut.site.matches.models import Match, Seat, Sheet
from heraut.site.matches.orders import OrdersRefused, Outdated, decision_of, last_sheet, save_orders
from heraut.site.matches.services import Closed
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.regency.in_force import regency_of

LONGEST_TEXT = 60_000  # letters of a sheet
LONGEST_NAME = 24  # letters of what a page calls itself
MOST_VERSIONS, HOUR = 600, timedelta(hours=1)  # of one step's orders that a seat may save within so long
LATE = 5  # steps: how long a page remembers orders that it sent, and whose answer it did not see
PATIENCE = 2.0  # seconds that an answer to one decision waits for the step of another to be written


@dataclass(frozen=True)
class Saved:
    """What came of it: `fault` is "" or one of "closed", "past" (the page is of an earlier turn), "stale" (saved in
    another window meanwhile), "long", "often".

    It is "regent" where a regent would have the lord leave the match, and "refused" where a game takes orders only as a
    whole, and one line of them cannot be taken.
    """

    sheet: Sheet | None
    fault: str = ""


def own_text(access: MatchAccess) -> str:
    """The visitor's orders as the site has them."""
    return access.sheet.text if access.sheet is not None else ""


def notes_of(access: MatchAccess) -> str:
    """The notes of the visitor's seat, as they are now."""
    assert access.seat is not None
    return str(Seat.objects.values_list("notes", flat=True).get(pk=access.seat.pk))


def version(sheet: Sheet | None) -> int:
    """The number of a version of the orders; 0 before the first."""
    return sheet.sequence if sheet else 0


def fault(access: MatchAccess, saved: Saved) -> dict[str, Any]:
    """Why nothing was saved. What another window has saved stands beside it, and is overwritten by nothing but a word:
    the page goes on from the version that it came from.
    """
    if saved.fault != "stale":
        return {"fault": saved.fault, "most": LONGEST_TEXT}
    bases = access.request.POST.getlist("base")
    other = {"other": saved.sheet.text if saved.sheet else "", "seen": version(saved.sheet)}
    base = whole_number(bases[-1]) if bases else None
    return {"fault": "stale", "base": base or 0, **other}


def save(
    access: MatchAccess,
    text: str,
    bases: list[str],
    *,
    seal: bool = False,
    takes_up: int | None = None,
    notes: str | None = None,
) -> Saved:
    """Keeps the text as a version after the one it was made from (`bases`: its number, as the page sent it).

    Nothing is written when nothing changes. A page that has saved since then, and did not get to know it, is not taken
    for another one: it calls itself by a name of its own (`window`). `notes` take the place of the notes of the seat.
    """
    former = access.sheet
    if not access.open or access.seat is None:
        return Saved(former, "closed")
    if is_past(access):
        return Saved(former, "past")
    if len(text) > LONGEST_TEXT:
        return Saved(former, "long")
    if leaves(access, text, notes or ""):
        return Saved(former, "regent")
    seal = seal and access.may("seal")
    if former is not None and former.text == text and former.sealed >= seal:
        return Saved(former)
    if str(version(former)) not in bases and not its_own(access, bases):
        return Saved(former, "stale")
    if not may_save_again(former):
        return Saved(former, "often")
    write = partial(written, access, text, seal=seal, takes_up=takes_up, notes=notes)
    saved = write()
    return write() if saved.fault == "stale" and its_own(access, bases) else saved


def is_past(access: MatchAccess) -> bool:
    """Whether the page that orders come from shows an earlier turn: nobody meant them for this one."""
    turn = access.request.POST.get("turn")
    return turn is not None and whole_number(turn) != access.match.coming_turn


def leaves(access: MatchAccess, text: str, notes: str) -> bool:
    """Whether a regent would have the lord leave the match by these orders or notes, as its player has not: never."""
    word = adapter(access.match.game).leaving
    if access.regency is None or access.seat is None or not word:
        return False
    decision = decision_of(access.match, access.seat)
    kept = decision.write(decision.parse(text).answer) if decision is not None else ""
    before = access.sheet.kept if access.sheet is not None else ""
    return word in codes(f"{kept}\n{notes}") and word not in codes(before)


def codes(text: str) -> set[str]:
    """The words that lines begin with."""
    return {line.split()[0].upper() for line in text.split("\n") if line.strip()}


def may_save_again(former: Sheet | None) -> bool:
    """Whether a seat may save one more version: every one is kept, so that nobody fills the disk with them."""
    if former is None or former.sequence < MOST_VERSIONS:
        return True
    first = former.sequence - MOST_VERSIONS + 1
    earlier = Sheet.objects.filter(seat=former.seat_id, step=former.step, sequence=first).only("saved").first()
    return earlier is None or timezone.now() - earlier.saved >= HOUR


def save_change(access: MatchAccess, changed: Callable[[str], str], *, seal: bool = False) -> Saved:
    """Changes the orders as they are now, whichever version that is: what adds a line is never made from an old one."""
    while True:
        former = access.sheet
        saved = save(access, changed(former.text if former else ""), [str(version(former))], seal=seal)
        if saved.fault != "stale":
            return saved


def undo(access: MatchAccess) -> Saved:
    """Takes back the last change of the orders, then the one before it, down to the empty sheet; never once sealed.

    Whichever versions the page knows of: who undoes sees what is there now.
    """
    former = access.sheet
    if former is None or not can_be_undone(former):
        return Saved(former)
    text, place = version_before(access, former)
    return save(access, text, [str(version(former))], takes_up=place)


def can_be_undone(sheet: Sheet | None) -> bool:
    """Whether there is a change to take back."""
    return sheet is not None and not sheet.sealed and sheet.takes_up != 0


def version_before(access: MatchAccess, sheet: Sheet) -> tuple[str, int]:
    """The text before the last change of it that was not undone, and the number of its version; ("", 0): none."""
    his: dict[str, Any] = {} if sheet.seat.taken_over is None else {"saved__gte": sheet.seat.taken_over}
    his["void"] = False
    place = sheet.sequence if sheet.takes_up is None else sheet.takes_up
    earlier = Sheet.objects.filter(seat=access.seat, step=sheet.step, sequence__lt=place, **his).order_by("-sequence")
    for number, taken_up, text in earlier.values_list("sequence", "takes_up", "text").iterator():
        if number < place:
            place = number if taken_up is None else taken_up
            if text != sheet.text:
                return text, place
    return "", 0


def written(
    access: MatchAccess, text: str, *, seal: bool, takes_up: int | None = None, notes: str | None = None
) -> Saved:
    """What came of a text that takes the place of the last version."""
    former = access.sheet
    try:
        sheet = kept(access, text, seal=seal, takes_up=takes_up, notes=notes)
    except Closed:
        return Saved(former, "closed")
    except OrdersRefused:
        return Saved(former, "refused")
    except Outdated:  # another request has written one since this one was read
        access.sheet = last_sheet(access.seat, access.match.step + 1) if access.seat else None
        return Saved(access.sheet, "stale")
    access.sheet = sheet
    if seal and access.match.pace.by_decision:
        resolve_at_once(access.match.pk)
    return Saved(sheet)


def its_own(access: MatchAccess, bases: Sequence[str]) -> bool:
    """Whether all versions after the one that a page knows were written in that same page."""
    pages = set(access.request.POST.getlist("window")) - {""}
    known = max((int(base) for base in bases if base.isascii() and base.isdigit() and len(base) < 10), default=-1)
    if not pages or known < 0:
        return False
    later = Sheet.objects.filter(seat=access.seat, step=access.match.step + 1, sequence__gt=known)
    return set(later.values_list("window", flat=True)) <= pages


# Every page of orders asks this, and Django takes eight times as long to write it as the database to answer it
LAST_OF_EACH = f"""
SELECT step, "window", MAX(sequence) FROM {Sheet._meta.db_table}
WHERE seat_id = %s AND step > %s AND "window" <> '' GROUP BY step, "window" ORDER BY step, "window"
"""  # noqa: S608  the name of our own table


def taken(access: MatchAccess) -> str:
    """Which pages' orders the site has: "step.version.window" for each page that wrote any of late, the last of each.

    A page that has sent its orders and sees the next turn before the answer knows by it that they were counted.
    """
    if access.seat is None or access.match.pace.by_decision:
        return ""
    with connection.cursor() as cursor:
        cursor.execute(LAST_OF_EACH, [access.seat.pk, access.match.step - LATE])
        return " ".join(f"{step}.{sequence}.{window}" for step, window, sequence in cursor.fetchall())


def kept(access: MatchAccess, text: str, *, seal: bool, takes_up: int | None = None, notes: str | None = None) -> Sheet:
    """A new version of the orders, over the last one. Raises Closed, OrdersRefused or Outdated.

    Where a step is one decision it is taken in some milliseconds: who has met that moment waits for it to pass.
    """
    assert access.seat is not None
    until = time.monotonic() + (PATIENCE if access.match.pace.by_decision else 0)
    window = access.request.POST.get("window", "")[:LONGEST_NAME]
    while True:
        try:
            more: dict[str, Any] = {"window": window, "takes_up": takes_up, "notes": notes, "regent": regent(access)}
            return save_orders(access.seat, text, seal=seal, over=version(access.sheet), **more)[0]
        except Closed:
            if time.monotonic() >= until or not being_resolved(access):
                raise
            time.sleep(0.05)


def regent(access: MatchAccess) -> int | None:
    """Who saves it in the place of the seat's player; None: he himself. Raises Closed once the regency is over."""
    if access.regency is None:
        return None
    still = regency_of(access.match.pk, access.regency.regent_id)
    if still is None or not still.orders:
        raise Closed
    return still.regent_id


def being_resolved(access: MatchAccess) -> bool:
    """Whether the coming step, and no later one, is being taken just now."""
    same = Match.objects.filter(pk=access.match.pk, step=access.match.step, status=m.RUNNING)
    return same.exclude(claimed_until=None).exists()
