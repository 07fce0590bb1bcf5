"""Everything to look at before a sheet is sealed, each with its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from heraut.engine.protocol import Json, Refusal
from heraut.engine.tokens import without_comment
from heraut.games.rois.decision import SheetDecision
from heraut.games.rois.forecast.grid import forecast
from heraut.games.rois.forecast.model import Cell, Forecast, Severity, Task, Unpaid
from heraut.games.rois.forecast.words import say_reason
from heraut.games.rois.grammar import as_names, capital
from heraut.games.rois.herald import Herald
from heraut.games.rois.mistakes.caution import Caution
from heraut.games.rois.mistakes.review import cautions
from heraut.games.rois.orders import Action, Sheet, StandingPlan
from heraut.games.rois.sheet.errors import Unread
from heraut.games.rois.sheet.judging import key_of
from heraut.games.rois.sheet.reading import Entry, is_header, read_header
from heraut.games.rois.sheet.writing import write_entry

SEVERITIES: tuple[Severity, ...] = ("error", "warning", "hint")
REMINDERS = ("TODO", "À FAIRE", "A FAIRE")  # a comment that begins like this is a task of one's own


def tasks(view: Json, text: str, lang: str) -> list[Task]:
    """Errors of a sheet's text, cautions, orders that come to nothing, idle seasons, what cannot be paid, reminders.

    The gravest first, then by line and season. A page leaves out those whose `identity` or `kind` is hushed. An empty
    text is a sheet without orders.
    """
    return Review(view, text, lang).all()


class Review:
    """A sheet's text, looked through."""

    def __init__(self, view: Json, text: str, lang: str) -> None:
        self.decision, self.text = SheetDecision(view), text
        self.herald = Herald(view, lang)
        reading = self.decision.parse(text)
        self.refusals = reading.refusals
        self.sheet: Sheet = reading.answer if text.strip() else Sheet()
        self.lines = {key_of(entry): line for line, entry in self.decision.entries(text).items()}
        self.heads = heads_of(text)
        self.rows = text.split("\n")

    def all(self) -> list[Task]:
        """Every task, the gravest first."""
        ahead = forecast(self.decision.view, self.sheet)
        warned = list(cautions(self.decision.view, self.sheet))
        found = [*self.errors(), *self.cautions(warned), *self.failures(ahead, warned), *self.money(ahead)]
        found += [*self.idle(ahead), *self.reminders()]
        return sorted(told_apart(found), key=lambda task: (SEVERITIES.index(task.severity), task.line, task.season))

    def heading(self, key: str) -> str:
        """What stands above a task."""
        return self.herald.words.say("task_heading", key)

    def say(self, key: str, data: Mapping[str, Any]) -> str:
        """What a task says."""
        return capital(self.herald.tale("task", key, data))

    # What is wrong

    def errors(self) -> Iterator[Task]:
        """Lines that are refused: why, and what to write instead."""
        for refusal in self.refusals:
            character = self.owner_of(refusal.line)
            written = self.rows[refusal.line - 1].strip() if 0 < refusal.line <= len(self.rows) else ""
            yield Task(
                identity=f"error/{refusal.code}/{character}/{written}", severity="error", kind=refusal.code,
                heading=self.heading("error"), text=self.explained(refusal), rule=refusal.rule, line=refusal.line,
                character=character, advice=self.remedy(refusal),
            )  # fmt: skip

    def explained(self, refusal: Refusal) -> str:
        """Why a line is refused."""
        return self.herald.words.say("refusal", refusal.code, {**refusal.data, "line": refusal.line}, self.herald.names)

    def remedy(self, refusal: Refusal) -> str:
        """What to write instead: a sentence by itself."""
        data = {**refusal.data, "line": refusal.line}
        return capital(self.herald.words.say("remedy", refusal.code, data, self.herald.names))

    def owner_of(self, line: int) -> int:
        """Under whose head a line stands; 0 for the kingdom's, or nobody's."""
        return next((who for who, head in reversed(self.heads.items()) if head <= line), 0)

    def cautions(self, found: list[Caution]) -> Iterator[Task]:
        """What is legal, and probably not meant."""
        for caution in found:
            entry = caution.entry
            character, season = place_of(entry)
            written = "" if entry is None else write_entry(entry)
            yield Task(
                identity=f"caution/{caution.code}/{character}/{written}", severity="warning", kind=caution.code,
                heading=self.herald.name("mistake", caution.heading),
                text=capital(self.herald.tale("caution", caution.code, caution.data)), rule=caution.rule,
                line=0 if entry is None else self.lines.get(key_of(entry), 0), character=character, season=season,
                province=caution.data.get("province", 0),
            )  # fmt: skip

    def failures(self, ahead: Forecast, warned: list[Caution]) -> Iterator[Task]:
        """Orders that come to nothing, unless a caution says so already."""
        said = {place_of(caution.entry) for caution in warned}
        unpaid = {(each.character, each.season) for each in ahead.purse.unpaid}
        for cell in (cell for row in ahead.rows for cell in row.cells):
            place = cell.character, cell.season
            if cell.reason is None or cell.order is None or place in said or place in unpaid:
                continue
            data = {"who": cell.character, "season": cell.season, "why": say_reason(self.herald, cell.reason)}
            written = write_entry(Action(cell.character, cell.season, cell.order))
            yield self.task(
                "nothing", f"{cell.reason.code}/{cell.character}/{written}", "warning", self.say("nothing", data),
                cell.reason.rule, cell.character, cell.season, cell.before,
            )  # fmt: skip

    def money(self, ahead: Forecast) -> Iterator[Task]:
        """What the treasury will not pay."""
        for each in ahead.purse.unpaid:
            key = "unpaid_order" if each.character else "unpaid_year"
            rule = "RO-GEN-06" if each.character else "RO-FIN-03"
            yield self.task(
                "unpaid", f"{each.season}/{each.character}", "warning", self.say(key, figures(each)), rule,
                each.character, each.season,
            )  # fmt: skip

    def idle(self, ahead: Forecast) -> Iterator[Task]:
        """Seasons in which one of one's own has nothing to do: one task a character."""
        for row in ahead.rows:
            empty: list[Cell] = [cell for cell in row.cells if cell.idle]
            if empty:
                seasons = [cell.season for cell in empty]
                identity = f"{row.character}/{','.join(map(str, seasons))}"
                key = "idle" if len(empty) < len(row.cells) else "idle_year"
                text = self.say(key, {"who": row.character, "seasons": seasons})
                yield self.task(
                    "idle", identity, "hint", text, "RO-TURN-08", row.character, seasons[0], empty[0].before
                )

    def reminders(self) -> Iterator[Task]:
        """Comments that begin with TODO: tasks of one's own."""
        for line, row in enumerate(self.rows, start=1):
            comment = row[len(without_comment(row, ";")) :].strip(" \t;") if ";" in row else ""
            mark = next((mark for mark in REMINDERS if comment.upper().startswith(mark)), "")
            text = comment[len(mark) :].strip(" :")
            if mark and text:
                who = self.owner_of(line)
                told = self.say("todo", {"text": text})
                yield Task(f"todo/{who}/{text}", "hint", "todo", self.heading("todo"), told, "", line, who)

    def task(
        self,
        kind: str,
        identity: str,
        severity: Severity,
        text: str,
        rule: str,
        who: int,
        season: int,
        province: int = 0,
    ) -> Task:
        """A task about a cell: its line if an order stands there, else the head of the character."""
        line = self.lines.get((who, season)) or self.heads.get(who, 0)
        return Task(f"{kind}/{identity}", severity, kind, self.heading(kind), text, rule, line, who, season, province)


def heads_of(text: str) -> dict[int, int]:
    """The line of each section's head, by character (0: the kingdom), in the order of the text."""
    found: dict[int, int] = {}
    for line, row in enumerate(text.split("\n"), start=1):
        bare = without_comment(row, ";")
        if is_header(bare):
            try:
                found.setdefault(read_header(bare), line)
            except Unread:
                continue
    return found


def place_of(entry: Entry | None) -> tuple[int, int]:
    """The character and the season of an entry; 0 where it has none."""
    if isinstance(entry, Action):
        return entry.character, entry.season
    return (entry.character, 0) if isinstance(entry, StandingPlan) else (0, 0)


def figures(unpaid: Unpaid) -> dict[str, Any]:
    """What a sentence about the treasury names."""
    return {
        "season": unpaid.season, "who": unpaid.character, "lacks": unpaid.lacks, "heroes": list(unpaid.heroes),
        "units": as_names(unpaid.units), "recruits": unpaid.recruits, "covered": unpaid.covered,
    }  # fmt: skip


def told_apart(found: list[Task]) -> Iterator[Task]:
    """The tasks with distinct identities: the second of two equal ones gets a number behind it."""
    seen: Counter[str] = Counter()
    for task in found:
        seen[task.identity] += 1
        again = seen[task.identity]
        yield task if again == 1 else msgspec.structs.replace(task, identity=f"{task.identity}/{again}")
