"""What the commands that all games share ask of this one: seats, names, options, final orders, the picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from heraut.cli.screen import Screen
    from heraut.engine.protocol import Json, Seat
    from heraut.games.gloire.state import Realm

FINAL_ORDERS = frozenset({"ABD"})  # cannot be taken back once the turn is resolved
BY_DECISION = False  # a step of a record is a turn
LONGEST = 100  # steps of a match between bots, unless told otherwise
COUNTED = "lords"  # the option that says how many seats the match waits for


def usual_seats(options: Mapping[str, Any]) -> int:
    """How many lords the map is made for; an unknown map is left to the game, which says what is wrong with it."""
    from heraut.games.gloire.atlas import MAPS, atlas
    from heraut.games.registry import GAMES

    try:
        return atlas(str(options.get("map", MAPS[0]))).lords
    except ValueError:
        return GAMES["gloire"].seats


def sealed(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a record whose copies may be given away: the lords are public, nothing has to be hidden."""
    return dict(options)


def seat_names(realm: Realm) -> dict[Seat, tuple[str, ...]]:
    """What each seat may be called by on the command line."""
    return {seat: (lord.name,) for seat, lord in realm.lords.items()}


def picture(view: Json, lang: str, seat: Seat | None) -> str:
    """The map as this view shows it, as SVG."""
    from heraut.games.gloire.picture import map_svg

    return map_svg(view, lang=lang, seat=seat)


def show_orders(screen: Screen, decision: Any) -> None:
    """Every order, as it is written (`?` at the keyboard)."""
    from heraut.cli.gloire import desk

    desk.show_orders(screen)
