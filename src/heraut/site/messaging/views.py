"""The letters of a lord: the list of his threads, and each of them. They work without any script."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from functools import partial
from typing import Any, cast

from allauth.core import ratelimit
from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import redirect

from heraut.bots.character import level_of
from heraut.site.accounts.models import Player
from heraut.site.common.input_cleaning import whole_number
from heraut.site.common.paging import page_of
from heraut.site.common.words import say
from heraut.site.matches.adapters import adapter
from heraut.site.matches.bot_names import OFFERED
from heraut.site.matches.models import Seat
from heraut.site.matchpage.chancery import chancery_page
from heraut.site.matchpage.layout import turn_away
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.messaging import groups, sealed
from heraut.site.messaging.models import Message, Side, Thread
from heraut.site.messaging.posting import LONGEST, NotSent, answer, block, check, open_thread, thread_with
from heraut.site.messaging.reading import (
    addressees,
    circle,
    last_letters,
    lines,
    may_write,
    names,
    readable,
    ruled,
    since,
)
from heraut.site.messaging.reporting import report_letter, reportable
from heraut.site.moderation.reports import LONGEST as LONGEST_REPORT


def page(access: MatchAccess, thread: str = "") -> HttpResponse:
    """The threads of a lord, or the one that an address names; for whoever holds the seat, and for nobody else."""
    if access.seat is None:
        return turn_away(access)
    seat = his_own(access, access.seat)
    return one_thread(access, seat, thread) if thread else all_threads(access, seat)


def his_own(access: MatchAccess, held: Seat) -> Seat:
    """The seat as its letters are this visitor's."""
    if access.regency is not None:
        return ruled(held, access.regency)
    seat = copy(held)
    seat.user = cast(Player, access.request.user)
    return seat


def all_threads(access: MatchAccess, seat: Seat) -> HttpResponse:
    """The list of threads, what waits under seal, and a new letter."""
    fault = ""
    if access.request.method == "POST":
        if "burn" in access.request.POST and access.regency is None:
            sealed.burn(seat, access.request.POST["burn"])
            messages.success(access.request, say("messaging.burnt"))
            return redirect("match_letters", access.match.code)
        try:
            return send(access, seat, None)
        except NotSent as refusal:
            fault = refusal.words
    threads = page_of(access.request, last_letters(seat), read=partial(lines, seat))
    waiting = sealed.listed(seat) if access.regency is None else []  # what is sealed is its player's alone
    context = {"threads": threads, "addressees": addressees(seat), "bots": bots_among(access), "waiting": waiting}
    context["vacant"] = vacant_among(access)
    return shown(access, seat, "messaging/threads.html", fault, waited=len(waiting), **context)


def bots_among(access: MatchAccess) -> dict[str, str]:
    """The bots that hold a seat by themselves, by their lord's name; none where who plays is a secret."""
    if adapter(access.match.game).secret:
        return {}
    everyone = names(access.match)
    return {everyone[one.name][0]: one.bot for one in access.seats if one.user_id is None and one.bot}


def vacant_among(access: MatchAccess) -> set[str]:
    """The lords whose player is gone and whom nobody has taken over; none where who plays is a secret."""
    if adapter(access.match.game).secret:
        return set()
    everyone = names(access.match)
    return {everyone[one.name][0] for one in access.seats if one.user_id is None and one.vacant is not None}


def answering(bot: str) -> str:
    """The bot, if it is one of those that answer letters; else ""."""
    return bot if level_of(bot) in OFFERED else ""


def one_thread(access: MatchAccess, seat: Seat, code: str) -> HttpResponse:
    """The letters of a thread, which are opened by that, and an answer. Raises Http404 for anybody else's thread."""
    side = Side.objects.select_related("thread", "seat").filter(seat=seat, thread__code=code).first()
    if side is None or not (letters := letters_in(seat, side.thread)).exists():
        raise Http404
    fault = complaint = ""
    if access.request.method == "POST":
        try:
            return act(access, seat, side) or send(access, seat, side.thread)
        except NotSent as refusal:
            fault, complaint = ("", refusal.words) if "report" in access.request.POST else (refusal.words, "")
    if access.regency is None:  # its player finds unread what his regent has read
        open_thread(seat, side.thread)
        if access.seat is not None:
            access.seat.unread = seat.unread  # `seat` is a copy of it; tabs around the letter count what is left
    others = circle(seat, side.thread)
    called = {one.seat.pk: one.called for one in others}
    shown_letters = page_of(access.request, letters, at=-1, read=partial(under_names, called))
    return shown(
        access,
        seat,
        "messaging/thread.html",
        fault,
        thread=side.thread,
        letters=shown_letters,
        members=[one for one in others if not one.left],
        gone=[one.called for one in others if one.left],
        other=None if side.thread.group else others[0],
        bot="" if side.thread.group else answering(bots_among(access).get(others[0].called, "")),
        vacant=not side.thread.group and others[0].called in vacant_among(access),
        blocked=since(side) is not None,
        left=side.left is not None,
        to_add=groups.to_add(seat, side.thread),
        known=all(one.alive is not None for one in others),
        waited=sealed.waiting(seat).count(),
        **reporting_context(access, shown_letters, complaint),
    )


def reporting_context(access: MatchAccess, letters: Iterable[Message], complaint: str) -> dict[str, Any]:
    """Which letters may be reported, and which one is about to be: named by its place among those of the thread."""
    asked = access.request.POST.get("report") or access.request.GET.get("signaler", "")
    return {
        "reportable": {one.pk for one in letters if reportable(access, one)},
        "reporting": whole_number(asked),
        "complaint": complaint,
        "why": access.request.POST.get("why", ""),
        "longest_report": LONGEST_REPORT,
    }


def letters_in(seat: Seat, thread: Thread) -> QuerySet[Message]:
    """The letters of a thread, each with whoever wrote it."""
    return readable(seat).filter(thread=thread).select_related("writer")


def under_names(called: Mapping[int, str], letters: Iterable[Message]) -> list[Message]:
    """Letters, each with what its reader calls its author ("" for himself)."""
    found = list(letters)
    for one in found:
        one.called = called.get(one.author_id, "")  # type: ignore[attr-defined]
    return found


def act(access: MatchAccess, seat: Seat, side: Side) -> HttpResponse | None:
    """What else may be done with a thread: block, allow, add, leave, report; None if it is a letter. Raises NotSent.

    Whom its player wants to hear, and where he belongs, is no regent's affair: Http404.
    """
    form, thread = access.request.POST, side.thread
    if access.regency is not None and form.get("act") in ("block", "allow", "add", "leave", "report"):
        raise Http404
    match form.get("act"):
        case "block" | "allow":
            block(seat, thread, wanted=form["act"] == "allow")
            if form["act"] == "block":
                told = "messaging.blocked_group" if thread.group else "messaging.blocked"
                messages.success(access.request, say(told))
        case "add":
            allowed(access)
            groups.add(seat, thread, form.get("add", ""))
        case "leave":
            groups.leave(seat, thread)
        case "report":
            complain(access, seat, thread)
        case _:
            return None
    return redirect("match_thread", access.match.code, thread.code)


def complain(access: MatchAccess, seat: Seat, thread: Thread) -> None:
    """Reports a letter that was received, to the referee alone. Raises NotSent."""
    letters = letters_in(seat, thread)
    place = whole_number(access.request.POST.get("report", "")) or 0
    there = letters[place - 1 : place] if place > 0 else []
    found = next((one for one in there if reportable(access, one)), None)
    called = {one.seat.pk: one.called for one in circle(seat, thread)}
    report_letter(access, found, called.get(found.author_id, "") if found is not None else "")
    messages.success(access.request, say("messaging.reported"))


def send(access: MatchAccess, seat: Seat, thread: Thread | None) -> HttpResponse:
    """A letter of a form, in a thread or to whom it names, at once or under seal. Raises NotSent."""
    allowed(access)
    form, letter = access.request.POST, written(access)
    seal = sealed.wished(form, seat, cast(Player, access.request.user)) if access.regency is None else None
    check(seat, letter["text"], letter["mark"])
    thread = thread or addressed(seat, form.get("to", ""), form.getlist("also"), form.get("group", ""))
    if seal is not None:
        sealed.seal_letter(seat, thread, seal, **letter)
        messages.success(access.request, say("messaging.sealed"))
        return redirect("match_letters", access.match.code)
    answer(seat, thread, **letter)
    waits = not thread.group and circle(seat, thread)[0].called in vacant_among(access)
    messages.success(access.request, say("messaging.sent_waits" if waits else "messaging.sent"))
    return redirect("match_thread", access.match.code, thread.code)


def addressed(seat: Seat, to: str, also: list[str], title: str) -> Thread:
    """The thread with one lord, or a new group of several. Raises NotSent."""
    others = [name for name in also if name != to]
    return groups.found(seat, title, [to, *others]) if others else thread_with(seat, to)


def allowed(access: MatchAccess) -> None:
    """So many letters an hour, and no more. Raises NotSent."""
    if not ratelimit.consume(access.request, action="letter"):
        raise NotSent("often")


def written(access: MatchAccess) -> dict[str, Any]:
    """The letter that a form holds."""
    form = access.request.POST
    return {"text": form.get("text", ""), "mark": form.get("mark", ""), "signed": "signed" in form}


def shown(access: MatchAccess, seat: Seat, template: str, fault: str, *, waited: int, **context: Any) -> HttpResponse:
    """A page of letters of a seat in the layout of the match; what was typed and refused stays in its fields.

    `waited` are the letters that wait under seal: with those that left they tell a draft that its text has been sent.
    """
    game = adapter(access.match.game)
    form = access.request.POST
    typed = {"to": form.get("to") or access.request.GET.get("a", ""), "text": form.get("text", "") if fault else ""}
    for field in ("group", "seal", "seal_turn", "seal_day"):
        typed[field] = form.get(field, "") if fault else ""
    marks = game.letter_marks
    return chancery_page(
        access,
        template,
        "letters",
        fault=fault,
        typed={**typed, "mark": form.get("mark", marks[0] if marks else ""), "signed": "signed" in form},
        also=form.getlist("also") if fault else [],
        marks=marks,
        signing=game.strangers,
        may_write=not access.match.over and may_write(seat),
        longest=LONGEST,
        group_longest=groups.LONGEST_NAME,
        written=readable(seat).filter(author=seat).count() + waited,
        **context,
    )
