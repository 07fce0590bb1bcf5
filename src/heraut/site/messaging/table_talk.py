"""Table talk: what everybody at a table says in the open, under the name and the arms of his seat (FI-NEG-03).

A public table is heard by whoever may watch it. At a private one only those hear who sit there, and who looks after it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from allauth.core import ratelimit
from django.contrib import messages
from django.db import transaction
from django.db.models import F
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString

from heraut.site.accounts.models import Player
from heraut.site.common.compiled_queries import CompiledQuery
from heraut.site.common.input_cleaning import plain_text
from heraut.site.common.paging import LENGTH
from heraut.site.common.refusals import Refused
from heraut.site.common.words import say
from heraut.site.matches.adapters import adapter
from heraut.site.matches.host_actions import is_host, is_mediator
from heraut.site.matches.models import Match, Seat
from heraut.site.matches.services import write_activity
from heraut.site.matchpage.layout import show, turn_away
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.matchpage.polling import heard
from heraut.site.messaging.models import Remark
from heraut.site.messaging.posting import NotSent
from heraut.site.messaging.reporting import address_of, may_report, report_line
from heraut.site.moderation.mediation import by_whom, office
from heraut.site.moderation.reports import LONGEST as LONGEST_REPORT
from heraut.site.moderation.reports import settle_removed, tell_removed

LONGEST = 400  # letters of a line
BESIDE, PAGE = 12, LENGTH  # lines beside the board, and on a page
BLANKS = re.compile(r"[ \t\n\u2028\u2029]+")


class Line(msgspec.Struct, frozen=True):
    """One line as it is shown: who said it, under which arms, when; if it was removed, by whom and why instead."""

    number: int
    name: str
    arms: SafeString
    own: bool
    said: Any
    text: str
    removed: bool
    reportable: bool
    removal: str = ""


# Who hears, who speaks


def moderates(access: MatchAccess) -> bool:
    """Whether he may take a line away: host, mediator or referee (GP-SITE-35)."""
    return is_host(access.match, access.request.user) or is_mediator(access.match, access.request.user)


def speaks(access: MatchAccess) -> bool:
    """Whether he may speak: he sits at the table, or is a regent with the right of letters. The match may be paused, or
    over.
    """
    return access.may("letters") and "own" in access.view


# Lines


_last = CompiledQuery(lambda match: Remark.objects.filter(match=match).order_by("-number")[:BESIDE], int)


def page_of(match: Match, before: int | None) -> list[Remark]:
    """A page of what was said, the latest first: the last lines, or those before a given one."""
    found = Remark.objects.filter(match=match).order_by("-number")
    return list((found if before is None else found.filter(number__lt=before))[:PAGE])


def lines(access: MatchAccess, remarks: Sequence[Remark]) -> list[Line]:
    """These lines, in the order in which they were said."""
    seats = {seat.pk: seat for seat in access.seats}
    return [line(access, remark, seats[remark.author_id]) for remark in reversed(remarks)]


def line(access: MatchAccess, remark: Remark, author: Seat) -> Line:
    """One line."""
    name, arms = adapter(access.match.game).speaker(access.view, author.name)
    own = access.seat is not None and author.pk == access.seat.pk
    reportable = may_report(access) and not remark.removed and remark.writer_id != access.request.user.pk
    removal = say("talk.removed", by=by_whom(remark.remover), reason=remark.reason) if remark.removed else ""
    return Line(remark.number, name, arms, own, remark.said, remark.text, remark.removed, reportable, removal)


def spoken_line(text: str) -> str:
    """What is said, as it is kept: plain text on one line; blanks that hold a sign to its word stay."""
    return BLANKS.sub(" ", plain_text(text))


def speak(seat: Seat, text: str, speaker: int | None = None) -> Remark:
    """Says a line for all to hear, by the seat's player or his regent (a key). Raises NotSent."""
    words = spoken_line(text)
    if not words:
        raise NotSent("said_nothing")
    if len(words) > LONGEST:
        raise NotSent("said_long", length=len(words), most=LONGEST)
    writer = speaker or seat.user_id
    assert writer is not None
    with transaction.atomic():
        said = {"number": counted(seat.match), "said": timezone.now(), "text": words}
        return Remark.objects.create(match=seat.match, author=seat, writer_id=writer, **said)


def counted(match: Match) -> int:
    """One thing more has happened to the talk; its number, which nothing else has."""
    Match.objects.filter(pk=match.pk).update(talk=F("talk") + 1)
    return int(Match.objects.values_list("talk", flat=True).get(pk=match.pk))


@transaction.atomic
def remove(match: Match, host: Player, number: int, reason: str) -> None:
    """Takes the words of a line away; the public chronicle says whose, by whom and why. Raises Refused."""
    remark = Remark.objects.select_related("author", "writer").filter(match=match, number=number, removed=False).first()
    fate = {"text": "", "removed": True, "remover": office(match, host), "reason": reason}
    if remark is None or not Remark.objects.filter(pk=remark.pk, removed=False).update(**fate):
        raise Refused("no_line")
    counted(match)
    write_activity(match, "line_removed", host, seats=[remark.author.name], reason=reason)
    address = address_of(match, number)
    tell_removed(remark.writer, host, f"line:{remark.pk}", address, match, remark.text, reason)
    settle_removed(match, host, address, reason)


def said_by(player: Player) -> Sequence[Mapping[str, object]]:
    """All that a player has said at tables, as plain data."""
    found = Remark.objects.filter(writer=player).order_by("pk")
    return list(found.values("match__code", "said", "text", "removed"))


# Pages


def beside(access: MatchAccess) -> dict[str, Any] | None:
    """The talk as a page shows it beside the board; None if this visitor hears nothing of it."""
    return told(access, _last(access.match.pk)) if access.hears else None


def told(access: MatchAccess, remarks: Sequence[Remark]) -> dict[str, Any]:
    """What the templates show of the talk; `count` is what the poll will say of it."""
    return {
        "lines": lines(access, remarks),
        "count": heard(access.match, access.seat.pk if access.seat is not None and access.regency is None else 0),
        "speaks": speaks(access),
        "longest": LONGEST,
    }


def page(access: MatchAccess) -> HttpResponse:
    """The talk, and a line that is said; a script beside the board asks for the last lines alone.

    Raises PermissionDenied for a regent who may not speak, or hear what a private table says, for want of a right.
    """
    reports = "report" in access.request.POST
    if not access.hears or (access.request.method == "POST" and not (may_report if reports else speaks)(access)):
        access.demand("letters")
        return turn_away(access)
    if reports:
        return reported(access)
    by_script = access.request.headers.get("HX-Request") == "true"
    fault = said(access) if access.request.method == "POST" else ""
    if by_script:
        return lines_alone(access, fault)
    if access.request.method == "POST" and not fault:
        return redirect(talk_url(access))
    return whole_page(access, fault)


def reported(access: MatchAccess) -> HttpResponse:
    """Reports a line; what was refused stays in its field."""
    try:
        report_line(access, number(access.request.POST["report"]) or 0)
    except NotSent as refusal:
        return whole_page(access, complaint=refusal.words)
    messages.success(access.request, say("talk.reported"))
    return redirect("match_talk", access.match.code)


def talk_url(access: MatchAccess) -> str:
    """Where whoever has said a line goes on: where he said it."""
    if "beside" in access.request.POST:
        return reverse("match", args=[access.match.code]) + "#propos"
    return reverse("match_talk", args=[access.match.code])


def said(access: MatchAccess) -> str:
    """Says what was typed; why it was not said, "" if it was."""
    assert access.seat is not None
    try:
        if not ratelimit.consume(access.request, action="talk"):
            raise NotSent("said_often")
        speak(access.seat, access.request.POST.get("text", ""), access.reader)
    except NotSent as refusal:
        return refusal.words
    access.match.refresh_from_db(fields=["talk"])
    return ""


def lines_alone(access: MatchAccess, fault: str) -> HttpResponse:
    """The lines beside the board; the field for the next one is emptied once a line was said."""
    shown = {"match": access.match, "talk": beside(access), "fault": fault}
    response = render(access.request, "messaging/lines.html", shown)
    if access.request.method == "POST" and not fault:
        response.headers["HX-Trigger"] = "said"
    return response


def whole_page(access: MatchAccess, fault: str = "", complaint: str = "") -> HttpResponse:
    """A page of lines, the last ones or those before a given one; one of them to be removed or reported."""
    asked, sent = access.request.GET, access.request.POST
    before = number(asked.get("avant", ""))
    talk = told(access, page_of(access.match, before))
    first = talk["lines"][0].number if talk["lines"] else 0
    older = Remark.objects.filter(match=access.match, number__lt=first).exists()
    host = not access.spectator and moderates(access)
    chosen = number(asked.get("retirer", "")) if host else None
    complained = number(sent.get("report", "") or asked.get("signaler", ""))
    return show(
        access,
        "messaging/talk.html",
        "board",
        **adapter(access.match.game).realm_context(access),
        talk=talk,
        fault=fault,
        complaint=complaint,
        typed=sent.get("text", "") if fault else "",
        why=sent.get("why", ""),
        longest_report=LONGEST_REPORT,
        before=before,
        older=first if older else None,
        host=host,
        removing=next((one for one in talk["lines"] if one.number == chosen and not one.removed), None),
        reporting=next((one for one in talk["lines"] if one.number == complained and one.reportable), None),
    )


def number(text: str) -> int | None:
    """A number in an address; None for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
