"""Encounter plans and stances to duels: built tactic by tactic, read back in words, tried, kept, given to others.

A plan that is being built stands in the address (`?personne=12&plan=ST,CA-FI`), so that it needs no script; keeping it
writes one line of the sheet (RO-ENC-02, RO-DUEL-02).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from heraut.engine.protocol import Json, Refusal
from heraut.games.rois.choices.plans import stances, tactics
from heraut.games.rois.encounter.explain import explain_plan
from heraut.games.rois.encounter.plan import check_plan, read_plan, write_plan, write_tactic
from heraut.games.rois.forecast.certainty import Chance
from heraut.games.rois.forecast.words import say_reason
from heraut.games.rois.herald import Herald
from heraut.games.rois.report import explain
from heraut.games.rois.sheet.book import Book
from heraut.games.rois.sheet.errors import Unread
from heraut.games.rois.state import Plan
from heraut.games.rois.tables import CONSTANTS, MONSTERS
from heraut.site.accounts.models import Player
from heraut.site.common.words import say
from heraut.site.games.rois.cell_card import Option
from heraut.site.games.rois.draft import Draft, draft_of
from heraut.site.games.rois.encounter_odds import encounter_odds
from heraut.site.games.rois.models import NAME_LENGTH, PLAN_LENGTH, KeptPlan
from heraut.site.games.rois.page_address import number
from heraut.site.games.rois.realm import realm_context
from heraut.site.matchpage.layout import show
from heraut.site.matchpage.match_access import MatchAccess

MOST_KEPT = 60  # plans that one player may keep


@dataclass(frozen=True)
class Owner:
    """A person and the plans that the sheet, or failing that the last years, give him."""

    number: int
    name: str
    plan: str
    duel: str


@dataclass(frozen=True)
class Tactic:
    """A tactic of the plan: what it does in a word, how it is written, and the plans with it elsewhere or nowhere."""

    words: str
    code: str
    earlier: str
    later: str
    without: str


@dataclass(frozen=True)
class Stance:
    """A way to stand to duels: what it is called, the line that gives it, how often he refuses then."""

    words: str
    line: str
    refuses: Chance | None
    why: str
    current: bool


def page(access: MatchAccess) -> HttpResponse:
    """The plans of a living King's people; a POST keeps one in the library, or drops one of it."""
    if access.request.method == "POST":
        return change(access)
    draft, asked = draft_of(access), access.request.GET
    owners = all_owners(access.view, draft)
    chosen = next((one for one in owners if one.number == number(asked.get("personne", ""))), owners[0])
    duel = asked.get("duel") == "1"
    text = said(asked.get("plan", chosen.duel if duel else chosen.plan), asked.get("dire", ""))
    herald = Herald(access.view, access.lang)
    plan, fault = read(access.view, text, access.lang, duel=duel)
    return show(
        access,
        "play/rois/plans.html",
        "plans",
        **realm_context(access),
        owners=owners,
        chosen=chosen,
        duel=duel,
        plan=text,
        fault=fault,
        steps=steps(herald, Book(access.view).item_kinds, chosen, plan, duel=duel),
        read_back=in_words(access, plan),
        stances=stances_of(access, draft, chosen) if duel else [],
        kind="DUEL" if duel else "PLAN",
        more=more(access, draft, chosen, plan, duel=duel),
        line=f"{'DUEL' if duel else 'PLAN'} {{{write_plan(plan)}}}",
        beasts=beasts(access.view, access.lang),
        **({} if duel else encounter_odds(access, draft, chosen.number, plan, asked.get("contre", ""))),
        library=KeptPlan.objects.filter(owner=access.request.user.pk, duel=duel),
    )


def all_owners(view: Json, draft: Draft) -> list[Owner]:
    """The King's living people with their plans, himself first."""
    people = sorted(view["own"]["characters"], key=lambda one: (one["role"] != "king", one["number"]))
    return [
        Owner(one["number"], one["name"], plan_of(draft, one, duel=False), plan_of(draft, one, duel=True))
        for one in people
        if not one["died"]
    ]


def plan_of(draft: Draft, person: Json, *, duel: bool) -> str:
    """The plan that holds for a person this year: that of the sheet, or else the one of before."""
    written = draft.standing_plan(person["number"], duel=duel)
    return write_plan(written.plan) if written is not None else str(person["duel" if duel else "plan"])


def read(view: Json, text: str, lang: str, *, duel: bool) -> tuple[Plan, str]:
    """A plan as it was typed, and why it cannot be kept; "" if it can."""
    try:
        plan = read_plan(text[:PLAN_LENGTH])
    except Unread as unread:
        return (), explain(Refusal(unread.rule, unread.code, unread.data), lang)
    try:
        check_plan(plan, Book(view).item_kinds, duel=duel)
    except Unread as unread:
        return plan, explain(Refusal(unread.rule, unread.code, unread.data), lang)
    return plan, ""


def href(owner: Owner, plan: str, *, duel: bool) -> str:
    """The page with this plan being built."""
    asked = {"personne": owner.number, "plan": plan, **({"duel": "1"} if duel else {})}
    return f"?{urlencode(asked)}#plan"


def steps(herald: Herald, known: Mapping[int, str], owner: Owner, plan: Plan, *, duel: bool) -> list[Tactic]:
    """The tactics of a plan, each with the way to the plan with it one place on, one place back, or left out."""

    def way(parts: Sequence[Any]) -> str:
        return href(owner, write_plan(tuple(parts)), duel=duel)

    found = []
    for at, one in enumerate(plan):
        rest = [*plan[:at], *plan[at + 1 :]]
        earlier = way([*rest[: at - 1], one, *rest[at - 1 :]]) if at else ""
        later = way([*rest[: at + 1], one, *rest[at + 1 :]]) if at + 1 < len(plan) else ""
        found.append(Tactic(short(herald, known, one), write_tactic(one), earlier, later, way(rest)))
    return found


def short(herald: Herald, known: Mapping[int, str], tactic: Any) -> str:
    """A tactic in a word or two."""
    match tactic.code:
        case "CA":
            return herald.name("spell", tactic.spell)
        case "US" | "GI":
            kind = known.get(tactic.item, "")
            name = herald.name("item_kind", kind) if kind else str(tactic.item)
            return say(f"rois_tactic.{tactic.code}", item=name)
        case "SA":
            return say("rois_tactic.SA", text=tactic.text)
    return say(f"rois_tactic.{tactic.code}")


def more(access: MatchAccess, draft: Draft, owner: Owner, plan: Plan, *, duel: bool) -> list[Option]:
    """What may be added at the end of it, each told in full."""
    herald = Herald(access.view, access.lang)
    known, found = Book(access.view).item_kinds, []
    for choice in tactics(access.view, draft.sheet, owner.number, plan, duel=duel):
        entry = str(choice.value)
        if entry == "SA":
            continue  # words are typed
        tactic = read_plan(entry)
        why = say_reason(herald, choice.reason)
        grown = write_plan(plan) + ", " * bool(plan) + entry
        closed = choice.reason is not None and choice.reason.group == "refusal"
        found.append(
            Option(
                short(herald, known, tactic[0]),
                line=entry,
                href=href(owner, grown, duel=duel),
                more=why or explain_plan(tactic, known, access.lang)[0],
                why=why if closed else "",
            )
        )
    return found


def said(text: str, words: str) -> str:
    """A plan with something to say at its end; as it was where nothing is said."""
    spoken = " ".join(words.replace('"', "").split())[: CONSTANTS.longest_text]
    return text + ", " * bool(text.strip()) + f'SA-"{spoken}"' if spoken else text


def in_words(access: MatchAccess, plan: Plan) -> list[tuple[str, int]]:
    """The plan sentence by sentence; the same one several times running is told once, with how many times."""
    told = explain_plan(plan, Book(access.view).item_kinds, access.lang)
    return [(sentence, len(list(same))) for sentence, same in groupby(told)]


def stances_of(access: MatchAccess, draft: Draft, owner: Owner) -> list[Stance]:
    """How he may stand to duels before battle (RO-DUEL-03)."""
    herald = Herald(access.view, access.lang)
    return [
        Stance(
            say(f"rois_stance.{choice.value or 'none'}"),
            f"DUEL {{{choice.value}}}",
            choice.chance,
            say_reason(herald, choice.reason),
            owner.duel == choice.value,
        )
        for choice in stances(access.view, draft.sheet, owner.number)
    ]


def beasts(view: Json, lang: str) -> list[tuple[str, str]]:
    """The guardians that are known, then all others."""
    known = [
        place["guardian"]
        for land in view["own"]["map"].values()
        for place in land.get("features", ())
        if place["guardian"]
    ]
    names = {code: getattr(row, lang) for code, row in MONSTERS.items()}
    return [(code, names[code]) for code in dict.fromkeys([*known, *names])]


# The library


@transaction.atomic
def keep(owner: Player, name: str, text: str, *, duel: bool) -> bool:
    """Keeps a plan under a name, over the one of that name; False where there is no room for one more."""
    Player.objects.select_for_update(no_key=True).get(pk=owner.pk)  # plans are counted while no other window keeps one
    owned = KeptPlan.objects.filter(owner=owner)
    same = owned.filter(name=name, duel=duel).first()
    if same is None and owned.count() >= MOST_KEPT:
        return False
    kept = same or KeptPlan(owner=owner, name=name, duel=duel)
    kept.text = text
    kept.save()
    return True


def change(access: MatchAccess) -> HttpResponse:
    """Keeps a plan under a name, or drops one."""
    posted, owner = access.request.POST, access.request.user
    assert isinstance(owner, Player)  # only a King has plans
    act, _, place = posted.get("do", "").partition(":")
    duel = posted.get("duel") == "1"
    if act == "keep":
        name = " ".join(posted.get("name", "").split())[:NAME_LENGTH]
        plan, fault = read(access.view, posted.get("plan", ""), access.lang, duel=duel)
        if name and plan and not fault and not keep(owner, name, write_plan(plan), duel=duel):
            messages.error(access.request, say("rois_plans.full", most=MOST_KEPT))
    elif act == "drop":
        KeptPlan.objects.filter(owner=owner, pk=number(place)).delete()
    asked: dict[str, Any] = {"personne": number(posted.get("person", "")), "plan": posted.get("plan", "")[:PLAN_LENGTH]}
    address = reverse("match_tool", args=[access.match.code, "plans"])
    return redirect(f"{address}?{urlencode({**asked, **({'duel': '1'} if duel else {})})}#plan")
