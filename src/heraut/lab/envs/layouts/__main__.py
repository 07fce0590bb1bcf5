"""The layout of a game as a table: `python -m heraut.lab.envs.layouts fief 4`."""

from __future__ import annotations

from typing import Any

import click
import msgspec

from heraut.engine.decoding import decode
from heraut.engine.protocol import Seat, SetupError
from heraut.games.registry import GAMES
from heraut.lab.envs.layouts import layout


@click.command()
@click.argument("game", type=click.Choice(list(GAMES)))
@click.argument("seats", type=click.IntRange(1, 1000))
@click.option("--options", default="{}", help="The game's options, as JSON.")
def main(game: str, seats: int, options: str) -> None:
    """Prints where each block of an observation stands, and what it holds; then the kinds of orders, by number."""
    try:
        chosen = decode(options, dict[str, Any])
        found = layout(game, [Seat(f"j{number}") for number in range(1, seats + 1)], chosen)
    except KeyError as error:
        raise click.UsageError(str(error.args[0])) from None
    except SetupError as error:
        raise click.UsageError("these seats or options cannot be played: " + " ".join(error.__notes__)) from None
    except msgspec.DecodeError as error:
        raise click.UsageError(f"these seats or options cannot be played: {error}") from None
    click.echo(f"{game}, {seats} seats: {found.size} numbers")
    for place in found.places():
        click.echo(f"{place.start:6} +{place.size:<5} {place.name:12} {place.meaning}")
    click.echo("orders: " + ", ".join(f"{number} {order.__name__}" for order, number in found.orders.items()))
    click.echo("asked: " + ", ".join(f"{number} {kind}" for kind, number in found.kinds.items()))


if __name__ == "__main__":
    main()
