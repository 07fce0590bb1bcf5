"""Matches as records of the engine: for the arbiter to go on with, for anybody to verify."""

from __future__ import annotations

from typing import Any

import msgspec

from heraut.engine.protocol import Seat as SeatName
from heraut.engine.record import Answer, CarriedOver, Record, RecordedStep, public_copy
from heraut.site.matches.models import Match

COUNTED = RecordedStep((), "")  # a step before the last, of which nothing is needed


def record_of(match: Match) -> Record:
    """The match as the engine's record, seed included: for the arbiter, and for everyone once it is over."""
    steps = list(match.steps.order_by("number").values_list("answers", "digest"))
    rulings = rulings_of(match)
    taken = [recorded(*step, rulings.get(number, "")) for number, step in enumerate(steps)]
    return bare_record(match, start=steps[0][1] if steps else "", steps=taken[1:])


def recorded(answers: list[list[Any]], digest: str, ruling: str = "") -> RecordedStep:
    """A stored step as the record has it."""
    return RecordedStep(tuple(Answer(SeatName(seat), text) for seat, text in answers), digest, ruling)


def rulings_of(match: Match) -> dict[int | None, str]:
    """What was decided about a match, by step; None: what waits for the coming one."""
    rulings: dict[int | None, str] = {}
    for step, text in match.rulings.values_list("step", "text"):
        rulings[step] = f"{rulings[step]}\n{text}" if step in rulings else text
    return rulings


def arbiter_record(match: Match) -> Record:
    """The match as a record that can be continued: of its steps the last is whole, and only counted are the others."""
    number, answers, digest = match.steps.order_by("-number").values_list("number", "answers", "digest")[0]
    if number == 0:
        return bare_record(match, start=digest, steps=[])
    last = recorded(answers, digest, rulings_of(match).get(number, ""))
    return bare_record(match, start="", steps=[*[COUNTED] * (number - 1), last])


def bare_record(match: Match, start: str, steps: list[RecordedStep]) -> Record:
    """A record of these steps."""
    words = dict(match.seats.exclude(word="").values_list("name", "word"))
    return Record(
        game=match.game,
        rules_version=match.rules_version,
        options=dict(match.options),
        seats=[SeatName(name) for name in match.seats.values_list("name", flat=True)],
        commitment=match.commitment,
        seed=bytes(match.seed).hex(),
        words={SeatName(name): word for name, word in words.items()},
        start=start,
        steps=steps,
        carried=tuple(
            CarriedOver(over.after, over.rules_version, over.digest, msgspec.Raw(bytes(over.state)))
            for over in match.carried.all()
        ),
        state=msgspec.Raw(bytes(match.state or b"")),
    )


def public_record(match: Match) -> Record:
    """The record as anybody may have it: whole once the match is over; before, without seed, orders, state, secrets."""
    return public_copy(record_of(match), over=match.over)
