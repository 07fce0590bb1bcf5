"""The calculators: what a King may work out before he sends his orders, from what he knows.

knowledge.py the world as a King knows it, made of his view, for the rules to be asked
budget.py    next year's gold: taxes, pay, recruiting of the orders entered (RO-TOOL-04)
margin.py    how far a share counted in simulations may lie from the true one
chances.py   the chances to spy, pursue, practise and hire (RO-TOOL-05)

The strength of a unit and the odds of a battle stand in `battle.odds`, the odds of a plan in `encounter.odds`: they run
the very rules of those chapters. All give frozen structs that print as JSON.
"""
