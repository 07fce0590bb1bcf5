"""An order as a sentence: on its button, in the list of orders, on the map."""

from __future__ import annotations

from typing import Any

import msgspec

from heraut.games.gloire import orders as o
from heraut.games.gloire.herald import Herald
from heraut.games.gloire.orders import ForeignKnight, Order
from heraut.site.common.words import site_words

KNIGHTS = ("knight", "source", "target")


def sentence(order: Order, herald: Herald) -> str:
    """What the order does, in the imperative."""
    key = "PAR_royal" if isinstance(order, o.EnterJoust) and order.organiser is None else order.code
    return site_words(herald.lang).say("act", key, figures(order, herald), herald.names)


def figures(order: Order, herald: Herald) -> dict[str, Any]:
    """Its arguments, knights by name."""
    data: dict[str, Any] = msgspec.structs.asdict(order)
    if isinstance(order, o.SetRetreat):
        return {**data, "knights": data["knight"]}
    for name in KNIGHTS:
        if name in data:
            data[name] = knight_name(data[name], herald)
    return data


def knight_name(knight: Any, herald: Herald) -> str:
    """A knight of one's own by name, another lord's as it was typed."""
    if knight is None:
        return ""
    if isinstance(knight, ForeignKnight):
        return f"{herald.lords[knight.lord]}/{knight.name}"
    return str(herald.view["own"]["knights"][str(knight)]["name"])
