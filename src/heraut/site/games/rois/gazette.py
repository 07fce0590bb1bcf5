"""A year of Rois aventuriers as the gazette tells it: all that the whole world hears, which is little (RO-INFO-08)."""

from __future__ import annotations

from heraut.engine.protocol import Json
from heraut.games.rois.herald import Herald
from heraut.site.gazette.chronicle import Chronicler, Figures, Names

KINDS = ("crowned_emperor", "vote_held", "election_called", "eliminated", "new_king", "final_scores", "year_over")


def filled_in(view: Json, lang: str) -> tuple[Figures, Names]:
    """The names of kingdoms and people; lists in the figures of an event as the herald writes them."""
    said = Herald(view, lang)
    return said.told, said.names


CHRONICLE = Chronicler("gazette_rois", KINDS, filled_in)
