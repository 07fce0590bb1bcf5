"""The ten frequent mistakes: what a sheet shows that is legal, and yet probably not meant.

caution.py    one remark on a sheet, and the ten headings with their rules
foresight.py  the year as its author may foresee it: where his people and units will be, season by season
recruits.py   what its recruiting orders will raise
roads.py      moving, exploring, searching places
people.py     hiring Heroes, encounter plans
arms.py       taking armies, duels before battle, battles and what comes of them
votes.py      elections
review.py     all that is said of a sheet
page.py       the help page: the ten headings explained

Everything is worked out from the view of a King and his sheet, with the rules' own functions: a caution reveals
nothing, and refuses nothing.
"""
