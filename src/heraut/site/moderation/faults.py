"""Mistakes that players report, with the turn attached, and what came of them (GP-SITE-35)."""

from __future__ import annotations

from functools import cache

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from heraut.engine.protocol import Seat as SeatName
from heraut.engine.protocol import seen_by
from heraut.engine.rulebook import read_rules
from heraut.games.registry import GAMES
from heraut.site.accounts.models import Player
from heraut.site.common.input_cleaning import plain_text
from heraut.site.matches.activity_kinds import of_kind
from heraut.site.matches.models import Match, Seat, Step
from heraut.site.matches.services import write_activity
from heraut.site.matches.steps import stored_events
from heraut.site.matchpage.match_access import view_of
from heraut.site.moderation import letters
from heraut.site.moderation.models import NEW, SEEN, SETTLED, Fault
from heraut.site.moderation.tally import count
from heraut.site.moderation.waiting import tell_reported

LONGEST = 4_000  # letters of a report, of its answer, of what is told to all


@cache
def rule_ids(game: str) -> frozenset[str]:
    """The IDs of the rules of a game."""
    return frozenset(read_rules(GAMES[game].packages.game))


@transaction.atomic
def report_fault(seat: Seat, step: Step, words: str, *, rule: str = "", page: str = "", shared: bool = False) -> Fault:
    """Keeps what a player reports of a step; what names the state that the referee replays is added by itself."""
    assert seat.user is not None
    count("fault")
    tell_reported(seat.match, seat.user)
    return Fault.objects.create(
        match=seat.match,
        author=seat.user,
        seat=seat,
        at=timezone.now(),
        turn=step.turn if seat.match.pace.by_decision else step.number,
        step=step.number,
        digest=step.digest,
        rules_version=step.rules_version or seat.match.rules_version,
        page=page[:200],
        rule=rule,
        words=plain_text(words)[:LONGEST],
        shared=shared,
    )


def look(fault: Fault) -> None:
    """Somebody has read it, which its author sees."""
    Fault.objects.filter(pk=fault.pk, status=NEW).update(status=SEEN)


@transaction.atomic
def settle(fault: Fault, author: Player, answer: str, notice: str) -> bool:
    """Answers the player, and tells all what was wrong ("": nothing); False if somebody has settled it before."""
    now = timezone.now()
    told = {"answer": plain_text(answer)[:LONGEST], "notice": plain_text(notice)[:LONGEST]}
    if (
        not Fault.objects.exclude(status=SETTLED)
        .filter(pk=fault.pk)
        .update(status=SETTLED, settled=now, settled_by=author, **told)
    ):
        return False
    count("fault_answered", fault.at, now)
    path = f"/partie/{fault.match.code}/fautes/"
    letters.write(fault.author, "fault_settled", str(fault.pk), path, fault.match, answer=told["answer"])
    return True


def told_to_all(match: Match) -> QuerySet[Fault]:
    """The settled ones of which something is told, without who reported them: the words are those of the referee."""
    return match.faults.filter(status=SETTLED).exclude(notice="").only("turn", "rule", "notice", "settled", "match")


def attached_step(fault: Fault) -> Step | None:
    """The step that a report is about; None once a rewind has put another in its place."""
    return Step.objects.filter(match=fault.match, number=fault.step, digest=fault.digest).first()


@transaction.atomic
def read_report(fault: Fault, reader: Player, language: str) -> str | None:
    """The player's own report of that turn, if he lets it be read; the match's log says that it was, and by whom."""
    step = attached_step(fault)
    if not fault.shared or fault.seat is None or step is None:
        return None
    match, name = fault.match, SeatName(fault.seat.name)
    view = view_of(match.game, match.pk, step.number, step.digest, name)[0]
    if not match.activities.filter(of_kind("report_read"), author=reader, data__fault=fault.pk).exists():
        write_activity(match, "report_read", reader, fault=fault.pk, turn=fault.turn)
    return str(match.rules.report(view, seen_by(stored_events(step.events), name), language))
