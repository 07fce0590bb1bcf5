"""What the commands that all games share ask of this one: seats, names, options, final orders, the picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from heraut.cli.game_terminal import GameTerminal

if TYPE_CHECKING:
    from heraut.cli.screen import Screen
    from heraut.engine.protocol import Json, Seat
    from heraut.games.gloire.state import Realm


def usual_seats(options: Mapping[str, Any]) -> int:
    """How many lords the map is made for; an unknown map is left to the game, which says what is wrong with it."""
    from heraut.games.gloire.atlas import MAPS, atlas
    from heraut.games.registry import GAMES

    try:
        return atlas(str(options.get("map", MAPS[0]))).lords
    except ValueError:
        return GAMES["gloire"].seats


def seat_names(realm: Realm) -> dict[Seat, tuple[str, ...]]:
    """What each seat may be called by on the command line."""
    return {seat: (lord.name,) for seat, lord in realm.lords.items()}


def picture(view: Json, lang: str, seat: Seat | None) -> str:
    """The map as this view shows it, as SVG."""
    from heraut.games.gloire.picture import map_svg

    return map_svg(view, lang=lang, seat=seat)


def show_orders(screen: Screen, decision: Any) -> None:
    """Every order, as it is written (`?` at the keyboard)."""
    from heraut.cli.gloire import order_help

    order_help.show_orders(screen)


TERMINAL = GameTerminal(
    counted="lords",
    usual_seats=usual_seats,
    seat_names=seat_names,
    picture=picture,
    show_orders=show_orders,
    final_orders=frozenset({"ABD"}),
)
