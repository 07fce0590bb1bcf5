"""The order sheet: read, checked line by line at entry, and written back (RO-ORD-22). Legal lines are kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from heraut.engine import sheets
from heraut.engine.protocol import Refusal
from heraut.engine.sheets import GUESSED, Bounds, read_entries
from heraut.engine.tokens import without_comment
from heraut.games.rois import orders as o
from heraut.games.rois.book import Book
from heraut.games.rois.checking import check_action, check_author, check_realm_order, check_standing
from heraut.games.rois.encounter.plan import write_plan
from heraut.games.rois.errors import Unread
from heraut.games.rois.orders import Action, Order, RealmOrder, Sheet, Standing
from heraut.games.rois.reading import REALM, Entry, is_header, read_header, read_line
from heraut.games.rois.state import Plan
from heraut.games.rois.tables import RACES

BOUNDS = Bounds("RO-ORD-22", lines=2_000, width=4_000)
SILENT = "SILENCE"  # how no sheet at all is written
TEMPER_CODES = {"berserk": "berserk", "brave": "brave", "prudent": "prudent", "coward": "couard"}


class Account:
    """What a sheet already says: the same thing twice is refused (RO-ORD-22)."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.said: set[tuple[object, ...]] = set()

    def enter(self, entry: Entry) -> Refusal | None:
        """Takes an entry in, or says why it is refused."""
        key = key_of(entry)
        if key in self.said:
            return Refusal("RO-ORD-22", "said_twice", {})
        match entry:
            case Action():
                fault = check_action(self.book, entry)
            case Standing():
                fault = check_standing(self.book, entry)
            case _:
                fault = check_realm_order(self.book, entry)
        if fault is None:
            self.said.add(key)
        return fault


def key_of(entry: Entry) -> tuple[object, ...]:
    """What may stand once in a sheet."""
    match entry:
        case Action(character=character, season=season):
            return character, season
        case Standing(character=character, duel=duel):
            return character, "duel" if duel else "plan"
        case o.CallVote() | o.Vote() | o.NameHeir():
            return (entry.code,)
        case o.Rename(sort=sort, number=number):
            return entry.code, sort, number
        case (
            o.Treat(kingdom=kingdom)
            | o.Break(kingdom=kingdom)
            | o.Exchange(kingdom=kingdom)
            | o.Donate(kingdom=kingdom)
        ):
            return entry.code, kingdom
    return (entry,)


def sheet_of(entries: Iterable[Entry]) -> Sheet:
    """A sheet of these entries, in the canonical order: by character, then by season; the kingdom's as they stand."""
    actions, plans, realm = [], [], []
    for entry in entries:
        if isinstance(entry, Action):
            actions.append(entry)
        elif isinstance(entry, Standing):
            plans.append(entry)
        else:
            realm.append(entry)
    actions.sort(key=lambda action: (action.character, action.season))
    plans.sort(key=lambda standing: (standing.character, standing.duel))
    return Sheet(tuple(actions), tuple(plans), tuple(realm))


# Writing


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
        case Standing():
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


class Head(msgspec.Struct, frozen=True):
    """A line that opens a section: whose lines follow, 0 for the kingdom."""

    character: int
    text: str


class Sections:
    """A sheet read line by line: under whose head they stand, and what has been said already."""

    def __init__(self, book: Book) -> None:
        self.book, self.account = book, Account(book)
        self.section: int | None = None
        self.refused = False  # the head of this section was refused: its lines go with it
        self.seen: set[int] = set()

    def read(self, raw: str) -> Head | Entry | Refusal | None:
        """What a line says; nothing if it is blank, or stands below a head that was refused. Raises Unread."""
        line = without_comment(raw, ";")
        if is_header(line):
            self.section, self.refused = None, True
            character = read_header(line)
            return self.header_fault(character) or Head(character, line)
        if not line or self.refused:
            return None
        if self.section is None:
            raise Unread("no_section", text=line[:40])
        entry = read_line(self.section, line)
        return self.account.enter(entry) or entry

    def header_fault(self, character: int) -> Refusal | None:
        """One's own living characters, each once."""
        if character in self.seen:
            return Refusal("RO-ORD-22", "said_twice", {})
        fault = check_author(self.book, character) if character else None
        if fault is None:
            self.seen.add(character)
        return fault

    def open(self, head: Head) -> None:
        """The lines that follow are those of this head."""
        self.section, self.refused = head.character, False

    def close(self, raw: str) -> None:
        """A line was refused: if it is a head, its lines go with it."""
        self.refused = self.refused or is_header(without_comment(raw, ";"))


Lines = Iterator[tuple[int, str, Head | Entry | Refusal | sheets.Unread]]


def write_line(found: Head | Entry) -> str:
    """A line of a sheet as it is kept."""
    return found.text if isinstance(found, Head) else write_entry(found)


def read_lines(book: Book, text: str) -> Iterator[tuple[int, Entry | Refusal]]:
    """Each line with what it holds, or why it is refused; lines below a refused head are not read."""
    sections, misread = Sections(book), 0
    lines: Lines = read_entries(text, BOUNDS, sections.read, write_line)
    for number, line, found in lines:
        if isinstance(found, sheets.Unread):
            misread += 1
            yield number, found.refusal(number, guess=misread <= GUESSED)
        elif isinstance(found, Head):
            sections.open(found)
        else:
            if isinstance(found, Refusal):
                sections.close(line)
            yield number, found
