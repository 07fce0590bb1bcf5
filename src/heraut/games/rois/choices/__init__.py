"""What may be ordered, and with what: for pages where orders are given by click (RO-ORD).

model.py    a choice, an argument, an order that is possible: what the functions below give
cell.py     the nineteen orders of a character in one season (moment.py: when he acts)
            by what they name: places.py, persons.py, troops.py, casting.py (spells, items)
offers.py   how offers are put together
realm.py    the eight orders of the kingdom
plans.py    encounter plans and duels, tactic by tactic
routes.py   where a character can be, season by season, and the way there

Everything is asked of a King's view and of his sheet so far, in the year as it is foreseen (`forecast.course`), of the
very functions that resolve it. What would come to nothing bears its reason; what may not even be entered is left out.
"""
