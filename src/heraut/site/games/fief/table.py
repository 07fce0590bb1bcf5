"""The table: the board with everything that lies on it, what is asked of the visitor, and his answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import mark_safe
from django.utils.text import normalize_newlines

from heraut.engine.protocol import Json
from heraut.games.fief.orders.order import Order
from heraut.games.fief.phases.marching import ASSAULT
from heraut.games.fief.picture import board_svg
from heraut.site.common.words import say
from heraut.site.games.fief import (
    battle_panel,
    composing,
    first_turn,
    instruction_forms,
    layers,
    order_forms,
    panels,
    questions,
    reach_map,
    talks,
    troops,
)
from heraut.site.games.fief.chronicle import murder, recent
from heraut.site.games.fief.drafts import Draft, draft
from heraut.site.games.fief.first_march import homes
from heraut.site.games.fief.forecast import forecast
from heraut.site.games.fief.instructions import with_notes
from heraut.site.games.fief.lordless import lordless
from heraut.site.games.fief.mends import mends
from heraut.site.games.fief.naming import fixed
from heraut.site.games.fief.order_forms import march, sides
from heraut.site.games.fief.outcomes import outcomes
from heraut.site.games.fief.questions import Group
from heraut.site.games.fief.summary import aim
from heraut.site.matchpage.decisions import Question, answer, fault_words, refusals_told
from heraut.site.matchpage.fragments import fragment
from heraut.site.matchpage.guide_cards import card_of
from heraut.site.matchpage.layout import layout_context, turn_away
from heraut.site.matchpage.live_lines import has_read
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.matchpage.saving import LONGEST_TEXT
from heraut.site.messaging import table_talk


def page(access: MatchAccess) -> HttpResponse:
    """The table; a POST changes the draft of an answer, or gives it."""
    question, posted = Question(access), access.request.POST
    if access.request.method != "POST":
        return shown(access, question)
    if access.seat is None:
        return turn_away(access)
    if posted.get("do") == "read" and posted.get("read", "").isdecimal():
        has_read(access, min(int(posted["read"][:9]), access.match.step))
    if question.decision is not None:
        return change(access, question)
    return shown(access, question, **unused(access, normalize_newlines(posted.get("text", ""))))


def unused(access: MatchAccess, text: str) -> dict[str, Any]:
    """What was typed and came too late; a script keeps that itself."""
    by_script = access.request.headers.get("HX-Request") == "true"
    return {} if by_script or not text.strip() else {"unused": text[:LONGEST_TEXT]}


def shown(access: MatchAccess, question: Question, text: str = "", **more: Any) -> HttpResponse:
    """The page; to a script that keeps it alive, only the part that lives."""
    live = access.request.headers.get("HX-Request") == "true"
    context = layout_context(access, "board", **table_context(access, question, text), **more)
    return render(access.request, "play/fief/fragment.html" if live else "play/fief/table.html", context)


def table_context(access: MatchAccess, question: Question, text: str) -> dict[str, Any]:
    """Everything on the table."""
    view = access.view
    context: dict[str, Any] = {
        **panels.realm_context(access),
        "families": panels.families(view, access),
        "crown": panels.crown(view, access.lang),
        "battle": battle_panel.battle(view, access.lang),
        "election": talks.election(view, access.lang),
        "deals": talks.deals(view, access.lang),
        "awaited": panels.awaited(view, access),
        "recent": recent(access),
        "outcomes": outcomes(access),
        "lordless": lordless(view, access.lang),
        "ending": panels.ending(view, access.lang),
        "talk": table_talk.beside(access),
        "phase_name": fixed(access.lang)["phase"][view["phase"]],
    }
    if question.decision is None:
        return context | board(access, view) | {"hand": panels.hand(view, access.lang, [])}
    return context | asked_context(access, question, text)


def asked_context(access: MatchAccess, question: Question, text: str) -> dict[str, Any]:
    """What is asked, and what may be answered."""
    decision, tongue = question.decision, access.lang
    assert decision is not None
    plan: Draft | None = draft(decision, text) if questions.is_list(decision.kind) else None
    view = plan.choice.view if plan is not None else access.view
    offers = list(offered(decision, plan))
    struck = murder(access) if decision.kind == "justice" else ""
    groups = questions.groups(offers, view, tongue, decision if plan is None else plan.choice)
    return {
        **board(access, view, plan),
        "key": question.key,
        "asked": questions.asked_words(access.view, tongue),
        "hint": " ".join(filter(None, (struck, questions.hint_words(access.view, tongue)))),
        "aim": aim(access.view, tongue),
        "kind": decision.kind,
        "answered": question.answered,
        "text": text,
        "shops": decision.kind in SHOPS,
        "purse": view["own"]["purse"],
        **buttons(groups, decision.kind),
        **drafted(plan, access),
        **settling(offers, view, tongue),
        "hand": panels.hand(view, tongue, [one for group in groups for one in group.options]),
        **beside(access, decision, plan, offers, text),
        "troops": troops.troops(view, offers, tongue, access.request.POST) if decision.kind == "move" else [],
        **negotiations(decision.kind, view, tongue, offers),
        **composing.forms(decision.kind, offers, view, tongue, plan.orders if plan is not None else ()),
    }


def beside(
    access: MatchAccess, decision: Any, plan: Draft | None, offers: Sequence[Order], text: str
) -> dict[str, Any]:
    """What goes with an answer that is put together: the guide, what would mend it, its buttons on the bar."""
    asked = first_turn.Asked(decision, plan, tuple(offers))
    talking, ready = decision.kind == "window", access.name in access.view["ready"]
    return {
        "guide": partial(card_of, access, "board", first_turn.plan_of(access, asked)),
        "mends": mends(decision, plan, offers, access.lang) if plan is not None else [],
        "rule": questions.rule_of_question(decision.kind, access.lang),
        "answer_acts": panels.answer_acts(plan, text, ready=ready) if plan is not None or talking else [],
    }


def offered(decision: Any, plan: Draft | None) -> Iterable[Order]:
    """What may be said now; after what has been put together, if anything has."""
    found: Iterable[Order] = decision.offers() if plan is None else () if plan.closed else plan.choice.offers()
    return found


def buttons(groups: Sequence[Group], kind: str) -> dict[str, Any]:
    """The answers as buttons: those of one click, those under a heading, and what ends the question."""
    answers = [group for group in groups if group.tag not in ENDINGS and not group.options[0].card]
    plain, headed = [group for group in answers if group.plain], [group for group in answers if not group.plain]
    return {
        "answers": [] if kind in WHOLE else [one for group in plain for one in group.options],
        "weighed_answers": any(group.weighed for group in plain),
        "groups": [] if kind in WHOLE else headed,
        "weighed": any(group.weighed for group in headed),
        "plain": [one for group in groups if group.tag in ENDINGS for one in group.options],
        "shown_acts": [one for group in groups for one in group.options if one.tag in ACTS],
    }


def drafted(plan: Draft | None, access: MatchAccess) -> dict[str, Any]:
    """What has been put together so far."""
    return {"plan": plan, "steps": panels.steps(plan, access.view, access.lang) if plan is not None else []}


def negotiations(kind: str, view: Json, tongue: str, offers: Sequence[Order]) -> dict[str, Any]:
    """The talks and the ballot paper, while all negotiate."""
    if kind != "window":
        return {"talks": None}
    weddings = talks.weddings(offers, view, tongue)
    return {"talks": talks.talks(view, tongue), "weddings": weddings, **instruction_forms.ballot(view, tongue)}


WHOLE = ("window", "sides")  # decisions that a form of several parts answers
SHOPS = ("purchase", "shopping")  # decisions whose orders cost money
ENDINGS = ("end", "pass")
ACTS = ("release", "pay_ransom", "offer")  # of a negotiation that take one click


def settling(offers: Sequence[Order], view: Json, tongue: str) -> dict[str, Any]:
    """What is chosen before the first turn: a village and a blazon."""
    found = questions.settling(offers)
    if found is None:
        return {"settling": False}
    names, advised = fixed(tongue), next(iter(homes(view)), "")
    return {
        "settling": True,
        "blazon_choices": [(code, names["blazon"][code], panels.shield(code)) for code in found["blazons"]],
        "village_choices": [(code, names["village"][code], code == advised) for code in found["villages"]],
    }


def board(access: MatchAccess, view: Json, plan: Draft | None = None) -> dict[str, Any]:
    """The board as the visitor sees it, the same to all who see the same; over it the reach map that he asks for."""
    known = access.known if view is access.view else None
    seat = access.name

    def draw() -> Any:
        return mark_safe(board_svg(view, lang=access.lang, seat=seat, page=True))  # noqa: S308  the drawing escapes the names it holds

    drawn = draw() if known is None else fragment(draw, "fief board", known, access.lang, seat)
    added = layers.layers(access, plan)
    if added:
        drawn = mark_safe(f"{drawn.removesuffix('</svg>')}{added}</svg>")  # noqa: S308  marks and names of ours
    reached = reach_map.reach_of(view, access.request.GET.get(reach_map.FIELD, ""), access.lang)
    if reached is not None:
        drawn = mark_safe(f"{drawn.removesuffix('</svg>')}{reached.marks}</svg>")  # noqa: S308  the drawing escapes the names it holds
    return {
        "board": drawn,
        "reach": reached,
        "reach_choices": reach_map.choices(view, access.lang),
        "places": layers.places(access),
    }


DRAFTING = ("look", "undo", "clear", "weigh")  # acts that put an answer together, and give none


def change(access: MatchAccess, question: Question) -> HttpResponse:
    """What a button or a line of text asks for."""
    posted = access.request.POST
    text = normalize_newlines(posted.get("text", ""))
    if len(text) > LONGEST_TEXT:
        return shown(access, question, **faulty("long"), **unused(access, text))
    lines = [line for line in text.split("\n") if line.strip()]
    asked = posted.get("do", "")
    if posted.get("key", "") != question.key and (
        "add" in posted or asked in DRAFTING or asked.startswith(order_forms.REWRITE)
    ):
        late = {"fault": "moved"} if asked != "look" else {}  # a page that looks by itself says it itself
        return shown(access, question, **late, **unused(access, text))
    if asked in DRAFTING or asked.startswith(order_forms.REWRITE):
        return redraft(access, question, lines, text)
    made = order_forms.made(asked, posted)
    if asked == "sides":  # the plan for this battle goes with it
        plan = instruction_forms.plan_lines(posted, access.view["own"]) if question.decision is not None else []
        return give(access, question, "\n".join([*plan, sides(posted)]).strip())
    added = posted.get("add") or (made if questions.is_list(question_kind(question)) else "")
    if added:
        return add(access, question, [*lines, added])
    if asked == "end":
        return give(access, question, "\n".join([*lines, "FIN"]))
    if given := posted.get("give") or made:
        return give(access, question, given)
    if asked == "send":
        return give(access, question, "\n".join(lines))
    return shown(access, question, text)


def redraft(access: MatchAccess, question: Question, lines: list[str], text: str) -> HttpResponse:
    """A draft that is looked at, weighed, mended, shortened or thrown away; nothing is given."""
    asked = access.request.POST.get("do", "")
    if asked.startswith(order_forms.REWRITE):
        return add(access, question, order_forms.rewritten(lines, asked))
    if asked == "weigh":
        return shown(access, question, text, weighing=weighing(access, question, text))
    left = {"undo": "\n".join(lines[:-1]), "clear": ""}.get(asked, text)
    assert question.decision is not None
    refusals = question.read(left).refusals if asked == "look" and left.strip() else ()
    return shown(access, question, left, undone=left != text, **(refused(access, refusals, "") if refusals else {}))


def weighing(access: MatchAccess, question: Question, text: str) -> str:
    """What the troop that is being composed may expect of an assault, as the board would be after the draft."""
    assert question.decision is not None
    order = question.decision.parse(march(access.request.POST, ASSAULT)).answer
    view = draft(question.decision, text).choice.view
    found = forecast(order[0], view) if order else None
    return questions.chances_words(found, view, access.lang) or say("fief.nothing_to_weigh")


def question_kind(question: Question) -> str:
    """The kind of the present question; "" if there is none."""
    return question.decision.kind if question.decision is not None else ""


def add(access: MatchAccess, question: Question, lines: list[str]) -> HttpResponse:
    """One more line of the draft, if it can be one."""
    assert question.decision is not None
    refusals = question.read("\n".join(lines)).refusals
    if refusals:
        return shown(access, question, "\n".join(lines[:-1]), **refused(access, refusals, lines[-1]))
    return shown(access, question, "\n".join(lines))


def give(access: MatchAccess, question: Question, text: str) -> HttpResponse:
    """The answer is given; what the player has noted in advance goes with it."""
    saved, refusals = answer(question, with_notes(question, text), access.request.POST.get("key", ""), "")
    if refusals:
        return shown(access, question, text, **refused(access, refusals, text))
    if access.request.headers.get("HX-Request") != "true":
        if saved.fault and (normalize_newlines(access.request.POST.get("text", "")).strip()):
            return shown(access, question, **faulty(saved.fault), **unused(access, text))
        if saved.fault:
            messages.error(access.request, fault_words("fief", saved.fault))
        return redirect("match", access.match.code)
    fresh = MatchAccess(access.request, type(access.match).objects.defer("state", "seed").get(pk=access.match.pk))
    return shown(fresh, Question(fresh), said=not saved.fault, **faulty(saved.fault))


FORMS = ("accept", "bid", "deal", "gift", "march", "new_lord", "paper", "round", "sides")  # that say it themselves
TYPED = ("send", "look")  # acts on what was typed


def refused(access: MatchAccess, refusals: Sequence[Any], tried: str) -> dict[str, Any]:
    """Why it was not taken, and the form that asked for it, which says so beside its fields."""
    posted = access.request.POST
    asked = posted.get("do", "")
    return {
        "refusals": refusals_told(access, refusals),
        "tried": tried,
        "refused_in": asked if asked in FORMS else "text" if asked in TYPED else "",
        "refused_deal": f"{posted.get('player', '')}, {posted.get('deal', '')}",
    }


def faulty(fault: str) -> dict[str, Any]:
    """Why nothing was given, as the page says it."""
    return {"fault": fault, "most": LONGEST_TEXT}
