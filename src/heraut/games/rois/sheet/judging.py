"""The order sheet: read, and checked line by line at entry (RO-ORD-22). Legal lines are kept."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from heraut.engine import sheets
from heraut.engine.protocol import Bounds, Refusal
from heraut.engine.sheets import GUESSED, read_entries
from heraut.engine.tokens import without_comment
from heraut.games.rois import orders as o
from heraut.games.rois.orders import Action, StandingPlan
from heraut.games.rois.sheet.book import Book
from heraut.games.rois.sheet.checks import check_action, check_author, check_realm_order, check_standing_plan
from heraut.games.rois.sheet.errors import Unread
from heraut.games.rois.sheet.reading import Entry, is_header, read_header, read_line
from heraut.games.rois.sheet.writing import write_entry

BOUNDS = Bounds("RO-ORD-22", lines=2_000, width=4_000)


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
            case StandingPlan():
                fault = check_standing_plan(self.book, entry)
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
        case StandingPlan(character=character, duel=duel):
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
