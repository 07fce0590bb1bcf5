"""Matches as records of the engine: for the arbiter to go on with, for anybody to verify."""

from __future__ import annotations

from typing import Any

import msgspec

from heraut.engine.protocol import Seat as SeatName
from heraut.engine.record import Answer, Branch, CarriedOver, Record, RecordedStep, public_copy
from heraut.site.matches.models import Match

COUNTED = RecordedStep((), "")  # a step before the last, of which nothing is needed
REWOUND = Branch(first=1, steps=(), rules_version="")  # a rewind, of which the number alone is needed


def record_of(match: Match) -> Record:
    """The match as the engine's record, seed included: for the arbiter, and for everyone once it is over."""
    steps = list(match.steps.order_by("number").values_list("answers", "digest", "rewinds"))
    rulings = rulings_of(match)
    taken = [recorded(*step[:2], rulings.get(number, ""), step[2]) for number, step in enumerate(steps)]
    record = bare_record(match, start=steps[0][1] if steps else "", steps=taken[1:])
    return msgspec.structs.replace(record, branches=branches_of(match))


def recorded(answers: list[list[Any]], digest: str, ruling: str = "", rewinds: int = 0) -> RecordedStep:
    """A stored step as the record has it."""
    return RecordedStep(tuple(Answer(SeatName(seat), text) for seat, text in answers), digest, ruling, rewinds)


def branches_of(match: Match) -> tuple[Branch, ...]:
    """What its rewinds have set aside, as the record has it."""
    branches = []
    for branch in match.branches.order_by("number"):
        steps = list(branch.steps.order_by("number").defer("events", "state"))
        branches.append(
            Branch(
                first=branch.first,
                steps=tuple(recorded(step.answers, step.digest, step.ruling, step.rewinds) for step in steps),
                rules_version=next((step.rules_version for step in steps), "") or match.rules_version,
                reason=branch.reason,
                change=dict(branch.change),
            )
        )
    return tuple(branches)


def rulings_of(match: Match) -> dict[int | None, str]:
    """What was decided about a match, by step; None: what waits for the coming one."""
    rulings: dict[int | None, str] = {}
    for step, text in match.rulings.values_list("step", "text"):
        rulings[step] = f"{rulings[step]}\n{text}" if step in rulings else text
    return rulings


def arbiter_record(match: Match) -> Record:
    """The match as a record that can be continued: of its steps the last is whole, and only counted are the others."""
    wanted = "number", "answers", "digest", "rewinds"
    number, answers, digest, rewinds = match.steps.order_by("-number").values_list(*wanted)[0]
    last = recorded(answers, digest, rulings_of(match).get(number, ""), rewinds)
    start, steps = (digest, []) if number == 0 else ("", [*[COUNTED] * (number - 1), last])
    return msgspec.structs.replace(bare_record(match, start, steps), branches=(REWOUND,) * match.branch)


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
