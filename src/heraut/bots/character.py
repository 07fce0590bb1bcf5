"""What tells one bot of a game from another: how well it plays, and by which temper.

A bot is named by its level, its temper and the share of its time that it uses: `player`, `novice:loyal`,
`master:greedy@0.1`. Where no temper is named, each seat draws one (`drawn`); what a temper changes in a game stands as
a table beside the game's bot (`bots/<game>/traits.py`). Constants of that table may be changed by name, to see what
they are worth: `player:loyal+wars=0+appetite=0`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import isfinite
from typing import Any, Literal, get_args

import msgspec

from heraut.engine.decoding import convert
from heraut.engine.rng import Rng

Level = Literal["classic", "novice", "player", "master"]
Temper = Literal["loyal", "greedy", "warlike", "cautious"]
LEVELS: tuple[Level, ...] = get_args(Level)  # classic: the bot of the first release, against which others are measured
TEMPERS: tuple[Temper, ...] = get_args(Temper)
LARGEST = 1e9  # what a constant may be changed to, either way
UNTEMPERED = ("random", "silent", "classic")


class NoSuchBot(KeyError):
    """A name that no bot has.

    `fault` is the part of it that is wrong: level, temper, constant, value, share, function, or nameless (a file
    without a function); `word` is that part as it was written, `known` what there is instead.
    """

    def __init__(self, fault: str, word: str, known: Iterable[str] = ()) -> None:
        self.fault, self.word, self.known = fault, word, tuple(known)
        super().__init__(f"{fault} {word!r}" + (f"; there are: {', '.join(self.known)}" if self.known else ""))

    def __str__(self) -> str:
        return str(self.args[0])

    def __reduce__(self) -> tuple[Any, ...]:
        return NoSuchBot, (self.fault, self.word, self.known)


class Character(msgspec.Struct, frozen=True):
    """A bot as its name says it.

    `budget` is the share of a master's time that it uses, from 0 to 1; `changes` are constants of its game that are
    other than usual (`bots/constants.py`).
    """

    level: Level = "player"
    temper: Temper = "cautious"
    budget: float = 1.0
    changes: tuple[tuple[str, float], ...] = ()

    @property
    def name(self) -> str:
        """The bot's name, which `character` reads back."""
        changes = "".join(f"+{constant}={value:.15g}" for constant, value in self.changes)
        return f"{self.level}:{self.temper}{changes}" + (f"@{self.budget:g}" if self.budget != 1 else "")


def character(name: str) -> Character:
    """The character of this name: a level, perhaps a temper, constants and a share of time.

    Raises NoSuchBot when it is none; whether a game knows the constants, its `traits_of` says.
    """
    words, at, share = name.partition("@")
    head, *changed = words.split("+")
    level, colon, temper = head.partition(":")
    if level not in LEVELS:
        raise NoSuchBot("level", level, LEVELS)
    if colon and temper not in TEMPERS:
        raise NoSuchBot("temper", temper, TEMPERS)
    changes = tuple((one.partition("=")[0], _figure("value", one, one.partition("=")[2])) for one in changed)
    budget = _figure("share", share, share) if at else 1.0
    if not 0 < budget <= 1:
        raise NoSuchBot("share", share)
    return convert({"level": level, "temper": temper or "cautious", "budget": budget, "changes": changes}, Character)


def _figure(fault: str, word: str, text: str) -> float:
    """The number in a part of a bot's name. Raises NoSuchBot where there is none."""
    try:
        found = float(text)
    except ValueError:
        raise NoSuchBot(fault, word) from None
    if not isfinite(found) or abs(found) > LARGEST:
        raise NoSuchBot(fault, word)
    return found


def level_of(name: str) -> str:
    """The word that a bot's name begins with: its level."""
    return re.split("[:+@]", name, maxsplit=1)[0]


def drawn(name: str, rng: Rng) -> str:
    """The name of a bot with a temper: the one that it names, or one that its seat draws. What has no temper keeps its
    name.
    """
    level = level_of(name)
    rest = name.removeprefix(level)
    if level in UNTEMPERED or rest.startswith(":"):
        return name
    return f"{level}:{rng.choice(TEMPERS)}{rest}"
