"""The coming year, rehearsed: a King's orders played in worlds that he cannot tell from the true one.

Everything is made of his view and of what he was told: what is hidden from him changes nothing here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from heraut.engine.protocol import Event, Json, Seat, seen_by
from heraut.engine.rng import Rng
from heraut.games.rois.decision import SheetDecision
from heraut.games.rois.guess.world import guess
from heraut.games.rois.orders import Sheet
from heraut.games.rois.outcomes import Summary, Trial, summary
from heraut.games.rois.state import World
from heraut.games.rois.turn import advance
from heraut.games.rois.view import living_views
from heraut.games.rois.view import view as view_of

# What another King orders, from what he sees: an `engine.play.Player`, as the bots are.
Other = Callable[[SheetDecision, Json, Rng], Sheet]


class Imagined(msgspec.Struct, frozen=True):
    """A world imagined before a year, with the sheets of all the others: several sheets can be tried in it."""

    number: int
    seat: Seat
    world: World
    others: dict[Seat, Sheet]
    rng: Rng


class Rehearsal(msgspec.Struct, frozen=True):
    """The trials of one sheet, and what they have in common."""

    trials: tuple[Trial, ...]
    summary: Summary


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
    if "own" not in view:
        raise ValueError("only a King in play can rehearse his year")
    seat = Seat(view["own"]["seat"])
    world = guess(view, events, seat, rng.at("rehearsal", number, "guess"))
    others = sheets_of_others(world, seat, other, rng.at("rehearsal", number, "others"))
    return Imagined(number, seat, world, others, rng)


def sheets_of_others(world: World, seat: Seat, other: Other | None, rng: Rng) -> dict[Seat, Sheet]:
    """What the other Kings order; silence where nobody plays them."""
    if other is None:
        return {}
    decisions = {who: SheetDecision(seen) for who, seen in living_views(world).items() if who != seat}
    return {who: other(decision, decision.view, rng.at(who)) for who, decision in decisions.items()}


def played(imagined: Imagined, sheet: Sheet) -> Trial:
    """The year in this world, under a sheet of the King's own."""
    rng = imagined.rng.at("rehearsal", imagined.number, "year")
    step = advance(imagined.world, {imagined.seat: sheet} | imagined.others, rng)
    return Trial(imagined.number, seen_by(step.events, imagined.seat), view_of(step.state, imagined.seat))
