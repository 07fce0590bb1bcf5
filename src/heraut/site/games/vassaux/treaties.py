"""Promises of Seigneurs & Vassaux: in a battle of two, a truce until a turn, and free words. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from heraut.engine.protocol import Event, Json
from heraut.games.vassaux.orders import Charge, Fight, Orders, React, Shoot
from heraut.site.matchpage.decisions import Question
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.treaties.kinds import OTHER, GameTreaties, Kind, Promise

ASSAULTS = {"ATT", "CHA", "ATC", "CHC"}  # orders that strike or shoot
NORTH_FROM = 51  # the first unit of the second side (`identities.UnitId`)
MOST_UNITS = 30


def places_as_keys(view: Json, names: Mapping[str, str]) -> Mapping[str, Any]:
    """Units tell which side is theirs: the first or the second."""
    return {seat: view["seats"].index(seat) for seat in names if seat in view["seats"]}


def breaks_truce(decision: Any, answer: Any, promise: Promise) -> list[Any]:
    """Whatever strikes: with two sides there is but one to be struck."""
    if isinstance(answer, Orders):
        strikes = bool(ASSAULTS & set(answer.orders))
    elif isinstance(answer, React):
        strikes = answer.order in ASSAULTS
    else:
        strikes = isinstance(answer, Charge | Fight | Shoot)
    return [answer] if strikes and len(promise.keys) == 2 else []


def truce_broken(event: Event, promise: Promise) -> str:
    """A charge or a shot."""
    if event.kind not in ("charged", "shot"):
        return ""
    doer, target = (int(event.data[name] >= NORTH_FROM) for name in ("unit", "target"))
    return promise.between(doer, target)


def decision(access: MatchAccess) -> Any:
    """What the visitor is asked."""
    return Question(access).decision


def offered(asked: Any) -> Sequence[Any]:
    """Short lists of answers; of a unit to be chosen, its orders to strike that may be announced."""
    if asked.kind != "activate":
        return list(asked.answers() or ())[:100]
    units = [unit.id for unit in asked.battle.units.values() if unit.seat == asked.place][:MOST_UNITS]
    wanted = [Orders(unit, (code,)) for unit in units for code in ("ATT", "CHA")]
    return [one for one in wanted if not asked.check(one)]


TREATIES = GameTreaties(
    kinds=(Kind("truce", abstains=True, breaks=breaks_truce, broken=truce_broken), OTHER),
    decision=decision,
    keys=places_as_keys,
    offered=offered,
)
