"""The coming turn, rehearsed: a lord's orders played in realms that he cannot tell from the true one.

Everything is made of his view, of what he was told, and of what he supposes: what is hidden changes nothing here.
"""

from __future__ import annotations

from collections.abc import Sequence

from heraut.engine import rehearsal
from heraut.engine.protocol import Event, Json, seen_by
from heraut.engine.rehearsal import Trial, chance, seat_in_play
from heraut.engine.rng import Rng
from heraut.games.gloire.guess.patience import Patience, endless
from heraut.games.gloire.guess.realm import guess
from heraut.games.gloire.orders import Sheet
from heraut.games.gloire.outcomes import Summary, summary
from heraut.games.gloire.state import Realm
from heraut.games.gloire.suppositions import Other, Suppositions, fitting, suppose
from heraut.games.gloire.turn import advance
from heraut.games.gloire.view import view as view_of

Imagined = rehearsal.Imagined[Realm, Sheet]
Rehearsal = rehearsal.Rehearsal[Trial, Summary]


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
    seat = seat_in_play(view)
    realm = guess(view, events, seat, chance(rng, number, "guess"), patience)
    others = suppose(realm, seat, fitting(view, supposed), other, chance(rng, number, "others"))
    return Imagined(number, seat, realm, others, rng)


def played(imagined: Imagined, sheet: Sheet) -> Trial:
    """The turn in this realm, under a sheet of the lord's own."""
    step = imagined.step(advance, sheet)
    return Trial(imagined.number, seen_by(step.events, imagined.seat), view_of(step.state, imagined.seat))
