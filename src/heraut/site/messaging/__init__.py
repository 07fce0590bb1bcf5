"""The press of a match: private letters between two lords, read by nobody else, and what a table says in the open.

models.py   threads, letters, lines  reading.py  what a lord reads, and whom he knows by name
posting.py  sending, blocking        views.py    the two pages of letters, the same for every game
talk.py     table talk, of the games that ask for it: beside the board, and on a page of its own
"""
