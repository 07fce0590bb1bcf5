"""The games on the site, one package each: its pages, and `adapter.py`, which declares all that others ask of it."""
