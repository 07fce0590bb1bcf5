"""The letters of a lord: the list of his threads, and each of them. They work without any script."""

from __future__ import annotations

from functools import partial
from typing import Any, cast

from allauth.core import ratelimit
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect

from heraut.site.accounts.models import Player
from heraut.site.common.paging import page_of
from heraut.site.common.words import say
from heraut.site.matches.adapters import adapter
from heraut.site.matches.models import Seat
from heraut.site.matchpage.layout import show, turn_away
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.messaging.models import Message, Side, Thread
from heraut.site.messaging.posting import LONGEST, NotSent, answer, block, open_thread, write
from heraut.site.messaging.reading import addressees, correspondent, last_letters, lines, may_write, readable, since


def page(access: MatchAccess, thread: str = "") -> HttpResponse:
    """The threads of a lord, or the one that an address names; for whoever holds the seat, and for nobody else."""
    if access.seat is None:
        return turn_away(access)
    access.seat.user = cast(Player, access.request.user)
    return one_thread(access, access.seat, thread) if thread else all_threads(access, access.seat)


def all_threads(access: MatchAccess, seat: Seat) -> HttpResponse:
    """The list of threads, and a new letter."""
    fault = ""
    if access.request.method == "POST":
        try:
            allowed(access)
            begun = write(seat, access.request.POST.get("to", ""), **written(access))
        except NotSent as refusal:
            fault = say(f"messaging_refusal.{refusal.key}", **refusal.data)
        else:
            return sent(access, begun)
    threads = page_of(access.request, last_letters(seat), read=partial(lines, seat))
    return shown(access, "messaging/threads.html", fault, threads=threads, addressees=addressees(seat))


def one_thread(access: MatchAccess, seat: Seat, code: str) -> HttpResponse:
    """The letters of a thread, which are opened by that, and an answer. Raises Http404 for anybody else's thread."""
    side = Side.objects.select_related("thread", "seat").filter(seat=seat, thread__code=code).first()
    if side is None or not (letters := readable(seat).filter(thread=side.thread)).exists():
        raise Http404
    fault = ""
    if access.request.method == "POST":
        if access.request.POST.get("act") in ("block", "allow"):
            block(seat, side.thread, wanted=access.request.POST["act"] == "allow")
            return redirect("match_thread", access.match.code, code)
        try:
            allowed(access)
            answer(seat, side.thread, **written(access))
        except NotSent as refusal:
            fault = say(f"messaging_refusal.{refusal.key}", **refusal.data)
        else:
            return sent(access, side.thread)
    open_thread(seat, side.thread)
    other = correspondent(seat, side.thread)
    return shown(
        access,
        "messaging/thread.html",
        fault,
        thread=side.thread,
        letters=page_of(access.request, letters, at=-1),
        other=other,
        blocked=since(side) is not None,
        known=other.alive is not None,
    )


def allowed(access: MatchAccess) -> None:
    """So many letters an hour, and no more. Raises NotSent."""
    if not ratelimit.consume(access.request, action="letter"):
        raise NotSent("often")


def written(access: MatchAccess) -> dict[str, Any]:
    """The letter that a form holds."""
    form = access.request.POST
    return {"text": form.get("text", ""), "mark": form.get("mark", ""), "signed": "signed" in form}


def sent(access: MatchAccess, thread: Thread) -> HttpResponse:
    """To the thread, which says that the letter is gone."""
    messages.success(access.request, say("messaging.sent"))
    return redirect("match_thread", access.match.code, thread.code)


def shown(access: MatchAccess, template: str, fault: str, **context: Any) -> HttpResponse:
    """A page of letters in the frame of the match; what was typed and refused stays in its fields."""
    game = adapter(access.match.game)
    form = access.request.POST
    typed = {"to": form.get("to") or access.request.GET.get("a", ""), "text": form.get("text", "") if fault else ""}
    marks = game.letter_marks
    return show(
        access,
        template,
        "letters",
        **game.realm_context(access),
        fault=fault,
        typed={**typed, "mark": form.get("mark", marks[0] if marks else ""), "signed": "signed" in form},
        marks=marks,
        signing=game.strangers,
        may_write=access.seat is not None and not access.match.over and may_write(access.seat),
        longest=LONGEST,
        written=Message.objects.filter(author=access.seat).count(),
        **context,
    )
