"""The coming turn, rehearsed: a lord's orders played in realms that he cannot tell from the true one.

Everything is made of his view, of what he was told, and of what he supposes: what is hidden changes nothing here.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from heraut.engine.protocol import Event, Json, Seat, seen_by
from heraut.engine.rng import Rng
from heraut.games.gloire.guess.patience import Patience, endless
from heraut.games.gloire.guess.realm import guess
from heraut.games.gloire.orders import Sheet
from heraut.games.gloire.outcomes import Summary, Trial, summary
from heraut.games.gloire.state import Realm
from heraut.games.gloire.suppositions import Other, Suppositions, fitting, suppose
from heraut.games.gloire.turn import advance
from heraut.games.gloire.view import view as view_of


class Imagined(msgspec.Struct, frozen=True):
    """A realm imagined before a turn, with the sheets of all the others: several sheets can be tried in it."""

    number: int
    seat: Seat
    realm: Realm
    others: dict[Seat, Sheet]
    rng: Rng


class Rehearsal(msgspec.Struct, frozen=True):
    """The trials of one sheet, and what they have in common."""

    trials: tuple[Trial, ...]
    summary: Summary


def rehearse(
    view: Json,
    events: Sequence[Event],
    sheet: Sheet,
    rng: Rng,
    *,
    trials: int,
    supposed: Suppositions | None = None,
    other: Other | None = None,
) -> Rehearsal:
    """The coming turn under this sheet, so many times (at least once), each time in another realm.

    `view` and `events` are those of the lord (`guess`); `supposed` says how the others play, `other` gives the orders
    of those who play as usual. Raises ValueError when the view is not that of a lord in play.
    """
    known = supposed or Suppositions()
    imagined = (imagine(view, events, rng, number, supposed=known, other=other) for number in range(trials))
    played_on = tuple(played(each, sheet) for each in imagined)
    return Rehearsal(played_on, summary(view, played_on))


def imagine(
    view: Json,
    events: Sequence[Event],
    rng: Rng,
    number: int,
    *,
    supposed: Suppositions,
    other: Other | None = None,
    patience: Patience = endless,
) -> Imagined:
    """The realm of this number, always the same one, and what the others order in it. Raises Unguessed, ValueError."""
    if "own" not in view:
        raise ValueError("only a lord in play can rehearse his turn")
    seat = Seat(view["own"]["seat"])
    realm = guess(view, events, seat, rng.at("rehearsal", number, "guess"), patience)
    others = suppose(realm, seat, fitting(view, supposed), other, rng.at("rehearsal", number, "others"))
    return Imagined(number, seat, realm, others, rng)


def played(imagined: Imagined, sheet: Sheet) -> Trial:
    """The turn in this realm, under a sheet of the lord's own."""
    rng = imagined.rng.at("rehearsal", imagined.number, "turn")
    step = advance(imagined.realm, {imagined.seat: sheet} | imagined.others, rng)
    return Trial(imagined.number, seen_by(step.events, imagined.seat), view_of(step.state, imagined.seat))
