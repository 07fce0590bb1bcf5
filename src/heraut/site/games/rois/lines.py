"""The sheet checked line by line: what is understood, refused or doubtful. All from the King's view alone."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial

from heraut.engine.protocol import Json, Reading
from heraut.games.rois.mistakes.review import told
from heraut.games.rois.orders import Action, Sheet, StandingPlan
from heraut.games.rois.report import explain
from heraut.games.rois.sheet.reading import Entry
from heraut.site.games.rois.draft import Draft
from heraut.site.games.rois.order_words import Sentences
from heraut.site.matchpage.checked_lines import CheckedLine, Excerpt, excerpt, reason


@dataclass(frozen=True)
class CheckedSheet:
    """A whole sheet; `warnings` are those that belong to no line."""

    lines: list[CheckedLine]
    reading: Reading[Sheet]
    warnings: list[tuple[str, str]]

    @property
    def given(self) -> list[CheckedLine]:
        """The lines that hold something."""
        return [line for line in self.lines if line.text.strip()]

    @cached_property
    def shown(self) -> Excerpt:
        """Those of them that a page shows."""
        return excerpt(self.given)

    @property
    def faulty(self) -> list[CheckedLine]:
        """Those of them that are refused, or that there is something to fear about."""
        return [line for line in self.shown.lines if line.state in ("refused", "doubtful")]

    @property
    def understood(self) -> int:
        """How many orders and plans were understood."""
        return sum(bool(line.code) for line in self.lines)

    @property
    def refused(self) -> int:
        """How many lines were refused."""
        return len(self.reading.refusals)

    @property
    def doubtful(self) -> int:
        """How many lines there is something to fear about."""
        return sum(line.state == "doubtful" for line in self.lines)


def check(view: Json, text: str, lang: str) -> CheckedSheet:
    """The text of a living King, checked. Views come from the game; the text is anything that was typed."""
    return checked(Draft(view, text), lang)


def checked(draft: Draft, lang: str) -> CheckedSheet:
    """The same of a text that was read before."""
    view, text = draft.view, draft.text
    cautions, sentences = told(draft.decision, text, lang), Sentences(view, lang)
    lines = []
    for row in draft.rows:
        line = CheckedLine(row.number, row.text.rstrip("\r"))
        if row.number in draft.refusals:
            refusal = draft.refusals[row.number]
            line.refused, line.rule = partial(reason, explain, refusal, lang), refusal.rule
        elif row.number in draft.entries:
            entry = draft.entries[row.number]
            line.code, line.sentence = code_of(entry), sentences.entry(entry)
            line.warnings = [(words, "") for words in cautions.get(row.number, ())]
        lines.append(line)
    reading = draft.decision.parse(text)
    return CheckedSheet(lines, reading, [(words, "") for words in cautions.get(0, ())])


def code_of(entry: Entry) -> str:
    """The word that a line begins with."""
    if isinstance(entry, Action):
        return entry.order.code
    if isinstance(entry, StandingPlan):
        return "DUEL" if entry.duel else "PLAN"
    return entry.code
