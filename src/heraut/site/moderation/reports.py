"""Reports of what was written against the code of conduct: made by readers, settled by mediator or referee."""

from __future__ import annotations

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.text import Truncator

from heraut.site.accounts.models import Player
from heraut.site.common.input_cleaning import plain_text
from heraut.site.common.words import say
from heraut.site.matches.models import Match
from heraut.site.moderation import letters
from heraut.site.moderation.mediation import keeper
from heraut.site.moderation.models import LETTER, Report
from heraut.site.moderation.tally import count
from heraut.site.moderation.waiting import tell_reported

LONGEST, LONGEST_EXCERPT = 1_000, 4_000  # letters of a reason, and of what is reported: a letter has its place


@transaction.atomic
def report(
    author: Player,
    kind: str,
    address: str,
    excerpt: str,
    reason: str,
    match: Match | None = None,
    written_by: str = "",
    writer: Player | None = None,
) -> Report:
    """Tells those who keep the peace of something written: its kind ("post", "article", "comment", "line"), the address
    of its page below the site, its words, why, and by whom as the reader knows him; `match` None where it belongs to
    the whole site (GP-SITE-35). `writer` is told to the referee alone; so is all of a "letter", which has no address.
    """
    count("report")
    tell_reported(match, author, by_referee=kind == LETTER)
    return Report.objects.create(
        author=author,
        kind=kind,
        address=address,
        excerpt=excerpt[:LONGEST_EXCERPT],
        written_by=written_by[:60],
        writer=writer,
        reason=plain_text(reason)[:LONGEST],
        match=match,
        at=timezone.now(),
    )


def for_mediators(match: Match) -> QuerySet[Report]:
    """What those who keep the peace of a match may read and settle: no letter."""
    return match.reports.exclude(kind=LETTER)


@transaction.atomic
def settle(report: Report, author: Player, outcome: str) -> bool:
    """Notes what came of a report, and tells whoever made it; False if somebody has settled it before."""
    now = timezone.now()
    outcome = plain_text(outcome)[:LONGEST]
    open_still = Report.objects.filter(pk=report.pk, settled=None)
    if not open_still.update(settled=now, settled_by=author, outcome=outcome):
        return False
    count("report_answered", report.at, now)
    path = report.address or (f"/partie/{report.match.code}/" if report.match is not None else "/moderation/")
    told = {"outcome": outcome, "name": report.written_by, "words": beginning(report.excerpt)}
    letters.write(report.author, "report_settled", str(report.pk), path, report.match, **told)
    return True


def beginning(words: str) -> str:
    """As much of something written as says which it is, in one line."""
    return Truncator(" ".join(words.split())).chars(80)


def tell_removed(
    writer: Player, author: Player, key: str, path: str, match: Match | None, words: str, reason: str
) -> None:
    """Whoever wrote what another has removed is told, and why; `key` names it."""
    if writer != author:
        letters.write(writer, "words_removed", key, path, match, words=beginning(words), reason=reason)


def settle_removed(match: Match | None, author: Player, address: str, reason: str) -> None:
    """Settles what was reported of something that has been removed, unless its remover plays there: that is for another
    to settle.
    """
    at = keeper(match, author) if match is not None else None
    if at is None or at.reads:
        for found in Report.objects.filter(address=address, settled=None):
            settle(found, author, say("mediation.removed_outcome", reason=reason))
