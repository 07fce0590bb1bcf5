"""The card of a land: what its reader may know of it, and the orders about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from heraut.engine.protocol import Json
from heraut.games.gloire.atlas import atlas
from heraut.games.gloire.herald import Herald, labels
from heraut.site.games.gloire.bonds import bond
from heraut.site.games.gloire.draft import Draft
from heraut.site.games.gloire.drawing import shield_svg
from heraut.site.games.gloire.proposals import LIKELIEST, Offers


def land_card(view: Json, lang: str, name: str, knight: str, draft: Draft | None) -> dict[str, Any] | None:
    """What the visitor may know of a land, and the orders that he may give about it; None if there is no such land.

    `knight` is the number of the own knight who was chosen before, "" for none; `draft` None: no orders are offered.
    """
    if name not in view["lands"]:
        return None
    names, seen = labels(view["map"], lang), view["lands"][name]
    owner = seen["owner"]
    own = view.get("own")
    herald = Herald(view, lang)
    card = {
        "name": name,
        "label": names[name],
        "owner": herald.lords[owner] if owner else "",
        "shield": shield_svg(view["lords"][owner]["number"]) if owner else "",
        "bond": bond(view, owner),
        "happiness": seen["happiness"],
        "mean_happiness": view["means"]["happiness"],
        "population": seen["population"],
        "neighbours": [(other, names[other]) for other in atlas(view["map"]).places[name].neighbours],
        "mine": own["lands"].get(name) if own else None,
        "memory": own["memories"].get(name) if own else None,
        "works": herald.names["fortification"],
    }
    if own:
        card["fortification"] = card["works"][card["mine"]["fortification"]] if card["mine"] else ""
        card["forces"] = list(forces_at(own, name))
        card["knight"] = knight if knight in own["knights"] else ""
        offered = Offers(view, lang, draft, str(card["knight"])).for_land(name) if draft is not None else []
        card["likely"], card["others"] = offered[:LIKELIEST], offered[LIKELIEST:]
        card["writes"] = view["lords"][owner]["name"] if card["bond"] in ("ally", "enemy", "other") else ""
        card["kept"] = [("terre", name), ("chevalier", card["knight"])]
    return card


def forces_at(own: Mapping[str, Any], name: str) -> Iterator[dict[str, Any]]:
    """The lord's own knights and garrison in a land."""
    for id, knight in own["knights"].items():
        if knight["land"] == name:
            army = own["armies"].get(str(knight["army"]))
            himself = int(id) == own["lord_knight"]
            yield {
                "id": id,
                "army": knight["army"],
                "men": army["men"] if army else 0,
                "himself": himself,
                **named(knight),
            }
    for id, army in own["armies"].items():
        if army["land"] == name and army["knight"] is None:
            yield {"id": "", "army": id, "men": army["men"]}


def named(knight: Mapping[str, Any]) -> dict[str, Any]:
    """The name, renown and pay of a knight."""
    return {key: knight[key] for key in ("name", "renown", "pay")}
