"""`heraut odds`: the calculators of each game, which stand with it."""

from __future__ import annotations

import click

from heraut.cli.help import Group
from heraut.cli.screen import add_words
from heraut.games.registry import GAMES


class Calculators(Group):
    """A group of commands for each game that has calculators; their words come from that game too."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The games, in the order of the register."""
        return [name for name, entry in GAMES.items() if entry.odds]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The calculators of one game; none of them is loaded yet."""
        if cmd_name not in self.list_commands(ctx):
            return None
        entry = GAMES[cmd_name]
        add_words(entry.packages.cli)
        modules = {command: f"{entry.packages.cli}.{module}" for command, module in entry.odds.items()}
        return Group(cmd_name, modules=modules)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The games in their own words."""
        for name in self.list_commands(ctx):
            add_words(GAMES[name].packages.cli)
        super().format_help(ctx, formatter)
