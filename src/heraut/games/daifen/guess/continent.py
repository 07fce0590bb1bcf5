"""The whole continent, drawn: what is known stands in it as it is known, all else as the turns make it."""

from __future__ import annotations

from collections.abc import Sequence

from heraut.engine.protocol import Event, Json, Seat
from heraut.engine.rng import Rng
from heraut.games.daifen.guess.crowd import draw_crowd
from heraut.games.daifen.guess.kingdoms import furnish
from heraut.games.daifen.guess.known import Known
from heraut.games.daifen.guess.minds import remember
from heraut.games.daifen.races import draw_nelrks
from heraut.games.daifen.state import Continent, Settings


def guess(view: Json, events: Sequence[Event], seat: Seat, rng: Rng) -> Continent:
    """A continent that agrees with all that this seat knows, drawn at random (`engine.protocol.Guessing`).

    `view` is what it sees, `events` are those of the turn before that it may know: rumours, assaults, spies caught.
    Nothing else is asked, so that nothing else can show. As many kingdoms live as in truth; which seats are theirs
    nobody knows, and the guess does not either (DA-FOG-08). Raises ValueError when the match is over.
    """
    if view["road"] is not None:
        raise ValueError("the match is over: nothing is hidden any more")
    known = Known(view, events, seat)
    kingdoms = draw_crowd(known, rng.at("crowd"))
    stream = rng.at("kingdoms")
    for kingdom in kingdoms.values():
        if kingdom.seat != seat and kingdom.alive:
            furnish(known, kingdom, stream)
    remember(known, kingdoms, rng.at("minds"))
    settings = Settings(view["continent"], view["pace"], view["abandon_after"])
    return Continent(settings, known.turn, kingdoms, draw_nelrks(rng.at("nelrks")), view["association"])
