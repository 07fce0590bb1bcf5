"""Years rehearsed: sheets of one King played in worlds that he cannot tell from his own, as many as time allows.

Nothing of it is stored: what was played stands in the memory of the process for a while. Year number n is the same
world for every sheet, so that two sheets differ by what was ordered, and by nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from heraut.bots import player
from heraut.engine.protocol import Event, Json
from heraut.engine.rng import Rng
from heraut.games.rois.rehearsal import UNREFUGED, Other, Summary, Year, rehearsed_year, summary
from heraut.site.games.rois.draft import Draft
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.matchpage.rehearsals import PLAYED, STILL, Rehearsals

OTHERS = (STILL, PLAYED)
COUNTED = frozenset(("battle", "encounter", "ignored", "hero_hired", "level_gained", "unit_unpaid", *UNREFUGED))

kept = Rehearsals[Year]()


@dataclass(frozen=True)
class Stage:
    """Where the sheets of one King are rehearsed: what he sees, what he was told last year, how the others play."""

    name: str
    view: Json
    events: Sequence[Event]
    others: str
    seed: bytes

    def year(self, text: str, number: int) -> Year:
        """One year under a sheet, whole."""
        other: Other | None = player("rois", "player") if self.others == PLAYED else None
        return rehearsed_year(self.view, self.events, Draft(self.view, text).sheet, Rng(self.seed), number, other=other)

    def play(self, texts: Sequence[str], least: int) -> list[list[Year]]:
        """Each sheet played on (`Rehearsals.play`). Raises Busy while somebody else's are played."""
        keys = [(self.name, text, self.others) for text in texts]
        return kept.play(keys, lambda place, number: pruned(self.year(texts[place], number)), least)

    def summary(self, years: Sequence[Year]) -> Summary:
        """What years have in common."""
        return summary(self.view, years)


def stage(access: MatchAccess, others: str) -> Stage:
    """The visitor's."""
    match = access.match
    seed = f"rehearsal of {match.code}, year {match.step + 1}".encode()  # no secret: anybody might know it
    return Stage(access.known, access.view, access.last_events(), others, seed)


def pruned(year: Year) -> Year:
    """A year with as much of it as its summary asks for."""
    own = year.view.get("own")
    events = tuple(event for event in year.events if event.kind in COUNTED)
    if own is None:
        return Year(year.number, events, {"road": year.view["road"]})
    people = [{"number": each["number"], "died": each["died"]} for each in own["characters"]]
    units = [each["number"] for each in own["units"]]
    less = {"gold": own["gold"], "units": units, "provinces": own["provinces"], "characters": people}
    return Year(year.number, events, {"road": year.view["road"], "own": less})
