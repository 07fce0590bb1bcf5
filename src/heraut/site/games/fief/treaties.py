"""Promises of Fief: truces, passage, loans, votes, marriages. Orders are given one decision at a time, so what is
recalled is which of the answers at hand would break a promise. Pure: from views, answers, events.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from heraut.engine.protocol import Event, Json
from heraut.games.fief.cards import LORD_IDS
from heraut.games.fief.herald import Herald
from heraut.games.fief.orders.answers import Choose, No
from heraut.games.fief.orders.battles import Target
from heraut.games.fief.orders.movements import Arrest, Assail, Rouse
from heraut.games.fief.orders.order import Answer
from heraut.site.matchpage.decisions import Question
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.treaties.kinds import CHOICE, NUMBER, OTHER, Field, GameTreaties, Kind, Promise

HOSTILE = (Assail, Arrest, Rouse)
LEAVE = ("leave", "petition")  # decisions in which a gatekeeper answers; the `player` of their tasks asks
MOST_OFFERED = 400  # answers that are looked at


def lords(view: Json, lang: str) -> Mapping[str, str]:
    """Those who may be voted for: all lords in play."""
    called = Herald(view, lang).names["lord"]
    return {lord: called.get(lord, lord) for lord in view["lords"]}


def seat_of(decision: Any, player: int) -> str:
    """The seat of a player, by his place at the table; "" for peasants."""
    seats = list(decision.view["seats"])
    return seats[player] if 0 <= player < len(seats) else ""


def breaks_truce(decision: Any, answer: Answer, promise: Promise) -> list[Answer]:
    """Attacks on another party, arrests, and peasants who are led against it."""
    others = promise.others(promise.me)
    hostile = [one for one in answer if isinstance(one, (*HOSTILE, Target))]
    return [
        (one,) for one in hostile if seat_of(decision, one.target if isinstance(one, HOSTILE) else one.player) in others
    ]


def truce_broken(event: Event, promise: Promise) -> str:
    """An attack or an arrest, in everybody's sight."""
    data = event.data
    if event.kind in ("attack_declared", "arrest"):
        return promise.between(data["seat"], data["target"])
    if event.kind == "village_taken":
        return promise.between(data["seat"], data.get("former"))
    return ""


def breaks_passage(decision: Any, answer: Answer, promise: Promise) -> list[Answer]:
    """Leave refused to whom it was promised."""
    if promise.me != promise.by or decision.kind not in LEAVE or not any(isinstance(one, No) for one in answer):
        return []
    asks = seat_of(decision, decision.task.player)
    return [answer] if asks and asks == promise.keys.get(promise.to) else []


def passage_broken(event: Event, promise: Promise) -> str:
    """Gates shut to whom leave was promised."""
    if event.kind not in ("not_let_in", "kept_in"):
        return ""
    keeper, guest = promise.seat(event.data["keeper"]), promise.seat(event.data["seat"])
    return promise.by if (keeper, guest) == (promise.by, promise.to) else ""


def gift_seen(event: Event, promise: Promise) -> bool:
    """A present of as much money, which the two are told of."""
    data = event.data
    if event.kind != "gift_amount":
        return False
    pair = promise.seat(data["seat"]), promise.seat(data["other"])
    return pair == (promise.by, promise.to) and bool(data["money"] >= promise.terms["amount"])


def breaks_vote(decision: Any, answer: Answer, promise: Promise) -> list[Answer]:
    """A vote for another lord."""
    if promise.me != promise.by or decision.kind != "vote":
        return []
    chosen = [LORD_IDS[one.lord] for one in answer if isinstance(one, Choose)]
    return [] if promise.terms["lord"] in chosen or not answer else [answer]


def vote_broken(event: Event, promise: Promise) -> str:
    """Voices given to another, in everybody's sight."""
    his = event.kind == "vote" and promise.seat(event.data["seat"]) == promise.by
    return promise.by if his and event.data["lord"] != promise.terms["lord"] else ""


def vote_seen(event: Event, promise: Promise) -> bool:
    """Voices given as promised."""
    his = event.kind == "vote" and promise.seat(event.data["seat"]) == promise.by
    return bool(his and event.data["lord"] == promise.terms["lord"])


def married(event: Event, promise: Promise) -> bool:
    """A wedding between the families."""
    return event.kind == "marriage" and {promise.seat(one) for one in event.data["seats"]} == set(promise.keys)


def decision(access: MatchAccess) -> Any:
    """What the visitor is asked."""
    return Question(access).decision


def offered(asked: Any) -> Sequence[Answer]:
    """What may be answered, one order at a time."""
    return [(one,) for one in list(asked.offers())[:MOST_OFFERED]]


TREATIES = GameTreaties(
    kinds=(
        Kind("truce", abstains=True, breaks=breaks_truce, broken=truce_broken),
        Kind("passage", directed=True, abstains=True, breaks=breaks_passage, broken=passage_broken),
        Kind("loan", (Field("amount", NUMBER),), directed=True, kept=gift_seen),
        Kind(
            "vote",
            (Field("lord", CHOICE, choices=lords),),
            directed=True,
            breaks=breaks_vote,
            broken=vote_broken,
            kept=vote_seen,
        ),
        Kind("marriage", kept=married),
        OTHER,
    ),
    decision=decision,
    offered=offered,
)
