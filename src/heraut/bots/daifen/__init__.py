"""A lord who plays Daifen to win.

traits.py      the constants of each level and temper      counsels.py    what he thinks of, in order
planner.py     what he sees, and has left                  league.py      who has grown too strong
war.py         whom to attack, with how many               strength.py    what an army is worth
spies.py, training.py, construction.py, learning.py        diplomacy.py   votes, boasts, what others are to him
evaluation.py  what a continent is worth to him            master.py      forms played on in guesses
"""

from __future__ import annotations

from heraut.bots.character import Character
from heraut.bots.daifen.counsels import advised
from heraut.bots.daifen.master import searched
from heraut.bots.daifen.traits import traits_of
from heraut.engine.protocol import Json
from heraut.engine.rng import Rng
from heraut.games.daifen.decision import SheetDecision
from heraut.games.daifen.orders import Form


def answer(decision: SheetDecision, view: Json, rng: Rng, character: Character) -> Form:
    """The form of a bot of this character."""
    if character.level == "master":
        return searched(decision, view, rng, character)
    return advised(decision, view, rng, traits_of(character))
