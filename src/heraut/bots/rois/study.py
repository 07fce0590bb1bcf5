"""The seasons that are left: study, for the armies first, then for the imperial office that lies nearest."""

from __future__ import annotations

from heraut.bots.rois.planner import Planner
from heraut.games.rois import orders as o
from heraut.games.rois.phases.offices import LEVEL_MERIT
from heraut.games.rois.state import Character
from heraut.games.rois.tables import CONSTANTS, SPELLS

HOLD = 3.0  # who leads a race goes on as if he lacked so many points: nobody tells him how far behind the others are
UNSEEN_LEAD = 6.0  # what the leader of a race may have in which one has nothing oneself


def studies(planner: Planner) -> None:
    """Everybody who has nothing better to do; nobody studies among enemies (RO-EXP-05), but one can look around."""
    for who in planner.people:
        sent_home = pays_off(planner, who) if planner.last_turn and planner.traits.pays_off else None
        while planner.seasons_left(who) > (sent_home is not None):
            if planner.forgets():
                planner.rest(who)
                continue
            quiet = is_quiet(planner, planner.place[who.number])
            planner.order(who, study_of(planner, who) if quiet else o.Explore())
        if sent_home is not None:
            planner.order(who, sent_home)


def pays_off(planner: Planner, who: Character) -> o.Disband | None:
    """In the last season of the last year whoever is not paid any more costs nothing (RO-TURN-02, C6)."""
    here = planner.place[who.number]
    idle = planner.garrison(here) if here in planner.provinces and here not in planner.emptied else []
    units = [unit["number"] for unit in (*planner.units_of(who.number), *idle)]
    if not units or not planner.seasons_left(who):
        return None
    planner.emptied.add(here)
    return o.Disband(tuple(sorted(units)))


def study_of(planner: Planner, who: Character) -> o.Order:
    """What he does with a season of peace."""
    subject = subject_of(planner, who)
    faith = who.levels.get("WH", 0)
    if not planner.traits.blesses or not faith:
        return o.Practise(subject)
    flock = [each.number for each in flock_of(planner, who) if each.number not in planner.blessed]
    chance = CONSTANTS.spell_base + CONSTANTS.spell_step * (faith - SPELLS["BE"].level)
    if flock and chance / lack(planner, who, "priest") > (
        promise(planner, who, subject) if subject in LEVEL_MERIT else 0
    ):
        planner.blessed.add(flock[0])
        return o.Cast("BE", (flock[0],))
    return o.Practise(subject)


def flock_of(planner: Planner, who: Character) -> list[Character]:
    """Those who lead units where he will be (D15)."""
    return [
        each
        for each in planner.people
        if planner.place[each.number] == planner.place[who.number] and planner.units_of(each.number)
    ]


def is_quiet(planner: Planner, province: int) -> bool:
    """Whether no enemy units stand there, as far as is known; where an army goes, it will have seen to that."""
    if province in planner.provinces or province in planner.claimed:
        return True
    forces = planner.map.get(province, {}).get("forces")
    return forces is not None and all(planner.relation(int(kingdom)) != "enemy" for kingdom in forces)


def subject_of(planner: Planner, who: Character) -> str:
    """Leaders train their units while they learn to command; the others seek an office."""
    if who.number in planner.sailors:
        return "NA"
    if planner.units_of(who.number) and who.levels.get("TA", 0) < planner.traits.tactics:
        return "TA"
    subjects = [ability for ability in LEVEL_MERIT if open_to(who, ability)]
    return max(subjects, key=lambda ability: planner.liking() * promise(planner, who, ability), default="TA")


def open_to(who: Character, ability: str) -> bool:
    """Whether he can still rise in it."""
    return who.levels.get(ability, 0) < who.aptitudes.get(ability, 0)


def promise(planner: Planner, who: Character, ability: str) -> float:
    """How much nearer a season of study brings him to an office: the points to hope for, over those that he lacks."""
    chance = CONSTANTS.practice[who.levels.get(ability, 0)]
    return sum(chance * points / lack(planner, who, office) for office, points in LEVEL_MERIT[ability])


def lack(planner: Planner, who: Character, office: str) -> float:
    """The points that separate him from the first place; seas and lost battles may bring his count to nothing."""
    return missing(planner, who, office) or 1.0


def missing(planner: Planner, who: Character, office: str) -> float:
    """The merit that he lacks for the first place, as far as the standings tell (RO-OFF-07)."""
    share, own = planner.own["standings"].get(office), planner.merit(who, office)
    best = max(planner.merit(each, office) for each in planner.people)
    if share is None:
        return 1.0 + best - own
    if share == 0:
        return max(1.0, UNSEEN_LEAD - own)
    return HOLD + best - own if share >= 100 else 1 + best * 100 / share - own
