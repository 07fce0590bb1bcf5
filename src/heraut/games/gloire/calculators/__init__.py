"""The calculators (GP-SITE-23 to 27): what a lord may work out before he writes his orders, by the adjudicator's code.

known.py     the realm as one lord knows it, and turns played on it: what the others below start from
finance.py   the Grand Argentier: taxes and redistribution land by land, the treasury through the turn
renown.py    global renown, if happiness, treasury, alliances or wars were others
levy.py      men for money, money for men, the happiness that leaves with them
knights.py   the price, the renown and the best of knights called
retreat.py   the way home, and what it costs
odds.py      the chances of an attack, exact where they can be (forces.py, tally.py and course.py are its parts)
conquest.py  what it takes to conquer a neutral land
facts.py     what the lab notes of a match
worth.py     what counts at a limit of turns

All take a view of the game (see view.py) or plain figures, and give frozen structs that print as JSON.
"""
