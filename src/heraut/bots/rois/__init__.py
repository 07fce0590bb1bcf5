"""Kings who play Rois aventuriers, from novice to master. Every answer is made of a view, chance and a character alone.

traits.py      the constants of each level and temper      counsels.py    what he thinks of, in order
planner.py     what he sees, and has decided               war.py         armies; ways.py, strength.py, sailing.py
seas.py        fleets that sail for provinces              adventure.py   Heroes hired, places searched
study.py       the seasons that are left                   elections.py   calls and ballots
diplomacy.py   treaties, gifts, what others are to him     evaluation.py  what a world is worth to him
master.py      sheets played on in guesses
"""

from __future__ import annotations

from heraut.bots.bot import Bot
from heraut.bots.rois.counsels import advised
from heraut.bots.rois.master import searched
from heraut.bots.rois.traits import traits_of

answer = Bot(advised, searched, traits_of)
