"""What everything of the game is called in words: the tables that sentences look names up in."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from heraut.engine.protocol import Json
from heraut.engine.words import of
from heraut.games.fief.board.places import BISHOPRIC_IDS, REGION_IDS, VILLAGE_IDS
from heraut.games.fief.cards import LORD_IDS
from heraut.games.fief.herald import capital, with_articles
from heraut.games.fief.identities import REBELS
from heraut.games.fief.orders.grammar import sorts
from heraut.games.fief.orders.movements import March
from heraut.games.fief.orders.negotiations import Propose
from heraut.games.fief.orders.order import Order
from heraut.games.fief.phases.bargains import PEACE
from heraut.games.fief.phases.marching import ASSAULT
from heraut.games.fief.phases.purchases import FORT, MILL, PRESS
from heraut.games.fief.resolution import PEASANTS
from heraut.games.fief.tables import CONSTANTS, blazons, board, cards, lord_rows
from heraut.site.common.words import site_words

Names = Mapping[str, Mapping[Any, str]]

BUILDINGS = {PRESS: "press", MILL: "mill", FORT: "castle"}  # by the words of orders
ROYALS = {"roi": "king", "reine": "queen"}


@cache
def fixed(lang: str) -> dict[str, Mapping[Any, str]]:
    """The names that no match changes."""
    words = site_words(lang)
    bishop = cards()["bishop"].fr if lang == "fr" else cards()["bishop"].en
    named = {code: (row.fr if lang == "fr" else row.en) for code, row in cards().items()}
    named |= {name: row.name for name, row in lord_rows().items()}
    named |= {
        f"bishop_{number}": f"{bishop} {of(seat_name(row.seat), lang)}"
        if lang == "fr"
        else f"{bishop} of {seat_name(row.seat)}"
        for number, row in enumerate(board().bishoprics)
    }
    return {
        **{
            table: words.groups[f"fief_{table}"]
            for table in ("rank", "row", "title", "phase", "manner", "let", "walls")
        },
        "building": {word: words.say("fief_building", code) for word, code in BUILDINGS.items()},
        "royal": {word: words.say("fief_rank", code) for word, code in ROYALS.items()},
        "village": {row.id: row.name for row in board().villages},
        "region": {row.id: row.label for row in board().regions},
        "see": {row.id: seat_name(row.seat) for row in board().bishoprics},
        "lord": {name: row.name for name, row in lord_rows().items()},
        "card": named,
        "blazon": {name: (row.fr if lang == "fr" else row.en) for name, row in blazons().items()},
    }


def said(data: Json, lang: str) -> Json:
    """The data of an event or deal; peace, which bots promise by a word of the game's own, in this language."""
    return {**data, "promise": site_words(lang).say("fief_deal", "peace")} if data.get("promise") == PEACE else data


def seat_name(village: str) -> str:
    """The village where a bishop sits."""
    return next(row.name for row in board().villages if row.id == village)


def names(view: Json, lang: str) -> Names:
    """All names of a match: fiefs are called after their capitals, families by their players' names."""
    tables = dict(fixed(lang))
    regions = dict(tables["region"])
    for region, seen in view["regions"].items():
        if seen["fief"]:
            regions[region] = fief_name(seen["fief"], lang)
    families = {seat: one["name"] for seat, one in view["seats"].items()}
    the_regions = with_articles(regions, lang)
    return {
        **tables,
        "region": regions,
        "the_region": the_regions,
        "seat": {**families, PEASANTS: site_words(lang).say("fief", "peasants")},
    }


def regions(tables: Names) -> dict[str, Mapping[Any, str]]:
    """The tables of regions alone, with an article and without."""
    return {name: tables[name] for name in ("region", "the_region")}


def fief_name(fief: Json, lang: str) -> str:
    """Duché de Bourg: a fief takes its capital's name (FI-FIE-03)."""
    capital = fixed(lang)["village"][fief["capital"]]
    title = fixed(lang)["title"][fief["title"]]
    return f"{title} {of(capital, lang)}" if lang == "fr" else f"{title} of {capital}"


def data_of(order: Order, view: Json) -> dict[str, Any]:
    """An order's fields by the identifiers that views use; nothing (None, an empty list) as "" or []."""
    seats = list(view["seats"])
    return {name: identified(sort, getattr(order, name), seats) for name, sort, _ in sorts(type(order))}


def identified(sort: str, value: Any, seats: list[str]) -> Any:
    """One field."""
    tables = {"village": VILLAGE_IDS, "region": REGION_IDS, "see": BISHOPRIC_IDS, "lord": LORD_IDS}
    if sort.endswith("s") and sort[:-1] in (*tables, "player"):
        return [identified(sort[:-1], one, seats) for one in value]
    if sort == "player":
        return PEASANTS if value == REBELS else seats[value]
    if sort in tables:
        return tables[sort][value] if value is not None else ""
    if sort == "tokens":
        return sum(number * worth for number, worth in zip(value, CONSTANTS.token_values, strict=True))
    if sort == "marriages":
        return [LORD_IDS[lord] for pair in value for lord in pair]
    return list(value) if isinstance(value, tuple) else value


def order_words(order: Order, view: Json, lang: str) -> str:
    """An order as a button says it: yes and no as the question has them."""
    words, tag = site_words(lang), tag_of(order)
    asked = (view.get("own") or {}).get("asked") or {"kind": ""}
    keys = (f"{asked['kind']}_{asked.get('stage', '')}_{tag}", f"{asked['kind']}_{tag}", special(order), tag)
    key = next(key for key in keys if words.has("fief_do", key) or key == tag)
    return capital(words.say("fief_do", key, data_of(order, view), names(view, lang)))


def special(order: Order) -> str:
    """The name of a sort of order that has words of its own: a march that attacks, a deal that is but a marriage."""
    match order:
        case March(manner=manner) if manner == ASSAULT:
            return "march_assault"
        case Propose(marriages=couples) if couples and order == Propose(order.player, marriages=couples):
            return "propose_wed"
    return ""


def tag_of(order: Order) -> str:
    """The name of this sort of order in the catalogues."""
    return str(type(order).__struct_config__.tag)
