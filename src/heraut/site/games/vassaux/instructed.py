"""What a player has said in advance: what the battle keeps of it, and what is noted until he is asked again.

An instruction is given instead of an answer, and only by whoever is asked (SV-DPR-02). What is said meanwhile stands in
the notes of the seat, before the rest of an act (`drafts.py`), and is given at the next question.
"""

from __future__ import annotations

from typing import Any

from heraut.engine.protocol import Json
from heraut.games.vassaux import instructions
from heraut.games.vassaux.decision import BattleDecision
from heraut.games.vassaux.notation import read, write
from heraut.games.vassaux.orders import About, Answer, Instruct
from heraut.games.vassaux.preview.rehearsal import NoDice, outcome
from heraut.games.vassaux.resolution import Turn
from heraut.games.vassaux.state import Instructions
from heraut.games.vassaux.view import battle_of
from heraut.site.games.vassaux import drafts


def noted_answer(decision: BattleDecision, notes: str) -> tuple[Answer, str] | None:
    """What the notes of a seat answer for it, and what is left of them; None where it has to be asked."""
    line, _, left = notes.partition("\n")
    said = instruction(line)
    if said is None:
        return drafts.noted_answer(decision, notes)
    if decision.check(said):  # it speaks of somebody who has fallen meanwhile
        return noted_answer(decision, left) if left else None
    covered = "" if left else answer_by(decision, said)
    return said, left or covered


def instruction(line: str) -> Instruct | None:
    """The instruction that a line of the notes gives; None for any other line."""
    found = read(line, (Instruct,))
    return found if isinstance(found, Instruct) else None


def answer_by(decision: BattleDecision, said: Instruct) -> str:
    """The line that answers the present question once this has been said; "" where it does not cover it."""
    after = outcome(decision.battle, said)
    if after is None or decision.kind not in instructions.SAID:
        return ""
    found = instructions.answer_of(Turn(after.battle, NoDice()))
    return "" if found is None else write(found)


def kept(view: Json) -> Instructions:
    """What the battle keeps of the reader's instructions."""
    found = battle_of(view).hosts[view["seat"]].instructions
    return found if found is not None else Instructions()


def waiting(notes: str) -> list[Instruct]:
    """The instructions in the notes, which the battle does not know yet."""
    return [said for line in notes.split("\n") if (said := instruction(line)) is not None]


def effective(view: Json, notes: str) -> Instructions:
    """What will be in force once the notes have been given."""
    found = kept(view)
    said: dict[About, Any] = {
        one.about: {"react": one.rules, "counter": one.unit}.get(one.about, one.say) for one in waiting(notes)
    }
    return Instructions(
        react=said.get("react", found.react),
        cede=said.get("cede", found.cede),
        martyrs=said.get("martyrs", found.martyrs),
        counter=said.get("counter", found.counter),
    )


def with_instruction(notes: str, said: Instruct) -> str:
    """The notes with this instruction before the rest of an act, in the place of what was said about the same."""
    lines = [line for line in notes.split("\n") if line.strip()]
    others = [line for line in lines if (one := instruction(line)) is not None and one.about != said.about]
    rest = [line for line in lines if instruction(line) is None]
    return "\n".join([*others, write(said), *rest])
