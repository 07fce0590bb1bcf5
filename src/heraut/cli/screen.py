"""Where a command speaks: a language, a page (stdout) for what was asked, a margin (stderr) for the rest."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from heraut.engine.words import Catalogue, catalogue, joined
from heraut.games.registry import GAMES

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table

LONGEST = 1 << 16  # characters of a line that is typed: some inputs have no end
WIDTH_OF_A_FILE = 110  # columns, where there is no terminal to measure


class Stop(Exception):
    """A command ends here: the key and the figures of its sentence in [stop]; the subclass gives the exit status."""

    status = 1

    def __init__(self, key: str, **data: Any) -> None:
        super().__init__(key)
        self.key, self.data = key, data


class Refused(Stop):
    """The rules of the game, or the state of the match, do not allow it."""


class Misuse(Stop):
    """The command was called wrongly: a file that is not a match, an unknown seat, a value that cannot be read."""

    status = 2


class Screen:
    """One language and two places to write in; what a command has no use for (words, colours) is not loaded."""

    def __init__(self, lang: str) -> None:
        self.lang = lang

    @property
    def words(self) -> Catalogue:
        """The sentences of the command line, and those of the games that it has to do with."""
        return _words(self.lang)

    @cached_property
    def page(self) -> Console:
        """What was asked for."""
        return _console(to_margin=False)

    @cached_property
    def margin(self) -> Console:
        """Faults, questions and progress: never mixed with what another program may read."""
        return _console(to_margin=True)

    def text(self, key: str, /, **data: Any) -> str:
        """The sentence of this key in [say]."""
        return self.words.say("say", key, data)

    def road(self, game: str, road: str) -> str:
        """How a match ended, in the words of its game; a limit of turns is said alike of all."""
        return self.text("road_turn_limit") if road == "turn_limit" else _roads(game, self.lang)[road]

    def victory(self, game: str, road: str) -> str:
        """How the winner of such a match has won: by its road, unless its game has other words for that."""
        names = catalogue(GAMES[game].packages.game, self.lang).names
        return names["victory"][road] if "victory" in names else self.road(game, road)

    def say(self, key: str, /, style: str = "", **data: Any) -> None:
        """Writes the sentence of this key on the page."""
        self.line(self.text(key, **data), style)

    def line(self, text: str, style: str = "") -> None:
        """Writes plain text on the page as it is: brackets are no markup, long lines are not cut."""
        if not style:  # long chronicles and reports: nothing that rich is needed for
            print(text, flush=True)
            return
        from rich.text import Text

        self.page.print(Text(text, style), soft_wrap=True)

    def table(self, title: str, columns: Sequence[str], *, numbers: int = 0) -> Table:
        """An empty table with these columns, named in [say]; the last `numbers` of them hold figures."""
        from rich import box
        from rich.table import Table

        made = Table(
            title=title or None, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, show_edge=False
        )
        made.min_width = min(len(title), WIDTH_OF_A_FILE)  # a title is not folded into a narrow table
        for place, column in enumerate(columns):
            figures = place >= len(columns) - numbers
            made.add_column(self.text(f"column_{column}"), justify="right" if figures else "left", no_wrap=figures)
        return made

    def show(self, *things: RenderableType) -> None:
        """Lays tables and panels on the page; a blank line after each table."""
        from rich.table import Table

        for thing in things:
            self.page.print(thing)
            if isinstance(thing, Table):
                self.page.print()

    def warn(self, text: str, style: str = "bold red") -> None:
        """Writes plain text in the margin."""
        from rich.text import Text

        self.margin.print(Text(text, style), soft_wrap=True)

    def json(self, value: Any) -> None:
        """Writes a value as JSON, for other programs."""
        sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=1) + "\n")

    def prompt(self, question: str) -> None:
        """Asks in the margin; the answer is typed behind it."""
        from rich.text import Text

        self.margin.print(Text(question, "bold"), end=" ")

    def ask(self, question: str) -> str | None:
        """Asks in the margin, and reads one line; None when there is nobody to answer."""
        self.prompt(question)
        try:
            line = sys.stdin.readline(LONGEST)
        except (OSError, UnicodeDecodeError):
            return None
        return line.strip() if line else None

    def agrees(self, question: str) -> bool:
        """A yes, in either language; silence is a no."""
        return is_yes(self.ask(question))


def is_yes(answer: str | None) -> bool:
    """Whether a line that was typed agrees, in either language."""
    return (answer or "").casefold() in ("o", "oui", "y", "yes")


_packages = ["heraut.cli"]


def add_words(package: str) -> None:
    """Takes in the words of a package: whole groups, or more words of groups that are there."""
    if package not in _packages:
        _packages.append(package)
        _words.cache_clear()


@cache
def _words(lang: str) -> Catalogue:
    return joined([catalogue(package, lang) for package in _packages])


def _roads(game: str, lang: str) -> Mapping[str, str]:
    return catalogue(GAMES[game].packages.game, lang).names["road"]


def _console(*, to_margin: bool) -> Console:
    from rich.console import Console

    place = sys.stderr if to_margin else sys.stdout
    measured = place.isatty() or "COLUMNS" in os.environ
    return Console(stderr=to_margin, highlight=False, width=None if measured else WIDTH_OF_A_FILE)
