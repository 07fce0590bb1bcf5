"""What would disappoint in an answer that is being put together, each with one button that mends it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from heraut.engine.protocol import Json
from heraut.games.fief.board.places import VILLAGE_IDS
from heraut.games.fief.cards import LORD_IDS
from heraut.games.fief.orders.cards import PlaySun
from heraut.games.fief.orders.grammar import grammar
from heraut.games.fief.orders.movements import March
from heraut.games.fief.orders.order import Answer, Order
from heraut.games.fief.orders.purchases import Build
from heraut.games.fief.phases.marching import ASSAULT
from heraut.games.fief.phases.purchases import MILL
from heraut.games.fief.tables import CONSTANTS, Tokens
from heraut.site.common.words import site_words
from heraut.site.games.fief.drafts import Draft
from heraut.site.games.fief.effects import YIELDS
from heraut.site.games.fief.naming import data_of, names
from heraut.site.games.fief.order_forms import LINE, REWRITE

SHOPS = ("purchase", "shopping")


@dataclass(frozen=True)
class Mend:
    """What is amiss, what the button says, and what it sends."""

    words: str
    act: str
    value: str


def mends(decision: Any, plan: Draft, offers: Sequence[Order], lang: str) -> list[Mend]:
    """Everything that this draft had better not do."""
    return [
        *emptied(decision, plan, lang),
        *gates(decision, plan, lang),
        *idle(decision, plan, offers, lang),
        *stuck(plan, offers, lang),
    ]


def told(key: str, data: Mapping[str, Any], view: Json, lang: str, value: str) -> Mend:
    """A mend in the reader's words."""
    words, tables = site_words(lang), names(view, lang)
    return Mend(words.say("fief_mend", key, data, tables), words.say("fief_mend", f"{key}_act", data, tables), value)


def starts(orders: Answer, view: Json) -> list[str]:
    """The village that each march of a draft leaves; "" for all other orders."""
    places = {name: lord["village"] for name, lord in view["lords"].items()}
    found = []
    for order in orders:
        lords = [LORD_IDS[lord] for lord in order.lords] if isinstance(order, March) else []
        found.append(places.get(lords[0]) or "" if lords else "")
        if isinstance(order, March):
            places |= dict.fromkeys(lords, VILLAGE_IDS[order.to])
    return found


def emptied(decision: Any, plan: Draft, lang: str) -> Iterator[Mend]:
    """Villages of one's own in which nobody is left (FI-OWN-03): a token stays, or the march does."""
    view, after, me = decision.view, plan.choice.view, decision.view["own"]["seat"]
    left = starts(plan.orders, view)
    for village, one in view["villages"].items():
        mine = one["owner"] == me and me in one["present"]
        if not mine or me in after["villages"][village]["present"] or village not in left:
            continue
        place = len(left) - 1 - left[::-1].index(village)
        order = plan.orders[place]
        assert isinstance(order, March)
        fewer = msgspec.structs.replace(order, soldiers=one_fewer(order.soldiers))
        kept = fewer != order and legal(decision, (*plan.orders[:place], fewer, *plan.orders[place + 1 :]))
        line = write(fewer, view) if kept else ""
        yield told("empty" if kept else "empty_stay", {"village": village}, view, lang, f"{REWRITE}{place}:{line}")


def one_fewer(soldiers: Tokens) -> Tokens:
    """The same troop without its smallest token."""
    found = list(soldiers)
    place = next((place for place, count in enumerate(found) if count), None)
    if place is not None:
        found[place] -= 1
    return (found[0], found[1], found[2])


def legal(decision: Any, orders: Answer) -> bool:
    """Whether these orders could be given."""
    return not decision.check(orders)


def write(order: Order, view: Json) -> str:
    """An order as it is written."""
    return grammar(tuple(view["seats"])).write(order)


def gates(decision: Any, plan: Draft, lang: str) -> Iterator[Mend]:
    """A march that ends before somebody else's gate, and does not say what to do if it stays shut (FI-PAS-01)."""
    order = plan.orders[-1] if plan.orders else None
    if not isinstance(order, March) or not plan.closed or order.manner:
        return
    view, to = plan.choice.view, VILLAGE_IDS[order.to]
    keeper = view["villages"][to]["gatekeeper"]
    storm = msgspec.structs.replace(order, manner=ASSAULT)
    if keeper in (None, view["own"]["seat"]) or not legal(decision, (*plan.orders[:-1], storm)):
        return
    place = len(plan.orders) - 1
    data = {"village": to, "keeper": keeper}
    yield told("gate", data, view, lang, f"{REWRITE}{place}:{write(storm, view)}")


def idle(decision: Any, plan: Draft, offers: Sequence[Order], lang: str) -> Iterator[Mend]:
    """Money that sleeps while a mill would pay itself back (FI-INC-05)."""
    if decision.kind not in SHOPS or any(isinstance(order, Build) for order in plan.orders):
        return
    mill = next((order for order in offers if isinstance(order, Build) and order.building == MILL), None)
    if mill is None:
        return
    view, price = plan.choice.view, CONSTANTS.prices.mill
    data = {"village": VILLAGE_IDS[mill.village], "price": price, "turns": -(-price // YIELDS[MILL])}
    yield told("idle", data, view, lang, f"{LINE}{write(mill, view)}")


def stuck(plan: Draft, offers: Sequence[Order], lang: str) -> Iterator[Mend]:
    """Lords whom bad weather holds where they are, while the sun is in one's hand (FI-CRD)."""
    view = plan.choice.view
    for order in offers:
        region = data_of(order, view)["region"] if isinstance(order, PlaySun) else ""
        held = [name for name, one in view["lords"].items() if region and held_there(view, one, region)]
        if held:
            yield told("stuck", {"region": region, "lords": held}, view, lang, f"{LINE}{write(order, view)}")


def held_there(view: Json, lord: Json, region: str) -> bool:
    """Whether a lord of the reader's stands in a region."""
    village = lord["village"]
    return bool(lord["seat"] == view["own"]["seat"] and village and view["villages"][village]["region"] == region)
