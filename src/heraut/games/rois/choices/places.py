"""Orders that name a province or a place in it, or none: MO, EX, SE, SP, DE."""

from __future__ import annotations

from typing import Any

from heraut.games.rois import orders as o
from heraut.games.rois.choices.model import Argument, Choice, Possible
from heraut.games.rois.choices.moment import Moment, absence_of, is_enemy, person
from heraut.games.rois.choices.offers import choice, legal_first, offer
from heraut.games.rois.forecast.certainty import Chance, Reason
from heraut.games.rois.forecast.course import Course
from heraut.games.rois.phases.exploration import encounter_chance, gain_of
from heraut.games.rois.phases.movement import FEATHER, bears
from heraut.games.rois.state import NATIVES
from heraut.games.rois.tables import CONSTANTS, TERRAINS
from heraut.games.rois.world.geography import NEIGHBOURS, distance, within

MOST_PLACES = 9  # a place that nobody knows yet may be searched for by its number


def move(moment: Moment) -> Possible:
    """MO: the neighbours, two provinces away with the feather."""
    course, who = moment.leaving, moment.who
    here, alone = person(course, who).province, not course.leads(who)
    reach = 2 if bears(course, person(course, who), FEATHER) else 1
    around = [there for there in within(here, reach) if there != here]
    choices = [choice(course, who, there, o.Move(there), **entering(course, there, alone=alone)) for there in around]
    nowhere = Reason("reason", "not_adjacent", "RO-MOVE-02")
    return offer(o.Move, Argument("province", "province", legal_first(choices), elsewhere=nowhere))


def entering(course: Course, there: int, *, alone: bool) -> dict[str, Any]:
    """What awaits who enters: a fight or a conquest, or beasts on the way."""
    province = course.provinces[there]
    if alone:
        beasts = TERRAINS[province.terrain].encounter
        return {"beasts": beasts // 2 if province.owner == course.own else beasts, "attack": False}
    return {"beasts": 0, "attack": is_attack(course, there)}


def is_attack(course: Course, there: int) -> bool:
    """Whether units that enter there fight or conquer, as far as this King can foresee (RO-BAT-02, RO-BAT-35)."""
    province = course.provinces[there]
    if any(is_enemy(course, kingdom) for kingdom in course.presence[there]):
        return True
    return (
        province.owner != course.own
        and (province.terrain != "sea" or province.owner != NATIVES)
        and is_enemy(course, province.owner)
    )


def explore(moment: Moment) -> Possible:
    """EX: what is known now, what it adds, what may be met."""
    course, character = moment.staying, person(moment.staying, moment.who)
    known = course.kingdoms[course.own].exploration.get(character.province, 0)
    reason = None
    if known >= CONSTANTS.explore_all:
        reason = Reason("caution", "all_explored", "RO-EXPL-04", {"province": character.province})
    beasts = encounter_chance(course, character)
    data = {"known": known, "gain": gain_of(course, character), "beasts": beasts}
    return offer(o.Explore, reason=reason, chance=Chance(100 - beasts, 100 - beasts), data=data)


def search(moment: Moment) -> Possible:
    """SE: the places known here; any other number may be tried."""
    course, who = moment.staying, moment.who
    here = person(course, who).province
    known = moment.view["own"]["map"].get(str(here), {}).get("features", ())
    choices = [
        Choice(
            each["place"], certainty="unknown",
            data={name: each[name] for name in ("kind", "guardian", "treasure", "hp", "pacified")},
        )
        for each in known
    ]  # fmt: skip
    beasts = encounter_chance(course, person(course, who))
    places = Argument("place", "place", tuple(choices), least=1, most=MOST_PLACES)
    return offer(o.Search, places, Argument("plan", "plan", optional=True), data={"beasts": beasts})


def spy(moment: Moment) -> Possible:
    """SP: where he is, and the neighbours; the chance is that of not being noticed."""
    course, who = moment.staying, moment.who
    here = person(course, who).province
    choices = [choice(course, who, there, o.Spy(there)) for there in within(here, 1)] if here else []
    far = Reason("reason", "too_far", "RO-SPY-01")
    return offer(o.Spy, Argument("province", "province", legal_first(choices), elsewhere=far))


def defend(moment: Moment) -> Possible:
    """DE: any neighbour of one's own, or one of them; whoever leads nobody defends himself only."""
    course, who = moment.defending, moment.who
    here = person(course, who).province
    own = [there for there in NEIGHBOURS.get(here, ()) if course.provinces[there].owner == course.own]
    choices = tuple(Choice(there, data={"far": distance(here, there)}) for there in own)
    idle = Reason("unfit", "not_to_defend", "RO-ORD-15")
    argument = Argument("province", "province", choices, optional=True, elsewhere=idle)
    return offer(o.Defend, argument, reason=absence_of(course, who), data={"units": len(course.contingent(who))})
