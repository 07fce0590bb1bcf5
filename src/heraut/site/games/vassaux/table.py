"""The table: what lies on it, what is asked of the visitor, and his answer."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import normalize_newlines

from heraut.site.common.words import say
from heraut.site.games.vassaux import asked, finale, panels, scene
from heraut.site.games.vassaux.draft_input import DraftInput, written
from heraut.site.games.vassaux.drafts import GIVE, Draft, draft, noted, noted_lines
from heraut.site.games.vassaux.hands import changed
from heraut.site.games.vassaux.instructed import waiting
from heraut.site.games.vassaux.told import FEW, recent
from heraut.site.matchpage.decisions import Question, answer, fault_words
from heraut.site.matchpage.layout import layout_context, turn_away
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.matchpage.saving import LONGEST_TEXT, notes_of


def page(access: MatchAccess) -> HttpResponse:
    """The table; a POST changes the draft of an answer, or gives it."""
    question = Question(access)
    if access.request.method != "POST":
        return shown(access, question, remembered(access, question))
    if access.seat is None:
        return turn_away(access)
    if question.decision is None:
        return shown(access, question, fault="closed")
    return change(access, question)


def remembered(access: MatchAccess, question: Question) -> DraftInput:
    """What a page begins with: the rest of an act that could not be played as it was meant, and the unit looked at."""
    if question.decision is None or access.seat is None:
        return DraftInput()
    lines = noted_lines(question.decision, notes_of(access))
    return DraftInput(
        tuple(lines), asked.unit_named(access.request.GET.get("unite", "")), says="changed" if lines else ""
    )


def shown(access: MatchAccess, question: Question, entered: DraftInput | None = None, **more: Any) -> HttpResponse:
    """The page; to a script that keeps it alive, only the part that lives."""
    live = access.request.headers.get("HX-Request") == "true"
    context = layout_context(access, "board", **table_context(access, question, entered or DraftInput()), **more)
    return render(access.request, "play/vassaux/fragment.html" if live else "play/vassaux/table.html", context)


def table_context(access: MatchAccess, question: Question, entered: DraftInput) -> dict[str, Any]:
    """Everything on the table, and beside it."""
    lines = recent(access)
    context = {
        **panels.realm_context(access),
        "awaited": panels.awaited_words(access),
        "ending": ending(access),
        "recent": lines,
        "latest": lines[:FEW][::-1],
        "most": LONGEST_TEXT,
    }
    found = {} if question.decision is None else asked.context(access, question, entered)
    drawn = scene.context(access, found.get("chosen", ""), found.get("preview"), found.get("text", ""))
    return context | drawn | found


def ending(access: MatchAccess) -> str:
    """How the battle ended; "" while it goes on."""
    if not access.match.over:
        return ""
    return say("finale.stopped") if access.match.result is None else finale.headline(access.view, access.lang)


def change(access: MatchAccess, question: Question) -> HttpResponse:
    """What a touch, a button or a line of text asks for."""
    assert question.decision is not None
    posted = access.request.POST
    text = normalize_newlines(posted.get("text", ""))
    if len(text) > LONGEST_TEXT or len(posted.get("line", "")) > LONGEST_TEXT:
        return shown(access, question, fault="long")
    if posted.get("key", "") != question.key:
        return shown(access, question, fault="moved")
    entered = changed(question.decision, posted, text)
    if posted.get("do") == "send" or "now" in posted or posted.get("do", "").startswith(GIVE):
        return give(access, question, entered)
    return shown(access, question, entered)


def give(access: MatchAccess, question: Question, entered: DraftInput) -> HttpResponse:
    """The first line answers the question at hand; the others are noted, for what will be asked next (SV-ORD-06)."""
    assert question.decision is not None
    plan: Draft = draft(question.decision, entered.lines)
    if plan.refusals or not plan.understood:
        return shown(access, question, entered)
    first, *rest = plan.understood
    notes = "\n".join([*map(written, waiting(notes_of(access))), *noted(rest)])
    saved, refusals = answer(question, first.text, access.request.POST.get("key", ""), notes)
    if refusals:
        return shown(access, question, replace(entered, refusals=tuple(refusals)))
    if access.request.headers.get("HX-Request") != "true":
        if saved.fault:
            messages.error(access.request, fault_words("vassaux", saved.fault))
        return redirect("match", access.match.code)
    fresh = MatchAccess(access.request, type(access.match).objects.defer("state", "seed").get(pk=access.match.pk))
    again = Question(fresh)
    return shown(fresh, again, remembered(fresh, again), fault=saved.fault)
