"""The shape of a question: what each chapter must say of the decisions it asks for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from heraut.engine.protocol import Refusal
from heraut.engine.rng import Rng
from heraut.games.vassaux.orders import Answer
from heraut.games.vassaux.resolution import Turn
from heraut.games.vassaux.table.field import Field


class Question(NamedTuple):
    """What may be answered, what is refused, what silence means, a legal answer, and what the answer does."""

    answers: tuple[Any, ...]
    check: Callable[[Field, Any], Sequence[Refusal]]
    default: Callable[[Field], Answer]
    sample: Callable[[Field, Rng], Answer]
    take: Callable[[Turn, Any], None]
    listed: Callable[[Field], Iterable[Answer]] | None = None


def yes_or_no(field: Field, answer: Any) -> Sequence[Refusal]:
    """Either is legal."""
    return ()
