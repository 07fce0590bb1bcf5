"""The board and who stands on it: what every chapter of the rulebook asks, and how pieces are moved.

places.py  villages, regions, roads as numbers       pawns.py   who stands where, with how many tokens
land.py    villages and fiefs, and who takes them    lords.py   ranks, votes, ransoms
change.py  losses in whole tokens
"""
