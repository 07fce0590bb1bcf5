"""The letters of a lord: the list of his threads, and each of them. They work without any script."""

from __future__ import annotations

from functools import partial
from typing import Any, cast

from allauth.core import ratelimit
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect

from heraut.site.accounts.models import Player
from heraut.site.games import brought
from heraut.site.matches.models import Seat
from heraut.site.pages import page_of
from heraut.site.play.frame import show, turn_away
from heraut.site.play.visit import Visit
from heraut.site.press.models import Message, Side, Thread
from heraut.site.press.posting import LONGEST, NotSent, answer, block, open_thread, write
from heraut.site.press.reading import addressees, correspondent, last_letters, lines, may_write, readable, since
from heraut.site.words import say


def page(coming: Visit, thread: str = "") -> HttpResponse:
    """The threads of a lord, or the one that an address names; for whoever holds the seat, and for nobody else."""
    if coming.seat is None:
        return turn_away(coming)
    coming.seat.user = cast(Player, coming.request.user)
    return one_thread(coming, coming.seat, thread) if thread else all_threads(coming, coming.seat)


def all_threads(coming: Visit, seat: Seat) -> HttpResponse:
    """The list of threads, and a new letter."""
    fault = ""
    if coming.request.method == "POST":
        try:
            allowed(coming)
            begun = write(seat, coming.request.POST.get("to", ""), **written(coming))
        except NotSent as refusal:
            fault = say(f"press_refusal.{refusal.key}", **refusal.data)
        else:
            return sent(coming, begun)
    threads = page_of(coming.request, last_letters(seat), read=partial(lines, seat))
    return shown(coming, "press/threads.html", fault, threads=threads, addressees=addressees(seat))


def one_thread(coming: Visit, seat: Seat, code: str) -> HttpResponse:
    """The letters of a thread, which are opened by that, and an answer. Raises Http404 for anybody else's thread."""
    side = Side.objects.select_related("thread", "seat").filter(seat=seat, thread__code=code).first()
    if side is None or not (letters := readable(seat).filter(thread=side.thread)).exists():
        raise Http404
    fault = ""
    if coming.request.method == "POST":
        if coming.request.POST.get("act") in ("block", "allow"):
            block(seat, side.thread, wanted=coming.request.POST["act"] == "allow")
            return redirect("match_thread", coming.match.code, code)
        try:
            allowed(coming)
            answer(seat, side.thread, **written(coming))
        except NotSent as refusal:
            fault = say(f"press_refusal.{refusal.key}", **refusal.data)
        else:
            return sent(coming, side.thread)
    open_thread(seat, side.thread)
    other = correspondent(seat, side.thread)
    return shown(
        coming,
        "press/thread.html",
        fault,
        thread=side.thread,
        letters=page_of(coming.request, letters, at=-1),
        other=other,
        blocked=since(side) is not None,
        known=other.alive is not None,
    )


def allowed(coming: Visit) -> None:
    """So many letters an hour, and no more. Raises NotSent."""
    if not ratelimit.consume(coming.request, action="letter"):
        raise NotSent("often")


def written(coming: Visit) -> dict[str, Any]:
    """The letter that a form holds."""
    form = coming.request.POST
    return {"text": form.get("text", ""), "mark": form.get("mark", ""), "signed": "signed" in form}


def sent(coming: Visit, thread: Thread) -> HttpResponse:
    """To the thread, which says that the letter is gone."""
    messages.success(coming.request, say("press.sent"))
    return redirect("match_thread", coming.match.code, thread.code)


def shown(coming: Visit, template: str, fault: str, **context: Any) -> HttpResponse:
    """A page of letters in the frame of the match; what was typed and refused stays in its fields."""
    game = brought(coming.match.game)
    form = coming.request.POST
    typed = {"to": form.get("to") or coming.request.GET.get("a", ""), "text": form.get("text", "") if fault else ""}
    marks = game.LETTER_MARKS
    return show(
        coming,
        template,
        "letters",
        **game.realm_context(coming),
        fault=fault,
        typed={**typed, "mark": form.get("mark", marks[0] if marks else ""), "signed": "signed" in form},
        marks=marks,
        signing=game.STRANGERS,
        may_write=coming.seat is not None and not coming.match.over and may_write(coming.seat),
        longest=LONGEST,
        written=Message.objects.filter(author=coming.seat).count(),
        **context,
    )
