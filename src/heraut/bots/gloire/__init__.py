"""Lords who play Gloire et Pouvoir.

traits.py      the constants of each level and temper      counsels.py    what he thinks of, in order
planner.py     what he sees, and has left                  economy.py     taxes, redistribution
conquest.py, war.py, defence.py, marching.py               recruiting.py  knights and men
jousts.py      the lists                                   diplomacy.py   alliances, peace, what others are to him
evaluation.py  what a realm is worth to him                master.py      sheets played on in guesses
"""

from __future__ import annotations

from heraut.bots.character import Character
from heraut.bots.gloire.counsels import advised
from heraut.bots.gloire.master import searched
from heraut.bots.gloire.traits import traits_of
from heraut.engine.protocol import Json
from heraut.engine.rng import Rng
from heraut.games.gloire.decision import SheetDecision
from heraut.games.gloire.orders import Sheet


def answer(decision: SheetDecision, view: Json, rng: Rng, character: Character) -> Sheet:
    """The sheet of a bot of this character."""
    if character.level == "master":
        return searched(decision, view, rng, character)
    return advised(decision, view, rng, traits_of(character))
