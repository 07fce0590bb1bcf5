"""The calculators: what a lord may work out before sending a form.

odds.py    the chances of an assault, from plain armies (sums.py throws its dice, tally.py counts its ends)
facts.py   what the lab notes of a match
worth.py   what counts at a limit of turns

All give frozen structs that print as JSON.
"""
