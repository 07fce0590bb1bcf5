"""What each game brings to the command line: a `GameTerminal`, declared in `cli/<game>/match.py` (`files.terminal`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from heraut.engine.protocol import Refusal, Seat

Options = Mapping[str, Any]


def in_order(decision: Any, text: str, refusals: Sequence[Refusal]) -> dict[int, str]:
    """The orders of a game that are written as they were read, one a line."""
    from heraut.engine.sheets import lines_answered

    refused, blank = {refusal.line for refusal in refusals}, decision.parse("")
    lines = lines_answered(text, decision.bounds, refusals)
    numbers = [number for number, line in lines if number not in refused and decision.parse(line) != blank]
    return dict(zip(numbers, decision.write(decision.parse(text).answer).split("\n"), strict=True))


def no_cautions(decision: Any, text: str, lang: str) -> dict[int, list[str]]:
    """Nothing to have a second look at."""
    return {}


class GameTerminal(msgspec.Struct, frozen=True, kw_only=True):
    """All that the commands which games share ask of one. What has a default is what most games want."""

    # a new match
    counted: str = ""  # the option that says how many seats the match waits for; "": those that come play
    usual_seats: Callable[[Options], int] | None = None  # else as many as the register says
    sealed: Callable[[Options], dict[str, Any]] = dict  # the options of a record whose copies may be given away

    start_names: Callable[[], Mapping[str, str]] = dict  # what starts are called by players

    # a match under way
    seat_names: Callable[[Any], Mapping[Seat, tuple[str, ...]]]  # of a state: what each seat may be called by
    secret_seats: bool = False  # what a seat is called first is not for those who sit at the same keyboard
    by_decision: bool = False  # a step of a record is one decision, many of them a turn
    turn_of: Callable[[Any], int] | None = None  # of a state, where a step is one decision: the turn of the game

    # what is shown
    picture: Callable[..., str]  # (view, language, seat): the map as SVG; raises Misuse where there is none
    lately: int = 0  # the last steps that a picture shows; it takes what was told of them as well
    region: Callable[[Any, str, int], str] | None = None  # (view, language, around): a part of the map
    film: Callable[..., str] | None = None  # (steps, language): the match as one page
    advice: Callable[[str], str] | None = None  # of a language: what `heraut help` tells before the orders

    # orders
    # (screen, decision): what may be written (`?` at the keyboard); without a decision, all that ever may
    show_orders: Callable[[Any, Any], None]
    question: Callable[[Any, str], str] | None = None  # (decision, language): what is asked, and answers to it
    understood: Callable[[Any, str, Sequence[Refusal]], dict[int, str]] = in_order  # orders by the numbers of lines
    cautions: Callable[[Any, str, str], dict[int, list[str]]] = no_cautions  # by line; 0 for the sheet as a whole
    final_orders: frozenset[str] = frozenset()  # cannot be taken back once the step is resolved
    one_line: bool = False  # an answer is one line, sent as soon as it is typed

    # at one keyboard, against the clock
    clock: tuple[int, int] | None = None  # the game's own: seconds for orders, and for all other questions
    slow_questions: tuple[str, ...] = ()  # the questions of the longer time; (): all
