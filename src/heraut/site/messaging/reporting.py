"""What was said at a table or written in a letter is reported by whoever reads it: a line to those who keep the peace
of the match, a letter to the referee alone, who reads that one and no other (GP-SITE-35).
"""

from __future__ import annotations

from allauth.core import ratelimit
from django.urls import reverse

from heraut.site.accounts.models import Player
from heraut.site.matches.adapters import adapter
from heraut.site.matches.models import Match
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.messaging.models import Message, Remark
from heraut.site.messaging.posting import NotSent
from heraut.site.moderation import reports
from heraut.site.moderation.models import LETTER, Report


def may_report(access: MatchAccess) -> bool:
    """Whether he has an account by which he may be answered."""
    user = access.request.user
    return isinstance(user, Player) and not user.guest and not access.spectator


def address_of(match: Match, number: int) -> str:
    """Where a line of the table talk is read."""
    return f"{reverse('match_talk', args=[match.code])}?avant={number + 1}"


def report_line(access: MatchAccess, number: int) -> None:
    """Reports what another has said at the table. Raises NotSent."""
    player, why = reporter(access), reason(access)
    remark = Remark.objects.filter(match=access.match, number=number, removed=False).exclude(writer=player)
    found = remark.select_related("author", "writer").first()
    if found is None:
        raise NotSent("line_gone")
    address = address_of(access.match, number)
    if Report.objects.filter(author=player, address=address, settled=None).exists():
        raise NotSent("reported")
    name = adapter(access.match.game).speaker(access.view, found.author.name)[0]
    allowed(access)
    reports.report(player, "line", address, found.text, why, access.match, name, found.writer)


def reporter(access: MatchAccess) -> Player:
    """Who reports."""
    assert isinstance(access.request.user, Player)
    return access.request.user


def allowed(access: MatchAccess) -> None:
    """So many reports an hour, and no more. Raises NotSent."""
    if not ratelimit.consume(access.request, action="report"):
        raise NotSent("report_often")


def reason(access: MatchAccess) -> str:
    """Why. Raises NotSent."""
    why = access.request.POST.get("why", "").strip()
    if not why or len(why) > reports.LONGEST:
        raise NotSent("report_reason", most=reports.LONGEST)
    return why


def reportable(access: MatchAccess, letter: Message) -> bool:
    """Whether somebody else has written it to the visitor, and no bot; a regent reports none."""
    if access.seat is None or access.regency is not None or not may_report(access):
        return False
    return letter.writer_id not in (None, access.request.user.pk) and letter.author_id != access.seat.pk


def report_letter(access: MatchAccess, found: Message | None, name: str) -> None:
    """Reports a letter to the referee, by the name that the reader has for its author. Raises NotSent."""
    player, why = reporter(access), reason(access)
    if found is None:
        raise NotSent("letter_gone")
    mine = Report.objects.filter(author=player, kind=LETTER, match=access.match, settled=None)
    if mine.filter(excerpt=found.text[: reports.LONGEST_EXCERPT]).exists():
        raise NotSent("reported")
    allowed(access)
    reports.report(player, LETTER, "", found.text, why, access.match, name, found.writer)
