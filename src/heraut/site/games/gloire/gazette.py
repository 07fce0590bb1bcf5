"""A turn of Gloire et Pouvoir as the gazette tells it: wars, lands, treaties, jousts, titles."""

from __future__ import annotations

from heraut.engine.protocol import Json
from heraut.games.gloire.herald import Herald
from heraut.site.gazette.chronicle import Chronicler, Figures, Names, as_recorded

KINDS = (
    "crowned", "no_king", "lord_eliminated", "abdicated", "felony", "war_declared", "alliance_broken", "peace",
    "alliance", "alliance_cancelled", "revolt", "royal_jousts_held", "land_taken", "title_lost", "title_lowered",
    "land_sold", "joust_held", "title_gained",
)  # fmt: skip


def filled_in(view: Json, lang: str) -> tuple[Figures, Names]:
    """The names of lords and lands; the figures of an event as they are."""
    return as_recorded, Herald(view, lang).names


CHRONICLE = Chronicler("gazette_gloire", KINDS, filled_in)
