"""Promises of Daifen: truces, gold to be given or given back, support, votes. Kingdoms are called by the names that
their reader knows; a stranger has none, and no order of his is ever compared to it. Pure.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from heraut.engine.protocol import Event, Json
from heraut.games.daifen import orders as o
from heraut.games.daifen.decision import SheetDecision
from heraut.games.daifen.orders import GOLD, Form
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.treaties.kinds import NUMBER, OTHER, Field, GameTreaties, Kind, Promise

HOSTILE = (o.Attack, o.Steal, o.Sabotage)  # spies who only look do no harm


def names_as_keys(view: Json, names: Mapping[str, str]) -> Mapping[str, Any]:
    """Orders and events call kingdoms by their names."""
    return dict(names)


def breaks_truce(decision: SheetDecision, answer: Form, promise: Promise) -> list[Form]:
    """Attacks, thefts and sabotages against another party."""
    others = promise.others(promise.me)
    return [Form((one,)) for one in answer.orders if isinstance(one, HOSTILE) and one.kingdom in others]


def truce_broken(event: Event, promise: Promise) -> str:
    """An assault, as both sides are told of it; of thefts the thief alone knows, and the parties judge them."""
    if event.kind not in ("assault_attacker", "assault_defender"):
        return ""
    attackers = event.data.get("attackers", ())
    return next((seat for one in attackers if (seat := promise.between(one, event.data.get("kingdom")))), "")


def breaks_gift(decision: SheetDecision, answer: Form, promise: Promise) -> list[Form | None]:
    """At the last turn, no gift of as much gold."""
    if promise.me != promise.by or not promise.last:
        return []
    given = (one for one in answer.orders if isinstance(one, o.Give) and one.content == GOLD)
    done = any(one.kingdom == promise.keys.get(promise.to) and one.count >= promise.terms["amount"] for one in given)
    return [] if done else [None]


def gift_seen(event: Event, promise: Promise) -> bool:
    """As much gold left the one, or reached the other: each of them is told of his side."""
    data = event.data
    if event.kind not in ("gift_sent", "gift_received") or data.get("content") != GOLD:
        return False
    if event.kind == "gift_sent":
        partner = promise.me == promise.by and promise.seat(data.get("recipient")) == promise.to
    else:
        partner = promise.me == promise.to and promise.seat(data.get("giver")) == promise.by
    return partner and data["count"] >= promise.terms["amount"]


def breaks_support(decision: SheetDecision, answer: Form, promise: Promise) -> list[Form | None]:
    """Attacks on whom one is to support; no troops sent in support."""
    if promise.me != promise.by:
        return []
    ally = promise.keys.get(promise.to)
    wrong: list[Form | None] = [*breaks_truce(decision, answer, promise)]
    sent = any(isinstance(one, o.Support) and one.kingdom == ally for one in answer.orders)
    return wrong if sent else [*wrong, None]


def breaks_vote(decision: SheetDecision, answer: Form, promise: Promise) -> list[Form | None]:
    """Another vote than for the association, when it is asked for."""
    against: list[Form | None] = [Form((one,)) for one in answer.orders if isinstance(one, o.Vote) and not one.yes]
    voted = any(isinstance(one, o.Vote) for one in answer.orders)
    return against if voted or not decision.view["association"] else [None]


def decision(access: MatchAccess) -> SheetDecision:
    """What the visitor owes."""
    return SheetDecision(access.view)


TREATIES = GameTreaties(
    kinds=(
        Kind("truce", abstains=True, breaks=breaks_truce, broken=truce_broken),
        Kind("loan", (Field("amount", NUMBER),), directed=True, breaks=breaks_gift, kept=gift_seen),
        Kind("support", directed=True, breaks=breaks_support, broken=truce_broken),
        Kind("vote", breaks=breaks_vote),
        OTHER,
    ),
    decision=decision,
    keys=names_as_keys,
)
