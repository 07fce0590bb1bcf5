"""Orders: saved version by version, sealed, and what a seat owes.

Each function is a transaction, or part of its caller's.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.db import transaction
from django.utils import timezone

from heraut.engine.entry import entry_times
from heraut.engine.protocol import Reading, Refusal
from heraut.engine.protocol import Seat as SeatName
from heraut.games import game
from heraut.site.common.compiled_queries import CompiledQuery
from heraut.site.matches import models as m
from heraut.site.matches.adapters import adapter
from heraut.site.matches.models import Match, Seat, Sheet
from heraut.site.matches.receipts import receipt_line, seal_hash, sha256, sign
from heraut.site.matches.services import Closed
from heraut.site.matches.turn_status import all_sealed, nobody_waited_for, stands_alone, statuses_of


class Outdated(Exception):
    """The orders have another version by now than the one that these were made from."""


class OrdersRefused(Exception):
    """A line of these orders cannot be taken, and the game takes them only as a whole: those before them stand."""


# Orders


def open_to_orders(match: Match, now: datetime | None = None) -> bool:
    """Whether orders may be changed now: never past the deadline, however late the clock is (GP-GEN-02, GP-SITE-17)."""
    if match.status != m.RUNNING or match.claimed_until is not None or match.deadline is None:
        return False
    if match.held_until is not None:  # the turn has been computed, and is looked at (`clock/hold.py`)
        return False
    return match.deadline > (now or timezone.now())


def asks_for_orders(match: Match) -> bool:
    """Whether a page lets its reader give orders; saving them is another matter (`open_to_orders`).

    Where a step is one decision it is looked at in some milliseconds, and may be left as it is: a page that comes just
    then asks as before, for nothing would bring it anew.
    """
    if not match.pace.by_decision:
        return open_to_orders(match)
    return match.status == m.RUNNING and match.deadline is not None and match.deadline > timezone.now()


_last_sheet = CompiledQuery(
    lambda seat, step: Sheet.objects.filter(seat=seat, step=step).order_by("-sequence")[:1], int, int
)


def last_sheet(seat: Seat, step: int) -> Sheet | None:
    """The version of the orders that counts for this step, if any was saved by the seat's present player."""
    sheet = _last_sheet.first(seat.pk, step)
    if sheet is None or not is_his(seat, sheet):
        return None
    sheet.seat = seat
    return sheet


def is_his(seat: Seat, sheet: Sheet) -> bool:
    """Whether it counts: the seat's present player saved it, and not the one whom he replaced, nor before a rewind."""
    if sheet.void:
        return False
    return seat.taken_over is None or sheet.saved >= seat.taken_over


_match = CompiledQuery(lambda match: Match.objects.filter(pk=match), int)
_locked_match = CompiledQuery(
    lambda match: Match.objects.select_for_update(no_key=True).defer("state").filter(pk=match), int
)
_seat = CompiledQuery(lambda seat: Seat.objects.filter(pk=seat).only("user", "sealed", "taken_over"), int)


def save_orders(
    seat: Seat,
    text: str,
    *,
    seal: bool = False,
    over: int | None = None,
    notes: str | None = None,
    **page: Any,
) -> tuple[Sheet, tuple[Refusal, ...]]:
    """Keeps one more version of a seat's orders for the coming step; returns it, and which lines of it were refused.

    Raises Closed, OrdersRefused, or Outdated if `over` (the version it was made from; 0: none) is not the last one any
    more. `window` is the page that it was written in, `takes_up` the version that an undo goes back to, `regent` who
    saves it in place of the seat's player; `notes` replace those of the seat.

    The lines that were understood count; the text is kept as it was typed. Sealing means "I have finished": once all
    have sealed, the turn ends at once if the pace of the match allows it. Where a step is one decision, it is then
    ready to be taken, even before the others have answered if this one need not wait for them (a proposal, while all
    negotiate).
    """
    match = _match.first(seat.match_id)
    pending = pending_in(match.game, bytes(match.state or b"")) if match and open_to_orders(match) else {}
    decision = pending.get(SeatName(seat.name))
    if match is None or decision is None:
        raise Closed
    reading = decision.parse(text)  # before the transaction: it does not have to hold the others up
    if reading.refusals and adapter(match.game).whole:
        raise OrdersRefused
    kept = decision.write(reading.answer)
    with transaction.atomic():
        now = timezone.now()
        locked, stored = still_open(match, seat, now)
        former = former_sheet(stored, match.step + 1, over)
        sheet = keep_sheet(locked, seat, former, text, reading, kept, now, seal=seal, **page)
        if notes is not None:
            Seat.objects.filter(pk=seat.pk).update(notes=notes)
        note_seal(stored, sheet.step if seal else 0)
        if seal:
            end_early(locked, pending, decision, now)
    return sheet, reading.refusals


def still_open(match: Match, seat: Seat, now: datetime) -> tuple[Match, Seat]:
    """The match, locked, and the seat, if step and player are still the same. Raises Closed."""
    locked, stored = _locked_match.first(match.pk), _seat.first(seat.pk)
    if locked is None or not open_to_orders(locked, now) or locked.step != match.step:
        raise Closed
    if stored is None or stored.user_id != seat.user_id:
        raise Closed
    return locked, stored


def former_sheet(seat: Seat, step: int, over: int | None) -> Sheet | None:
    """The last version of a seat's orders, whoever saved it. Raises Outdated if it is not the one that `over` names."""
    former = _last_sheet.first(seat.pk, step)
    if over is not None and over != (former.sequence if former is not None and is_his(seat, former) else 0):
        raise Outdated
    return former


def note_seal(seat: Seat, step: int) -> None:
    """Which step's orders the seat has sealed; 0: none."""
    if seat.sealed != step:
        Seat.objects.filter(pk=seat.pk).update(sealed=step)


def end_early(match: Match, pending: Mapping[SeatName, Any], decision: Any, now: datetime) -> None:
    """Lets the step be taken at once, if nobody is waited for now that this seat has sealed; `decision`: what it owed,
    None where a bot has become its regent.
    """
    if match.pace.by_decision:
        if stands_alone(decision) or nobody_waited_for(match, pending):
            Match.objects.filter(pk=match.pk).update(ready=now)
    elif match.pace.early and all_sealed(statuses_of(match, pending, now)):
        Match.objects.filter(pk=match.pk).update(deadline=now)


def keep_sheet(
    match: Match,
    seat: Seat,
    former: Sheet | None,
    text: str,
    reading: Reading[Any],
    kept: str,
    now: datetime,
    *,
    seal: bool,
    window: str = "",
    takes_up: int | None = None,
    regent: int | None = None,
    step: int | None = None,
    by_arbiter: bool = False,
) -> Sheet:
    """One more version of a seat's orders, after `former`, with its receipt; for the coming step, or the one named."""
    step = match.step + 1 if step is None else step
    sequence = former.sequence + 1 if former is not None else 1
    stood = former.lines if former is not None and is_his(seat, former) else []
    times = entry_times(stood, kept.splitlines(), now) if reading.answer else []
    line = receipt_line(match.code, step, seat.name, sequence, now, sha256(kept))
    signature = sign(line)
    return Sheet.objects.create(
        seat=seat,
        step=step,
        sequence=sequence,
        text=text,
        kept=kept,
        saved=now,
        times=[time.isoformat() for time in times],
        entered=min(times, default=None),
        sealed=seal,
        window=window,
        takes_up=takes_up,
        regent_id=regent,
        by_arbiter=by_arbiter,
        hash=seal_hash(line, signature),
        signature=signature,
    )


def decision_of(match: Match, seat: Seat) -> Any | None:
    """What this seat owes now; None if nothing, or if orders cannot be changed."""
    if not open_to_orders(match):
        return None
    return pending_in(match.game, bytes(match.state or b"")).get(SeatName(seat.name))


@lru_cache(maxsize=16)
def pending_in(game_name: str, state: bytes) -> Mapping[SeatName, Any]:
    """Who owes what in a stored state, read only: most of a match's saves are for the same turn."""
    pending: Mapping[SeatName, Any] = game(game_name).pending(game(game_name).load(state))
    return pending
