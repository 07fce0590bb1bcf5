"""`heraut help`: what the commands are, and what those who play a game should know before they write to it."""

from __future__ import annotations

import click

from heraut.cli import arguments
from heraut.cli.screen import Misuse, Screen


@arguments.command
@click.argument("game", required=False)
@click.pass_context
def help(context: click.Context, game: str | None) -> None:
    """The help page of a game; without a game, that of the command line."""
    screen: Screen = context.obj
    if game is None:
        screen.line(context.find_root().get_help())
        return
    from heraut.cli.files import game_named, terminal
    from heraut.games import NAMES

    game_named(game)
    pages = {name: terminal(name).help_page for name in NAMES}
    if (page := pages[game]) is None:
        raise Misuse("no_help_page", game=game, known=[name for name, found in pages.items() if found is not None])
    screen.line(page(screen.lang))
