"""Building a host (SV-OST): what a list says, what it costs, why it is refused, and the sheets that it gives.

entries.py   the entries of a list, ready-made ones spelled out      lines.py     a list as text, one entry a line
figures.py   sheets, prices, reserve, what an Aura holds             reasons.py   why a figure is what it is
refusals.py  why a list is refused                                   demands.py   what scenarios ask besides
mends.py     the smallest change that mends a refusal                reading.py   a list as a match's options give it
"""

from heraut.games.vassaux.roster.demands import is_villagers
from heraut.games.vassaux.roster.entries import Entry, Roster, expanded, ready_made
from heraut.games.vassaux.roster.figures import (
    capacity,
    command_reserve,
    figure_cost,
    host_cost,
    sheet,
    sheets,
    unit_cost,
)
from heraut.games.vassaux.roster.reading import read_roster
from heraut.games.vassaux.roster.refusals import roster_refusals

__all__ = [
    "Entry",
    "Roster",
    "capacity",
    "command_reserve",
    "expanded",
    "figure_cost",
    "host_cost",
    "is_villagers",
    "read_roster",
    "ready_made",
    "roster_refusals",
    "sheet",
    "sheets",
    "unit_cost",
]
