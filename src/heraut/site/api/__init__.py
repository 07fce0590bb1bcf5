"""JSON for programs: what the pages show and take, for players' own tools and bots.

tokens.py   tokens made, found, revoked    bearer.py    who asks, how often    faults.py    what goes wrong, in words
shapes.py   what goes in and out           visits.py    the way into a match   matches.py   matches and views
turns.py    events, reports, records       orders.py    checked, saved, sealed receipts.py  receipts
games.py    the registers of rules         views.py     the pages for people   urls.py      the addresses
"""
