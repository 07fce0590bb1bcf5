"""Seasons: the ladder of each game, for good and by quarters of a year, and the trophies of its matches.

ladder.py     ratings (heraut.lab.ratings), a projection of finished matches
counting.py   which matches count, and who competes in them      trophies.py  what a player is remembered for
standings.py  the ladders as pages read them                     views.py     their page
"""
