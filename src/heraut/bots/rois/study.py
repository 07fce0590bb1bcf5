"""The seasons that are left: study, for the armies first, then for the imperial offices."""

from __future__ import annotations

from heraut.bots.rois.council import Council
from heraut.games.rois import orders as o
from heraut.games.rois.state import Character
from heraut.games.rois.tables import FIGURES

# What counts for an office, dearest first: Priest (two points a level), Chancellor, Admiral, Archmage (RO-OFF-01)
FOR_OFFICES = ("DR", "WH", "SA", "EX", "SP", "NA", "EL", "PS", "IL", "NE")
POINTS = {"DR": 2.0, "WH": 2.0}


def studies(council: Council) -> None:
    """Everybody who has nothing better to do."""
    for who in council.people:
        subject = subject_of(council, who)
        while subject and council.order(who, o.Practise(subject)):
            pass


def subject_of(council: Council, who: Character) -> str:
    """Leaders train their units while they learn to command; the others seek an office."""
    if council.units_of(who.number) and open_to(who, "TA"):
        return "TA"
    if council.units_of(who.number):
        return "TA"  # the units learn, even if he does not
    subjects = [ability for ability in FOR_OFFICES if open_to(who, ability)]
    return max(subjects, key=lambda ability: promise(who, ability), default="TA")


def open_to(who: Character, ability: str) -> bool:
    """Whether he can still rise in it."""
    return who.levels.get(ability, 0) < who.aptitudes.get(ability, 0)


def promise(who: Character, ability: str) -> float:
    """The points a season of study brings, and a little for a specialist."""
    level = who.levels.get(ability, 0)
    return FIGURES.practice[level] * POINTS.get(ability, 1.0) * (1 + 0.3 * level)
