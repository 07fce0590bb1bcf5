"""Who keeps the peace, and how he is watched (docs/adr/0024).

models.py     what is kept                                mediation.py   who keeps the peace of a match, its notes
faults.py     mistakes reported, with the turn            reports.py     words reported
sanctions.py  warnings, bans, appeals                     relations.py   what players declare of one another
collusion.py  what two seats do for one another           traces.py      from where players came, for thirty days
supporters.py the flag of who supports the site           tally.py       the public count of a year
letters.py    mails that nobody can refuse                export.py      all that is kept about a player
waiting.py    what waits for those who keep the peace
forms.py, arbitration_views.py, match_views.py, person_views.py, urls.py, match_urls.py   the pages, and their addresses
"""
