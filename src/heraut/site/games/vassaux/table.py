"""The table: what lies on it, what is asked of the visitor, and his answer."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import mark_safe

from heraut.engine.protocol import Refusal
from heraut.games.vassaux.notation import write
from heraut.games.vassaux.picture import scene_svg
from heraut.site.common.words import say
from heraut.site.games.vassaux import panels, questions
from heraut.site.games.vassaux.drafts import Draft, draft
from heraut.site.games.vassaux.instructed import notes_of, waiting
from heraut.site.games.vassaux.told import recent
from heraut.site.matchpage.decisions import Question, answer, refusals_told
from heraut.site.matchpage.layout import layout_context, turn_away
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.matchpage.saving import LONGEST_TEXT, typed


def page(access: MatchAccess) -> HttpResponse:
    """The table; a POST changes the draft of an answer, or gives it."""
    question = Question(access)
    if access.request.method != "POST":
        return shown(access, question)
    if access.seat is None:
        return turn_away(access)
    if question.decision is None:
        return shown(access, question, fault="closed")
    return change(access, question)


def shown(access: MatchAccess, question: Question, text: str = "", **more: Any) -> HttpResponse:
    """The page; to a script that keeps it alive, only the part that lives."""
    live = access.request.headers.get("HX-Request") == "true"
    context = layout_context(access, "board", **table_context(access, question, text), **more)
    return render(access.request, "play/vassaux/fragment.html" if live else "play/vassaux/table.html", context)


def table_context(access: MatchAccess, question: Question, text: str) -> dict[str, Any]:
    """Everything on the table, and beside it."""
    context = {
        **panels.realm_context(access),
        "awaited": panels.awaited_words(access),
        "recent": recent(access),
        "scene": mark_safe(scene_svg(access.view, lang=access.lang)),  # noqa: S308  the drawing escapes the names it holds
    }
    return context if question.decision is None else context | asked_context(access, question, text)


def asked_context(access: MatchAccess, question: Question, text: str) -> dict[str, Any]:
    """What is asked, and the draft of an answer."""
    assert question.decision is not None
    plan = draft(question.decision, lines_of(text))
    return {
        "key": question.key,
        "kind": question.decision.kind,
        "asked": questions.asked_words(access.view, access.lang),
        "hint": questions.hint_words(access.view, access.lang),
        "answered": question.answered,
        "plan": plan,
        "text": plan.text,
        "refusals": refusals_told(access, plan.refusals),
    }


def lines_of(text: str) -> list[str]:
    """The lines of a draft."""
    return [line for line in text.split("\n") if line.strip()]


DRAFTING = ("look", "undo", "clear")  # acts that put an answer together, and give none


def change(access: MatchAccess, question: Question) -> HttpResponse:
    """What a button or a line of text asks for."""
    assert question.decision is not None
    posted = access.request.POST
    text, asked = typed(posted.get("text", "")), posted.get("do", "")
    if len(text) > LONGEST_TEXT:
        return shown(access, question, fault="long")
    added = posted.get("add", "").strip() or posted.get("line", "").strip()
    if posted.get("key", "") != question.key and (added or asked in DRAFTING):
        return shown(access, question, fault="moved")
    if asked == "send":
        return give(access, question, lines_of(text) or lines_of(added))
    if asked == "undo":
        return shown(access, question, draft(question.decision, lines_of(text)).without_last)
    if asked == "clear":
        return shown(access, question)
    return shown(access, question, "\n".join([*lines_of(text), added]))


def give(access: MatchAccess, question: Question, lines: list[str]) -> HttpResponse:
    """The first line answers the question at hand; the others are noted, for what will be asked next (SV-ORD-06)."""
    assert question.decision is not None
    plan: Draft = draft(question.decision, lines)
    if plan.refusals or not plan.stages:
        return shown(access, question, "\n".join(lines))
    first, *rest = plan.stages
    notes = "\n".join([*map(write, waiting(notes_of(access))), *(stage.line for stage in rest)])
    saved, refusals = answer(question, first.line, access.request.POST.get("key", ""), notes)
    if refusals:
        return shown(access, question, plan.text, refusals=told(access, refusals))
    if access.request.headers.get("HX-Request") != "true":
        if saved.fault:
            messages.error(access.request, say(f"vassaux.fault_{saved.fault}", most=LONGEST_TEXT))
        return redirect("match", access.match.code)
    fresh = MatchAccess(access.request, type(access.match).objects.defer("state", "seed").get(pk=access.match.pk))
    return shown(fresh, Question(fresh), fault=saved.fault)


def told(access: MatchAccess, refusals: tuple[Refusal, ...]) -> list[str]:
    """Refusals in words."""
    return refusals_told(access, refusals)
