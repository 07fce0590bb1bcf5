"""Regents and wills: who plays a seat for its player, how far, and what is done when he stays silent (docs/adr/0023).

models.py    regencies, wills taken       naming.py    named, accepted, ended
in_force.py  who may act now              wills.py     what answers for the silent
promises.py  who tells what a lord owes   export.py    what is kept about a player
The pages stand in `site/absence/`.
"""
