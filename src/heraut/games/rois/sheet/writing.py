"""The order sheet as text, which reads back as the same sheet (RO-ORD-22)."""

from __future__ import annotations

from collections.abc import Iterable

from heraut.games.rois import orders as o
from heraut.games.rois.encounter.plan import write_plan
from heraut.games.rois.orders import Action, Order, RealmOrder, Sheet, StandingPlan
from heraut.games.rois.sheet.reading import REALM, Entry
from heraut.games.rois.state import Plan
from heraut.games.rois.tables import RACES

SILENT = "SILENCE"  # how no sheet at all is written
TEMPER_CODES = {"berserk": "berserk", "brave": "brave", "prudent": "prudent", "coward": "couard"}


def sheet_of(entries: Iterable[Entry]) -> Sheet:
    """A sheet of these entries, in the canonical order: by character, then by season; the kingdom's as they stand."""
    actions, plans, realm = [], [], []
    for entry in entries:
        if isinstance(entry, Action):
            actions.append(entry)
        elif isinstance(entry, StandingPlan):
            plans.append(entry)
        else:
            realm.append(entry)
    actions.sort(key=lambda action: (action.character, action.season))
    plans.sort(key=lambda standing: (standing.character, standing.duel))
    return Sheet(tuple(actions), tuple(plans), tuple(realm))


def write_units(units: tuple[int, ...]) -> str:
    """A unit list, runs as ranges."""
    if units == o.ALL:
        return "*"
    runs: list[list[int]] = []
    for unit in units:
        if runs and unit == runs[-1][1] + 1:
            runs[-1][1] = unit
        else:
            runs.append([unit, unit])
    return ",".join([f"{low}-{high}" if high > low else str(low) for low, high in runs])


def write_braces(plan: Plan | None) -> str:
    """A plan between braces; nothing where none is attached."""
    return "" if plan is None else f" {{{write_plan(plan)}}}"


def write_order(order: Order) -> str:  # noqa: C901  one case a kind of order
    """The order behind "phase:"."""
    match order:
        case o.Move(province=number) | o.Spy(province=number):
            rest = f" {number}"
        case o.Defend(province=province):
            rest = f" {province}" if province else ""
        case o.Search(place=number, plan=plan) | o.Meet(character=number, plan=plan):
            rest = f" {number}{write_braces(plan)}"
        case o.Recruit(type=type, count=count, leader=leader):
            rest = f" {type} {count}" + (f" POUR {leader}" if leader else "")
        case (
            o.Hire(character=number)
            | o.Dismiss(character=number)
            | o.Pursue(character=number)
            | o.Trail(character=number)
        ):
            rest = f" {number}"
        case o.Disband(units=units) | o.PickUp(units=units):
            rest = f" {write_units(units)}"
        case o.Leave(units=units, receiver=receiver):
            rest = f" {write_units(units)} {receiver or 'G'}"
        case o.Cast(spell=spell, target=target, garrison=garrison):
            rest = f" {spell}" + " G" * garrison + "".join(f" {number}" for number in target)
        case o.Use(item=item, target=target):
            rest = f" {item}" + "".join(f" {number}" for number in target)
        case o.Practise(ability=ability):
            rest = f" {ability}"
        case o.GiveItem(item=item, character=number):
            rest = f" {item} {number}"
        case o.GiveGold(gold=gold, character=number):
            rest = f" {gold} OR {number}"
        case _:
            rest = ""
    return order.code + rest


def write_realm_order(order: RealmOrder) -> str:
    """An order of the kingdom."""
    match order:
        case o.Treat(kingdom=kingdom) | o.Exchange(kingdom=kingdom):
            rest = f" {kingdom}"
        case o.Break(kingdom=kingdom, early=early):
            rest = f" {kingdom}" + " DEBUT" * early
        case o.Donate(kingdom=kingdom, gold=gold):
            rest = f" {kingdom} {gold}"
        case o.Vote(kingdom=kingdom):
            rest = f" {kingdom or 'BLANC'}"
        case o.Rename(sort=sort, number=number, text=text):
            rest = f' {sort}{number} "{text}"'
        case o.NameHeir(form=form):
            rest = " {}"
            if form is not None:
                parts = [form.sex, RACES[form.race].fr, TEMPER_CODES[form.temper]]
                parts += [f"{ability} {level}" for ability, level in sorted(form.levels.items())]
                rest = f" {{{', '.join(parts)}}}"
        case _:
            rest = ""
    return order.code + rest


def write_entry(entry: Entry) -> str:
    """One line of a sheet."""
    match entry:
        case Action():
            return f"{entry.season}: {write_order(entry.order)}"
        case StandingPlan():
            return f"{'DUEL' if entry.duel else 'PLAN'}{write_braces(entry.plan)}"
    return write_realm_order(entry)


def write_sheet(sheet: Sheet) -> str:
    """The text that reads back as this sheet; never empty, so that an empty sheet is told from none."""
    if not sheet.sent:
        return SILENT
    sheet = sheet_of((*sheet.actions, *sheet.plans, *sheet.realm))  # one sheet has one text
    lines = []
    authors = {action.character for action in sheet.actions} | {standing.character for standing in sheet.plans}
    for character in sorted(authors):
        lines.append(f"@{character}")
        lines += [write_entry(each) for each in sheet.actions if each.character == character]
        lines += [write_entry(each) for each in sheet.plans if each.character == character]
    if sheet.realm or not lines:
        lines.append(f"@{REALM}")
        lines += [write_realm_order(order) for order in sheet.realm]
    return "\n".join(lines)
