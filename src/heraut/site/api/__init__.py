"""JSON for programs: what the pages show and take, for players' own tools and bots.

tokens.py   tokens made, found, revoked    bearer.py    who asks               access.py    how often
schemas.py  what goes in and out           faults.py    what goes wrong        match_access.py  the way into a match
interface.py  what all routes share        paging.py    long lists             matches.py   matches and views
turns.py    events, reports, records       orders.py    checked, saved, sealed receipts.py  receipts
games.py    the registers of rules         views.py     the pages for people   urls.py      the addresses
"""
