"""The calculators: what a player may work out before he declares war.

dice.py    what a throw takes from a camp
odds.py    one battle of two camps, with d'Arc and aimed dice: who wins, what is left, who dies
table.py   the same for all strengths at once, points against points

All are exact: no run is ever drawn.
"""
