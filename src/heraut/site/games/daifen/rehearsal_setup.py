"""Turns rehearsed: forms of one lord played on continents that he cannot tell from his own, as many as time allows."""

from __future__ import annotations

from heraut.bots import player
from heraut.engine.rng import Rng
from heraut.games.daifen.orders import Form
from heraut.games.daifen.outcomes import Trial
from heraut.games.daifen.rehearsal import Imagined, Other, imagine, played
from heraut.games.daifen.suppositions import Supposition
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.matchpage.rehearsals import STILL, USUAL, Rehearsals, RehearsalSetup

OTHERS = (STILL, USUAL)

kept = Rehearsals[Trial]()


def setup_for(
    access: MatchAccess, others: str, supposed: tuple[Supposition, ...]
) -> RehearsalSetup[Imagined, Form, Trial]:
    """The visitor's: what he sees, what he was told last, what he supposes."""
    match, view, events = access.match, access.view, access.last_events()
    seed = f"rehearsal of {match.code}, turn {match.step + 1}".encode()  # no secret: anybody might know it

    def continent(number: int) -> Imagined:
        other: Other | None = player("daifen", "player") if others == USUAL else None
        return imagine(view, events, Rng(seed), number, supposed=supposed, other=other)

    return RehearsalSetup(kept, (access.known, others, repr(supposed)), continent, played)
