"""A troop that is being composed: who may leave a village, with what, and by which road."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.http import QueryDict

from heraut.engine.protocol import Json
from heraut.games.fief.board.places import VILLAGE_IDS
from heraut.games.fief.cards import LORD_IDS
from heraut.games.fief.orders.movements import March
from heraut.games.fief.orders.order import Order
from heraut.site.games.fief.naming import Names, names
from heraut.site.games.fief.order_forms import VALUES, number


def troops(view: Json, offers: Iterable[Order], lang: str, posted: QueryDict) -> list[dict[str, Any]]:
    """The villages that a troop may leave, with the lords, tokens and captives that may go; as it was composed last."""
    tables, own = names(view, lang), view["own"]["seat"]
    roads: dict[str, dict[str, None]] = {}
    for order in offers:
        if isinstance(order, March):
            start = view["lords"][LORD_IDS[order.lords[0]]]["village"]
            roads.setdefault(start, {})[VILLAGE_IDS[order.to]] = None
    return [troop(view, start, ends, tables, own, posted) for start, ends in roads.items()]


def troop(view: Json, start: str, ends: Iterable[str], tables: Names, own: str, posted: QueryDict) -> dict[str, Any]:
    """One of them; until it is composed the first lord goes, with all soldiers and captives."""
    lords = [
        name
        for name, lord in view["lords"].items()
        if lord["seat"] == own and lord["village"] == start and not lord["captor"] and may_leave(lord)
    ]
    captives = [name for name, lord in view["lords"].items() if lord["captor"] == own and lord["village"] == start]
    composed = posted.get("from") == start
    going = posted.getlist("lords") if composed else lords[:1]
    taken = posted.getlist("prisoners") if composed else captives
    return {
        "village": start,
        "name": tables["village"][start],
        "composed": composed,
        "lords": [(name, tables["lord"][name], name in going) for name in lords],
        "tokens": [
            (value, count, number(posted, f"t{value}") if composed else count)
            for value, count in tokens_at(view, own, start)
        ],
        "prisoners": [(name, tables["lord"][name], name in taken) for name in captives],
        "roads": [
            (to, tables["village"][to], needs_leave(view, to, own), composed and posted.get("to") == to) for to in ends
        ],
        "manner": posted.get("manner", "") if composed else "",
    }


def may_leave(pawn: Json) -> bool:
    """Whether it is not kept by a siege that it lays; relief may go on (FI-MOV-03)."""
    return bool(pawn["position"] != "besieger")


def tokens_at(view: Json, seat: str, village: str) -> list[tuple[int, int]]:
    """How many tokens of each value may march."""
    here = [
        stack["tokens"]
        for stack in view["stacks"]
        if (stack["seat"], stack["village"], stack["series"]) == (seat, village, "soldier")
        and stack["tokens"]
        and may_leave(stack)
    ]
    return [(value, sum(tokens[place] for tokens in here)) for place, value in enumerate(VALUES) if here]


def needs_leave(view: Json, village: str, seat: str) -> bool:
    """Whether leave is needed to enter."""
    return view["villages"][village]["gatekeeper"] not in (None, seat)
