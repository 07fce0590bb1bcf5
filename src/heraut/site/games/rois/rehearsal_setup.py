"""Years rehearsed: sheets of one King played in worlds that he cannot tell from his own, as many as time allows."""

from __future__ import annotations

from heraut.bots import player
from heraut.engine.rehearsal import Trial
from heraut.engine.rng import Rng
from heraut.games.rois.orders import Sheet
from heraut.games.rois.outcomes import COUNTED
from heraut.games.rois.rehearsal import Imagined, Other, imagine, played
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.matchpage.rehearsals import STILL, USUAL, Rehearsals, RehearsalSetup

OTHERS = (STILL, USUAL)

kept = Rehearsals[Trial]()


def setup_for(access: MatchAccess, others: str) -> RehearsalSetup[Imagined, Sheet, Trial]:
    """The visitor's: what he sees, what he was told last year, how the others play."""
    match, view, events = access.match, access.view, access.last_events()
    seed = f"rehearsal of {match.code}, year {match.step + 1}".encode()  # no secret: anybody might know it

    def world(number: int) -> Imagined:
        other: Other | None = player("rois", "player") if others == USUAL else None
        return imagine(view, events, Rng(seed), number, other=other)

    return RehearsalSetup(kept, (access.known, others), world, lambda imagined, sheet: pruned(played(imagined, sheet)))


def pruned(trial: Trial) -> Trial:
    """A year with as much of it as its summary asks for."""
    own = trial.view.get("own")
    events = tuple(event for event in trial.events if event.kind in COUNTED)
    if own is None:
        return Trial(trial.number, events, {"road": trial.view["road"]})
    people = [{"number": each["number"], "died": each["died"]} for each in own["characters"]]
    units = [each["number"] for each in own["units"]]
    less = {"gold": own["gold"], "units": units, "provinces": own["provinces"], "characters": people}
    return Trial(trial.number, events, {"road": trial.view["road"], "own": less})
