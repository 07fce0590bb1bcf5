"""`heraut help`: what the commands are, and what those who play a game should know before they write to it."""

from __future__ import annotations

import click

from heraut.cli import arguments
from heraut.cli.screen import Screen


@arguments.command
@click.argument("game", required=False)
@click.pass_context
def help(context: click.Context, game: str | None) -> None:
    """Every order of a game, as it is written; without a game, the help of the command line."""
    screen: Screen = context.obj
    if game is None:
        screen.line(context.find_root().get_help())
        return
    from heraut.cli.files import game_named, terminal

    game_named(game)
    if (advice := terminal(game).advice) is not None:
        screen.line(advice(screen.lang))
    terminal(game).show_orders(screen, None)
    screen.say("help_rules", "dim", game=game)
