"""The roll of the Kings, as everybody knows them: arms, who they are, who has fallen; relations where they are open."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.utils.safestring import SafeString

from heraut.engine.protocol import Json
from heraut.site.common.words import say
from heraut.site.games.rois.realm import seat_of, shield, title_of
from heraut.site.matchpage.match_access import MatchAccess


@dataclass(frozen=True)
class King:
    """A King on the roll. `bot` plays him, if one does; `partners`: his allies and enemies, where that is told."""

    number: int
    name: str
    arms: SafeString
    words: str
    fallen: int
    bot: str
    partners: list[tuple[str, str, list[str]]] = field(default_factory=list)  # relation, its words, names


def roll(access: MatchAccess, view: Json) -> dict[str, Any]:
    """The Kings of a view, those who reign first; and whether their relations are open (RO-VAR-03)."""
    kings = [
        King(
            int(number),
            card["name"],
            shield(int(number)),
            title_of(card, access.lang),
            card["fallen"],
            access.bot_in(seat_of(number)),
            partners(view, int(number)),
        )
        for number, card in view["kingdoms"].items()
    ]
    kings.sort(key=lambda one: (bool(one.fallen), one.number))
    return {"kings": kings, "open_relations": "relations" in view, "vote": view["vote"], "crown": view["crown"]}


def partners(view: Json, number: int) -> list[tuple[str, str, list[str]]]:
    """How a King stands with others, where everybody may know it."""
    found: dict[str, list[str]] = {}
    for one, other, relation in view.get("relations", ()):
        if number in (one, other) and relation != "neutral":
            found.setdefault(relation, []).append(view["kingdoms"][str(other if one == number else one)]["name"])
    return [(relation, say(f"rois_kings.{relation}"), who) for relation, who in found.items()]
