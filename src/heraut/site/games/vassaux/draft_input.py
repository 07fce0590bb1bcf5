"""What a player has before him while he puts an answer together: his draft, and what he has pointed at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from heraut.engine.protocol import Refusal
from heraut.games.vassaux import notation
from heraut.games.vassaux.decision import BattleDecision
from heraut.games.vassaux.identities import NO_FIGURE, NO_UNIT, FigureId, UnitId
from heraut.games.vassaux.orders import Answer
from heraut.geometry import Point
from heraut.site.games.vassaux.drafts import Draft, draft


@dataclass(frozen=True)
class DraftInput:
    """What a player has before him: the lines of his draft, the unit and the man he has pointed at.

    `points` are markers of an infiltrating unit so far. `says` is the key of a sentence (`vassaux_point`) where a touch
    has no meaning, `refusals` are the reasons where the rules bar what it means.
    `known` is what these lines come to, where they have been read already.
    """

    lines: tuple[str, ...] = ()
    unit: UnitId = NO_UNIT
    man: FigureId = NO_FIGURE
    points: tuple[Point, ...] = ()
    says: str = ""
    refusals: tuple[Refusal, ...] = ()
    known: Draft | None = None

    def saying(self, key: str) -> DraftInput:
        """The same, with a word about the touch."""
        return replace(self, says=key)

    def refusing(self, refusals: Sequence[Refusal]) -> DraftInput:
        """The same, with reasons."""
        return replace(self, refusals=tuple(refusals))


def plan_of(decision: BattleDecision, entered: DraftInput) -> Draft:
    """What the entered lines come to."""
    known = entered.known
    if known is not None and entered.lines == tuple(one.text for one in known.understood):
        return known
    return draft(decision, entered.lines)


class Open(NamedTuple):
    """The question that a touch speaks to, the lines before its answer, and the answer that stands there so far."""

    decision: BattleDecision
    before: tuple[str, ...]
    answer: Answer | None


def open_question(decision: BattleDecision, plan: Draft) -> Open:
    """The next question of the draft; that of its last line again, where the act is whole."""
    lines = tuple(one.text for one in plan.understood)
    if plan.next is not None and (not plan.whole or plan.next.kind == "deploy"):
        return Open(plan.next, lines, None)
    if plan.understood:
        return Open(plan.understood[-1].decision, lines[:-1], plan.understood[-1].answer)
    return Open(decision, (), None)


def last_question(plan: Draft) -> Open | None:
    """The question that the last line answers, with its answer."""
    if not plan.understood:
        return None
    last = plan.understood[-1]
    return Open(last.decision, tuple(one.text for one in plan.understood[:-1]), last.answer)


def written(answer: Answer) -> str:
    """An answer as a line."""
    return notation.write(answer)
