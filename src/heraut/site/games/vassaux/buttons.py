"""Buttons of a question: what each puts into the draft, in words and as code, and why it is grey where it is.

`field` says what a press does with the draft: "add" a line, put one "instead" of the last, make a "whole" new one, or
"touch" a unit; "now" binds at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from heraut.engine.protocol import Refusal
from heraut.games.vassaux.decision import BattleDecision
from heraut.games.vassaux.orders import Answer, Leave, Lose
from heraut.games.vassaux.preview import Preview
from heraut.site.games.vassaux.draft_input import DraftInput, Open, written
from heraut.site.games.vassaux.drafts import Draft
from heraut.site.games.vassaux.naming import Namer


class Why(NamedTuple):
    """Why an offer is grey: in a few words, and whole, with the remedy and the rule."""

    short: str
    whole: str


@dataclass(frozen=True)
class Offer:
    """A button: what it puts into the draft, in words and as code; `why` it is grey, where it is.

    `men` are the figures that it names, apart by blanks: a script lights them on the table.
    """

    value: str
    words: str
    field: str = "add"
    code: str = ""
    note: str = ""
    why: tuple[Why, ...] = ()
    on: bool = False
    face: str = ""
    men: str = ""


@dataclass(frozen=True)
class Group:
    """Offers of one sort under one heading; `folded` where they are not what is mostly wanted."""

    key: str
    words: str
    offers: list[Offer] = field(default_factory=list)
    folded: bool = False


class Asked(NamedTuple):
    """What offers are made of: the question at hand and the draft, the one that is open, what is shown, the words."""

    decision: BattleDecision
    plan: Draft
    entered: DraftInput
    open: Open
    preview: Preview
    namer: Namer
    explain: Callable[[Refusal], str]

    def why(self, refusals: Iterable[Refusal]) -> tuple[Why, ...]:
        """Reasons as a page shows them."""
        return tuple(Why(self.namer.reason(one), self.explain(one)) for one in refusals)

    @property
    def field(self) -> str:
        """What a press does with an answer to the open question."""
        return "instead" if self.open.answer is not None else "add"


def group(asked: Asked, key: str, offers: Iterable[Offer], *, folded: bool = False) -> Group:
    """Offers under the heading of their sort."""
    return Group(key, asked.namer.say("vassaux_offers", key), list(offers), folded)


def offer(asked: Asked, answer: Answer, *, note: str = "") -> Offer:
    """An answer to the open question, grey where it would be refused."""
    decision, line = asked.open.decision, written(answer)
    words = Namer(decision, asked.namer.herald).answer(answer)
    men = " ".join(map(str, answer.figures)) if isinstance(answer, Lose | Leave) else ""
    why, on = asked.why(decision.check(answer)), answer == asked.open.answer
    return Offer(line, words, asked.field, line, note, why, on, men=men)


def at_once(asked: Asked, answer: Answer) -> Offer:
    """An answer that changes nothing on the table: one press gives it."""
    found = offer(asked, answer, note=asked.namer.say("vassaux_offers", "at_once"))
    return replace(found, field="now")


def listed(asked: Asked) -> Iterator[Group]:
    """The answers of a question that has a short list of them, or else the one that silence gives."""
    answers = asked.open.decision.answers() or [asked.open.decision.default]
    yield group(asked, "answers", [offer(asked, one) for one in list(answers)[:MOST]])


MOST = 12  # answers that are shown of a list
