"""The coming turn, rehearsed: a lord's form played in continents that he cannot tell from the true one.

Everything is made of his view and of what he was told: what is hidden from him changes nothing here. What is certain,
what only comes if nobody disturbs him, and what nobody can know are kept apart (`prospect`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from heraut.engine import rehearsal
from heraut.engine.protocol import Event, Json, seen_by
from heraut.engine.rehearsal import chance, seat_in_play
from heraut.engine.rng import Rng
from heraut.games.daifen import orders as o
from heraut.games.daifen.decision import SheetDecision
from heraut.games.daifen.guess.continent import guess
from heraut.games.daifen.orders import Form, Order
from heraut.games.daifen.outcomes import Summary, Trial, summary, trial_of
from heraut.games.daifen.races import BUILDINGS, UNITS
from heraut.games.daifen.sheet.checks import gold_of, intellect_of, units_of
from heraut.games.daifen.state import Continent, KingdomName, Stock, add
from heraut.games.daifen.suppositions import Supposition, assailing, suppose
from heraut.games.daifen.turn import advance
from heraut.games.daifen.view import view as view_of

# What another lord orders, from what he sees: an `engine.play.Player`, as the bots are.
Other = Callable[[SheetDecision, Json, Rng], Form]

QUIET = (o.Build, o.Train, o.Develop, o.Give)  # orders that come to the same whatever the others do

Imagined = rehearsal.Imagined[Continent, Form]
Rehearsal = rehearsal.Rehearsal[Trial, Summary]


def rehearse(
    view: Json,
    events: Sequence[Event],
    form: Form,
    rng: Rng,
    *,
    trials: int,
    supposed: Sequence[Supposition] = (),
    other: Other | None = None,
) -> Rehearsal:
    """The coming turn under this form, so many times (at least once), each time in another continent.

    `view` and `events` are those of the lord (`guess`). The others send forms of `other`, or empty ones, but for those
    of whom he supposes something. Raises ValueError when the view is not that of a lord in play.
    """
    imagined = (imagine(view, events, rng, number, supposed=supposed, other=other) for number in range(trials))
    played_on = tuple(played(each, form) for each in imagined)
    return Rehearsal(played_on, summary(view, played_on))


def imagine(
    view: Json,
    events: Sequence[Event],
    rng: Rng,
    number: int,
    *,
    supposed: Sequence[Supposition] = (),
    other: Other | None = None,
) -> Imagined:
    """The continent of this number, always the same one, and what the others order in it."""
    seat = seat_in_play(view)
    world = guess(view, events, seat, chance(rng, number, "guess"))
    stances = suppose(world, view, events, supposed, chance(rng, number, "supposed"))
    me, stream = world.kingdoms[seat], chance(rng, number, "others")
    others = {}
    for kingdom in world.living():
        stance = stances.get(kingdom.seat, "usual")
        if kingdom.seat == seat:
            continue
        if stance == "hostile":
            others[kingdom.seat] = assailing(kingdom, me.name)
        elif stance == "still" or other is None:
            others[kingdom.seat] = Form()
        else:
            seen = view_of(world, kingdom.seat)
            others[kingdom.seat] = other(SheetDecision(seen), seen, stream.at(kingdom.seat))
    return Imagined(number, seat, world, others, rng)


def played(imagined: Imagined, form: Form) -> Trial:
    """The turn in this continent, under a form of the lord's own."""
    step = imagined.step(advance, form)
    return trial_of(imagined.number, view_of(step.state, imagined.seat), seen_by(step.events, imagined.seat))


# What needs no dice, and what none can tell


class Certain(msgspec.Struct, frozen=True):
    """What the form does whatever happens, unless the kingdom falls: what is paid, what leaves, what is made."""

    gold: int
    intellect: int
    leaving: Stock
    buildings: Stock
    units: Stock


class Unseen(msgspec.Struct, frozen=True):
    """A kingdom that the form acts upon: how many turns ago spies have seen it (0: last night; None: never)."""

    kingdom: KingdomName
    age: int | None


class Prospect(msgspec.Struct, frozen=True):
    """A form before any dice: what is certain; what the turn ends with if nobody does anything to the kingdom.

    `undisturbed` leaves out all that the form sends abroad, but its gifts. `unseen` and `strangers`, the kingdoms that
    the lord does not know, are what he knows least of.
    """

    certain: Certain
    undisturbed: Trial
    unseen: tuple[Unseen, ...]
    strangers: int


def prospect(view: Json, events: Sequence[Event], form: Form) -> Prospect:
    """What can be said of a form before any dice. Raises ValueError when the view is not that of a lord in play."""
    still = imagine(view, events, Rng(b""), 0)  # what is imagined of the others does not matter here
    quiet = Form(tuple(order for order in form.orders if isinstance(order, QUIET)), sent=form.sent)
    known: Mapping[str, Json] = view["own"]["known"]
    targets = dict.fromkeys(
        order.kingdom for order in form.orders if isinstance(order, (o.Expedition, o.Mission))
    )  # fmt: skip
    return Prospect(
        certain(form),
        played(still, quiet),
        tuple(Unseen(name, age_of(known[name], view["turn"])) for name in targets),
        view["living"] - 1 - sum(seen["alive"] for seen in known.values()),
    )


def age_of(seen: Json, turn: int) -> int | None:
    """How old the last spy report on a kingdom is."""
    return None if seen["report"] is None else turn - 1 - int(seen["report"]["turn"])


def certain(form: Form) -> Certain:
    """What is paid, and leaves, at the start of the turn; what is built and trained (DA-PHA-03, DA-PHA-06)."""
    leaving, buildings, units = Stock(), Stock(), Stock()
    for order in form.orders:
        match order:
            case o.Build(building=code, count=number):
                add(buildings, code, number)
            case o.Train(unit=code, count=number):
                add(units, code, number)
            case _:
                leave(leaving, order)
    return Certain(
        sum(map(gold_of, form.orders)),
        sum(map(intellect_of, form.orders)),
        {code: leaving[code] for code in UNITS if code in leaving},
        {code: buildings[code] for code in BUILDINGS if code in buildings},
        {code: units[code] for code in UNITS if code in units},
    )


def leave(leaving: Stock, order: Order) -> None:
    """Counts the units that an order sends abroad; guards stay."""
    if not isinstance(order, o.Guard):
        for code, number in units_of(order):
            add(leaving, code, number)
