"""What each game brings to the site besides its pages: the module `heraut.site.play.<game>.lobby`, alike in all.

TableForm, JoinForm      the forms of a new table and of its seats        PACES   paces to choose from, by name
SECRET                   whether who plays, and how many still do, is told to nobody until the match is over
PICTURED                 whether a match has a picture that is worth a place on the first page
WHOLE                    whether orders are refused as a whole when one line of them is
LEAVING                  the order by which a lord leaves, which has to be confirmed; "" if there is none
QUICK, DEMO, DEMO_SEAT   the options of a match to try, of the one in a demonstration, and of its player's seat
RULES, rules_context     the part of a page that shows the rules, and what it needs

place, places, place_words, place_picture    where a match is played: its key, all of them, in words, as a picture
chosen_options, changed_figures              what was chosen for a match, in words
lord_names                                   names of ours, for bots and for those who have no idea
check_choices, seat_options                  what a player chooses with his seat: checked, and as options at the start
bearer                                       whose arms a seat bears: a number on the map, or a name
reign                                        a player's lord in a match, in a line
check, given, known_lord                     what programs are told: orders checked, who has given, who is who
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from heraut import bots


@cache
def brought(game: str) -> Any:
    """The module of this game."""
    return import_module(f"heraut.site.play.{game}.lobby")


def bot_of(game: str) -> str:
    """The bot that sits in empty places: the one that plays to win, where there is one."""
    return "player" if "player" in bots.NAMES[game] else "random"
