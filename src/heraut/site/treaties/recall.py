"""Orders that would break a treaty, recalled while they are written; nothing is kept from being ordered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from heraut.engine.protocol import Json
from heraut.site.matches.models import Seat
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.treaties.kinds import Promise
from heraut.site.treaties.models import Treaty
from heraut.site.treaties.reading import Shown, called_by, game_treaties, in_force, kind_of, shown

MOST = 6  # lines told of one treaty


class Recall(msgspec.Struct, frozen=True):
    """A treaty in danger: the lines that would break it; `undone`: what it asks for this turn is not among the orders.

    `offered`: the lines are no orders yet, but what may be answered.
    """

    shown: Shown
    lines: list[str]
    undone: bool = False
    offered: bool = False


def recalls(access: MatchAccess) -> Sequence[Recall]:
    """What is to be recalled of the visitor's treaties beside the orders that he has given so far."""
    if access.seat is None or access.match.over or not access.seat.bound or not access.open:
        return ()
    access.seat.match = access.match
    game = game_treaties(access.match)
    decision = game.decision(access)
    if decision is None:
        return ()
    text = access.written if access.written is not None else (access.sheet.kept if access.sheet else "")
    answers = list(game.offered(decision)) if access.match.pace.by_decision else [decision.parse(text).answer]
    found = (recalled(access, decision, answers, treaty) for treaty in in_force(access.seat))
    return [one for one in found if one is not None]


def recalled(access: MatchAccess, decision: Any, answers: Sequence[Any], treaty: Treaty) -> Recall | None:
    """What is to be recalled of one treaty; `answers` are the orders, read once, or what may be answered."""
    assert access.seat is not None
    treaty.match = access.match
    game, kind = game_treaties(access.match), kind_of(treaty)
    promise = promise_for(access.seat, access.view, treaty)
    broken = [one for answer in answers for one in kind.breaks(decision, answer, promise)]
    lines = list(dict.fromkeys(game.write(decision, one) for one in broken if one is not None))[:MOST]
    undone = None in broken
    if not lines and not undone:
        return None
    return Recall(shown(access.seat, treaty), lines, undone, access.match.pace.by_decision)


def promise_for(seat: Seat, view: Json, treaty: Treaty) -> Promise:
    """The promise in the words of the game, its parties called as the holder of a seat knows them: no stranger is."""
    known = called_by(seat, treaty.parties.all())
    names = {other: name for other, (name, _) in known.items() if name}
    return Promise(
        kind=treaty.kind,
        keys=game_treaties(seat.match).keys(view, names),
        me=seat.name,
        by=str(treaty.terms.get("by", "")),
        to=str(treaty.terms.get("to", "")),
        terms=treaty.terms,
        last=treaty.until is not None and treaty.until <= seat.match.coming_turn,
    )
