"""What the commands that all games share ask of this one: seats, names, options, final orders, the picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from heraut.engine.protocol import Json, Seat
    from heraut.games.fief.state import Realm

FINAL_ORDERS = frozenset({"ABANDONNER"})  # the seat decides nothing more until somebody comes back to it (FI-END-04)
LONGEST = 5000  # steps of a match between bots, unless told otherwise
COUNTED = ""  # no option says how many seats there are: those that come play
USUAL_SEATS = 4  # where the rulebook begins to advise the normal game


def usual_seats(options: Mapping[str, Any]) -> int:
    """How many families there are when nothing else is said."""
    return USUAL_SEATS


def sealed(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a record whose copies may be given away: families are public, nothing has to be hidden."""
    return dict(options)


def seat_names(realm: Realm) -> dict[Seat, tuple[str, ...]]:
    """What each seat may be called by on the command line."""
    return {seat: (family.name,) for seat, family in zip(realm.seats, realm.families, strict=True)}


def picture(view: Json, lang: str, seat: Seat | None) -> str:
    """The board as this view shows it, as SVG."""
    from heraut.games.fief.picture import board_svg

    return board_svg(view, lang=lang, seat=seat)
