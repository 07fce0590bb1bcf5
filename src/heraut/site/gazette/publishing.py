"""An issue for each turn that is over, made by the worker (docs/adr/0021).

Each is one transaction that first proves that its turn has no issue yet: killed anywhere, or done by two workers at
once, an issue is there once or not at all, and the next round makes it. A fault here never holds up a turn.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Max, Q, QuerySet
from django.utils import timezone

from heraut.engine.protocol import Event, Json, seen_by
from heraut.engine.words import LANGUAGES
from heraut.site.clock.models import REOPEN, Branch
from heraut.site.common.slices import in_a_slice
from heraut.site.gazette.chronicle import lines_of
from heraut.site.gazette.editor import editor_name, in_order
from heraut.site.gazette.mails import issue_letters
from heraut.site.gazette.markup import html_of
from heraut.site.gazette.models import PRINTED, TAKEN_BACK, WAITING, Article, Gazette, Issue
from heraut.site.matches.adapters import adapter, names
from heraut.site.matches.models import Activity, Match, Step
from heraut.site.matches.state_storage import state_after
from heraut.site.matches.steps import stored_events
from heraut.site.notifications.outbox import post

log = logging.getLogger("heraut.gazette")

FRESH = timedelta(days=2)  # an issue that comes later than that, for want of a worker, is told to nobody


def publish_due() -> int:
    """Makes the issues that are due, one after another, for a slice; how many. One that fails holds up no other."""
    done = 0
    for gazette in in_a_slice(due()):
        try:
            done += publish(gazette)
        except Exception:
            log.exception("the gazette of match %s has no issue of turn %s", gazette.match_id, gazette.turn + 1)
    return done


def due() -> Iterator[Gazette]:
    """Gazettes of matches in which something has happened since they were last seen, each until nothing has."""
    printed = [game for game in names() if "gazette" in adapter(game).speech]
    for key in Match.objects.filter(game__in=printed, started__isnull=False, gazette=None).values_list("pk", flat=True):
        Gazette.objects.get_or_create(match_id=key)
    open_ones = Gazette.objects.filter(closed=False)
    unseen = open_ones.filter(~Q(seen=F("match__step")) | ~Q(branch=F("match__branch")) | Q(match__status="over"))
    for key in list(unseen.values_list("pk", flat=True)):
        before = None
        while (found := look_through(key)) is not None and found.turn != before:
            before = found.turn
            yield found


def bring_up_to_date(match: Match) -> None:
    """Makes every issue that a match lacks, at once: for a demonstration, which has no worker yet."""
    gazette = Gazette.objects.get_or_create(match=match)[0]
    while (found := look_through(gazette.pk)) is not None and publish(found, tell=False):
        pass


def look_through(key: int) -> Gazette | None:
    """The gazette of this key if a turn of its match has no issue; else None, and it is noted as looked through."""
    gazette = Gazette.objects.select_related("match").defer("match__seed").filter(pk=key, closed=False).first()
    if gazette is None:
        return None
    match = gazette.match
    if last_told(gazette) < turns_over(match):
        return gazette
    as_read(gazette).update(seen=match.step, branch=match.branch, turn=last_told(gazette), closed=match.over)
    return None


def last_told(gazette: Gazette) -> int:
    """The last turn that an issue tells of; those that a rewind reopened are played, and told, once more.

    They may have been played again already: how many turns are over does not tell of it then.
    """
    match = gazette.match
    if gazette.branch == match.branch:
        return gazette.turn
    reopened = Branch.objects.filter(match=match, number__gt=gazette.branch, change__what=REOPEN)
    turns = [int(change["turn"]) for change in reopened.values_list("change", flat=True)]
    return min(gazette.turn, turns_over(match), *(turn - 1 for turn in turns))


def as_read(gazette: Gazette) -> QuerySet[Gazette]:
    """The gazette in the database, if no issue has come out since it was read."""
    return Gazette.objects.filter(pk=gazette.pk, turn=gazette.turn, branch=gazette.branch, closed=False)


def turns_over(match: Match) -> int:
    """How many turns of a match are over."""
    return match.turn - (not match.over) if match.pace.by_decision else match.step


def publish(gazette: Gazette, *, tell: bool = True) -> bool:
    """Makes the issue of the turn after the last one, and tells it; False if another worker was quicker."""
    match = gazette.match
    number = (match.issues.aggregate(last=Max("number"))["last"] or 0) + 1
    issue = composed(gazette, number)
    if issue is None:
        return False
    latest = issue.turn == turns_over(match)
    articles = in_order(list(Article.objects.filter(match=match, state=WAITING))) if latest else []
    told = tell and latest and issue.at > timezone.now() - FRESH and (articles or issue.editorial)
    letters = issue_letters(issue, articles) if told else []
    kept: dict[str, Any] = {"turn": issue.turn, "branch": match.branch, "told": last_activity(match)}
    kept |= {"editorial": ""} if latest else {}
    with transaction.atomic():
        if not as_read(gazette).update(**kept):
            return False
        issue.save()
        put_in(issue, articles)
        if latest:
            Article.objects.filter(match=match, state=TAKEN_BACK).delete()
        post(letters)
    return True


def put_in(issue: Issue, articles: Sequence[Article]) -> None:
    """Prints these articles, in this order; one that was taken back at the last moment leaves its place empty."""
    for place, article in enumerate(articles, start=1):
        waiting = Article.objects.filter(pk=article.pk, state=WAITING)
        waiting.update(state=PRINTED, issue=issue, place=place, reaches=None, leaves=None)


def composed(gazette: Gazette, number: int) -> Issue | None:
    """The issue of the turn after the last one, not stored yet; None if there is no such turn."""
    match, turn = gazette.match, last_told(gazette) + 1
    steps = Step.objects.filter(match=match, **({"turn": turn} if match.pace.by_decision else {"number": turn}))
    taken = list(steps.order_by("number").only("number", "resolved", "events", "match_id"))
    if not taken:
        return None
    last = taken[-1]
    view: Json = match.rules.view(match.rules.load(state_after(match.pk, last.number)), None)
    events = [event for step in taken for event in events_of(step)]
    acts = list(Activity.objects.filter(match=match, pk__gt=gazette.told).order_by("pk"))
    return Issue(
        match=match,
        number=number,
        turn=turn,
        step=last.number,
        at=last.resolved,
        title=gazette.title,
        motto=gazette.motto,
        editor=editor_name(match),
        editorial=gazette.editorial,
        editorial_html=html_of(gazette.editorial, {}) if gazette.editorial else "",
        lines={lang: lines_of(match, view, events, acts, lang) for lang in LANGUAGES},
    )


def events_of(step: Step) -> tuple[Event, ...]:
    """The events of a step that everybody may know."""
    return seen_by(stored_events(step.events), None)


def last_activity(match: Match) -> int:
    """The key of the last entry of the public chronicle of a match."""
    return int(Activity.objects.filter(match=match).aggregate(last=Max("pk"))["last"] or 0)
