"""An answer that is put together before it is given: the lines so far, each judged by the question that it will meet.

`ORDRE 3 MAR` is announced, and then `ALLER 5000,6000` declared: to the game these are two questions, to a player they
are one act. A draft holds the lines of such an act. The first answers the question at hand; the others answer what the
same seat will be asked next, as far as that is certain before any die is thrown (`games/vassaux/rehearsal.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from heraut.engine.protocol import Refusal
from heraut.games.vassaux.decision import BattleDecision
from heraut.games.vassaux.orders import Answer
from heraut.games.vassaux.rehearsal import next_question

MOST_LINES = 8  # of an act: an announcement and the orders of its chain


@dataclass(frozen=True)
class Stage:
    """A line of a draft: the question it answers, and the answer."""

    line: str
    decision: BattleDecision
    answer: Answer


@dataclass(frozen=True)
class Draft:
    """The lines understood, the question after them (None: others, or dice, come first), what was refused."""

    stages: tuple[Stage, ...]
    next: BattleDecision | None
    refusals: tuple[Refusal, ...] = ()

    @property
    def text(self) -> str:
        """The draft as it is sent along."""
        return "\n".join(stage.line for stage in self.stages)

    @property
    def without_last(self) -> str:
        """The draft with its last line taken back."""
        return "\n".join(stage.line for stage in self.stages[:-1])


def draft(decision: BattleDecision, lines: Sequence[str]) -> Draft:
    """The act that these lines make; what stands behind a line that is refused is left out."""
    stages: list[Stage] = []
    now: BattleDecision | None = decision
    for line in lines[:MOST_LINES]:
        if now is None:
            break
        reading = now.parse(line)
        if reading.refusals:
            return Draft(tuple(stages), now, tuple(reading.refusals))
        stages.append(Stage(now.write(reading.answer), now, reading.answer))
        now = next_question(now, reading.answer)
    return Draft(tuple(stages), now)


def noted_answer(decision: BattleDecision, notes: str) -> tuple[Answer, str] | None:
    """What the rest of an act answers once it is asked for, and what is left of it.

    None where the table has changed so that it would be refused: the rest is then a draft again.
    """
    line, _, left = notes.partition("\n")
    reading = decision.parse(line)
    return None if reading.refusals else (reading.answer, left)
