"""Who may play a seat, by name: the bots of the house, those of others, and programs.

    player, novice:loyal, master:greedy@0.1    a bot of the house (`bots/character.py`)
    player+wars=0                              the same with other constants (`bots/<game>/traits.py`)
    merlin                                     the entry point `GAME.merlin` of the group `heraut.bots`
    mine.py:careful                            the function `careful` of the file mine.py
    program:COMMAND                            a program that is asked in JSON (`lab/programs.py`)

A function, and what an entry point names, is a player (`engine/play.py`): from a decision, a view and a stream of
draws to an answer.
"""

from __future__ import annotations

import sys
from functools import cache, partial
from hashlib import sha256
from importlib.metadata import EntryPoint, entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import Any

from heraut import bots
from heraut.bots.character import NoSuchBot, drawn, level_of
from heraut.engine.play import Player
from heraut.engine.protocol import Decision, Json, Seat
from heraut.engine.rng import Rng
from heraut.lab.programs import ProgramFault, program

GROUP = "heraut.bots"
PROGRAM = "program:"


def names(game: str) -> tuple[str, ...]:
    """The levels of the house for this game, then the entry points of others."""
    return bots.names(game) + tuple(sorted(foreign(game)))


def foreign(game: str) -> dict[str, Any]:
    """The entry points of other packages for this game, by the name that comes after the game's."""
    begin = f"{game}."
    return {one.name.removeprefix(begin): one for one in entry_points(group=GROUP) if one.name.startswith(begin)}


def player(game: str, name: str) -> Player[Any]:
    """The player of this name.

    Raises NoSuchBot, with what exists, OSError where a file cannot be read, and ProgramFault ("broken") where the code
    of others cannot be loaded; what it answers may raise ProgramFault.
    """
    if is_ours(game, name):
        return bots.player(game, name)
    if name.startswith(PROGRAM):
        return program(name.removeprefix(PROGRAM))
    if in_file(name):
        return partial(guarded, name, from_file(*parted(name)))
    if name in (others := foreign(game)):
        return partial(guarded, name, entered(name, others[name]))
    raise NoSuchBot("level", name, names(game))


def in_file(name: str) -> bool:
    """Whether this names a function in a file of Python, or such a file alone."""
    return parted(name)[0].endswith(".py")


def parted(name: str) -> tuple[str, str]:
    """The file and the function of such a name; "" is the function that is not named."""
    path, _, function = name.rpartition(":")
    return (name, "") if name.endswith(".py") else (path, function)


def code_of(name: str) -> str:
    """A hash of the files that this name leads to: the code of a bot that is being written. "" where it leads to none.

    Of a program they are the words of its command that are files.
    """
    if name.startswith(PROGRAM):
        words = name.removeprefix(PROGRAM).split()
    else:
        words = [parted(name)[0]] if in_file(name) else []
    texts = [path.read_bytes() for path in map(Path, words) if path.is_file()]
    return sha256(b"\0".join(texts)).hexdigest()[:16] if texts else ""


def guarded(name: str, player: Player[Any], decision: Decision[Any], view: Json, rng: Rng) -> Any:
    """What somebody's function answers. Raises ProgramFault where it fails, or answers what is refused."""
    try:
        answer = player(decision, view, rng)
    except Exception as error:  # whatever it is, its author wants to know where
        raise ProgramFault(name, "failed", told(error)) from error
    if answer is None or isinstance(answer, str):
        raise ProgramFault(name, "no_answer", type(answer).__name__)
    try:
        refusals = decision.check(answer)
    except Exception as error:  # what is no answer of this game fails wherever it is looked at first
        raise ProgramFault(name, "no_answer", type(answer).__name__) from error
    if refusals:
        raise ProgramFault(name, "illegal", ", ".join(refusal.code for refusal in refusals))
    return answer


def told(error: Exception) -> str:
    """What went wrong, and in which line."""
    where = extract_tb(error.__traceback__)
    line = f", {Path(where[-1].filename).name}:{where[-1].lineno}" if where else ""
    return f"{type(error).__name__}: {error}{line}"


def entered(name: str, point: EntryPoint) -> Player[Any]:
    """What an entry point names. Raises ProgramFault."""
    try:
        found: Player[Any] = point.load()
    except Exception as error:
        raise ProgramFault(name, "broken", told(error)) from error
    if not callable(found):
        raise ProgramFault(name, "broken", f"{point.value} is no function")
    return found


def seated(game: str, name: str, seat: Seat, chance: Rng) -> str:
    """The full name of whoever takes this seat under that one: a bot of the house draws a temper if it names none.

    `chance` is that of the match.
    """
    return drawn(name, chance.at("temper", seat)) if is_ours(game, name) else name


def is_ours(game: str, name: str) -> bool:
    """Whether this is a bot of the house: its name begins with a level."""
    return level_of(name) in bots.names(game)


def from_file(path: str, function: str) -> Player[Any]:
    """The function of this name in a file of Python. Raises NoSuchBot with those that are there, OSError."""
    module = loaded(Path(path).resolve())
    found: Player[Any] | None = getattr(module, function, None)
    if not callable(found):
        fault = "function" if function else "nameless"
        own = [one for one in vars(module).values() if getattr(one, "__module__", "") == module.__name__]
        raise NoSuchBot(fault, function, [one.__name__ for one in own if callable(one)])
    return found


@cache
def loaded(path: Path) -> ModuleType:
    """The module in this file, run once a process. Raises OSError, ProgramFault."""
    path.read_bytes()  # says in the system's words what is wrong
    name = f"heraut_bot_{path.stem}"
    spec = spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None  # a name that ends in .py has both
    module = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise ProgramFault(str(path), "broken", told(error)) from error
    return module
