"""Matches: what is stored of them, and how they are conducted."""
