"""A lord who plays Daifen to win.

traits.py      the constants of each level and temper      counsels.py    what he thinks of, in order
planner.py     what he sees, and has left                  league.py      who has grown too strong
war.py         whom to attack, with how many               strength.py    what an army is worth
spies.py, training.py, construction.py, learning.py        diplomacy.py   votes, boasts, what others are to him
evaluation.py  what a continent is worth to him            master.py      forms played on in guesses
"""

from __future__ import annotations

from heraut.bots.bot import Bot
from heraut.bots.daifen.counsels import advised
from heraut.bots.daifen.master import searched
from heraut.bots.daifen.traits import traits_of

answer = Bot(advised, searched, traits_of)
