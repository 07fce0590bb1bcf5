"""The calculators: chances worked out to the last fraction, before an order is given.

hits.py      how many attack dice hit a threshold, re-rolls included
attack.py    an attack: threshold, hits, casualties; a melee with its blow returned
opposed.py   the opposed test, and who wins it
spells.py    a spell's total, re-rolls included
fighters.py  attacks between units as they are built
luck.py      every roll of a battle against what its dice promised
reasons.py   dice, factors and chances behind an event, in words
facts.py     what the lab notes of a match
worth.py     what counts at a limit of turns

Nothing is drawn: every figure is a sum over all dice, as a Fraction.
"""
