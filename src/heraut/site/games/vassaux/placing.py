"""Places that are pointed at, question by question: each is snapped to the nearest one that is legal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

import msgspec

from heraut.games.vassaux.decision import BattleDecision
from heraut.games.vassaux.identities import FigureId, UnitId
from heraut.games.vassaux.instructions import Outlook
from heraut.games.vassaux.orders import Answer, Arrive, Charge, Deploy, Move, Objective, React
from heraut.games.vassaux.phases import infiltration, melee
from heraut.games.vassaux.phases.deployment import MARKERS, default_for, infiltrates, unplaced
from heraut.games.vassaux.phases.reactions import place_at
from heraut.games.vassaux.phases.zones import zones
from heraut.games.vassaux.questions import hand
from heraut.games.vassaux.state import Unit
from heraut.geometry import Point, along, squared
from heraut.site.games.vassaux.draft_input import DraftInput, Open, written

NEAR = 2000  # mR around a place in which another is looked for that will do
MESH = 250  # between those that are tried
WING = 3000  # of a zone: how far its middle is from the edge


def deployed(found: Open, entered: DraftInput, place: Point) -> DraftInput:
    """A unit is set down there, or as near as it can stand; a hidden one leaves a marker."""
    field = found.decision.field
    able = unplaced(field, found.decision.place)
    before = found.answer.unit if isinstance(found.answer, Deploy) else 0
    unit = next((one for one in able if one.id in (entered.unit, before)), able[0])
    if infiltrates(unit):
        return marker(found, entered, unit, place)
    answer = nearest(found, unit, place)
    if answer is None:
        return entered.refusing(found.decision.check(Deploy(unit.id, place)))
    return drafted(replace(entered, unit=following(able, unit)), found, answer)


def nearest(found: Open, unit: Unit, place: Point) -> Deploy | None:
    """The unit there, or as near as it can stand; None where it cannot."""
    answers = (Deploy(unit.id, spot) for spot in around(place))
    return next((answer for answer in answers if not found.decision.check(answer)), None)


class Station(NamedTuple):
    """A place that is often wanted for a unit: in a word, and as an answer."""

    name: Literal["middle", "west", "east"]
    answer: Deploy


def stations(found: Open, unit: Unit) -> list[Station]:
    """Where silence would put it, and both wings of its zone, each answer once; a hidden one has its markers alone."""
    field = found.decision.field
    listed = [Station("middle", default_for(field, unit))]
    if infiltrates(unit):
        return listed
    west, east, south, north = zones(field, unit)[0]
    wings: tuple[tuple[Literal["west", "east"], int], ...] = (("west", west + WING), ("east", east - WING))
    for name, x in wings:
        answer = nearest(found, unit, (x, (south + north) // 2))
        if answer is not None and answer not in [one.answer for one in listed]:
            listed.append(Station(name, answer))
    return listed


def following(able: Sequence[Unit], unit: Unit) -> UnitId:
    """The unit that is to be set down after this one."""
    others = [one.id for one in able if one is not unit]
    return next((one for one in others if one > unit.id), others[0] if others else unit.id)


def marker(found: Open, entered: DraftInput, unit: Unit, place: Point) -> DraftInput:
    """One more marker; with the third the unit is placed."""
    field = found.decision.field
    if not infiltration.is_free(field, unit, place) or place in entered.points:
        return entered.saying("marker_not_free")
    points = (*entered.points, place)
    if len(points) < MARKERS:
        return replace(entered, unit=unit.id, points=points, says="next_marker")
    return drafted(replace(entered, points=()), found, Deploy(unit.id, markers=points))


def around(place: Point) -> Iterator[Point]:
    """A place, then others by their distance from it."""
    steps = range(-NEAR, NEAR + 1, MESH)
    x, y = place
    mesh = [(x + dx, y + dy) for dx in steps for dy in steps]
    return iter(sorted(mesh, key=lambda one: (squared(one, place), one)))


def objective(found: Open, entered: DraftInput, place: Point) -> DraftInput:
    """An objective point, there or at the nearest point of the grid that is legal."""
    answer = Objective(place)
    if found.decision.check(answer):
        listed = found.decision.answers() or ()
        legal = [one for one in listed if isinstance(one, Objective)]
        answer = min(legal, key=lambda one: (squared(one.place, place), one.place))
    return drafted(entered, found, answer)


def arrived(found: Open, entered: DraftInput, place: Point) -> DraftInput:
    """The nearest marker on which the hidden unit may appear."""
    field = found.decision.field
    unit = infiltration.arriving(field)
    door = min(infiltration.doors(field, unit), key=lambda one: (squared(one, place), one))
    return drafted(entered, found, infiltration.with_target(field, unit, Arrive(door)))


def regrouped(found: Open, entered: DraftInput, place: Point) -> DraftInput:
    """The leader steps there, or as far towards it as one ruler allows, and his men around him."""
    start = found.decision.battle.at[melee.regrouping(found.decision.field).leader]
    direction = (place[0] - start[0], place[1] - start[1])
    far = int(squared(start, place) ** 0.5)
    ends = [place, *(along(start, direction, length) for length in range(min(far, STEP), 0, -MESH))] if far else []
    for end in ends:
        answer = Move("reorganise", (end,))
        if not found.decision.check(answer):
            return drafted(entered, found, answer)
    return entered.refusing(found.decision.check(Move("reorganise", (place,))))


STEP = 1750  # mR: the longest step of a rider who reorganises


def reacted(found: Open, entered: DraftInput, place: Point) -> DraftInput:
    """The point of the interrupted way that is nearest to the place, for the reaction that is drafted."""
    if not isinstance(found.answer, React) or not found.answer.unit:
        return entered.saying("choose_reactor")
    outlook = Outlook(found.decision.field)
    unit = found.decision.battle.units[found.answer.unit]
    order = found.answer.order or "WAI"
    able = [point for point in outlook.points if outlook.can(unit, point, order)]
    if not able or not outlook.window.path:
        return entered.saying("no_place")
    point = min(able, key=lambda one: (squared(place_at(outlook.window, one), place), one))
    return drafted(entered, found, msgspec.structs.replace(found.answer, point=point))


def drafted(entered: DraftInput, found: Open, answer: Answer) -> DraftInput:
    """What was entered, with this answer to the open question."""
    return replace(entered, lines=(*found.before, written(answer)), says="", refusals=())


PLACED: dict[str, Callable[[Open, DraftInput, Point], DraftInput]] = {
    "deploy": deployed,
    "objective": objective,
    "arrive": arrived,
    "regroup": regrouped,
    "react": reacted,
}


# Men set down by hand (SV-PLA-02)


def movers(decision: BattleDecision, answer: Answer | None) -> list[FigureId]:
    """The men who may be set down by hand in an answer."""
    if isinstance(answer, Deploy):
        unit = decision.battle.units[answer.unit]
    elif isinstance(answer, Move | Charge | Arrive):
        unit = melee.regrouping(decision.field) if decision.kind == "regroup" else hand(decision.field).unit
    else:
        return []
    return [man for man in unit.men if man != unit.leader]


def by_hand(answer: Answer, man: FigureId, place: Point) -> Answer | None:
    """The answer with this man set down there; None where nobody is."""
    if not isinstance(answer, Move | Charge | Deploy | Arrive):
        return None
    places = {one: where for one, where in answer.places.items() if one != man}
    return msgspec.structs.replace(answer, places={**places, man: place})
