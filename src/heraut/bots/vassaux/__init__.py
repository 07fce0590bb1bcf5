"""A captain who plays Seigneurs & Vassaux: what he is asked, and who among his counsels answers.

traits.py      the constants of each level and temper      counsels.py    his answer to each question
muster.py      what men and blows are worth                assault.py     charges, melees and shots, weighed
march.py       where a unit goes that fights nobody yet    reply.py       reactions, reorganisations
sorcery.py     spells and counter-spells                   endings.py     claims, surrenders, draws; the count
diplomacy.py   what the other side is to him               evaluation.py  what a battle is worth to a side
master.py      answers tried in guesses
"""

from __future__ import annotations

from heraut.bots.bot import Bot
from heraut.bots.vassaux.counsels import advised
from heraut.bots.vassaux.master import searched
from heraut.bots.vassaux.traits import traits_of

answer = Bot(advised, searched, traits_of)
