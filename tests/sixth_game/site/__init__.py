"""The pages of the Sealed Bid.

adapter.py  what the site asks of the game    table_forms.py  a table that waits
pages.py    the pages of a match              jinja2/, static/, text/  what they are made of
"""
