"""The guess of a whole world: what is known is as it is known, the rest is drawn as set-up and years make it."""

from __future__ import annotations

from collections.abc import Sequence

from heraut.engine.protocol import Event, Json, Seat
from heraut.engine.rng import Rng
from heraut.games.rois.dice import Dice
from heraut.games.rois.guess.armies import draw_armies
from heraut.games.rois.guess.known import Known
from heraut.games.rois.guess.lands import draw_lands
from heraut.games.rois.guess.memory import remember
from heraut.games.rois.guess.people import draw_people
from heraut.games.rois.guess.places import draw_places
from heraut.games.rois.guess.realms import draw_kingdoms
from heraut.games.rois.state import Settings, World


def guess(view: Json, events: Sequence[Event], seat: Seat, rng: Rng) -> World:
    """A world that agrees with all that this seat knows, drawn at random (`engine.protocol.Guessing`).

    `view` is what it sees at the start of the year, `events` those of the year before that it may know: a spy's report
    tells units and treasuries, a trail orders and wounds. Nothing else is asked, so that nothing else can show. The
    seat of a kingdom that has fallen sees what is public. Raises ValueError when the match is over.
    """
    if view["road"] is not None:
        raise ValueError("the match is over: nothing is hidden any more")
    known = Known(view, events, seat)
    lands = draw_lands(known, Dice(rng.at("lands")))
    kingdoms = draw_kingdoms(known, lands, Dice(rng.at("kingdoms")))
    people, names = draw_people(known, lands, kingdoms, Dice(rng.at("people")))
    world = World(settings_of(known), known.turn, kingdoms, lands, people, {}, {}, {}, {}, names=names)
    world.vote = view["vote"]
    world.invented = sorted({number for kingdom in kingdoms.values() for number in kingdom.inventions})
    draw_places(known, world, Dice(rng.at("places")))
    draw_armies(known, world, Dice(rng.at("armies")))
    remember(known, world, Dice(rng.at("memory")))
    return world


def settings_of(known: Known) -> Settings:
    """What was chosen before the start, as far as it shows."""
    view = known.view
    return Settings(
        view["world"], view["turns"], view["crown"], open_relations="relations" in view, hardened=known.is_hardened()
    )
