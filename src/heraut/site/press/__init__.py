"""The press of a match. So far: private letters between its lords, read by the two of them and by nobody else.

models.py   threads and letters     reading.py  what a lord reads, and whom he knows by name
posting.py  sending, blocking       views.py    the two pages, the same for every game
"""
