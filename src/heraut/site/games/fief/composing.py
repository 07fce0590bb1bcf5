"""Answers of several parts, put together in one form: sides before a battle, a round, a new lord with his titles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from heraut.engine.protocol import Json
from heraut.games.fief.orders.answers import Pass
from heraut.games.fief.orders.battles import Aim, Combine, Join, Mercy, Sortie, Target
from heraut.games.fief.orders.cards import PlayLord
from heraut.games.fief.orders.movements import Rouse
from heraut.games.fief.orders.order import Order
from heraut.site.games.fief import instruction_forms
from heraut.site.games.fief.naming import Names, data_of, names


def forms(kind: str, offers: Sequence[Order], view: Json, lang: str, drafted: Sequence[Order]) -> dict[str, Any]:
    """The form that goes with a question, if it takes more than one button."""
    return {
        "side_form": side_form(offers, view, lang) if kind == "sides" else None,
        "round_form": round_form(offers, view, lang) if kind == "round" else None,
        "lord_form": lord_form(offers, view, lang) if kind == "cards" else None,
        "may_attack_nobody": kind == "move" and view["settings"]["batch"] and Pass() not in drafted,
    }


def side_form(offers: Sequence[Order], view: Json, lang: str) -> dict[str, Any]:
    """Whom to join, with whom to add up, whether to make a sortie, and the plan for this battle (FI-DP-R11)."""
    tables, own = names(view, lang), view["own"]
    village = own["asked"].get("village") or view["battle"]["village"]
    joins = [data_of(order, view)["player"] for order in offers if isinstance(order, Join)]
    friends = [data_of(order, view)["players"][0] for order in offers if isinstance(order, Combine)]
    return {
        "village": village,
        "joins": [(seat, tables["seat"][seat]) for seat in joins],
        "friends": [(seat, tables["seat"][seat]) for seat in friends],
        "sortie": any(isinstance(order, Sortie) for order in offers),
        **instruction_forms.plan_form(own["plans"].get(village, own["plan"]), view, tables),
    }


def round_form(offers: Sequence[Order], view: Json, lang: str) -> dict[str, Any] | None:
    """Mercy, the camp to hit, so many dice at each lord; None where there is nothing to choose but to fight on."""
    tables = names(view, lang)
    aims = [(data_of(order, view), order.dice) for order in offers if isinstance(order, Aim)]
    targets = [camp_words(data_of(order, view), "player", tables) for order in offers if isinstance(order, Target)]
    rouses = [camp_words(data_of(order, view), "target", tables) for order in offers if isinstance(order, Rouse)]
    if not (aims or targets or rouses):
        return None
    return {
        "mercy": any(isinstance(order, Mercy) for order in offers),
        "targets": targets,
        "rouses": rouses,
        "aims": [
            {
                "field": f"aim-{data['lord']}-{data['by']}".removesuffix("-"),
                "name": tables["lord"][data["lord"]],
                "family": tables["seat"][view["lords"][data["lord"]]["seat"]],
                "dice": dice,
                "rebels": bool(data["by"]),
            }
            for data, dice in aims
        ],
    }


def camp_words(data: dict[str, Any], who: str, tables: Names) -> tuple[str, str]:
    """A camp as orders name it, and as readers do: of a family's two, its garrison or its relief (FI-MUL-06)."""
    seat, place = data[who], data["place"]
    if not place:
        return seat, tables["seat"][seat]
    return f"{seat}, {place}", f"{tables['seat'][seat]} {tables['walls'][place]}"


def lord_form(offers: Sequence[Order], view: Json, lang: str) -> dict[str, Any] | None:
    """Lords of the hand, where they may come in, and the family's titles; None without a lord or a title."""
    tables, me = names(view, lang), view["own"]["seat"]
    found = [data_of(order, view) for order in offers if isinstance(order, PlayLord)]
    titles = [
        (region, tables["region"][region], tables["lord"][name])
        for name, lord in view["lords"].items()
        if lord["seat"] == me and len(lord["titles"]) > 1  # who gives keeps one as high (FI-TTL-03)
        for region in lord["titles"]
    ]
    if not found or not titles:
        return None
    return {
        "lords": [(name, tables["lord"][name]) for name in dict.fromkeys(data["lord"] for data in found)],
        "villages": [(code, tables["village"][code]) for code in dict.fromkeys(data["village"] for data in found)],
        "titles": titles,
    }
