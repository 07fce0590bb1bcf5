"""What is asked, and what is shown beside it: the draft in words, its odds, offers, the form, the buttons that bind."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from heraut.engine.protocol import Refusal
from heraut.games.vassaux.decision import BattleDecision
from heraut.games.vassaux.grammar import name_group
from heraut.games.vassaux.herald import Herald
from heraut.games.vassaux.identities import NO_UNIT, UnitId
from heraut.games.vassaux.orders import Answer, Claim, Concede, Draw, Orders
from heraut.games.vassaux.preview import Preview, preview
from heraut.site.common.words import site_words
from heraut.site.games.vassaux import offers
from heraut.site.games.vassaux.buttons import Asked, Offer
from heraut.site.games.vassaux.draft_input import DraftInput, open_question, plan_of, written
from heraut.site.games.vassaux.drafts import Draft
from heraut.site.games.vassaux.forms import fields
from heraut.site.games.vassaux.hands import group_of
from heraut.site.games.vassaux.naming import Namer
from heraut.site.games.vassaux.odds import panel
from heraut.site.games.vassaux.questions import asked_words, hint_words
from heraut.site.learn.reference import statement
from heraut.site.matchpage.decisions import Question
from heraut.site.matchpage.match_access import MatchAccess


def unit_named(word: str) -> UnitId:
    """A unit as addresses name it; `NO_UNIT` for anything else."""
    return UnitId(group_of(word) or NO_UNIT)


def context(access: MatchAccess, question: Question, entered: DraftInput) -> dict[str, Any]:
    """What is asked, the draft, and everything that helps to answer."""
    decision = question.decision
    assert decision is not None
    plan = plan_of(decision, entered)
    found, namer = open_question(decision, plan), Namer(decision, Herald(access.view, access.lang))
    shown = preview(decision, plan.given, plan.next, entered.unit)
    explain = partial(access.match.rules.explain, lang=access.lang)
    asked = Asked(decision, plan, entered, found, shown, namer, explain)
    return {
        "key": question.key,
        "kind": found.decision.kind,
        "asked": asked_words(access.view, access.lang),
        "then": site_words(access.lang).say("vassaux_question", plan.next.kind)
        if plan.understood and plan.next
        else "",
        "hint": hint_words(access.view, access.lang),
        "answered": question.answered,
        "plan": plan,
        "text": plan.text,
        "chosen": chosen(plan, entered, shown),
        "of_whom": of_whom(found.decision, shown, namer),
        "held": entered.man or "",
        "held_words": namer.man(entered.man) if entered.man else "",
        "points": " ".join(f"{x},{y}" for x, y in entered.points),
        "says": namer.say("vassaux_point", entered.says) if entered.says else "",
        "draft_lines": draft_lines(plan, namer),
        "refused": refused(access, [*plan.refusals, *entered.refusals]),
        "preview": shown,
        "panel": panel(shown, namer),
        "offers": offers.groups(asked),
        "form": fields(found, namer, shown.reactions),
        "form_field": asked.field,
        "binds": binds(plan, namer),
        "deploys": found.decision.kind == "deploy",
        "ways_out": ways_out(decision, plan, namer),
    }


def of_whom(decision: BattleDecision, shown: Preview, namer: Namer) -> str:
    """The unit that was pointed at, where any may be ordered or set down; "" elsewhere."""
    unit, battle = decision.battle.units.get(shown.unit), decision.battle
    if decision.kind not in BEGUN or unit is None or battle.asked is None or unit.seat != battle.asked.place:
        return ""
    return namer.unit(unit.id)


BEGUN = ("activate", "deploy")  # questions of any unit


def chosen(plan: Draft, entered: DraftInput, shown: Preview) -> str:
    """The group that the page rings."""
    group = shown.unit or entered.unit
    return name_group(group) if group else ""


def draft_lines(plan: Draft, namer: Namer) -> list[tuple[str, str]]:
    """The draft in words; an order that its own parameters tell is not told twice."""
    told = [(one.text, Namer(one.decision, namer.herald).answer(one.answer)) for one in plan.understood]
    first = plan.understood[0].answer if plan.understood else None
    if len(told) > 1 and isinstance(first, Orders) and len(first.orders) == 1:
        return [(" · ".join((told[0][0], told[1][0])), told[1][1]), *told[2:]]
    return told


def refused(access: MatchAccess, refusals: Sequence[Refusal]) -> list[tuple[str, str, str]]:
    """Why not, with the remedy; the rule and what it says."""
    explain = access.match.rules.explain
    return [(explain(one, access.lang), one.rule, statement("vassaux", one.rule, access.lang)) for one in refusals]


ALONE = ("concede", "draw", "claim", "instruct")  # what is said whatever is asked
DECLARED = ("move", "charge", "attack", "spell", "arrive", "react", "deploy", "objective", "shoot_again", "fight")


def binds(plan: Draft, namer: Namer) -> tuple[str, str] | None:
    """The word on the button that binds, and what then becomes public; None while there is nothing to give."""
    if not plan.understood:
        return None
    kind, sort = plan.understood[0].decision.kind, type(plan.understood[0].answer).__name__.lower()
    if sort in ALONE:
        button = public = sort
    elif kind == "activate":
        button, public = ("declare", "order_whole") if plan.whole else ("announce", "order")
    else:
        button, public = "declare" if kind in DECLARED else "answer", kind
    if not namer.words.has("vassaux_public", public):
        public = "other"
    return namer.say("vassaux_bind", button), namer.say("vassaux_public", public)


def ways_out(decision: Any, plan: Draft, namer: Namer) -> list[Offer]:
    """What may be said whatever is asked: a draw, the battle given up, or claimed from who has fallen silent."""
    answers: list[Answer] = [Draw(), Concede(), Claim()]
    return [
        Offer(written(one), namer.answer(one), "whole", written(one), on=plan.text == written(one))
        for one in answers
        if not decision.check(one)
    ]
