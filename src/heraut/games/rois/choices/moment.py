"""The moment in which one of one's own acts in a season, as it is foreseen: all who act before him have acted.

When that is depends on what he does (RO-TURN-04 to 06): who leaves waits for comrades who have something for him, who
has something for a comrade waits until he is here, who pursues a comrade lets him go first, who defends acts last.
Hence several moments, each played by the rules.
"""

from __future__ import annotations

from functools import cached_property

import msgspec

from heraut.engine.protocol import Json
from heraut.games.rois import orders as o
from heraut.games.rois.forecast.certainty import CERTAIN, UNDISTURBED, Certainty, Reason, least
from heraut.games.rois.forecast.chances import chance_of
from heraut.games.rois.forecast.course import Course, Parade
from heraut.games.rois.forecast.outlook import BELIEVED, numbered
from heraut.games.rois.orders import Action, Order, Sheet
from heraut.games.rois.phases.actions import is_leaving
from heraut.games.rois.phases.faults import fault_of
from heraut.games.rois.state import NATIVES, Character


class Paused(Parade):
    """The characters of a season, until one of them is about to act. `helps`: whether he waits for those who come."""

    def __init__(self, course: Course, who: int, *, helps: bool) -> None:
        super().__init__(course)
        self.who, self.over = who, False
        if helps and who in self.left:
            self.helps[who] = tuple(number for number in course.mine if number != who)
            self.patient.add(who)

    def act(self, number: int) -> None:
        """Nobody acts once it is his turn."""
        self.over |= number == self.who
        if not self.over:
            super().act(number)


class Moment:
    """One cell, about to be filled: the rest of the sheet is taken as it is."""

    def __init__(self, view: Json, sheet: Sheet, who: int, season: int) -> None:
        self.view, self.who, self.season = view, who, season
        rest = tuple(each for each in sheet.actions if (each.character, each.season) != (who, season))
        self.sheet = msgspec.structs.replace(sheet, actions=rest, sent=True)

    def course(self, probe: Order, *, helps: bool = False) -> Course:
        """The year up to the moment when he would carry out such an order."""
        sheet = msgspec.structs.replace(self.sheet, actions=(*self.sheet.actions, Action(self.who, self.season, probe)))
        course = Course(self.view, sheet)
        course.play(self.season - 1)
        course.open_season(self.season)
        Paused(course, self.who, helps=helps).run()
        return course

    @cached_property
    def staying(self) -> Course:
        """For orders that wait for nobody."""
        return self.course(o.Explore())

    @cached_property
    def leaving(self) -> Course:
        """For orders that take him away."""
        return self.course(o.Move(0))

    @cached_property
    def helping(self) -> Course:
        """For orders that may concern a comrade who is on his way here."""
        return self.course(o.Explore(), helps=True)

    def following(self, comrade: int) -> Course:
        """For running after a comrade: when he leaves from here, units go where he leads them (RO-TURN-05)."""
        course, season = self.leaving, self.season
        order = course.order_of.get(comrade)
        leads_on = order is not None and is_leaving(order) and course.leads(self.who)
        if leads_on and course.acts[season, comrade].before == course.acts[season, self.who].before:
            return self.course(o.Pursue(comrade))
        return course

    @cached_property
    def defending(self) -> Course:
        """For DE: all others have acted (RO-TURN-04)."""
        return self.course(o.Defend())

    @cached_property
    def absence(self) -> Reason | None:
        """Why he cannot act at all in this season."""
        return absence_of(self.staying, self.who)


def absence_of(course: Course, who: int) -> Reason | None:
    """Why he cannot act, when his turn has come."""
    character = person(course, who)
    if who in course.dismissed or character.kingdom != course.own:
        return Reason("reason", "dismissed", "RO-ORD-21")
    return None if character.alive else Reason("reason", "dead", "RO-ORD-21")


def person(course: Course, who: int) -> Character:
    """The character whose turn it is."""
    return course.characters[who]


def reason_of(course: Course, who: int, order: Order) -> Reason | None:
    """Why an order would come to nothing; None as well where only the view does not tell it."""
    fault = fault_of(course, person(course, who), order)
    if fault is None or course.is_untold(person(course, who), order, fault.reason):
        return None
    return Reason("reason", fault.reason, fault.rule, numbered({"who": who, **fault.data}))


def sureness(course: Course, who: int, order: Order, reason: Reason | None) -> Certainty:
    """How sure it is that the order is carried out, or that it comes to nothing."""
    act, character = course.acts[course.season, who], person(course, who)
    if reason is not None:
        return least(act.base, UNDISTURBED if reason.code in BELIEVED else CERTAIN)
    act.chance = chance_of(course, course.book, character, order)
    return course.outlook(act, character, order)


def strangers(course: Course, province: int) -> list[Character]:
    """Those of others who were last seen there, by number."""
    return course.strangers(province)


def comrades(course: Course, who: int) -> list[Character]:
    """The other living ones of one's own who are where he is."""
    here = person(course, who).province
    return [each for each in course.characters_in(here) if each.kingdom == course.own and each.number != who]


def is_enemy(course: Course, kingdom: int) -> bool:
    """Natives, and Enemies."""
    return kingdom == NATIVES or course.hostile(course.own, kingdom)
