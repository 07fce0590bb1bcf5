"""What tells one bot of Fief from another, as constants: by level, and by temper."""

from __future__ import annotations

from typing import Any

import msgspec

from heraut.bots.character import Character, Temper
from heraut.bots.constants import Bounds, changeable

PATIENCE = 60  # turns, after which an alliance that has not won is worth nothing


class Traits(msgspec.Struct, frozen=True):
    """How a bot weighs things. As they stand here they are those of the first release (`classic`)."""

    # war
    sure: float = 0.72  # the chance of victory without which nobody is attacked
    bold: float = 0.5  # the same for the rich, who can raise others
    least: float = 1.5  # what a march should be worth
    far: int = 9  # villages ahead that are thought of
    walls: bool = True  # whether castles and cities are reckoned with
    wary: bool = True  # whether a place is held against what could come
    respect: float = 0.0  # how much better a chance must be against whom peace was promised
    # money
    held: float = 0.6  # how surely a place should be held
    thrift: bool = True  # whether what pays is bought before soldiers
    chest: int = 0  # what is kept back from armies
    # court
    marries: bool = True
    suitors: int = 1  # families that may be asked for a marriage in one window
    patience: int = PATIENCE
    trades: bool = False  # whether captives are sold, bought back, and lords lent to the ally
    peace: bool = False  # whether peace is offered, and kept
    concedes: bool = False
    staunch: bool = False  # whether it sits in the place of a player, for whom it never concedes
    # cards
    family: int = 0  # lords for whose sake other cards are laid aside
    spite: float = 1.0  # what a murder is worth
    # chance
    whim: float = 0.0  # how far a worse answer may be preferred


CLASSIC = Traits()
NOVICE = Traits(walls=False, wary=False, far=3, least=4.0, family=0, whim=3.0, thrift=False, suitors=1)
PLAYER = Traits(suitors=2, concedes=True, trades=True, family=4, whim=0.4)
TEMPERS: dict[Temper, dict[str, Any]] = {  # what each changes in a player
    "loyal": {"bold": 0.55, "respect": 0.2, "patience": 80, "peace": True, "spite": 0.5},
    "greedy": {"sure": 0.7, "bold": 0.55, "chest": 400, "patience": 40},
    "warlike": {"sure": 0.6, "bold": 0.45, "least": 1.0, "held": 0.5, "suitors": 1, "patience": 40, "spite": 1.6},
    "cautious": {"sure": 0.75, "bold": 0.6, "respect": 0.1, "held": 0.7, "peace": True},
}
# In which novices of all tempers are alike
BLUNT = ("marries", "walls", "wary", "far", "family", "suitors", "whim", "thrift")

TUNED: Bounds = {
    "sure": (0.4, 0.95),
    "bold": (0.2, 0.8),
    "least": (0.2, 4),
    "respect": (0, 0.5),
    "held": (0.2, 0.95),
    "spite": (0, 3),
}


@changeable
def traits_of(character: Character) -> Traits:
    """The constants of a character."""
    if character.level == "classic":
        return CLASSIC
    temper = msgspec.structs.replace(PLAYER, **TEMPERS[character.temper])
    if character.level != "novice":
        return temper
    clumsy = {name: getattr(NOVICE, name) for name in BLUNT}
    return msgspec.structs.replace(temper, sure=temper.sure + 0.15, bold=temper.sure, peace=False, **clumsy)
