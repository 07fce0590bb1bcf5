"""What a seat owes: one question of the rulebook at a time (SV-DP), judged by the chapter that asks it.

A decision is made from what its seat may see (`view.without_secrets`). `kind` is one of
`QUESTIONS`; `field` is the table as the seat sees it, `view` the same as plain JSON, built when somebody reads it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, partial
from typing import Any

from heraut.engine.protocol import Json, Reading, Refusal
from heraut.engine.rng import Rng
from heraut.games.vassaux import notation, offers
from heraut.games.vassaux.instructions import instruct_refusals
from heraut.games.vassaux.instructions import sample as sample_instruction
from heraut.games.vassaux.orders import Answer, Claim, Concede, Draw, Instruct
from heraut.games.vassaux.phases.absence import claim_refusals
from heraut.games.vassaux.phases.scenarios import draw_refusals
from heraut.games.vassaux.questions import QUESTIONS
from heraut.games.vassaux.state import Battle
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.view import view, without_secrets

ALWAYS = (Concede, Draw, Claim, Instruct)  # whatever is asked (SV-END-06, SV-DPR-02, SV-DPR-03)


class BattleDecision:
    """The question that the battle waits for, as its seat sees it."""

    bounds = notation.BOUNDS

    def __init__(self, battle: Battle, *, hidden: bool = True) -> None:
        assert battle.asked is not None
        self.place, self.kind = battle.asked
        self.battle = without_secrets(battle, self.place) if hidden else battle
        self.question = QUESTIONS[self.kind]
        self.field = Field(self.battle)  # the table, to be asked anything

    def __reduce__(self) -> Any:
        """Passes to another process as its battle: as the seat sees it, already."""
        return partial(BattleDecision, hidden=False), (self.battle,)

    @cached_property
    def view(self) -> Json:
        """What the seat sees."""
        return view(self.battle, self.battle.hosts[self.place].seat)

    @cached_property
    def default(self) -> Answer:
        """What silence means (SV-DP, last column)."""
        return self.question.default(self.field)

    def check(self, answer: Answer) -> Sequence[Refusal]:
        """Why this answer would be refused."""
        if isinstance(answer, Instruct):
            return instruct_refusals(self.field, self.place, answer)
        if isinstance(answer, Claim):
            return claim_refusals(self.field, self.place)
        if isinstance(answer, Draw):
            return draw_refusals(self.field, self.place)
        if isinstance(answer, Concede):
            return ()
        if not isinstance(answer, self.question.answers):
            return (Refusal("SV-ORD-01", "other_question", {"verbs": notation.verbs_of(self.question.answers)}),)
        return self.question.check(self.field, answer)

    def sample(self, rng: Rng) -> Answer:
        """Some legal answer; seldom an instruction instead."""
        return sample_instruction(self.field, self.place, rng) or self.question.sample(self.field, rng)

    def answers(self) -> Iterable[Answer] | None:
        """All legal answers of the questions that have a short list of them."""
        return None if self.question.listed is None else self.question.listed(self.field)

    def offers(self, taken: Sequence[Answer] = ()) -> Sequence[Answer]:
        """Answers that may be given: all, or the usual ones (`offers.py`); none behind another."""
        return () if taken else offers.offers(self.field, self.place)

    def compose(self, taken: Sequence[Answer]) -> Answer:
        """The answer that was taken; the default of none."""
        return taken[0] if taken else self.default

    def parse(self, text: str) -> Reading[Any]:
        """The answer written in a line (see `notation`)."""
        return notation.parse(text, (*self.question.answers, *ALWAYS), lambda: self.default, self.check)

    def write(self, answer: Answer) -> str:
        """The line that reads back as this answer."""
        return notation.write(answer)
