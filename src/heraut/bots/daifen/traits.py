"""What tells one lord of Daifen from another: every constant that a level or a temper changes, in one table.

`CLASSIC` is the lord of the first release, in whom all that came later is switched off.
"""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar

import msgspec

from heraut.bots.character import Character, Temper
from heraut.bots.constants import Bounds, changeable, changed

T = TypeVar("T", int, float)
Table = tuple[tuple[int, T], ...]  # by turn: (from this turn on, the figure)


class Traits(msgspec.Struct, frozen=True):
    """The constants of one lord; each table goes by turn.

    `guards`: the share of the army that stays at home. `confidence`: the chance of pillage that is worth an assault, in
    odds fought out; `margin`, where there is one, takes its place: the share of the attackers that must be left, by all
    foresight. Both sink, for long wars must end: who waits for ever for a safe victory never has one.
    `army_share`: the share of the gold that the army gets. `spies`, `watch_towers`, `walls`: how many to have.
    `prey`: gold that a thief must hope for; three times his price, since he may be caught and makes us known.

    `league`: the turn from which on he joins against a kingdom that is overgrown: that has `envy` times the army of the
    others in the mean, of the last three `mistrust` times. Before turn `patience` he carries no such kingdom into an
    association. `embassy`: for how many turns before the league all his spies but one make the kingdoms he knows known
    to one another; from then on they look at the strongest first, on the eve of a march. 0: neither. `levy`: the share
    of his gold that the army gets at least, while the last three have not settled whom to win with; `generosity`: the
    share that he gives to a weaker ally meanwhile. `ambition`, where it is not 0: how many times the army of each other
    he must have to share the victory with nobody. `staunch`: he sits in the place of a player, and shares the victory
    with nobody.

    `whim`: by how much chance moves what he thinks of a prey and how much guard he keeps. `lapses`: the chance that he
    does not think of something at all this turn.
    """

    guards: Table[float] = ((1, 0.4), (14, 0.3), (20, 0.2), (34, 0.1), (40, 0.0))
    confidence: Table[float] = ((1, 0.85), (28, 0.7), (36, 0.5), (44, 0.35))
    margin: Table[float] | None = None
    army_share: Table[float] = ((1, 0.0), (4, 0.25), (7, 0.3), (11, 0.4), (16, 0.5))
    spies: Table[int] = ((1, 0), (4, 1), (7, 2), (10, 3), (14, 4))
    watch_towers: Table[int] = ((1, 0), (12, 1), (16, 2))  # more cost more than the spies that they stop
    walls: Table[int] = ((1, 0), (9, 2), (14, 4), (20, 6))
    prey: int = 25
    league: int = 0
    envy: float = 1.0
    mistrust: float = 1.0
    patience: int = 0
    embassy: int = 0
    levy: float = 0.0
    generosity: float = 0.0
    ambition: float = 0.0
    staunch: bool = False
    whim: float = 0.0
    lapses: float = 0.0


CLASSIC = Traits()

# Whoever loses men to others' profit loses the match: a player attacks where he loses few, and is never away from home
# with most of his army while others could come. He arms later than classic, and lives on what the gold has built.
PLAYER = Traits(
    guards=((1, 0.5), (28, 0.4), (34, 0.3), (46, 0.0)),
    margin=((1, 0.6), (24, 0.5), (34, 0.4), (46, 0.1)),
    army_share=((1, 0.0), (4, 0.2), (7, 0.24), (11, 0.32), (16, 0.4)),
    spies=((1, 0), (4, 1), (7, 2), (10, 3), (14, 4), (18, 8)),
    league=26,
    patience=80,
    embassy=6,
    levy=0.9,
    whim=0.1,
)

TEMPERS: dict[Temper, dict[str, Any]] = {  # what each changes in a player
    "loyal": {"generosity": 0.1},
    "greedy": {"prey": 12, "spies": ((1, 0), (3, 1), (6, 2), (9, 4), (14, 6), (18, 9)), "ambition": 3.0},
    "warlike": {
        "guards": ((1, 0.45), (28, 0.35), (34, 0.25), (46, 0.0)),
        "margin": ((1, 0.5), (24, 0.4), (34, 0.3), (46, 0.1)),
        "ambition": 2.0,
    },
    "cautious": {
        "guards": ((1, 0.6), (28, 0.5), (34, 0.4), (46, 0.1)),
        "walls": ((1, 0), (8, 2), (12, 4), (18, 8)),
        "watch_towers": ((1, 0), (10, 1), (14, 2), (20, 3)),
    },
}

# What CMA-ES made of a player in nineteen generations, against players of all tempers (`heraut.lab.tune`); tables by
# turn are multiplied. He spies a fifth as often, keeps two fifths of the guard, spends less on his army, marches with
# the league against nobody but twice the others' equal, and shares the victory with anybody else from turn 18 on.
# The watch towers came later: few march on a kingdom of which no spy has come back.
MASTER = (
    ("guards", 0.4),
    ("margin", 1.1),
    ("army_share", 0.875),
    ("spies", 0.2),
    ("watch_towers", 8),
    ("walls", 0.75),
    ("prey", 24),
    ("league", 15),
    ("envy", 2.15),
    ("mistrust", 2.45),
    ("patience", 18),
    ("embassy", 0),
    ("generosity", 0.08),
    ("ambition", 3.9),
)

# A beginner leaves his house empty, forgets things, spends late, looks around too little, and trusts in luck.
NOVICE: dict[str, Any] = {
    "guards": ((1, 0.1),),
    "margin": ((1, 0.05),),
    "army_share": ((1, 0.0), (8, 0.15)),
    "spies": ((1, 0), (6, 1), (14, 2)),
    "walls": ((1, 0),),
    "watch_towers": ((1, 0),),
    "patience": 0,
    "embassy": 0,
    "generosity": 0.0,
    "lapses": 0.5,
    "whim": 0.5,
}

TUNED: Bounds = {
    "guards": (0, 1.6),
    "margin": (0, 1.6),
    "army_share": (0.4, 2),
    "spies": (0, 2),
    "watch_towers": (0, 16),
    "walls": (0, 2),
    "prey": (5, 80),
    "league": (0, 60),
    "envy": (1, 4),
    "mistrust": (1, 4),
    "patience": (0, 90),
    "generosity": (0, 0.6),
    "ambition": (0, 6),
}


@cache
@changeable
def traits_of(character: Character) -> Traits:
    """The constants of a lord of this level and temper."""
    if character.level == "classic":
        return CLASSIC
    temper = msgspec.structs.replace(PLAYER, **TEMPERS[character.temper])
    if character.level == "novice":
        return msgspec.structs.replace(temper, **NOVICE)
    return changed(temper, MASTER) if character.level == "master" else temper


def by_turn(table: Table[T], turn: int) -> T:
    """The figure that holds on this turn."""
    return [figure for start, figure in table if start <= turn][-1]
