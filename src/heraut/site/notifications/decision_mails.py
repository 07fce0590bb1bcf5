"""Letters of matches that go decision by decision: it is your turn, and what is asked; the report of a whole turn.

"It is your turn" is written with the step that asks, like every letter, but it leaves some time later, and is withdrawn
when its player has answered meanwhile: an act, never a guess from an open page. So nobody who sits at the table is
written to, and nobody who has left it is forgotten.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from heraut.engine.protocol import Event
from heraut.engine.protocol import Seat as SeatName
from heraut.site.common.words import say
from heraut.site.matches.adapters import adapter
from heraut.site.matches.models import Match, Seat, Step
from heraut.site.matches.steps import stored_events
from heraut.site.matches.turn_status import stands_alone, waited_for
from heraut.site.matches.winners import winners
from heraut.site.notifications.match_mails import (
    as_read_by,
    letter,
    own_key,
    reached,
    report_url,
    shown_to,
    step_key,
    turn_told,
    until,
)
from heraut.site.notifications.models import WAITING, Letter, Push
from heraut.site.regency.in_force import order_regents

AT_THE_TABLE, BY_POST = timedelta(seconds=60), timedelta(minutes=5)  # what one may take before he is written to


def decision_letters(match: Match, played: Any, now: datetime) -> list[Letter]:
    """Everything that the steps just taken (`clock.sequence.Played`) have to tell by letter."""
    if not played.steps:
        return []
    seats = list(match.seats.select_related("user"))
    letters = asked_letters(played, newly_asked(played, seats), now)
    if played.after.over or (0 < match.turn < played.after.turn and not match.pace.live):
        letters += report_letters(match, played, seats)
    return letters


def newly_asked(played: Any, seats: Iterable[Seat]) -> list[Seat]:
    """The people who are waited for and were not, or are asked something else than before."""
    answered = {answer.seat for step in played.steps for answer in step.answers if answer.text is not None}
    found = []
    for seat in seats:
        decision, former = played.pending.get(SeatName(seat.name)), played.before.get(SeatName(seat.name))
        if decision is None or not waited_for(played.after, seat, decision):
            continue
        question = adapter(played.after.game).question
        told = former is not None and question(former) == question(decision)
        if not told or (seat.name in answered and not stands_alone(decision)):
            found.append(seat)
    return found


def asked_letters(played: Any, seats: Iterable[Seat], now: datetime) -> list[Letter]:
    """It is your turn: what is asked, and until when."""
    match, letters = played.after, []
    for seat, player in reached(seats, "asked", regents=True):
        with as_read_by(player):
            view = played.pending[SeatName(seat.name)].view
            asked = adapter(match.game).asked_words(view, player.language)
            lead = [say("letter.asked", title=match.title), asked, *until(match)]
            key = f"asked:{step_key(match, match.step)}:{own_key(seat, player)}"
            written = letter(player, match, "asked", key, lead, choice="asked", turn=match.turn)
            written.due = now + (AT_THE_TABLE if match.pace.live else BY_POST)
            letters.append(written)
    return letters


def withdraw(match: Match, seats: Sequence[str]) -> None:
    """Who has answered need not be told any more that it was his turn."""
    if seats:
        answered = list(Seat.objects.filter(match=match, name__in=list(seats)))
        held = [seat.user_id for seat in answered] + [player.pk for _, player in order_regents(answered)]
        mine = Letter.objects.filter(match=match, kind="asked", status=WAITING, player__in=held)
        mine.filter(tries=0, claimed_until=None).delete()  # a worker that holds one may have sent it
        calls = Push.objects.filter(match=match, kind="asked", status=WAITING, device__player__in=held)
        calls.filter(tries=0, claimed_until=None).delete()


def report_letters(match: Match, played: Any, seats: Iterable[Seat]) -> list[Letter]:
    """The report of the turn that has come to its end, or of the last one."""
    after, letters = played.after, []
    kind = "end" if after.over else "turn"
    events, won = turn_events(match, played), winners(after)
    for seat, player in reached(seats, "reports", regents=True):
        with as_read_by(player):
            over = say("letter.end", title=match.title, winners=won)
            lead = [over] if after.over else [turn_told(match, match.turn), *until(after)]
            shown = shown_to(after, played.engine.state, events, seat, player, timezone.now())
            key = f"turn:{step_key(match, after.step)}:{own_key(seat, player)}"
            there = report_url(after, match.turn)
            more: dict[str, Any] = {"turn": match.turn, "winners": won, **shown}
            letters.append(letter(player, after, kind, key, lead, url=there, choice="reports", **more))
    return letters


def turn_events(match: Match, played: Any) -> list[Event]:
    """What has happened since the present turn began, up to the end of the steps just taken."""
    stored = Step.objects.filter(match=match, turn=match.turn).order_by("number").values_list("events", flat=True)
    former = [event for events in stored for event in stored_events(events)]
    return [*former, *(event for step in played.steps for event in step.events)]
