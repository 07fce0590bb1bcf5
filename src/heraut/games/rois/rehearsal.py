"""The coming year, rehearsed: a King's orders played in worlds that he cannot tell from the true one.

Everything is made of his view and of what he was told: what is hidden from him changes nothing here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from heraut.engine import rehearsal
from heraut.engine.protocol import Event, Json, Seat, seen_by
from heraut.engine.rehearsal import Trial, chance, seat_in_play
from heraut.engine.rng import Rng
from heraut.games.rois.decision import SheetDecision
from heraut.games.rois.guess.world import guess
from heraut.games.rois.orders import Sheet
from heraut.games.rois.outcomes import Summary, summary
from heraut.games.rois.state import World
from heraut.games.rois.turn import advance
from heraut.games.rois.view import living_views
from heraut.games.rois.view import view as view_of

# What another King orders, from what he sees: an `engine.play.Player`, as the bots are.
Other = Callable[[SheetDecision, Json, Rng], Sheet]

Imagined = rehearsal.Imagined[World, Sheet]
Rehearsal = rehearsal.Rehearsal[Trial, Summary]


def rehearse(
    view: Json, events: Sequence[Event], sheet: Sheet, rng: Rng, *, trials: int, other: Other | None = None
) -> Rehearsal:
    """The coming year under this sheet, so many times (at least once), each time in another world.

    `view` and `events` are those of the King (`guess`); without an `other` the rest of the world sends no orders,
    and defends (RO-TURN-07). Raises ValueError when the view is not that of a King in play.
    """
    imagined = (imagine(view, events, rng, number, other=other) for number in range(trials))
    played_on = tuple(played(each, sheet) for each in imagined)
    return Rehearsal(played_on, summary(view, played_on))


def imagine(view: Json, events: Sequence[Event], rng: Rng, number: int, *, other: Other | None = None) -> Imagined:
    """The world of this number, always the same one, and what the others order in it."""
    seat = seat_in_play(view)
    world = guess(view, events, seat, chance(rng, number, "guess"))
    others = sheets_of_others(world, seat, other, chance(rng, number, "others"))
    return Imagined(number, seat, world, others, rng)


def sheets_of_others(world: World, seat: Seat, other: Other | None, rng: Rng) -> dict[Seat, Sheet]:
    """What the other Kings order; silence where nobody plays them."""
    if other is None:
        return {}
    decisions = {who: SheetDecision(seen) for who, seen in living_views(world).items() if who != seat}
    return {who: other(decision, decision.view, rng.at(who)) for who, decision in decisions.items()}


def played(imagined: Imagined, sheet: Sheet) -> Trial:
    """The year in this world, under a sheet of the King's own."""
    step = imagined.step(advance, sheet, stream="year")
    return Trial(imagined.number, seen_by(step.events, imagined.seat), view_of(step.state, imagined.seat))
