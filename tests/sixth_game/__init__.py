"""The sixth game, a sealed bid over three rounds: the smallest example of all that a game brings to the house.

game/   the rules, and their words    bots/   a player that plays to win
cli/    what the command line asks    site/   its pages, and what the site asks
layout.py    what a seat sees, as numbers: for the lab
moving.py    where each part would stand if it moved into the house

It stands among the tests because nobody shall find it on a site. `ENTRY` is the one line that a game adds to what
all share, `heraut.games.registry.GAMES`; the tests add it for themselves. CONTRIBUTING.md, "Add a game", leads through
its files.
"""

from heraut.games.registry import Entry, Learning, Packages

NAME = "sealed_bid"
ENTRY = Entry(
    "L'Enchère scellée : trois lots, une bourse, un pli par tour",
    "The Sealed Bid: three lots, one purse, one note a round",
    packages=Packages(
        "tests.sixth_game.game", "tests.sixth_game.bots", "tests.sixth_game.cli", "tests.sixth_game.site"
    ),
    seats=3,
    learning=Learning("tests.sixth_game.layout", slots=32, steps=10),
)
