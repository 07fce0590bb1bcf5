"""An order: one line of an answer, with its French word and the names of what it is about.

Fields are typed by what they name, and `grammar` reads and writes them by that type.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, NamedTuple

import msgspec

from heraut.games.fief.identities import LordNo, PlayerNo, RegionNo, SeeNo, VillageNo
from heraut.games.fief.tables import Tokens


class Couple(NamedTuple):
    """Two lords to be married, in either order."""

    one: LordNo
    other: LordNo


Village = Annotated[VillageNo, "village"]
VillageOrNone = Annotated[VillageNo | None, "village"]
Region = Annotated[RegionNo, "region"]
See = Annotated[SeeNo, "see"]
Lord = Annotated[LordNo, "lord"]
Lords = Annotated[tuple[LordNo, ...], "lords"]
Player = Annotated[PlayerNo, "player"]  # REBELS too, where they can be meant
Players = Annotated[tuple[PlayerNo, ...], "players"]
Villages = Annotated[tuple[VillageNo, ...], "villages"]
Regions = Annotated[tuple[RegionNo, ...], "regions"]
Card = Annotated[str, "card"]  # a kind of card, or a lord, or a bishop's see
Cards = Annotated[tuple[str, ...], "cards"]
Number = Annotated[int, "number"]
Troop = Annotated[Tokens, "tokens"]
Word = Annotated[str, "word"]
Text = Annotated[str, "text"]
Marriages = Annotated[tuple[Couple, ...], "marriages"]


class Order(msgspec.Struct, frozen=True, gc=False, tag_field="order"):
    """One order: one line of an answer. `code` is the word that begins the line."""

    code: ClassVar[str]


Answer = tuple[Order, ...]
SILENCE: Answer = ()
