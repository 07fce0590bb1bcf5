"""The calculators: what a King may work out before he sends his orders, from what he knows.

knowledge.py     the world as a King knows it, made of his view, for the rules to be asked
budget.py        next year's gold: taxes, pay, recruiting of the orders entered (RO-TOOL-04)
battle.py        a battle with everything that counts for either side, described by hand (RO-TOOL-01, RO-TOOL-02)
known_battle.py  a battle as a King can foresee it from his view, and what it supposes (RO-TOOL-02)
chances.py       the chances to spy, pursue, practise and hire (RO-TOOL-05)
facts.py         what the lab notes of a match
worth.py         what counts at a limit of turns

Strengths and shares are counted in `battle.odds`, those of a plan in `encounter.odds`: they run the very rules of those
chapters. All give frozen structs that print as JSON.
"""
