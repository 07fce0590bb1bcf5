"""A player of Fief who wants the crown.

traits.py      the constants of each level and temper      counsels.py   his answer to each question
planner.py     what he sees                                roads.py      the shortest ways over the board
cards.py, purchases.py, marching.py, battles.py            his own turn
court.py       what is asked outside it                    talks.py      peace, ransoms, cards for the ally
diplomacy.py   what others are to him                      master.py     answers tried in guesses
evaluation.py  what a realm is worth to each family
"""

from __future__ import annotations

from heraut.bots.bot import Bot
from heraut.bots.fief.counsels import advised
from heraut.bots.fief.master import searched
from heraut.bots.fief.traits import traits_of

answer = Bot(advised, searched, traits_of)
