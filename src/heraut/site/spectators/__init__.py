"""Those who watch a match and do not play it: what the table shows them after a delay, and what they say of it.

delay.py     how far back everything is shown     comments.py  what they say, apart from those who play
models.py    comments                             views.py, urls.py   the stand, and its addresses
"""
