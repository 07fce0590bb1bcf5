"""The calculators: what a player may work out before he decides.

dice.py    what a throw takes from a camp
odds.py    one battle of two camps, with d'Arc and aimed dice: who wins, what is left, who dies
chances.py the same for all strengths at once, points against points
ledger.py  incomes to come, points, votes, and what a fief still lacks, as far as a reader may see
reach.py   where lords can arrive in a movement, and with how many soldiers
facts.py   what the lab notes of a match
worth.py   what counts at a limit of turns

All are exact: no run is ever drawn.
"""
