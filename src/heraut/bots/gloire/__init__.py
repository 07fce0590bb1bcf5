"""Lords who play Gloire et Pouvoir.

traits.py      the constants of each level and temper      counsels.py    what he thinks of, in order
planner.py     what he sees, and has left                  economy.py     taxes, redistribution
conquest.py, war.py, defence.py, marching.py               recruiting.py  knights and men
jousts.py      the lists                                   diplomacy.py   alliances, peace, what others are to him
evaluation.py  what a realm is worth to him                master.py      sheets played on in guesses
"""

from __future__ import annotations

from heraut.bots.bot import Bot
from heraut.bots.gloire.counsels import advised
from heraut.bots.gloire.master import searched
from heraut.bots.gloire.traits import traits_of

answer = Bot(advised, searched, traits_of)
