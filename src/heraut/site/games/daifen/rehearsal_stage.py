"""Turns rehearsed: forms of one lord played on continents that he cannot tell from his own, as many as time allows.

Nothing of it is stored: what was played stands in the memory of the process for a while. Turn number n is the same
continent for every form, with the same forms of all the others, so that two forms differ by what was ordered alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from heraut.bots import player
from heraut.engine.protocol import Event, Json
from heraut.engine.rng import Rng
from heraut.games.daifen.orders import Form
from heraut.games.daifen.outcomes import Trial
from heraut.games.daifen.rehearsal import Imagined, Other, imagine, played
from heraut.games.daifen.suppositions import Supposition
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.matchpage.rehearsals import PLAYED, STILL, Rehearsals

OTHERS = (STILL, PLAYED)

kept = Rehearsals[Trial]()


@dataclass(frozen=True)
class Stage:
    """Where the forms of one lord are rehearsed: what he sees, what he was told last, what he supposes."""

    name: str
    view: Json
    events: Sequence[Event]
    others: str
    supposed: tuple[Supposition, ...]
    seed: bytes
    imagined: dict[int, Imagined] = field(default_factory=dict)

    def continent(self, number: int) -> Imagined:
        """The continent of this number; the one asked for last is at hand for the next form."""
        if number not in self.imagined:
            other: Other | None = player("daifen", "player") if self.others == PLAYED else None
            found = imagine(self.view, self.events, Rng(self.seed), number, other=other, supposed=self.supposed)
            self.imagined.clear()
            self.imagined[number] = found
        return self.imagined[number]

    def play(self, forms: Sequence[tuple[str, Form]], least: int) -> list[list[Trial]]:
        """Each form, with its text, played on (`Rehearsals.play`). Raises Busy while somebody else's are played."""
        keys = [(self.name, self.others, repr(self.supposed), text) for text, _ in forms]
        return kept.play(keys, lambda place, number: played(self.continent(number), forms[place][1]), least)


def stage(access: MatchAccess, others: str, supposed: tuple[Supposition, ...]) -> Stage:
    """The visitor's."""
    match = access.match
    seed = f"rehearsal of {match.code}, turn {match.step + 1}".encode()  # no secret: anybody might know it
    return Stage(access.known, access.view, access.last_events(), others, supposed, seed)
