"""The chances of an encounter under a plan, from what the asker knows, with the engine's own code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import msgspec

from heraut.engine.intervals import margin
from heraut.engine.rng import Rng
from heraut.games.rois.dice import Dice
from heraut.games.rois.encounter.course import Terms
from heraut.games.rois.encounter.fighters import Fighter
from heraut.games.rois.encounter.opening import encounter

RUNS = 1000


class Odds(msgspec.Struct, frozen=True):
    """Shares of the endings ("killed" is split into "won" and "died"), hit points left on average, rounds."""

    endings: dict[str, float]
    hp: float
    foe_hp: float
    rounds: float
    runs: int

    @property
    def victory(self) -> float:
        """How often the other is killed, driven off, charmed or at one's mercy."""
        return sum(self.endings.get(ending, 0) for ending in ("won", "driven_off", "charmed", "mercy"))

    def margin(self, ending: str) -> float:
        """How far the true chance of an ending may lie from its share."""
        return margin(self.endings.get(ending, 0), self.runs)


def odds(
    own: Callable[[], Fighter],
    foe: Callable[[], Fighter],
    rng: Rng,
    *,
    terms: Terms | None = None,
    runs: int = RUNS,
) -> Odds:
    """The chances of `own` against `foe`, each made anew for every run."""
    endings: Counter[str] = Counter()
    hp = foe_hp = rounds = 0
    for _ in range(runs):
        meeting = encounter(own(), foe(), Dice(rng), terms)
        endings[name_of(meeting.ending, lost=meeting.loser == 0)] += 1
        hp += meeting.sides[0].hp
        foe_hp += meeting.sides[1].hp
        rounds += meeting.round
    shares = {ending: count / runs for ending, count in endings.most_common()}
    return Odds(shares, hp / runs, foe_hp / runs, rounds / runs, runs)


def name_of(ending: str, *, lost: bool) -> str:
    """An ending from the asker's side: who died, who fled, who begged."""
    if ending == "killed":
        return "died" if lost else "won"
    if lost or ending != "fled":
        return f"own_{ending}" if lost and ending in ("mercy", "charmed") else ending
    return "foe_fled"
