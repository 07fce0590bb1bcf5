"""The codes of the tables. Those that the rules name one by one are literal: a misspelt one does not pass mypy."""

from __future__ import annotations

from typing import Literal, NewType

SimpleOrder = Literal["MAR", "ATT", "CHA", "WAI"]
OrderCode = Literal["MAR", "ATT", "CHA", "WAI", "ARR", "MT", "CRS", "ATC", "SPL", "CHC", "ALE", "FOR"]
AnyOrder = OrderCode | Literal[""]  # "": no order, or whichever
SpellCode = Literal[
    "AURA_DEFENSE", "AURA_EPINEUSE", "AURA_FEU", "METEORE", "PLUIE_DE_FEU", "LUNE_VOILEE", "HURLER_MORT",
    "HURLER_MEUTE", "APPEL_CHASSE", "NECROSE", "CORRUPTION", "RESURRECTION", "POSSESSION", "NUIT_ETERNELLE",
]  # fmt: skip
TerrainCode = Literal[
    "OPEN", "ROAD", "WOOD", "MARSH", "SLOPE", "LOW_WALL", "HOUSE", "ROCK", "WATER", "HILLTOP"
]  # fmt: skip
Action = Literal["CC", "MC", "MA", "MF", "CF", "AC", "CH", "FO", "SO2", "SO3", "SD2", "SD3"]  # of the solitaire table

# What players write in their lists, known or not.
ProfileCode = NewType("ProfileCode", str)
TitleCode = NewType("TitleCode", str)
WeaponCode = NewType("WeaponCode", str)
ArmourCode = NewType("ArmourCode", str)
PowerCode = NewType("PowerCode", str)
FighterCode = NewType("FighterCode", str)
School = NewType("School", str)  # "": no magic
MapCode = NewType("MapCode", str)
HostCode = NewType("HostCode", str)
Trade = NewType("Trade", str)  # Mv, At or Df, which a change of profile may touch; "": no change
