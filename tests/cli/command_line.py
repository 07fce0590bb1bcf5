"""The command line as its users meet it: words in, exit status and two streams out, files on a real disk."""

from __future__ import annotations

import io
import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from heraut.cli import main
from heraut.cli.files import open_match
from heraut.games import NAMES

SEED = "00112233445566778899aabbccddeeff"

FIRST_ORDERS: dict[str, str] = {  # an order that anyone who is asked may give at the start of each
    game: import_module(f"tests.games.{game}").FIRST_ORDER for game in NAMES
}
every_game = pytest.mark.parametrize("game", NAMES)


class Answer(NamedTuple):
    """What a command answered."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The output, read as JSON."""
        return json.loads(self.out)


class Keyboard(io.StringIO):
    """Somebody at the keyboard, who types these lines and leaves."""

    def isatty(self) -> bool:
        """A terminal, as far as the program can tell."""
        return True


class CommandLine:
    """Runs commands one after the other in one folder and one language."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.capsys, self.monkeypatch = folder, capsys, monkeypatch

    def __call__(self, *words: object, typed: str = "", at_keyboard: bool = False) -> Answer:
        self.monkeypatch.setattr(sys, "stdin", (Keyboard if at_keyboard else io.StringIO)(typed))
        self.capsys.readouterr()
        status = main([str(word) for word in words])
        return Answer(status, *self.capsys.readouterr())

    def new(self, name: str = "partie.json", *words: object, game: str = "gloire") -> Path:
        """A match whose first lord is Hawkmoon: ten lords in Scandinavia, unless told otherwise."""
        path = self.folder / name
        made = self("new", game, "-o", path, "--seed", SEED, "--name", "j1=Hawkmoon", *words)
        assert made.status == 0, made
        return path

    def asked(self, path: Path) -> str:
        """A seat that has something to decide now; in a match of lords who all give orders at once, the first one."""
        return next(iter(open_match(path).pending()))

    def fief(self, path: Path, seat: str = "j1") -> str:
        """The starting land of this seat, as orders name it."""
        lands = self("show", path, "--json").json["lands"]
        return next(str(name) for name, land in lands.items() if land["owner"] == seat)
