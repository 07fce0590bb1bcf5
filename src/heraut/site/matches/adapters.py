"""What each game brings to the site: a `GameSite`, declared in `site/games/<game>/adapter.py` and reached from here.

The floors below the games' own pages know a game through `adapter` alone, which finds it by the register of games. A
game is loaded when it is first asked for; one that cannot be is told of in the log and left out of every list
(`names`), and the rest of the site goes on without it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple, TypeVar

from django.http import HttpResponse
from django.urls import URLPattern, reverse
from django.utils.datastructures import MultiValueDict
from django.utils.safestring import SafeString

from heraut import bots
from heraut.engine.protocol import Event, Json
from heraut.engine.words import LANGUAGES, catalogue
from heraut.games.registry import GAMES
from heraut.site.common.words import say
from heraut.site.matches.exchanges import Exchange
from heraut.site.matches.models import Match, Seat
from heraut.site.matches.pace import Pace

log = logging.getLogger("heraut.games")

Answer = TypeVar("Answer")

Access = Any  # matchpage.match_access.MatchAccess: who asks for a page of a match, and what he may see
Page = Callable[..., HttpResponse]  # of an access, and of what the address says besides
Options = Mapping[str, Any]


class Giver(NamedTuple):
    """One who owes orders now, for the bar of a match: his name, his arms, whether he has sealed."""

    name: str
    shield: SafeString
    sealed: bool
    mine: bool = False


class QuickWay(NamedTuple):
    """Another way to play at once than against bots: the options of its match, and whether two share one screen."""

    options: Mapping[str, Any]
    one_screen: bool = False


class TabEntry(NamedTuple):
    """One of the ways to the pages of a match: for "all", for living "lords", for whoever is or was one
    ("seated"), or for "others"."""

    name: str
    words: str  # their key
    address: str
    more: tuple[str, ...] = ()  # what stands in the address besides the code of the match
    readers: str = "all"


def no_words(*_: Any) -> str:
    """Nothing to be said."""
    return ""


def no_part(*_: Any) -> SafeString:
    """No part of a page."""
    return SafeString("")


def unknown(*_: Any) -> tuple[str, SafeString]:
    """Neither name nor arms."""
    return "", SafeString("")


def nothing(*_: Any) -> None:
    """Nothing to be done, or known."""


def empty(*_: Any) -> tuple[Any, ...]:
    """None of them."""
    return ()


def never(*_: Any) -> bool:
    """Not at all."""
    return False


def always(*_: Any) -> bool:
    """Whatever it is."""
    return True


def nobody(*_: Any) -> dict[str, Any]:
    """Nothing about anybody."""
    return {}


def unled(*_: Any) -> tuple[str, str]:
    """Nobody is said to lead."""
    return "", ""


def lord_as_entered(seat: Seat) -> str | int:
    """A seat bears the arms of its lord's name."""
    return seat.lord


def entered_names(seats: Iterable[Seat]) -> dict[str, Any]:
    """The options that the seats of a match add to it at its start: how their lords are called."""
    return {"names": {seat.name: seat.lord for seat in seats if seat.lord}}


def chosen_patience(match: Match) -> int | None:
    """As many turns as the table has chosen."""
    return match.pace.missed


@dataclass(frozen=True, kw_only=True)
class GameSite:
    """All that the site asks of a game. What has a default is what most games want."""

    # its pages, by the names in `matchpage/urls.py`; it has templates `purse.html` and `styles.html` beside them
    pages: Mapping[str, Page]
    tabs: Sequence[TabEntry]
    addresses: Sequence[URLPattern] = ()  # files of its own, below /partie/
    pages_apart: Sequence[URLPattern] = ()  # pages of its own that belong to no match, below /
    builders: Mapping[str, str] = field(default_factory=dict)  # those to which lists of games lead, and their words
    realm_context: Callable[[Access], dict[str, Any]]  # the lord at the top of a page
    finale: Callable[[Access], Any] | None = None  # of a match that is over: a `matchpage.finale.Finale`
    filmed_for_all: bool = True  # whether its film shows anything to those who did not play
    moments: Callable[[Access], Sequence[Any]] | None = None  # of its film, `matchpage.film.Frame`s; None: one a turn
    followed: Callable[[Access, str], SafeString] = no_part  # what else a page keeps up to date
    awaited_words: Callable[[Access], str] = no_words  # whom a page that waits says it waits for
    givers: Callable[[Access], Sequence[Giver]] = empty  # who owes orders, as far as the visitor may know it
    sealed_by: Mapping[str, str] | None = None  # the form that "Sceller" of the bar sends, by page; elsewhere the last
    # orders are sealed as they are. None: the bar of this game neither seals nor undoes
    answer_form: str = ""  # the form on its board that answers, where the table goes on decision by decision
    remaining: Callable[[Access], str] = no_words  # what the orders leave, for the bar: "reste 15 or"
    shortcuts: Sequence[tuple[str, str]] = ()  # keys of its own pages, and what they do (a key of its words)
    guide: Any = None  # the guided first turn: a `matchpage.guide.Guide`
    chapters: Callable[[str], Sequence[Any]] = empty  # its rules in a language: `learn.reference.Chapter`s
    lesson: Any = None  # how it is taught: a `learn.lessons.Lesson`
    rules_template: str  # the page of its rules
    rules_context: Callable[[MultiValueDict[str, str], str], dict[str, Any]]

    # a new table, and the seats of it
    table_form: Callable[..., Any]  # a `lobby.forms.TableForm`
    join_form: Callable[..., Any]  # a `lobby.forms.JoinForm`
    paces: Mapping[str, Pace]  # to choose from, by name
    quick: Options  # the options of a match to try,
    quick_choice: str = ""  # what its player is asked before it: a field of `join_form` with a list of choices,
    quick_ways: Mapping[str, QuickWay] = field(default_factory=dict)  # other ways to play at once, by name
    choice_picture: Callable[[str, str], str] = no_words  # (field, value): the picture beside such a choice
    demo: Options = field(default_factory=dict)  # and of the one in a demonstration,
    demo_seat: Mapping[str, str] = field(default_factory=dict)  # where its player sits,
    demo_worthy: Callable[[Json], bool] = always  # and whether what his seat has come to (a view) is worth showing
    for_the_table: tuple[str, ...] = ()  # options of a table that mean nothing to the game itself
    lord_names: Callable[[], Sequence[str]]  # names of ours, for bots and for those who have no idea
    kept_about: Callable[[Any], Json] = nobody  # all that it keeps about a player besides his matches, for his export
    check_choices: Callable[..., None] = nothing  # (match, choices, own seat): what a player chooses; raises Refused
    seat_options: Callable[[Iterable[Seat]], dict[str, Any]] = entered_names

    # where a match is played: all places by key, in words, as the address of a picture
    place_option: str = ""  # the option that names it, where there is one
    places: Callable[[], Sequence[tuple[str, str]]] = empty
    place_words: Callable[[Options], str]
    place_picture: Callable[[Options], str]
    picture: Callable[[Json, str, str], str] = no_words  # (view, language, seat): the map as one SVG, for mails
    pictured: bool = False  # whether a match has a picture that is worth a place on the first page

    # what was chosen for a match, and what silence costs there, in words
    chosen_options: Callable[[Match], Iterable[str]] = empty
    changed_constants: Callable[[Match], Iterable[tuple[str, str, str]]] = empty
    silence: Callable[[Match], str]
    patience: Callable[[Match], int | None] = chosen_patience  # turns missed until a seat is offered; None: never

    # who is who
    secret: bool = False  # whether who plays, and how many still do, is told to nobody until the match is over
    told_given: bool = False  # whether it is told who has given orders and who is awaited
    bearer: Callable[[Seat], str | int] = lord_as_entered  # whose arms a seat bears: a number on the map, or a name
    reign: Callable[[Match, Seat], dict[str, Any]]  # a player's lord in a line, with his `shield`, or his `bearer`
    own_figures: Callable[[Json], Json] = nobody  # of a view: what its reader counts of his own, from visit to visit
    since_words: Callable[[Json, Json, Sequence[Event], str], Sequence[str]] = empty  # (those of the last visit, view,
    # the events since that its reader may know, language): what it means for him, in a few words each
    summed_up: Callable[[Json, Json, Sequence[Event], str], Sequence[str]] = empty  # (a seat's view before a turn, that
    # after it, its events, language): what mattered most, a sentence each, above the report in a mail
    leader: Callable[[Json, str], tuple[str | int, str]] = unled  # (a passer-by's view, language): whose arms, words
    known_lord: Callable[[Access, Seat], str | None]  # the name of a lord as a visitor may know it
    reigns: Callable[[Any], Mapping[str, Sequence[tuple[int, str]]]] = nobody  # of a state: the lords of each seat,
    # where one follows another: the turn in which the next one did (0: he reigns), and the name that all may know
    given: Callable[[Access], dict[str, str]] = nobody  # who has given orders, as far as a visitor may know it
    exchanges: Callable[..., Iterable[Exchange]] = empty  # (the whole state, all events by turn): what seats do for
    # and against each other; for `moderation/collusion.py` alone, which no player reads
    moon: Callable[[datetime], int | None] = nothing  # the number of the moon; None where a game counts no moons

    # letters and table talk
    speech: tuple[str, ...] = ("letters",)  # the ways of speaking that its rules allow (`matchpage/chancery.py`),
    speech_after: tuple[str, ...] = ()  # and those that open when a match is over
    chronicle: Callable[[Json, Sequence[Event], str], Sequence[str]] = empty  # (a passer-by's view after a turn, its
    # events, language): what weighed most of it, in the tone of an old chronicle (`gazette/chronicle.py`)
    letter_names: Callable[[Any], Mapping[str, tuple[str, bool]]]  # of a state: every seat's name, whether it lives
    letter_known: Callable[[Json], Mapping[str, bool]]  # of a view: whom its reader knows by name
    letter_marks: tuple[str, ...] = ()  # what sorts of letters lords tell apart
    strangers: bool = False  # whether one may write to him who does not know one
    talk: bool = False  # whether all at a table talk in the open (`messaging/table_talk.py`)
    speaker: Callable[[Json, str], tuple[str, SafeString]] = unknown  # the name and arms of a seat of a view, where
    # there is such talk, or a forum; "" for a lord whom its reader does not know

    # treaties
    treaties: Any = None  # what may be promised: a `treaties.kinds.GameTreaties`, where its speech has treaties
    recalls: Callable[[Access], Sequence[Any]] = empty  # treaties that the visitor's orders would break

    # orders
    whole: bool = False  # whether orders are refused as a whole when one line of them is
    leaving: str = ""  # the order by which a lord leaves, which has to be confirmed
    check: Callable[[Json, str, str], Any] = nothing  # (view, text, language): an order sheet, checked for programs
    rulings: Mapping[str, str] = field(default_factory=dict)  # what may be decided about a match: its word, by act
    absent: str = ""  # the name of a lord whose player has left the site; "" where he keeps his own
    time_back: bool = True  # whether a deadline that an outage has touched is moved, or else resolved at once

    # a game that goes decision by decision
    sort_of: Mapping[str, str] = field(default_factory=dict)  # the clock of each kind of decision (`pace.py`)
    turn_of: Callable[[Any], int] = lambda state: 0  # the game's own turn in a state
    question: Callable[[Any], bytes] = lambda decision: b""  # what is asked, told apart from all others
    settled: Callable[[Any], bool] = lambda decision: False  # whether a seat has nothing more to say in a negotiation
    asked_words: Callable[[Json, str], str] = no_words  # what is asked of the seat of a view, in one sentence
    noted_answer: Callable[[Any, str], Any] = nothing  # (decision, a player's notes): what they answer for him and what
    # is left of them, or None where they do not cover the question
    clock_runs_on: Callable[..., bool] = (
        never  # (pace, the decisions before, those now): whether no new clock is started
    )


def forget() -> None:
    """Loads every game anew when it is next asked for."""
    adapter.cache_clear()
    names.cache_clear()


@cache
def adapter(game: str) -> GameSite:
    """What this game brings. Raises KeyError where it has no pages, and whatever goes wrong in loading it."""
    package = GAMES[game].packages.site
    if not package:
        raise KeyError(f"{game!r} has no pages")
    check_words(game, package)
    site: GameSite = import_module(f"{package}.adapter").SITE
    return site


def check_words(game: str, package: str) -> None:
    """Its words can be read, and the first page can name it. Raises ValueError or OSError."""
    for lang in LANGUAGES:
        if not catalogue(package, lang).has("game", game):
            raise ValueError(f"{package}: text/{lang}.toml does not say what the game is called")


@cache
def names() -> tuple[str, ...]:
    """The games that have pages, in the order in which they are offered; without those that cannot be loaded."""
    return tuple(name for name, entry in GAMES.items() if entry.packages.site and loads(name))


def builders(game: str) -> list[tuple[str, str]]:
    """The pages on which something is made for matches of this game: the address of each, and what it is called."""
    return [(reverse(address), say(words)) for address, words in adapter(game).builders.items()]


def loads(game: str) -> bool:
    """Whether a game can be had; if not, the log says why."""
    try:
        adapter(game)
    except Exception:  # whatever is wrong with one game, the others are played
        log.exception("the pages of %s cannot be loaded", game)
        return False
    return True


def asked(game: str, ask: Callable[[GameSite], Answer], otherwise: Answer) -> Answer:
    """What a game says on a page that is not its own; where it fails, the log says why and the page goes on."""
    try:
        return ask(adapter(game))
    except Exception:  # whatever is wrong with one game, the pages of all are shown
        log.exception("%s does not say what a page asks it", game)
        return otherwise


def bot_of(game: str) -> str:
    """The bot that sits in empty places: the one that plays to win, where there is one."""
    return "player" if "player" in bots.names(game) else "random"
