"""A turn of Fief as the gazette tells it: the crown, the Church, battles, plagues, weddings and deaths."""

from __future__ import annotations

from heraut.engine.protocol import Json
from heraut.games.fief.herald import Herald
from heraut.site.gazette.chronicle import Chronicler, Figures, Names, as_recorded

KINDS = (
    "game_over", "king_crowned", "king_by_blood", "throne_vacant", "eliminated", "lord_died", "marriage",
    "battle_over", "revolt", "justice", "fief_made", "fief_taken", "prince_born", "queen_made", "bishop_made",
    "cardinal_made", "lord_captured", "lord_freed", "ransom_paid", "ravaged", "village_taken", "nobody_elected",
)  # fmt: skip


def filled_in(view: Json, lang: str) -> tuple[Figures, Names]:
    """The names of houses, lords and places; the figures of an event as they are."""
    return as_recorded, Herald(view, lang).names


CHRONICLE = Chronicler("gazette_fief", KINDS, filled_in)
