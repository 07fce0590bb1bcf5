"""One decision at a time: what is asked of the visitor now, and what becomes of his answer.

A form names the question that it answers (`key`): an answer to another one, which the table has left meanwhile, is not
taken for an answer to the present one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from hashlib import blake2b
from typing import Any

from django.utils.text import normalize_newlines

from heraut.engine.protocol import Bounds, Reading, Refusal
from heraut.engine.sheets import first_refusals, lines_answered
from heraut.site.common.words import say
from heraut.site.matches.orders import asks_for_orders
from heraut.site.matches.turn_status import stands_alone
from heraut.site.matchpage.checked_lines import CheckedLine
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.matchpage.saving import LONGEST_TEXT, Saved, save, version

UNASKED = Bounds("", lines=100, width=LONGEST_TEXT)  # of an answer to nothing


class Question:
    """What is asked of the visitor; `decision` None: nothing, or nothing that he may answer now."""

    def __init__(self, access: MatchAccess) -> None:
        self.access = access

    @cached_property
    def decision(self) -> Any | None:
        """The decision, as the game has it."""
        access = self.access
        if not access.may("orders") or access.name is None or not asks_for_orders(access.match) or self.being_taken:
            return None
        return access.pending().get(access.name)

    @property
    def being_taken(self) -> bool:
        """Whether his answer is being taken just now."""
        sheet = self.access.sheet
        return self.access.match.claimed_until is not None and sheet is not None and bool(sheet.sealed)

    @cached_property
    def key(self) -> str:
        """The question, told apart from all others: while all negotiate it stays the same from step to step."""
        if self.decision is None:
            return ""
        match = self.access.match
        place = f"talks {match.turn}" if stands_alone(self.decision) else f"step {match.step}"
        return blake2b(f"{match.code} {self.decision.kind} {place}".encode(), digest_size=9).hexdigest()

    @property
    def alone(self) -> bool:
        """Whether the visitor may act without waiting for the others."""
        return stands_alone(self.decision)

    @property
    def answered(self) -> str | None:
        """The answer that he has given already, while the others still think; None if he has not."""
        sheet = self.access.sheet if self.decision is not None else None
        return sheet.kept if sheet is not None and sheet.sealed else None

    def read(self, text: str) -> Reading[Any]:
        """What this text says, as the game reads it."""
        assert self.decision is not None
        reading: Reading[Any] = self.decision.parse(text)
        return reading


@dataclass(frozen=True)
class CheckedAnswer:
    """An answer line by line, as programs are told of it."""

    lines: list[CheckedLine]
    refused: int
    warnings: list[tuple[str, str]] = field(default_factory=list)

    @property
    def understood(self) -> int:
        """How many lines count."""
        return sum(line.state == "good" for line in self.lines)


def check(question: Question, text: str, lang: str) -> CheckedAnswer:
    """What would be understood of an answer; every line of it is refused when nothing is asked."""
    rules, lines = question.access.match.rules, []
    reading = question.read(text) if question.decision is not None else None
    refusals = {refusal.line: refusal for refusal in reading.refusals} if reading is not None else {}
    bounds = UNASKED if question.decision is None else question.decision.bounds
    for number, source in lines_answered(text, bounds, list(refusals.values())):
        line = CheckedLine(number, source.strip(), code=(source.split() or [""])[0].upper())
        if number in refusals:
            line.refused, line.rule = partial(rules.explain, refusals[number], lang), refusals[number].rule
        elif reading is None and line.code:
            line.refused = partial(say, "decision.closed")
        lines.append(line)
    return CheckedAnswer(lines, sum(line.state == "refused" for line in lines))


def refusals_told(access: MatchAccess, refusals: Sequence[Refusal]) -> list[str]:
    """Refusals in words: the first of them, and how many lines more were refused."""
    first, left = first_refusals(refusals)
    told = [access.match.rules.explain(refusal, access.lang) for refusal in first]
    return [*told, say("sheet.more_refused", left=left)] if left else told


def fault_words(game: str, fault: str) -> str:
    """Why an answer was not taken, in the game's own words: its group holds a `fault_…` but for those of all games."""
    key = f"sheet.fault_{fault}" if fault in ("often", "regent") else f"{game}.fault_{fault}"
    return say(key, most=LONGEST_TEXT)


def answer(question: Question, text: str, key: str, notes: str | None = None) -> tuple[Saved, tuple[Refusal, ...]]:
    """Gives an answer, whole or not at all, and with it what is noted for the questions after it (None: as it was).

    Faults: "closed", "moved" (another question by now), "refused", "long", and those of `saving.save`.
    """
    access, text = question.access, normalize_newlines(text).strip()
    if question.decision is None:
        return Saved(None, "closed"), ()
    if key != question.key:
        return Saved(None, "moved"), ()
    if len(text) > LONGEST_TEXT:
        return Saved(None, "long"), ()
    refusals = question.read(text).refusals
    if refusals:
        return Saved(None, "refused"), refusals
    return save(access, text, [str(version(access.sheet))], seal=True, notes=notes), ()
