"""Kept or broken, after each step: by what every party of a treaty could see, and by nothing else.

A breach counts as soon as the events that each party may know show the same one to have done it: so a verdict tells
nobody what he did not know. What no event tells its parties judge themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db import transaction
from django.db.models import F, OuterRef, Subquery
from django.utils import timezone

from heraut.engine.protocol import Event, seen_by
from heraut.engine.protocol import Seat as SeatName
from heraut.site.common.slices import in_a_slice
from heraut.site.matches.models import Match, Step
from heraut.site.matches.steps import stored_events
from heraut.site.messaging.reading import names, view_for
from heraut.site.treaties.kinds import Kind, Promise
from heraut.site.treaties.models import BROKEN, ENDED, KEPT, LAPSED, SIGNED, Party, Treaty
from heraut.site.treaties.reading import count_treaties, game_treaties, kind_of
from heraut.site.treaties.told import chronicle, tell_parties

MOST_STEPS = 400  # read at one go for one match


def judge_due() -> int:
    """Judges the treaties of all matches that have taken steps, for a slice; how many have ended."""
    rewound = Treaty.objects.filter(status__in=ENDED, ended_step__gt=F("match__step"))
    again = list(Party.objects.filter(treaty__in=rewound).values_list("seat", flat=True))
    rewound.update(status=SIGNED, ended=None, ended_step=None, breaker=None)
    count_treaties(again)
    step = Match.objects.filter(pk=OuterRef("match")).values("step")
    Treaty.objects.filter(status=SIGNED, judged__gt=F("match__step")).update(judged=Subquery(step))
    behind = Treaty.objects.filter(status=SIGNED, judged__lt=F("match__step"))
    matches = behind.order_by().values_list("match", flat=True).distinct()
    return sum(judge(key) for key in in_a_slice(list(matches)))


def judge(key: int) -> int:
    """Judges the treaties of one match; how many have ended."""
    ended = 0
    with transaction.atomic():
        match = Match.objects.defer("state", "seed").get(pk=key)
        rows = Treaty.objects.select_for_update(no_key=True).filter(match=match, status=SIGNED, judged__lt=match.step)
        treaties = list(rows.prefetch_related("parties__seat"))
        first = min((one.judged for one in treaties), default=match.step)
        wanted = Step.objects.filter(match=match, number__gt=first, number__lte=match.step).order_by("number")
        steps = list(wanted.only("number", "turn", "events")[:MOST_STEPS])
        for treaty in treaties:
            treaty.match = match
            ended += follow(treaty, steps)
        count_treaties(
            party.seat_id for treaty in treaties if treaty.status != SIGNED for party in treaty.parties.all()
        )
    return ended


def follow(treaty: Treaty, steps: Sequence[Step]) -> bool:
    """Reads these steps for one treaty; whether it has ended."""
    parties, kind = list(treaty.parties.all()), kind_of(treaty)
    promises = {one.seat.name: promise_of(treaty, one) for one in parties}
    for step in steps:
        if step.number <= treaty.judged:
            continue
        events = stored_events(step.events)
        status, breaker = verdict(kind, promises, events)
        if not status and is_over(treaty, step):
            status, breaker = at_its_end(kind, treaty)
        treaty.judged = step.number
        if status:
            end(treaty, parties, status, breaker, step.number)
            return True
    treaty.save(update_fields=["judged"])
    return False


def promise_of(treaty: Treaty, party: Party) -> Promise:
    """The promise in the words of its game, its parties called as they truly are."""
    everyone = names(treaty.match)
    party.seat.match = treaty.match
    called = {one.seat.name: everyone[one.seat.name][0] for one in treaty.parties.all()}
    return Promise(
        kind=treaty.kind,
        keys=game_treaties(treaty.match).keys(view_for(party.seat), called),
        me=party.seat.name,
        by=str(treaty.terms.get("by", "")),
        to=str(treaty.terms.get("to", "")),
        terms=treaty.terms,
    )


def verdict(kind: Kind, promises: dict[str, Promise], events: Iterable[Event]) -> tuple[str, str]:
    """What the events that every party may know show: (status, the seat that broke it); ("", "") if nothing."""
    known = {seat: seen_by(events, SeatName(seat)) for seat in promises}
    shown = [{kind.broken(event, promises[seat]) for event in seen} - {""} for seat, seen in known.items()]
    guilty = set.intersection(*shown)
    if guilty:
        return BROKEN, min(guilty)
    done = all(any(kind.kept(event, promises[seat]) for event in seen) for seat, seen in known.items())
    return (KEPT, "") if done else ("", "")


def is_over(treaty: Treaty, step: Step) -> bool:
    """Whether its last turn is over after this step, or the match."""
    match = treaty.match
    if match.over and step.number >= match.step:
        return True
    if treaty.until is None:
        return False
    return step.turn > treaty.until or (not match.pace.by_decision and step.turn >= treaty.until)


def at_its_end(kind: Kind, treaty: Treaty) -> tuple[str, str]:
    """How a treaty ends that no event has ended."""
    if kind.abstains:
        return KEPT, ""
    if kind.shows and not treaty.match.over:
        return BROKEN, str(treaty.terms.get("by", ""))
    return LAPSED, ""


def end(treaty: Treaty, parties: Sequence[Party], status: str, breaker: str, step: int) -> None:
    """Writes down how it ended, and tells of it."""
    guilty = next((one.seat for one in parties if one.seat.name == breaker), None)
    treaty.status, treaty.breaker, treaty.ended, treaty.ended_step = status, guilty, timezone.now(), step
    treaty.save(update_fields=["status", "breaker", "ended", "ended_step", "judged"])
    tell_parties(treaty, status)
    if status != LAPSED:
        chronicle(treaty, "treaty_broken" if status == BROKEN else "treaty_kept", guilty)
