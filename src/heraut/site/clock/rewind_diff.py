"""What a rewind changes, turn by turn, in the words of the game's own reports: lines that vanish, lines that appear.

Each reader is shown what his own report, or the chronicle, said then and says now: his view and the events addressed to
him, and nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from itertools import groupby
from typing import Any

import msgspec

from heraut.engine.layout import WIDTH
from heraut.engine.protocol import Seat as SeatName
from heraut.engine.protocol import seen_by
from heraut.site.clock.models import Branch, Rewind
from heraut.site.clock.rewind import unsqueezed
from heraut.site.matches.models import Match, Step
from heraut.site.matches.state_storage import state_after
from heraut.site.matches.steps import stored_events

SECTION = re.compile(r"^── (.*?) ─*$")
MARK = re.compile(r"^\s*(?:[·!-] |\d+  )")
COLUMNS = re.compile(r"(?<=\S)  +(?=\S)")
CELL = re.compile(r"[^ ]+(?: [^ ]+)*")  # a figure may hold spaces that do not break
BULLET = re.compile(r"^[·!-] ")
GONE, COME = "gone", "come"
MOST_SHOWN = 6  # lines of a section that go, and as many that come
LIGHT = ("state", "events", "answers")  # fields of rows that are read for the turns shown alone

Cell = tuple[int, int, str]
Row = Any  # a Step, a SetAsideStep or a PreparedStep


class Change(msgspec.Struct, frozen=True):
    """A line that was told and is not any more ("gone"), or is told now ("come")."""

    sort: str
    text: str


class Part(msgspec.Struct, frozen=True):
    """The changes in one section of a report; "" above the first."""

    section: str
    changes: tuple[Change, ...]

    @property
    def shown(self) -> list[Change]:
        """The first lines of each sort, as many as a page can hold: a tournament has hundreds."""
        kept = {sort: [change for change in self.changes if change.sort == sort][:MOST_SHOWN] for sort in (GONE, COME)}
        return [change for change in self.changes if change in kept[change.sort]]

    @property
    def more(self) -> int:
        """How many there are besides."""
        return len(self.changes) - len(self.shown)


class TurnDiff(msgspec.Struct, frozen=True):
    """What changes in a turn for one reader: whether it was played, whether it is, line by line."""

    turn: int
    was: bool
    is_now: bool
    parts: tuple[Part, ...]


class Lines(msgspec.Struct, frozen=True):
    """The two lines of a match that are compared, from the step on at which they part."""

    match: Match
    old: Sequence[Row]
    new: Sequence[Row]

    @property
    def turns(self) -> list[int]:
        """The turns that either has."""
        return sorted({row.turn for row in (*self.old, *self.new)})

    def diff(self, turn: int, seat: SeatName | None, lang: str) -> TurnDiff:
        """What changes in this turn for whoever holds a seat, or for a passer-by."""
        old, new = ([row for row in rows if row.turn == turn] for rows in (self.old, self.new))
        told = [told_of(self.match, rows, seat, lang) if rows else [] for rows in (old, new)]
        return TurnDiff(turn, bool(old), bool(new), compared(*told))


def of_rewind(rewind: Rewind) -> Lines:
    """What a rewind would change that has been computed."""
    old = rewind.match.steps.filter(number__gte=rewind.first).order_by("number").defer(*LIGHT)
    return Lines(rewind.match, list(old), list(rewind.steps.order_by("number").defer(*LIGHT)))


def of_branch(branch: Branch) -> Lines:
    """What a rewind has changed: what it set aside, and what took its place then, wherever that stands today."""
    match = branch.match
    rows: dict[int, Row] = {row.number: row for row in match.steps.filter(number__gte=branch.first).defer(*LIGHT)}
    for later in match.branches.filter(number__gt=branch.number).order_by("-number"):
        rows = {number: row for number, row in rows.items() if number < later.first}
        rows |= {row.number: row for row in later.steps.defer(*LIGHT)}
    there = range(branch.first, int(str(branch.change["last"])) + 1)
    new = [rows[number] for number in there if number in rows]
    return Lines(match, list(branch.steps.defer(*LIGHT)), new)


def told_of(match: Match, rows: Sequence[Row], seat: SeatName | None, lang: str) -> list[tuple[str, str]]:
    """What the report of these steps of a turn says to this reader, line by line, each with its section."""
    last = rows[-1]
    state = state_after(match.pk, last.number) if isinstance(last, Step) else unsqueezed(last.state)
    events = [event for row in rows for event in stored_events(row.events)]
    view = match.rules.view(match.rules.load(state), seat)
    return list(sentences(match.rules.report(view, seen_by(events, seat), lang)))


def sentences(report: str) -> Iterable[tuple[str, str]]:
    """The lines of a report, unfolded, each with the heading above it and without the mark before it; columns are set
    apart by dots, and those of a table named by its head: a line stands by itself, where a bare figure says nothing.
    """
    section, told, before = "", "", ""
    head: Sequence[Cell] = ()
    for line in [*report.split("\n"), ""]:
        columns = cells(line)
        row = named(columns, head) if head and len(columns) > 1 else ""
        head = head if row else columns if len(columns) > 2 else ()
        if told and follows(line, before):
            told = f"{told} {line.strip()}"
        else:
            if told:
                yield section, COLUMNS.sub(" · ", BULLET.sub("", told))
            heading = SECTION.match(line)
            section, told = (heading[1], "") if heading else (section, "" if line.startswith("═") else line.strip())
            told = row or told
        before = line


def cells(line: str) -> list[Cell]:
    """What stands in the columns of a line, and from where to where."""
    return [(found.start(), found.end(), found[0]) for found in CELL.finditer(line)]


def named(columns: Sequence[Cell], head: Sequence[Cell]) -> str:
    """The columns of a row behind the words of its table's head, above or below which each of them stands."""
    return " · ".join(
        " ".join([*(name for start, end, name in head if start < last and first < end), text])
        for first, last, text in columns
    )


def follows(line: str, before: str) -> bool:
    """Whether a line goes on with the one before it, which had no room for its first word (`engine.layout.fold`)."""
    words = line.split()
    if not words or MARK.match(line) or SECTION.match(line) or COLUMNS.search(line):
        return False
    return len(before) + 1 + len(words[0]) > WIDTH


def compared(old: Sequence[tuple[str, str]], new: Sequence[tuple[str, str]]) -> tuple[Part, ...]:
    """The lines of the one that the other has not, where they stand."""
    found: list[tuple[str, Change]] = []
    for tag, i, j, k, n in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            found += [(section, Change(GONE, text)) for section, text in old[i:j]]
            found += [(section, Change(COME, text)) for section, text in new[k:n]]
    return tuple(
        Part(section, tuple(change for _, change in group)) for section, group in groupby(found, key=lambda one: one[0])
    )
