"""Steps that were taken, and how they are stored."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import msgspec

from heraut.engine.decoding import decode
from heraut.engine.match import Match as EngineMatch
from heraut.engine.protocol import Event
from heraut.engine.protocol import Seat as SeatName
from heraut.engine.record import Answer
from heraut.site.matches.adapters import adapter
from heraut.site.matches.models import Match, Step
from heraut.site.matches.receipts import keyed_root_of, root_of
from heraut.site.matches.state_storage import EVERY, last_whole, packed


@dataclass(frozen=True)
class Taken:
    """A step that was taken and is to be stored; `sealed` are the hashes of the answers used, by seat."""

    number: int
    turn: int
    answers: tuple[Answer, ...]
    sealed: Mapping[str, str]
    events: tuple[Event, ...]
    state: bytes
    digest: str
    rewinds: int = 0  # of the match when it was first taken
    resolved: datetime | None = None  # if not now


def as_taken(match: Match, engine: EngineMatch[Any, Any], number: int, sealed: Mapping[str, str]) -> Taken:
    """The last step of the engine, under this number."""
    steps = engine.record.steps
    return Taken(
        number=number,
        turn=adapter(match.game).turn_of(engine.state) if match.pace.by_decision else number,
        answers=steps[-1].answers if steps else (),
        sealed=sealed,
        events=engine.events,
        state=bytes(engine.record.state),
        digest=steps[-1].digest if steps else engine.record.start,
        rewinds=steps[-1].branch if steps else 0,
    )


def keep_steps(match: Match, now: datetime, steps: Iterable[Taken]) -> None:
    """Stores steps that have just been taken. IntegrityError if one of these numbers exists already.

    Where a step is one decision most states are packed against an earlier one.
    """
    rows: list[Step] = []
    whole: tuple[int, bytes] | None = None
    for step in steps:
        if whole is not None and step.number - whole[0] >= EVERY:
            whole = None
        elif match.pace.by_decision and not rows:
            whole = last_whole(match.pk, step.number)
        rows.append(
            Step(
                match=match,
                number=step.number,
                turn=step.turn,
                resolved=step.resolved or now,
                answers=[[answer.seat, answer.text] for answer in step.answers],
                events=msgspec.json.encode(step.events),
                state=step.state if whole is None else packed(step.state, whole[1]),
                base=None if whole is None else whole[0],
                rules_version=match.rules_version,
                digest=step.digest,
                rewinds=step.rewinds,
                sealed_hashes=dict(step.sealed),
                sealed_root=published_root(match, step),
            )
        )
        if match.pace.by_decision:
            whole = whole or (step.number, step.state)
    Step.objects.bulk_create(rows)


def stored_events(stored: bytes | memoryview) -> tuple[Event, ...]:
    """The events of a step, from its column: SQLite gives bytes, PostgreSQL a view of them."""
    return decode(bytes(stored), tuple[Event, ...])


def published_root(match: Match, step: Taken) -> str:
    """What is published of all orders that were used for a step together."""
    if givers_are_secret(match):
        return keyed_root_of(step.sealed, step.number, bytes(match.seed))
    return root_of(step.sealed)


def givers_are_secret(match: Match) -> bool:
    """Whether nobody may know before the end who has given orders: where it is a secret who plays, or who answers.

    (DA-FOG-08, FI-INF-01)
    """
    return bool(adapter(match.game).secret or match.pace.by_decision)


Pending = Mapping[SeatName, Any]


@dataclass(frozen=True)
class Played:
    """The steps of one claim: the match as it will be, who was asked before and is asked then."""

    after: Match
    steps: tuple[Taken, ...]
    before: Pending
    pending: Pending
    engine: EngineMatch[Any, Any]
    noted: Mapping[str, str]  # what is left of the notes that were given, by seat
    wills: Mapping[SeatName, Any] = field(default_factory=dict)  # that have answered (`regency.wills.Willed`)
