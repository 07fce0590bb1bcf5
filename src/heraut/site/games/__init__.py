"""The games on the site, one package each: its pages, and `adapter.py`, all that the rest of the site asks of it."""
