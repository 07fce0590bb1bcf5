"""Kings who play Rois aventuriers, from novice to master. Every answer is made of a view, chance and a character alone.

traits.py      the constants of each level and temper      counsels.py    what he thinks of, in order
planner.py     what he sees, and has decided               war.py         armies; ways.py, strength.py, sailing.py
seas.py        fleets that sail for provinces              adventure.py   Heroes hired, places searched
study.py       the seasons that are left                   elections.py   calls and ballots
diplomacy.py   treaties, gifts, what others are to him     evaluation.py  what a world is worth to him
master.py      sheets played on in guesses
"""

from __future__ import annotations

from heraut.bots.character import Character
from heraut.bots.rois.counsels import advised
from heraut.bots.rois.master import searched
from heraut.bots.rois.traits import traits_of
from heraut.engine.protocol import Json
from heraut.engine.rng import Rng
from heraut.games.rois.decision import SheetDecision
from heraut.games.rois.orders import Sheet


def answer(decision: SheetDecision, view: Json, rng: Rng, character: Character) -> Sheet:
    """The sheet of a bot of this character."""
    if character.level == "master":
        return searched(decision, view, rng, character)
    return advised(decision, view, rng, traits_of(character))
