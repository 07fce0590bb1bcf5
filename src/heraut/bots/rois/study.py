"""The seasons that are left: study, for the armies first, then for the imperial office that lies nearest."""

from __future__ import annotations

from heraut.bots.rois.planner import Planner
from heraut.games.rois import orders as o
from heraut.games.rois.phases.offices import LEVEL_MERIT
from heraut.games.rois.state import Character
from heraut.games.rois.tables import CONSTANTS

HOLD = 3.0  # who leads a race goes on as if he lacked so many points: nobody tells him how far behind the others are
UNSEEN_LEAD = 6.0  # what the leader of a race may have in which one has nothing oneself


def studies(planner: Planner) -> None:
    """Everybody who has nothing better to do; nobody studies among enemies (RO-EXP-05), but one can look around."""
    for who in planner.people:
        while planner.seasons_left(who):
            quiet = is_quiet(planner, planner.place[who.number])
            planner.order(who, o.Practise(subject_of(planner, who)) if quiet else o.Explore())


def is_quiet(planner: Planner, province: int) -> bool:
    """Whether no enemy units stand there, as far as is known; where an army goes, it will have seen to that."""
    if province in planner.provinces or province in planner.claimed:
        return True
    forces = planner.map.get(province, {}).get("forces")
    return forces is not None and all(planner.relation(int(kingdom)) != "enemy" for kingdom in forces)


def subject_of(planner: Planner, who: Character) -> str:
    """Leaders train their units while they learn to command; the others seek an office."""
    if planner.units_of(who.number):
        return "TA"
    subjects = [ability for ability in LEVEL_MERIT if open_to(who, ability)]
    return max(subjects, key=lambda ability: promise(planner, who, ability), default="TA")


def open_to(who: Character, ability: str) -> bool:
    """Whether he can still rise in it."""
    return who.levels.get(ability, 0) < who.aptitudes.get(ability, 0)


def promise(planner: Planner, who: Character, ability: str) -> float:
    """How much nearer a season of study brings him to an office: the points to hope for, over those that he lacks."""
    chance = CONSTANTS.practice[who.levels.get(ability, 0)]
    return sum(chance * points / lack(planner, who, office) for office, points in LEVEL_MERIT[ability])


def lack(planner: Planner, who: Character, office: str) -> float:
    """The points that separate him from the first place, as the standings tell it (RO-OFF-07)."""
    share, own = planner.own["standings"].get(office), planner.merit(who, office)
    best = max(planner.merit(each, office) for each in planner.people)
    if share is None:
        return 1.0 + best - own
    if share == 0:
        return UNSEEN_LEAD - own
    return HOLD + best - own if share >= 100 else 1 + best * 100 / share - own
