"""Hiring Heroes, and encounter plans: two of the ten headings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from heraut.games.rois import orders as o
from heraut.games.rois.abilities import hero_pay
from heraut.games.rois.calculators.budget import budget
from heraut.games.rois.encounter.plan import PEACEFUL
from heraut.games.rois.mistakes.caution import Caution
from heraut.games.rois.mistakes.foresight import Year
from heraut.games.rois.orders import Action
from heraut.games.rois.sheet.reading import Entry
from heraut.games.rois.state import Character, Plan, steps
from heraut.games.rois.tables import CONSTANTS, SPELLS

# Heroes


def on_hire(year: Year, action: Action) -> Iterator[Caution]:
    """A Hero who serves another, is elsewhere, will not come (RO-HERO-02, 03), or cannot be paid twice (RO-HERO-05)."""
    order, here = action.order, year.places[action.character]
    assert isinstance(order, o.Hire)
    met = year.book.own["met"].get(str(order.character))
    if met is None:
        return
    data: dict[str, Any] = {"other": order.character, "province": met["province"], "kingdom": met["kingdom"]}
    if met["kingdom"]:
        yield Caution("hiring", "serves_another", "RO-HERO-03", data, action)
    elif here and met["province"] != here:
        yield Caution("hiring", "seen_elsewhere", "RO-HERO-03", data, action)
    elif "alignment" in met:
        yield from on_terms(year, action, met, data)


def on_terms(year: Year, action: Action, met: Mapping[str, Any], data: dict[str, Any]) -> Iterator[Caution]:
    """What a Hero whose talents are known asks for."""
    away = steps(year.book.own["alignment"], met["alignment"])
    if away > CONSTANTS.hire_reach:
        yield Caution("hiring", "too_far_apart", "RO-HERO-02", {**data, "most": CONSTANTS.hire_reach}, action)
        return
    pay, ahead = pay_asked(met, away), budget(year.book.view, year.sheet)
    if year.book.own["gold"] < pay:
        yield Caution("hiring", "no_first_pay", "RO-HERO-05", {**data, "pay": pay}, action)
    elif ahead.short:  # the budget counts on his coming
        yield Caution("hiring", "no_second_pay", "RO-HERO-05", {**data, "pay": pay}, action)


def pay_asked(met: Mapping[str, Any], away: int) -> int:
    """What this Hero will be paid (RO-HERO-01)."""
    hero = Character(
        0, met["name"], met["sex"], met["race"], met["alignment"], "brave", "free", 0, met["province"],
        levels=met["levels"], aptitudes={}, items=[],
    )  # fmt: skip
    return hero_pay(hero, away)


# Plans


def on_meeting(year: Year, action: Action) -> Iterator[Caution]:
    """A search or a meeting without any plan, or one that only wants to look around (RO-ENC-10, RO-ENC-27)."""
    order, who = action.order, action.character
    assert isinstance(order, (o.Search, o.Meet))
    plan = year.plan_of(who) if order.plan is None else order.plan
    if isinstance(order, o.Meet):
        if not plan:
            yield Caution("plans", "meets_without_plan", "RO-ENC-10", {"who": who, "other": order.character}, action)
        return
    guardian = guardian_of(year, who, order.place)
    data = {"who": who, "place": order.place, "guardian": guardian}
    if not plan:
        yield Caution("plans", "searches_without_plan", "RO-ENC-27", data, action)
    elif guardian and all(tactic.code == "SC" for tactic in plan):
        yield Caution("plans", "only_scouts", "RO-ENC-10", data, action)


def guardian_of(year: Year, who: int, place: int) -> str:
    """The kind of the guardian that this kingdom knows of and has not made peace with; "" if none."""
    for feature in year.seen(year.places[who]).get("features", ()):
        if feature["place"] == place and not feature["pacified"]:
            return str(feature["guardian"])
    return ""


def on_plan(year: Year, who: int, plan: Plan, entry: Entry) -> Iterator[Caution]:
    """Entries that would be skipped (RO-ENC-08), and items of which one cannot know what they start (RO-ENC-04)."""
    carried, kinds, seen = year.bears(who), year.book.item_kinds, set()
    for place, tactic in enumerate(plan):
        data = {"who": who, "item": tactic.item, "spell": tactic.spell}
        if (code := skipped(year, who, tactic.code, tactic.spell, tactic.item in carried)) and code not in seen:
            seen.add(code)
            yield Caution("plans", code, "RO-ENC-08", data, entry)
        unknown = tactic.code == "US" and tactic.item not in kinds
        if unknown and any(later.code in PEACEFUL for later in plan[place + 1 :]):
            yield Caution("plans", "unknown_item", "RO-ENC-04", data, entry)


def skipped(year: Year, who: int, code: str, spell: str, carried: bool) -> str:
    """Why a tactic would be skipped, as far as its writer knows; "" if it would not."""
    if code in ("US", "GI"):
        return "" if carried else "not_carried"
    if code == "CA":
        row = SPELLS[spell]
        return "" if year.level(who, row.domain) >= row.level else "cannot_cast"
    berserk = year.book.characters[who]["temper"] == "berserk"
    return "berserk_flees" if code == "FL" and berserk else ""
