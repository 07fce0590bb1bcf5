"""A question in words, and its answers as buttons: what is asked of the visitor now, and everything that he may say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

import msgspec

from heraut.engine.protocol import Json
from heraut.games.fief.board.places import BISHOPRIC_IDS, IN_REGION, VILLAGE_IDS
from heraut.games.fief.calculators.reach import frozen
from heraut.games.fief.herald import Herald, capital, has_free_lord
from heraut.games.fief.orders.answers import Settle, Yes
from heraut.games.fief.orders.battles import Fight
from heraut.games.fief.orders.cards import Discard, PlayBishop, PlayHeir, PlayLord
from heraut.games.fief.orders.grammar import grammar
from heraut.games.fief.orders.movements import Assail, Calm, March
from heraut.games.fief.orders.negotiations import Hire, Propose
from heraut.games.fief.orders.order import Order
from heraut.games.fief.orders.purchases import Build, BuyGuard, BuyRebels, Ennoble, Hat, Recruit
from heraut.games.fief.phases.marching import ASSAULT
from heraut.games.fief.phases.purchases import build_price
from heraut.games.fief.tables import CONSTANTS
from heraut.games.fief.tasks import Crossing, Summons
from heraut.site.common.words import site_words
from heraut.site.games.fief.drafts import LISTS
from heraut.site.games.fief.effects import RULES, RULES_ASKED, effect
from heraut.site.games.fief.forecast import Forecast, forecast
from heraut.site.games.fief.naming import data_of, names, order_words, regions, tag_of
from heraut.site.learn.reference import statement

FEW = 8  # answers that are shown at once
SELDOM = ("march", "break")  # sorts that wait behind their heading: the board serves better, or few want them


@dataclass(frozen=True)
class Option:
    """An answer, or one order of it, as a button; the board answers for it where it names a place or a lord."""

    line: str
    words: str
    tag: str
    village: str = ""
    origin: str = ""
    region: str = ""
    lord: str = ""
    seat: str = ""
    card: str = ""
    lords: str = ""
    troop: int = 0
    chances: str = ""
    hope: float = 0.0  # of winning, half way between the worst and the best that may be met
    price: int = 0
    effect: str = ""
    code: str = ""


@dataclass(frozen=True)
class Group:
    """Options of one sort, under one heading."""

    tag: str
    words: str
    options: list[Option] = field(default_factory=list)
    rule: str = ""
    rule_text: str = ""

    @property
    def folded(self) -> bool:
        """Whether there are too many of them to be shown at once."""
        return len(self.options) > FEW or self.tag in SELDOM

    @property
    def plain(self) -> bool:
        """Whether they are the answers to the question itself, few enough to stand right below it."""
        return not self.words and len(self.options) <= FEW

    @property
    def weighed(self) -> bool:
        """Whether the chances of an attack stand beside any of them."""
        return any(one.chances for one in self.options)


def asked_words(view: Json, lang: str) -> str:
    """What is asked of the seat of a view, in one plain sentence of the game's own."""
    herald = Herald(view, lang)
    herald.names = {**herald.names, **regions(names(view, lang))}
    return capital(herald.question(view["own"]["asked"]))


def hint_words(view: Json, lang: str) -> str:
    """What silence would mean, or how to answer; "" if the question says it all."""
    asked, words = view["own"]["asked"], site_words(lang)
    stage = "lordless" if asked["kind"] == "move" and not has_free_lord(view) else asked.get("stage", "")
    if asked["kind"] == "move" and not stage and snowed_in(view):
        stage = "frozen"
    keys = (f"{asked['kind']}_{stage}", asked["kind"])
    return next((words.say("fief_hint", key) for key in keys if words.has("fief_hint", key)), "")


def snowed_in(view: Json) -> bool:
    """Whether bad weather keeps every free lord of the reader where he is (FI-WEA-01)."""
    me = view["own"]["seat"]
    free = [one["village"] for one in view["lords"].values() if one["seat"] == me and not one["captor"]]
    return all(frozen(view, village) for village in free if village)


def option(order: Order, view: Json, lang: str, attack: Order | None = None) -> Option:
    """One order as a button; `attack` is what it comes to, if a plain word stands for it."""
    data = data_of(order, view)
    march, foreseen = isinstance(order, March), forecast(attack or order, view)
    return Option(
        line=grammar(tuple(view["seats"])).write(order),
        words=order_words(order, view, lang),
        tag=tag_of(order),
        village=str(data.get("to") or data.get("village") or data.get("capital") or data.get("refuge") or ""),
        origin=view["lords"][data["lords"][0]]["village"] if march else "",
        region=data.get("region", "") if "capital" not in data else "",
        lord=data.get("lord", "") if isinstance(data.get("lord"), str) else "",
        seat=data.get("player", "") if isinstance(data.get("player"), str) else "",
        card=card_of(order, data),
        lords="+".join(data["lords"]) if march else "",
        troop=data["soldiers"] if march else 0,
        chances=chances_words(foreseen, view, lang),
        hope=(foreseen.best.win + foreseen.worst.win) / 2 if foreseen is not None else 0.0,
        price=price_of(order),
        effect=effect(order, data, view, lang),
        code=order.code,
    )


def price_of(order: Order) -> int:
    """What an order costs its player at once, in écus (D4)."""
    prices = CONSTANTS.prices
    match order:
        case Recruit():
            return order.number * order.value * prices.point
        case BuyGuard() | BuyRebels() | Hire():
            return order.value * prices.point
        case Build():
            return build_price(order.building)
        case Ennoble():
            return prices.village_of_title * len(IN_REGION[order.region])
        case Hat():
            return prices.cardinal
        case Calm():
            return order.points * prices.conviction
    return 0


def chances_words(found: Forecast | None, view: Json, lang: str) -> str:
    """What an attack may bring, in a line: exact, or between the least and the most that the others may have."""
    if found is None:
        return ""
    best, worst = found.best, found.worst
    data = {
        **found._asdict(),
        "best": best.win,
        "worst": worst.win,
        **{f"best_{name}": getattr(best, name) for name in ("mine_lost", "theirs_lost")},
        **{f"worst_{name}": getattr(worst, name) for name in ("mine_lost", "theirs_lost")},
    }
    key = "chances" if found.exact else "chances_between"
    return site_words(lang).say("fief", key, data, names(view, lang))


def attack_meant(order: Order, decision: Any) -> Order | None:
    """The attack that a word means: yes, to whoever insists at a gate; to fight, if one family summons him."""
    task = decision.task
    if isinstance(order, Yes) and isinstance(task, Crossing) and task.stage == "insist":
        return msgspec.structs.replace(task.march, manner=ASSAULT)
    if isinstance(order, Fight) and isinstance(task, Summons):
        calls = [(village, keeper) for village, keeper, target in task.arrests if target == decision.player]
        return Assail(*calls[0]) if len(calls) == 1 else None
    return None


def card_of(order: Order, data: Mapping[str, Any]) -> str:
    """The card of the hand that an order plays or lays aside; "" if it is about none."""
    match order:
        case Discard():
            return str(data["card"])
        case PlayLord() | PlayHeir():
            return str(data["lord"])
        case PlayBishop():
            return f"bishop_{BISHOPRIC_IDS.index(data['see'])}"
    return CARD_OF.get(tag_of(order), "")


CARD_OF: Mapping[str, str] = {
    "play_darc": "darc",
    "play_tithe": "tithe",
    "play_taille": "taille",
    "play_plague": "plague",
    "play_escape": "escape",
    "play_assassination": "assassination",
    "play_justice": "justice",
    "play_weather": "bad_weather",
    "play_sun": "sun",
    "play_famine": "famine",
    "play_harvest": "good_harvest",
    "play_revolt": "peasant_revolt",
}
"""The card that each other order plays."""


def groups(offers: Iterable[Order], view: Json, lang: str, decision: Any) -> list[Group]:
    """Everything that may be said, sort by sort, in the order of the game; marches by the village they leave."""
    words = site_words(lang)
    found = [
        option(order, view, lang, attack_meant(order, decision))
        for order in offers
        if not isinstance(order, (Settle, Propose))
    ]
    told: list[Group] = []
    for tag, options in groupby(attacks_first(found), key=lambda one: one.tag):
        heading = words.say("fief_group", tag) if words.has("fief_group", tag) else ""
        rule = RULES.get(tag, "")
        told.append(Group(tag, heading, list(options), rule, statement("fief", rule, lang)))
    return told


def attacks_first(options: Sequence[Option]) -> list[Option]:
    """The best march against each village that somebody defends comes first, under a heading of its own."""
    best: dict[str, Option] = {}
    for one in options:
        known = best.get(one.village)
        if one.tag == "march" and one.hope and (known is None or one.hope > known.hope):
            best[one.village] = one
    chosen = sorted(best.values(), key=lambda one: -one.hope)
    return [*(replace(one, tag="assault") for one in chosen), *(one for one in options if one not in chosen)]


def rule_of_question(kind: str, lang: str) -> tuple[str, str]:
    """The rule behind a question: its ID and what it says; "" where no rule alone stands behind it."""
    rule = RULES_ASKED.get(kind, "")
    return rule, statement("fief", rule, lang)


def settling(offers: Iterable[Order]) -> dict[str, Any] | None:
    """The free villages and blazons of the setup, where these are asked for."""
    found = [order for order in offers if isinstance(order, Settle)]
    if not found:
        return None
    villages = dict.fromkeys(VILLAGE_IDS[order.village] for order in found)
    return {"villages": list(villages), "blazons": list(dict.fromkeys(order.blazon for order in found))}


def is_list(kind: str) -> bool:
    """Whether an answer to this question is a list of orders, put together before it is given."""
    return kind in LISTS
