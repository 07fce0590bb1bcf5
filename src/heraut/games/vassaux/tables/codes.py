"""The codes of the tables, and the words for where a battle stands.

Those that the rules name one by one are literal: a misspelt one does not pass mypy.
"""

from __future__ import annotations

from typing import Literal, NewType, get_args

SimpleOrder = Literal["MAR", "ATT", "CHA", "WAI"]
OrderCode = Literal["MAR", "ATT", "CHA", "WAI", "ARR", "MT", "CRS", "ATC", "SPL", "CHC", "ALE", "FOR"]
SIMPLE: tuple[SimpleOrder, ...] = get_args(SimpleOrder)
AnyOrder = OrderCode | Literal[""]  # "": no order, or whichever
SpellCode = Literal[
    "AURA_DEFENSE", "AURA_EPINEUSE", "AURA_FEU", "METEORE", "PLUIE_DE_FEU", "LUNE_VOILEE", "HURLER_MORT",
    "HURLER_MEUTE", "APPEL_CHASSE", "NECROSE", "CORRUPTION", "RESURRECTION", "POSSESSION", "NUIT_ETERNELLE",
]  # fmt: skip
TerrainCode = Literal[
    "OPEN", "ROAD", "WOOD", "MARSH", "SLOPE", "LOW_WALL", "HOUSE", "ROCK", "WATER", "HILLTOP"
]  # fmt: skip
Action = Literal["CC", "MC", "MA", "MF", "CF", "AC", "CH", "FO", "SO2", "SO3", "SD2", "SD3"]  # of the reaction table

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

# Where a battle stands.
Edge = Literal["N", "E", "S", "W"]
Goal = Literal["kill_lord", "eliminate", "centre", "far_point", "points", "line"]  # of scenario 5 (SV-SCN-51)
Road = Literal["conceded", "agreed", "claimed", "lord_lost", "lords_lost", "decisive", "marginal", "nobody_left"]
Phase = Literal[
    "points", "deployment", "command", "initiative", "second_initiative", "orders", "leaving", "turn_end", "over"
]
QuestionName = Literal[
    "objective", "deploy", "cede", "activate", "move", "charge", "attack", "spell", "arrive", "react", "counter",
    "apply", "fight", "martyrs", "losses", "regroup", "shoot_again", "assign", "leave",
]  # fmt: skip
Cause = Literal["melee", "shot", "fire"]  # of losses
ActStep = Literal["ask", "window", "resolve", "clash", "more", "counter", "effect", "assign", "end"]
MeleeStep = Literal["martyrs", "attack", "fall", "back", "fall_back", "test", "regroup"]
Mark = NewType("Mark", str)  # how an effect is noted on its unit: `table.field.mark`
