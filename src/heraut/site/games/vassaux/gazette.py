"""A turn of Seigneurs & Vassaux as the gazette tells it: charges, the fallen, spells, the end of the battle."""

from __future__ import annotations

from heraut.engine.protocol import Json
from heraut.games.vassaux.herald import Herald
from heraut.site.gazette.chronicle import Chronicler, Figures, Names

KINDS = (
    "over", "lord_fell", "duel", "conceded", "draw_agreed", "dishonoured", "vassal_fell", "martyrs", "martyrs_gone",
    "point_captured", "brazier", "spell_cast", "charged", "fled", "arrived", "initiative_ceded", "burnt", "left",
)  # fmt: skip


def filled_in(view: Json, lang: str) -> tuple[Figures, Names]:
    """The names of units and hosts; the figures of an event as the herald writes them."""
    said = Herald(view, lang)
    return said.told, said.names


CHRONICLE = Chronicler("gazette_vassaux", KINDS, filled_in)
