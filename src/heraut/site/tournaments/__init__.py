"""Tournaments and leagues: who enters, who meets whom in which round, who is first.

tournaments.py  opened, entered, left, ended   rounds.py     rounds begun, points counted, by the worker
pairing.py      who sits with whom, pure       standings.py  the table of a tournament
letters.py      what those who entered are told
models.py       entrants and placings          forms.py, views.py, urls.py   the pages, and their addresses
"""
