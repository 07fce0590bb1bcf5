"""The coming year as a King may foresee it, from his view and his sheet alone.

certainty.py  how sure a forecast is; why an order would come to nothing
outlook.py    how sure an order is to be carried out, and where one's own are sure to be
course.py     the year played by the rules themselves in the world as he knows it, and what it leaves in every cell
grid.py       the year grid: a cell for each of his people and each season
purse.py      gold season by season, and whom it will not pay
chances.py    the chance of an order, as the rules reckon it
attack.py     a battle from where one's own will be, against whoever was seen there
adventure.py  a plan tried on a known guardian, or on any monster
tasks.py      errors, cautions, idle seasons, what cannot be paid: each with its place and an identity of its own
enough.py     the smallest change that passes a threshold, found by trying all
words.py      reasons and omens in words
model.py      the structs that these give
"""
