"""What each game brings to the site besides its pages: the module `heraut.site.games.<game>.adapter`, alike in all.

TableForm, JoinForm      the forms of a new table and of its seats        PACES   paces to choose from, by name
SECRET                   whether who plays, and how many still do, is told to nobody until the match is over
TOLD_GIVEN               whether it is told who has given orders and who is awaited
PICTURED                 whether a match has a picture that is worth a place on the first page
WHOLE                    whether orders are refused as a whole when one line of them is
RULINGS                  what may be decided about a match and enters its record: its word in the game, by act ("close",
                         "eliminate", "absent"); empty in most games
ABSENT                   the name of a lord whose player has left the site; "" where he keeps his own
TIME_BACK                whether a deadline that an outage of the site has touched is moved, or else resolved at once
LETTER_MARKS, STRANGERS  what sorts of letters lords tell apart; whether one may write to him who does not know one
TALK                     whether all at a table talk in the open (`messaging/table_talk.py`); then `speaker` too
FOR_THE_TABLE            options of a table that mean nothing to the game itself
LEAVING                  the order by which a lord leaves, which has to be confirmed; "" if there is none
QUICK, DEMO, DEMO_SEAT   the options of a match to try, of the one in a demonstration, and of its player's seat
RULES, rules_context     the part of a page that shows the rules, and what it needs

place, places, place_words, place_picture    where a match is played: its key, all of them, in words, as a picture
chosen_options, changed_figures, silence     what was chosen for a match, and what silence costs there, in words
lord_names                                   names of ours, for bots and for those who have no idea
check_choices, seat_options                  what a player chooses with his seat: checked, and as options at the start
patience                                     turns missed in a row after which a seat is offered; None: it never is
letter_names, letter_known                   what every seat is called in letters, and whom a reader knows by name
speaker                                      what a seat of a view is called at its table, and its arms
realm_context                                the lord at the top of a page
moon                                         the number of the moon at a moment; None where a game counts no moons
bearer                                       whose arms a seat bears: a number on the map, or a name
reign                                        a player's lord in a match, in a line
SORT_OF                  of a game that goes decision by decision: the clock of each kind (`clock/pace.py`)
turn_of, question        its own turn in a state; what a decision asks, told apart from all others
settled                  whether a seat has nothing more to say, while all negotiate
awaited_words            whom a page that waits says it waits for; "" if that is nobody's business
asked_words              what is asked of the seat of a view, in one sentence
noted_answer             what a player's notes answer for him
check, given, known_lord                     what programs are told: orders checked, who has given, who is who
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from heraut import bots

NAMES = ("gloire", "daifen", "fief")  # the games that have pages


@cache
def adapter(game: str) -> Any:
    """The module of this game."""
    return import_module(f"heraut.site.games.{game}.adapter")


def bot_of(game: str) -> str:
    """The bot that sits in empty places: the one that plays to win, where there is one."""
    return "player" if "player" in bots.NAMES[game] else "random"
