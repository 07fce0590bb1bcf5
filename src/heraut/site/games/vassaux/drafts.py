"""An answer that is put together before it is given: the lines so far, each judged by the question that it will meet.

`ORDRE 3 MAR` is announced, and then `ALLER 5000,6000` declared: to the game these are two questions, to a player they
are one act. A draft holds the lines of such an act. The first answers the question at hand; the others answer what the
same seat will be asked next if nobody comes between, as far as that is certain before any die is thrown
(`games/vassaux/preview/rehearsal.py`). They are noted when the first is given, each with a mark of the table that it
was meant for: if that table comes about, it answers by itself; if not, it is a draft again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

import msgspec

from heraut.engine.protocol import Refusal
from heraut.games.vassaux.decision import BattleDecision
from heraut.games.vassaux.notation import read
from heraut.games.vassaux.orders import Answer, Claim, Concede, Draw, Instruct
from heraut.games.vassaux.preview import Given
from heraut.games.vassaux.preview.drafts import PARAMETERS
from heraut.games.vassaux.preview.rehearsal import next_deployment, next_question

MOST_LINES = 26  # of an act: a host of units to deploy, or an announcement and the orders of its chain
GIVE, PREPARE = "give:", "prepare:"  # what a button says that gives these lines at once, or puts them into the draft
MARK, OF_MARK = "#", 9  # what stands before a mark, and its bytes


def said_by(button: str) -> list[str]:
    """The lines of such a button; none where it says something else."""
    mark = next((mark for mark in (GIVE, PREPARE) if button.startswith(mark)), "")
    return button.removeprefix(mark).split("|") if mark else []


@dataclass(frozen=True)
class DraftLine:
    """A line of a draft: the question it answers, and the answer."""

    text: str
    decision: BattleDecision
    answer: Answer

    @property
    def given(self) -> Given:
        """The same as previews take it."""
        return Given(self.decision, self.answer)


@dataclass(frozen=True)
class Draft:
    """The lines understood, the question after them (None: others, or dice, come first), what was refused.

    `next` is a question of the same act: who has said all of it is not asked the next one beforehand.
    """

    understood: tuple[DraftLine, ...]
    next: BattleDecision | None
    refusals: tuple[Refusal, ...] = ()
    refused: str = ""  # the line that was

    @property
    def text(self) -> str:
        """The draft as it is sent along."""
        return "\n".join(one.text for one in self.understood)

    @property
    def whole(self) -> bool:
        """Whether it holds an act with all that belongs to it: an order with its way, or its target."""
        return bool(self.understood) and (self.next is None or self.next.kind not in PARAMETERS)

    @property
    def given(self) -> list[Given]:
        """The lines as previews take them."""
        return [one.given for one in self.understood]


def draft(decision: BattleDecision, lines: Sequence[str]) -> Draft:
    """The act that these lines make; what stands behind a line that is refused is left out."""
    understood: list[DraftLine] = []
    now: BattleDecision | None = decision
    for line in lines[:MOST_LINES]:
        if now is None:
            break
        reading = now.parse(line)
        if reading.refusals:
            return Draft(tuple(understood), now, tuple(reading.refusals), line)
        understood.append(DraftLine(now.write(reading.answer), now, reading.answer))
        now = continued(now, reading.answer)
    return Draft(tuple(understood), now)


def continued(decision: BattleDecision, answer: Answer) -> BattleDecision | None:
    """The question after an answer that belongs to the same act; None where the act is done, or chance decides."""
    if isinstance(answer, Concede | Draw | Claim):
        return None
    if decision.kind == "deploy" and not isinstance(answer, Instruct):
        return next_deployment(decision, answer)
    found = next_question(decision, answer)
    if found is None or (found.kind in BEGINNINGS and not isinstance(answer, Instruct)):
        return None
    return found


BEGINNINGS = ("activate", "objective", "deploy", "cede", "leave")  # questions with which another act begins


# What is noted for later


def noted(lines: Sequence[DraftLine]) -> list[str]:
    """Lines for the questions to come, each with the mark of the one that it answers."""
    return [f"{MARK}{mark(one.decision)} {one.text}" for one in lines]


def mark(decision: BattleDecision) -> str:
    """What tells a question, and the table on which it is asked, from all others; a deployment stands for itself."""
    battle = decision.battle
    table = None if decision.kind == "deploy" else (battle.turn, battle.at, battle.units, battle.stack)
    packed = msgspec.json.encode([decision.kind, decision.place, table])
    return blake2b(packed, digest_size=OF_MARK).hexdigest()


def noted_answer(decision: BattleDecision, notes: str) -> tuple[Answer, str] | None:
    """What the rest of an act answers once it is asked for, and what is left of it.

    None where the table has changed so that it would be refused, or was meant for another one: the rest is then a draft
    again.
    """
    first, _, left = notes.partition("\n")
    meant, line = unmarked(first)
    if meant and meant != mark(decision):
        return None
    reading = decision.parse(line)
    return None if reading.refusals else (reading.answer, left)


def unmarked(line: str) -> tuple[str, str]:
    """The mark of a noted line, "" if it has none, and the line itself."""
    if not line.startswith(MARK):
        return "", line
    meant, _, rest = line.removeprefix(MARK).partition(" ")
    return meant, rest


def noted_lines(decision: BattleDecision, notes: str) -> list[str]:
    """What is noted as the lines of a draft, as far as its first can be said to this question.

    Instructions that wait beside them are given without a draft (`instructed.py`).
    """
    lines = [unmarked(line)[1] for line in notes.split("\n") if line.strip()]
    while lines and isinstance(read(lines[0], (Instruct,)), Instruct):
        lines.pop(0)
    return lines if lines and speaks_to(decision, lines[0]) else []


def speaks_to(decision: BattleDecision, line: str) -> bool:
    """Whether a line is an answer to this sort of question, though perhaps a refused one."""
    refusals = decision.parse(line).refusals
    return all(one.code not in UNHEARD for one in refusals)


UNHEARD = ("other_question", "unknown_verb", "one_line", "unreadable")
