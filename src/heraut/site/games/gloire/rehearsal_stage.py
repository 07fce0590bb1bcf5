"""Turns rehearsed: sheets of one lord played in realms that he cannot tell from his own, as many as time allows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from time import thread_time
from typing import Any

import msgspec

from heraut.bots import player
from heraut.engine.protocol import Event, Json, Unguessed
from heraut.engine.rng import Rng
from heraut.games.gloire.decision import SheetDecision
from heraut.games.gloire.orders import Sheet
from heraut.games.gloire.rehearsal import COUNTED, Imagined, Summary, Trial, imagine, played, summary
from heraut.games.gloire.suppositions import Suppositions
from heraut.site.matchpage import rehearsals
from heraut.site.matchpage.match_access import MatchAccess
from heraut.site.matchpage.rehearsals import Rehearsals

kept = Rehearsals[Trial]()


@dataclass(frozen=True)
class Stage:
    """Where the sheets of one lord are rehearsed: what he sees, what he was told last turn, what he supposes."""

    name: str
    view: Json
    events: Sequence[Event]
    supposed: Suppositions
    seed: bytes
    imagined: dict[int, Imagined] = field(default_factory=dict)

    def realm(self, number: int, until: float) -> Imagined:
        """The realm of this number; the one asked for last is at hand for the next sheet. Raises Unguessed where none
        is found before this thread has taken so much time.
        """

        def patience() -> None:
            if thread_time() > until:
                raise Unguessed("no realm was found in the time that a request may take")

        if number not in self.imagined:
            bot, chance = player("gloire", "player"), Rng(self.seed)
            known: dict[str, Any] = {"supposed": self.supposed, "other": bot, "patience": patience}
            found = imagine(self.view, self.events, chance, number, **known)
            self.imagined.clear()
            self.imagined[number] = found
        return self.imagined[number]

    def play(self, texts: Sequence[str], least: int) -> list[list[Trial]]:
        """Each sheet played on (`Rehearsals.play`). Raises Busy while somebody else's are played, and Unguessed."""
        supposed, until = msgspec.json.encode(self.supposed).decode(), thread_time() + rehearsals.GUESSING
        keys = [(self.name, text, supposed) for text in texts]
        sheets = [SheetDecision(self.view).parse(text).answer for text in texts]
        return kept.play(keys, lambda place, number: told(self.realm(number, until), sheets[place]), least)

    def summary(self, trials: Sequence[Trial]) -> Summary:
        """What trials have in common."""
        return summary(self.view, trials)


def told(imagined: Imagined, sheet: Sheet) -> Trial:
    """One turn under a sheet, with as much of it as its summary asks for."""
    found = played(imagined, sheet)
    return msgspec.structs.replace(found, events=tuple(each for each in found.events if each.kind in COUNTED))


def stage(access: MatchAccess, supposed: Suppositions) -> Stage:
    """The visitor's."""
    match = access.match
    seed = f"rehearsal of {match.code}, turn {match.step + 1}".encode()  # no secret: anybody might know it
    return Stage(access.known, access.view, access.last_events(), supposed, seed)
