"""The ballot and the talks beside the board: candidates, prelates, what has been put to whom."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from heraut.engine.protocol import Json
from heraut.games.fief.orders.negotiations import Propose
from heraut.games.fief.orders.order import Order
from heraut.games.fief.tables import CONSTANTS
from heraut.site.common.words import say, site_words
from heraut.site.games.fief.naming import Names, fixed, names, said, special
from heraut.site.games.fief.questions import Option, option

# The ballot, the talks


def election(view: Json, lang: str) -> dict[str, Any] | None:
    """The ballot: candidates, votes so far, who may still vote, and what the Church would say."""
    found = view["election"]
    if found is None or (view["awaited"] or {}).get("kind") not in ("candidate", "vote", "crown"):
        return None
    tables = names(view, lang)
    counts = {
        candidate: sum(n for _, one, n in found["votes"] if one == candidate) for candidate in found["candidates"]
    }
    return {
        "stage": found["stage"],
        "rows": [(tables["lord"][name], tables["seat"][view["lords"][name]["seat"]], counts[name]) for name in counts],
        "votes": [
            (tables["seat"][seat], tables["lord"].get(name, say("fief.abstains")) if name else say("fief.abstains"), n)
            for seat, name, n in found["votes"]
        ],
        "needed": CONSTANTS.elected_votes,
        "elected": tables["lord"][found["elected"]] if found["elected"] else "",
        "church": church(view, tables),
    }


def church(view: Json, tables: Names) -> list[tuple[str, str]]:
    """The free bishops and cardinals, and whose they are."""
    return [
        (tables["lord"][name], tables["seat"][lord["seat"]])
        for name, lord in view["lords"].items()
        if (lord["bishop"] or lord["cardinal"]) and not lord["captor"] and not lord["dungeon"]
    ]


ACTS = (("accept_deal", "proposer"), ("decline_deal", "proposer"), ("withdraw", "addressee"))
"""What can be done with a deal, and by whom it is named there."""


def deals(view: Json, lang: str) -> list[dict[str, Any]]:
    """The open deals to which the reader is a party: nobody else knows of them (FI-DP-32)."""
    tables = names(view, lang)
    me = view["own"]["seat"] if "own" in view else None
    return [
        {
            **deal,
            "from": tables["seat"][deal["proposer"]],
            "to": tables["seat"][deal["addressee"]],
            "called": f"{deal['proposer']}, {deal['number']}",
            "mine": deal["proposer"] == me,
            "for_me": deal["addressee"] == me,
            "terms": terms(deal, tables, lang),
            "acts": {
                key: site_words(lang).say("fief_do", key, {"deal": deal["number"], "player": deal[whose]}, tables)
                for key, whose in ACTS
            },
        }
        for deal in view["deals"]
    ]


def terms(deal: Json, tables: Names, lang: str) -> list[str]:
    """What a deal is about, line by line."""
    words = site_words(lang)
    data = {**said(deal, lang), "couples": [name for pair in deal["marriages"] for name in pair]}
    keys = ("gives", "asks", "cards", "asked_cards", "frees", "claims", "couples", "promise")
    return [words.say("fief_deal", key, data, tables) for key in keys if data[key]]


def talks(view: Json, lang: str) -> dict[str, Any]:
    """What a player has to offer, and to ask for, in the negotiations."""
    tables, own = names(view, lang), view["own"]
    me = own["seat"]
    others = [(seat, tables["seat"][seat]) for seat, one in view["seats"].items() if seat != me and one["alive"]]
    lords = view["lords"]
    return {
        "others": others,
        "ally": view["seats"][me]["ally"],
        "ally_name": tables["seat"].get(view["seats"][me]["ally"], ""),
        "cards": [(card, fixed(lang)["card"][card]) for card in own["hand"]],
        "captives": [(name, tables["lord"][name]) for name in own["captives"]],
        "held": [
            (name, tables["lord"][name], tables["seat"][lord["captor"]])
            for name, lord in lords.items()
            if lord["seat"] == me and lord["captor"]
        ],
        "mine": [
            (name, tables["lord"][name]) for name, lord in lords.items() if lord["seat"] == me and free_to_marry(lord)
        ],
        "theirs": [
            (name, tables["lord"][name], tables["seat"][lord["seat"]])
            for name, lord in lords.items()
            if lord["seat"] != me and free_to_marry(lord)
        ],
        "purse": own["purse"],
        "ready": me in view["ready"],
        "may_close": me not in view["closing"],
        "closing": [tables["seat"][seat] for seat in view["closing"]],
        "families": len(others) + 1,
        "ready_names": [tables["seat"][seat] for seat in view["ready"]],
        "sells": view["settings"]["surrender"],
        "own_women": {name for name, lord in lords.items() if lord["woman"]},
    }


def weddings(offers: Iterable[Order], view: Json, lang: str) -> list[Option]:
    """A marriage with each family that has no ally either, as one click (FI-MAR-01), unless either has proposed one."""
    me = view["own"]["seat"]
    courting = [{deal["proposer"], deal["addressee"]} for deal in view["deals"] if deal["marriages"]]
    found: dict[str, Option] = {}
    for order in offers:
        if isinstance(order, Propose) and special(order):
            to = list(view["seats"])[order.player]
            if {me, to} not in courting and not view["seats"][me]["ally"] and not view["seats"][to]["ally"]:
                found.setdefault(to, option(order, view, lang))
    return list(found.values())


def free_to_marry(lord: Json) -> bool:
    """Whether nothing that all can see forbids a marriage (FI-MAR-02)."""
    bound = lord["bishop"] or lord["cardinal"] or lord["darc"] or lord["spouse"] or lord["dungeon"]
    return not bound and lord["crown"] != "prince" and not lord["minor"]
