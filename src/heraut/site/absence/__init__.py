"""Being away: when, from which matches, and who plays meanwhile, a regent or a will; what he finds who stands in.

acts.py             what a player does about it     forms.py       what he is asked
account_views.py    the page of all his matches     match_views.py the page of one seat
seat_file.py        what regent or successor finds  urls.py        the addresses
"""
