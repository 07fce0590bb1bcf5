"""An order: one line of an answer, with its French word and the names of what it is about.

Fields are typed by what they name, and `grammar` reads and writes them by that type.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from heraut.games.fief.tables import Tokens

Village = Annotated[int, "village"]
Region = Annotated[int, "region"]
See = Annotated[int, "see"]
LordNo = Annotated[int, "lord"]
Lords = Annotated[tuple[int, ...], "lords"]
Player = Annotated[int, "player"]  # REBELS too, where they can be meant
Players = Annotated[tuple[int, ...], "players"]
Villages = Annotated[tuple[int, ...], "villages"]
Regions = Annotated[tuple[int, ...], "regions"]
Card = Annotated[str, "card"]  # a kind of card, or a lord, or a bishop's see
Cards = Annotated[tuple[str, ...], "cards"]
Number = Annotated[int, "number"]
Troop = Annotated[Tokens, "tokens"]
Word = Annotated[str, "word"]
Text = Annotated[str, "text"]
Marriages = Annotated[tuple[tuple[int, int], ...], "marriages"]


class Order(msgspec.Struct, frozen=True, gc=False, tag_field="order"):
    """One order: one line of an answer. `code` is the word that begins the line."""

    code: ClassVar[str]


Answer = tuple[Order, ...]
SILENCE: Answer = ()
