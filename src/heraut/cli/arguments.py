"""Arguments and options that several commands share; their words stand in the catalogue under the same names."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from heraut.cli.help import Command


class Real(click.FloatRange):
    """A finite number within bounds: what is not a number lies within any."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number. Raises BadParameter."""
        number: float = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(str(value), param, ctx)
        return number


PATH = click.Path(path_type=Path)
COUNT = click.IntRange(min=1)
PORT = click.IntRange(1, 65535)

file = click.argument("file", type=PATH)
optional_file = click.argument("file", type=PATH, required=False)
game = click.argument("game")
output = click.option("--output", "-o", type=PATH, required=True)
as_json = click.option("--json", "as_json", is_flag=True)
map_name = click.option("--map", "map_name")
seats = click.option("--seats", type=int)
setting = click.option("--option", multiple=True)
seat = click.option("--seat")


def command(function: Callable[..., int | None]) -> Command:
    """Makes a command of a function; the decorators below this one are its arguments and options, in help's order."""
    return click.command(cls=Command)(function)
