"""The numbers that stand for things: players, places, cards, phases, positions, series, forts.

Players are counted in the order of the seats; villages, regions, sees, cards and blazons in that of the tables.
"""

from __future__ import annotations

from enum import Enum
from typing import Final, NewType

PlayerNo = NewType("PlayerNo", int)
VillageNo = NewType("VillageNo", int)
RegionNo = NewType("RegionNo", int)
SeeNo = NewType("SeeNo", int)  # a bishopric
CardNo = NewType("CardNo", int)
LordNo = NewType("LordNo", CardNo)  # the first cards are the lords
BlazonNo = NewType("BlazonNo", int)

REBELS: Final = PlayerNo(6)  # the peasants, among the players of a battle
FACE_DOWN: Final = CardNo(-1)  # a card that the reader does not know


class Vacancy(Enum):
    """Why a title belongs to nobody (FI-CAP-09)."""

    ABEYANCE = "abeyance"  # the revolt goes on that took its city
    VACANT = "vacant"  # its holder is eliminated, or the revolt over


Holder = PlayerNo | Vacancy | None  # of a fief: a player, or nobody and why; None: the region is no fief


class Presents(Enum):
    """What a ballot paper may say instead of a candidate."""

    NOBODY = "nobody"


Phase = NewType("Phase", int)
SETUP, CARDS, INCOME, PURCHASE, MOVE, COMBAT, NEGOTIATION = map(Phase, range(7))
PHASES = ("setup", "cards", "income", "purchase", "move", "combat", "negotiation")

Position = NewType("Position", int)  # of a party at a village (FI-MOD-05); fallen in a battle
IN, BESIEGER, RELIEF, FALLEN = map(Position, range(4))
POSITIONS = ("in", "besieger", "relief", "fallen")

Series = NewType("Series", int)  # of tokens (FI-MOD-15)
SOLDIER, KING_GUARD, QUEEN_GUARD = map(Series, range(3))
SERIES = ("soldier", "king_guard", "queen_guard")

Fort = NewType("Fort", int)  # what stands in a village
OPEN, CASTLE, CITY = map(Fort, range(3))
FORTS = ("open", "castle", "city")
