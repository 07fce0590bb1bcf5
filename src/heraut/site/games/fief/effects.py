"""What an order brings, in a few words beside its button; and the rule that stands behind each sort of orders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from heraut.engine.protocol import Json
from heraut.games.fief.orders.movements import March
from heraut.games.fief.orders.order import Order
from heraut.games.fief.orders.purchases import Build
from heraut.games.fief.phases.marching import ASK, ASSAULT, FORCE
from heraut.games.fief.phases.purchases import FORT, MILL, PRESS, build_price
from heraut.games.fief.tables import CONSTANTS
from heraut.site.common.words import site_words
from heraut.site.games.fief.naming import names, tag_of

RATES = CONSTANTS.incomes
YIELDS = {MILL: RATES.mill, PRESS: RATES.press, FORT: RATES.castle}  # écus a turn, by the words of orders

RULES: Mapping[str, str] = {
    "recruit": "FI-BUY-02",
    "build": "FI-BUY-04",
    "ennoble": "FI-FIE-01",
    "hat": "FI-BUY-05",
    "transfer": "FI-TTL-02",
    "buy_guard": "FI-BUY-07",
    "buy_rebels": "FI-BUY-06",
    "march": "FI-MOV-02",
    "assault": "FI-PAS-05",
    "assail": "FI-BAT-02",
    "arrest": "FI-BAT-04",
    "seize": "FI-OWN-04",
    "break": "FI-MOD-14",
    "lead": "FI-REV-07",
    "rouse": "FI-REV-10",
    "play_lord": "FI-LRD-03",
    "give": "FI-NEG-08",
    "offer": "FI-NEG-06",
}
"""The rule behind each sort of orders."""

RULES_ASKED: Mapping[str, str] = {
    "settle": "FI-SET-04",
    "cards": "FI-CRD-04",
    "purchase": "FI-BUY-01",
    "shopping": "FI-DP-R11",
    "move": "FI-MOV-02",
    "attacks": "FI-BAT-02",
    "leave": "FI-PAS-02",
    "round": "FI-BAT-06",
    "window": "FI-NEG-04",
}
"""The rule behind each kind of question."""


def effect(order: Order, data: Mapping[str, Any], view: Json, lang: str) -> str:
    """What an order brings or leaves; "" where its words say it all."""
    words, tag = site_words(lang), tag_of(order)
    asked = (view["own"]["asked"] or {"kind": ""})["kind"]
    told: dict[str, Any] = dict(data)
    match order:
        case Build():
            rate = YIELDS[order.building]
            told |= {"rate": rate, "turns": -(-build_price(order.building) // rate)}
            tag = "castle" if order.building == FORT else "build"
        case March():
            told |= march_leaves(data, view)
    key = next((key for key in (f"{asked}_{tag}", tag) if words.has("fief_effect", key)), "")
    return words.say("fief_effect", key, told, names(view, lang)) if key else ""


def march_leaves(data: Mapping[str, Any], view: Json) -> dict[str, Any]:
    """What a march leaves behind, and who keeps the village that it goes to ("" if nobody who has to be asked)."""
    me, origin = view["own"]["seat"], view["lords"][data["lords"][0]]["village"]
    stay = [name for name, one in view["lords"].items() if (one["seat"], one["village"]) == (me, origin)]
    here = sum(one["points"] or 0 for one in view["stacks"] if (one["seat"], one["village"]) == (me, origin))
    keeper, manner = view["villages"][data["to"]]["gatekeeper"], data["manner"]
    return {
        "origin": origin,
        "left": here - data["soldiers"],
        "stay": len([name for name in stay if name not in data["lords"]]),
        "keeper": "" if keeper in (None, me) or manner == ASSAULT else keeper,
        "asks": manner == ASK,
        "forces": manner == FORCE,
        "open": not manner,
    }
