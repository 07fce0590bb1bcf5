"""Matches in progress go on when the rules change: each is carried over once, when the site is brought up to date.

What was played before stays as it was: its steps name the rules that they were taken under, and are read by those of
today (`state_storage.py`).
"""

from __future__ import annotations

import logging

from django.db import transaction
from django.db.models import F, Q, QuerySet

from heraut.engine.migration import carry_over
from heraut.engine.protocol import Seat as SeatName
from heraut.engine.record import RecordError
from heraut.games import game
from heraut.site.matches import models as m
from heraut.site.matches.models import CarriedOver, Match, Seat
from heraut.site.matches.orders import keep_sheet, pending_in
from heraut.site.matches.records import arbiter_record
from heraut.site.matches.services import write_activity
from heraut.site.matches.telling import listeners
from heraut.site.matches.turn_status import last_sheets

log = logging.getLogger("heraut.matches")


def left_behind() -> QuerySet[Match]:
    """The matches in progress whose coming step is not to be taken under the rules of this program."""
    going_on = Match.objects.filter(status__in=(m.RUNNING, m.PAUSED))
    older = Q(pk__in=[])
    for name in going_on.order_by().values_list("game", flat=True).distinct():
        older |= Q(game=name) & ~Q(rules_version=game(name).rules_version)
    return going_on.filter(older)


def carry_all_over() -> int:
    """Carries every match over that was left behind; how many. One that cannot be waits, and stops none of the others.

    That one the clock will set aside, and tell those who run the site why.
    """
    carried = 0
    for number in left_behind().values_list("pk", flat=True):
        try:
            carried += carry_match_over(number)
        except RecordError as error:
            log.error("match %s cannot be carried over to the present rules: %s", number, error)
        except Exception:  # whatever a migration meets in a state that it does not know
            log.exception("match %s cannot be carried over to the present rules", number)
    return carried


@transaction.atomic
def carry_match_over(number: int) -> bool:
    """The match goes on under the present rules; False if another process has seen to it. Raises when it cannot."""
    match = left_behind().select_for_update(no_key=True).filter(pk=number).first()
    if match is None:
        return False
    record = carry_over(match.rules, arbiter_record(match))
    over = record.carried[-1]
    CarriedOver.objects.create(
        match=match, after=match.step, rules_version=over.rules_version, state=bytes(over.state), digest=over.digest
    )
    Match.objects.filter(pk=number).update(
        rules_version=record.rules_version,
        state=bytes(over.state),
        digest=over.digest,
        fence=F("fence") + 1,  # a worker that has begun this step under the older rules cannot publish it
        claimed_until=None,
    )
    match.refresh_from_db()
    read_sheets_again(match)
    write_activity(match, "carried_over", turn=match.coming_turn, found=over.rules_version, known=record.rules_version)
    return True


def read_sheets_again(match: Match, why: str = "reread") -> None:
    """Orders for the coming step that are refused now are kept as typed, unsealed, and their player is told: `why` is
    that the rules have changed, or that the match was rewound ("reread_rewound")."""
    pending = pending_in(match.game, bytes(match.state or b""))
    for name, sheet in last_sheets(match, match.step + 1).items():
        decision = pending.get(SeatName(name))
        if decision is None or not decision.parse(sheet.kept).refusals:
            continue
        reading = decision.parse(sheet.text)
        understood, when = decision.write(reading.answer), sheet.saved
        keep_sheet(match, sheet.seat, sheet, sheet.text, reading, understood, when, seal=False, window="")
        Seat.objects.filter(pk=sheet.seat_id).update(sealed=0)
        for listener in listeners():
            listener.reread(match, sheet.seat, len(reading.refusals), why)
