"""A question in words, and its answers as buttons: what is asked of the visitor now, and everything that he may say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from heraut.engine.protocol import Json
from heraut.games.fief.board import BISHOPRIC_IDS, VILLAGE_IDS
from heraut.games.fief.decisions import (
    Discard,
    March,
    Order,
    PlayBishop,
    PlayHeir,
    PlayLord,
    Propose,
    Settle,
)
from heraut.games.fief.grammar import grammar
from heraut.games.fief.report import Herald, capital
from heraut.site.play.fief.drafts import LISTS
from heraut.site.play.fief.naming import data_of, names, order_words, tag_of
from heraut.site.words import site_words


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


@dataclass(frozen=True)
class Group:
    """Options of one sort, under one heading."""

    tag: str
    words: str
    options: list[Option] = field(default_factory=list)

    @property
    def folded(self) -> bool:
        """Whether there are too many of them to be shown at once."""
        return len(self.options) > 8


def asked_words(view: Json, lang: str) -> str:
    """What is asked of the seat of a view, in one plain sentence of the game's own."""
    herald, asked = Herald(view, lang), view["own"]["asked"]
    tables = {**herald.names, "region": names(view, lang)["region"]}
    return capital(herald.words.say("decision", asked["kind"], asked, tables))


def hint_words(view: Json, lang: str) -> str:
    """What silence would mean, or how to answer; "" if the question says it all."""
    kind = view["own"]["asked"]["kind"]
    words = site_words(lang)
    return words.say("fief_hint", kind) if words.has("fief_hint", kind) else ""


def option(order: Order, view: Json, lang: str) -> Option:
    """One order as a button."""
    data = data_of(order, view)
    origin = ""
    if isinstance(order, March):
        origin = view["lords"][data["lords"][0]]["village"]
    return Option(
        line=grammar(tuple(view["seats"])).write(order),
        words=order_words(order, view, lang),
        tag=tag_of(order),
        village=str(data.get("to") or data.get("village") or data.get("capital") or data.get("refuge") or ""),
        origin=origin,
        region=data.get("region", "") if "capital" not in data else "",
        lord=data.get("lord", "") if isinstance(data.get("lord"), str) else "",
        seat=data.get("player", "") if isinstance(data.get("player"), str) else "",
        card=card_of(order, data),
    )


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


def groups(offers: Iterable[Order], view: Json, lang: str) -> list[Group]:
    """Everything that may be said, sort by sort, in the order of the game; marches by the village they leave."""
    words = site_words(lang)
    found = [option(order, view, lang) for order in offers if not isinstance(order, (Settle, Propose))]
    told: list[Group] = []
    for tag, options in groupby(found, key=lambda one: one.tag):
        heading = words.say("fief_group", tag) if words.has("fief_group", tag) else ""
        told.append(Group(tag, heading, list(options)))
    return told


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
