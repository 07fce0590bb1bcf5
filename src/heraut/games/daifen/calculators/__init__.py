"""The calculators: what a lord may work out before sending a form.

odds.py    the chances of an assault, from plain armies (sums.py throws its dice, tally.py counts its ends)

All give frozen structs that print as JSON.
"""
