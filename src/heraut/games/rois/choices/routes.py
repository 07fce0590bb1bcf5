"""Where a character can be, season by season, and the way there: a route in two taps."""

from __future__ import annotations

import msgspec

from heraut.engine.protocol import Json
from heraut.games.rois.choices.model import Step
from heraut.games.rois.choices.moment import Moment, person
from heraut.games.rois.choices.places import is_attack
from heraut.games.rois.forecast.certainty import UNDISTURBED, UNKNOWN, Certainty, Reason, least
from heraut.games.rois.forecast.course import Course
from heraut.games.rois.forecast.outlook import numbered
from heraut.games.rois.orders import SEASONS, Move, Sheet
from heraut.games.rois.phases.marching import spend_moves
from heraut.games.rois.phases.movement import FEATHER, bears, move_fault
from heraut.games.rois.world.geography import within

Moves = dict[int, int]  # what each unit of the contingent has spent


class Waypoint(msgspec.Struct):
    """A province on the way, and what it has cost to be there."""

    step: Step
    moves: Moves


def reachable(view: Json, sheet: Sheet, character: int, season: int = 1) -> dict[int, Step]:
    """Every province that he could reach by moves alone from this season to the fifth, by number, the soonest way.

    What the sheet has him do before `season` is done, what it has him do after it is not; where he attacks, he is taken
    to win, and his men to pause. Provinces out of reach are left out; those beside one that is reached which he cannot
    enter in time bear their reason. Raises KeyError if he is none of one's own, or dead.
    """
    moment = Moment(view, sheet, character, season)
    course = moment.leaving
    if character not in course.doubt:
        raise KeyError(character)
    return {} if moment.absence is not None else Scout(course, character).explore(season)


class Scout:
    """Walks everywhere in the mind: the rules say at each step whether it can be made."""

    def __init__(self, course: Course, who: int) -> None:
        self.course, self.who = course, who
        self.units = course.contingent(who)
        self.reach = 2 if not self.units and bears(course, person(course, who), FEATHER) else 1
        self.blocked: dict[int, Reason] = {}

    def explore(self, season: int) -> dict[int, Step]:
        """Season by season, from where he is."""
        here = person(self.course, self.who).province
        start = Step(here, season - 1, (), certainty=self.course.acts[season, self.who].base)
        reached = {here: Waypoint(start, {unit.number: unit.moves for unit in self.units})}
        front = [here]
        for when in SEASONS[season - 1 :]:
            front = self.advance(reached, front, when)
        del reached[here]
        found = {number: waypoint.step for number, waypoint in sorted(reached.items())}
        for number, reason in sorted(self.blocked.items()):
            if number not in reached and number != here:
                found[number] = Step(number, 0, (), certainty=UNKNOWN, reason=reason)
        return found

    def advance(self, reached: dict[int, Waypoint], front: list[int], season: int) -> list[int]:
        """One season more: the provinces that are reached in it, each by the way that leaves most moves."""
        gained: dict[int, Waypoint] = {}
        for here in sorted(front):
            self.stand(here, reached[here].moves)
            for there in within(here, self.reach):
                if there not in reached:
                    self.enter(reached[here], there, season, gained)
                    self.stand(here, reached[here].moves)
        reached |= gained
        return list(gained)

    def stand(self, province: int, moves: Moves) -> None:
        """He is there, with all that he leads, which has spent so much."""
        if person(self.course, self.who).province != province:
            self.course.travel(person(self.course, self.who), province)
        for unit in self.units:
            unit.moves = moves[unit.number]

    def enter(self, start: Waypoint, there: int, season: int, gained: dict[int, Waypoint]) -> None:
        """A step that the rules allow, or why they do not."""
        course, character = self.course, person(self.course, self.who)
        fault = move_fault(course, character, Move(there))
        if fault is not None:
            data = numbered({"who": self.who, **fault.data})
            self.blocked.setdefault(there, Reason("reason", fault.reason, fault.rule, data))
            return
        attack = bool(self.units) and is_attack(course, there)
        spend_moves(self.units, course.provinces[there])
        moves = {unit.number: unit.moves + attack for unit in self.units}  # RO-MOVE-08
        sure = least(start.step.certainty, UNDISTURBED, self.certainty(there, attack=attack))
        step = Step(there, season, (*start.step.path, there), self.left(there, moves), attack, sure)
        old = gained.get(there)
        if old is None or (step.moves or 0) > (old.step.moves or 0):
            gained[there] = Waypoint(step, moves)

    def certainty(self, there: int, *, attack: bool) -> Certainty:
        """How sure it is that he can go there."""
        if not self.units:
            return UNDISTURBED
        return UNKNOWN if attack else self.course.passable(there)

    def left(self, there: int, moves: Moves) -> int | None:
        """What the slowest of his units has left once he is there; carried men have what they had."""
        if not self.units:
            return None
        self.stand(there, moves)
        pair = self.course.moves_left(self.who)
        assert pair is not None
        return pair[self.course.provinces[there].terrain == "sea"]
