"""Turns rehearsed: sheets of one lord played in realms that he cannot tell from his own, as many as time allows."""

from __future__ import annotations

from collections.abc import Sequence
from time import thread_time

import msgspec

from heraut.bots import player
from heraut.engine.protocol import Event, Json, Unguessed
from heraut.engine.rehearsal import Trial
from heraut.engine.rng import Rng
from heraut.games.gloire.orders import Sheet
from heraut.games.gloire.outcomes import COUNTED
from heraut.games.gloire.rehearsal import Imagined, imagine, played
from heraut.games.gloire.suppositions import Suppositions
from heraut.site.matchpage import rehearsals
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.matchpage.rehearsals import Rehearsals, RehearsalSetup

kept = Rehearsals[Trial]()


def setup_from(
    known: str, view: Json, events: Sequence[Event], supposed: Suppositions, seed: bytes
) -> RehearsalSetup[Imagined, Sheet, Trial]:
    """That of a lord: what he sees, what he was told last turn, what he supposes. `known` names what he knows.

    Raises Unguessed, while it plays, where no realm is found before this thread has taken so much time.
    """
    until = thread_time() + rehearsals.GUESSING

    def patience() -> None:
        if thread_time() > until:
            raise Unguessed("no realm was found in the time that a request may take")

    def realm(number: int) -> Imagined:
        bot = player("gloire", "player")
        return imagine(view, events, Rng(seed), number, supposed=supposed, other=bot, patience=patience)

    key = known, msgspec.json.encode(supposed).decode()
    return RehearsalSetup(kept, key, realm, lambda imagined, sheet: pruned(played(imagined, sheet)))


def setup_for(access: MatchAccess, supposed: Suppositions) -> RehearsalSetup[Imagined, Sheet, Trial]:
    """The visitor's."""
    match = access.match
    seed = f"rehearsal of {match.code}, turn {match.step + 1}".encode()  # no secret: anybody might know it
    return setup_from(access.known, access.view, access.last_events(), supposed, seed)


def pruned(trial: Trial) -> Trial:
    """A turn with as much of it as its summary asks for."""
    return msgspec.structs.replace(trial, events=tuple(each for each in trial.events if each.kind in COUNTED))
