"""March, tactical move, run, disengagement, reorganisation (SV-MOV): what is legal, and the move itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from heraut.engine.protocol import Refusal
from heraut.engine.rng import Rng
from heraut.games.vassaux.identities import FigureId, GroupId
from heraut.games.vassaux.orders import Move, Places, refusal
from heraut.games.vassaux.phases.cohesion import cohere, confuse
from heraut.games.vassaux.resolution import Turn
from heraut.games.vassaux.state import Plan, Unit
from heraut.games.vassaux.table.cache import Contacts
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.table.paths import blocked, end_fault, flies, length_fault, overlaps, speed
from heraut.games.vassaux.table.placement import Circle, Spot, gather, settle
from heraut.games.vassaux.tables import CONSTANTS
from heraut.games.vassaux.tables.codes import OrderCode
from heraut.geometry import Point


class Ties(NamedTuple):
    """What holds a unit where it stands."""

    contacts: Contacts
    pinned: bool

    @property
    def engaged(self) -> list[FigureId]:
        """Its figures in contact."""
        return list(self.contacts)


def ties(field: Field, unit: Unit) -> Ties:
    """Its contacts, and whether an enemy in his senses is among them (SV-GEO-06)."""
    return Ties(field.touches(unit.id), field.pinned(unit))


def tactical(unit: Unit, code: OrderCode) -> bool:
    """Whether the order is resolved as a tactical move: the march of riders is (SV-MOV-14)."""
    return code == "MT" or (code == "MAR" and unit.sheet.mounted)


def harasses(unit: Unit) -> bool:
    """Whether the unit has the power of harassment (SV-GRN-03)."""
    return "HARCELEMENT" in unit.sheet.powers


def order_fault(field: Field, unit: Unit, code: OrderCode) -> Refusal | None:
    """Why this order cannot be given at all (SV-ORD-10, 14, 15)."""
    if code == "MT" or tactical(unit, code):
        return None
    if code == "CRS":
        if unit.sheet.armour == "SIEGE":
            return refusal("SV-ORD-15", "siege_cannot_run")
        if not flies(unit) and field.ground.is_difficult([field.now.at[unit.leader]]):
            return refusal("SV-TER-02", "run_in_difficult")
    if not harasses(unit) and ties(field, unit).pinned:
        return refusal("SV-MOV-06", "pinned", order=code)
    return None


def move_refusals(field: Field, unit: Unit, code: OrderCode, answer: Move) -> list[Refusal]:
    """Every reason why this move would be refused."""
    found = plan(field, unit, code, answer)
    return [found] if isinstance(found, Refusal) else []


def plan(field: Field, unit: Unit, code: OrderCode, answer: Move, *, reached: int | None = None) -> Plan | Refusal:
    """The move worked out, or what is wrong with it. `reached`: a reaction has interrupted it there (SV-REA-07)."""
    resumed = reached is not None
    if answer.how == "hold":
        return Plan(field.now.at[unit.leader], unit.face, {}, [], [])
    if answer.how == "reorganise":
        if code == "CRS" or (code == "MAR" and not tactical(unit, code) and ties(field, unit).pinned):
            return refusal("SV-MOV-11", "no_reorganising", order=code)
        return reorganisation(field, unit, answer, resumed=resumed)
    bonds = ties(field, unit)
    staying = abandoned(unit, code, answer, bonds, resumed=resumed)
    if isinstance(staying, Refusal):
        return staying
    start = field.now.at[unit.leader]
    fault = way_fault(field, unit, code, start, answer.path, measured=not reached)
    if fault is not None:
        return fault
    return arrangement(field, unit, start, answer, staying, resumed=resumed)


def abandoned(
    unit: Unit, code: OrderCode, answer: Move, bonds: Ties, *, resumed: bool = False
) -> list[FigureId] | Refusal:
    """Who is left behind by a unit that breaks off (SV-MOV-12, SV-GRN-03)."""
    if not bonds.pinned:
        return []
    engaged = bonds.engaged
    if harasses(unit):
        taken = [man for man in answer.leave or harassers(unit, engaged) if man in engaged or not resumed]
        if len(taken) > unit.sheet.cd or not set(taken) <= set(engaged):
            return refusal("SV-GRN-03", "bad_harassers", most=unit.sheet.cd, figures=engaged)
        if unit.leader in engaged and unit.leader not in taken:
            return refusal("SV-GRN-03", "leader_must_leave", figure=unit.leader)
        return [man for man in engaged if man not in taken]
    if not tactical(unit, code):
        return refusal("SV-MOV-06", "pinned", order=code)
    if unit.leader in engaged:
        return refusal("SV-MOV-12", "leader_held", figure=unit.leader)
    return engaged


def harassers(unit: Unit, engaged: Sequence[FigureId]) -> list[FigureId]:
    """By default the Vassal, then the smallest ids."""
    return sorted(engaged, key=lambda man: (man != unit.leader, man))[: unit.sheet.cd]


def way_fault(
    field: Field, unit: Unit, code: OrderCode, start: Point, path: Sequence[Point], *, measured: bool = True
) -> Refusal | None:
    """What is wrong with the leader's way (SV-MOV-02 to 04, SV-TER-02); asked of a table once."""
    key, known = ("way", unit.id, code, start, measured, *path), field.cache.found
    if key not in known:
        known[key] = look_ahead(field, unit, code, start, path, measured=measured)
    found: Refusal | None = known[key]
    return found


def look_ahead(
    field: Field, unit: Unit, code: OrderCode, start: Point, path: Sequence[Point], *, measured: bool
) -> Refusal | None:
    """The ground, the rulers, who stands on the way, and where it ends."""
    points = [start, *path]
    run = code == "CRS"
    if len(path) > (most := unit.sheet.mv + CONSTANTS.run * run):  # before so long a way is looked at
        return refusal("SV-MOV-02", "too_many_rulers", number=len(path), most=most)
    if run and not flies(unit) and field.ground.is_difficult(points):
        return refusal("SV-TER-02", "run_in_difficult")
    if not path:
        return None
    if measured:
        fault = length_fault(start, path, speed(field, unit, points, run=run), unit.sheet.radius)
        if fault is not None:
            return fault
    return blocked(field, unit, start, path) or end_fault(field, unit, path[-1])


def arrangement(
    field: Field, unit: Unit, start: Point, answer: Move, staying: Sequence[FigureId], *, resumed: bool = False
) -> Plan | Refusal:
    """The men around their leader at the end of his way (SV-MOV-05); after a reaction by hand who still can."""
    end = answer.path[-1] if answer.path else start
    facing = heading(unit, start, answer.path)
    movers = [man for man in unit.men if man != unit.leader and man not in staying]
    fault = None if resumed else hand_fault(field, unit, end, movers, answer.places)
    if fault is not None:
        return fault
    if answer.places:
        places, stay = settle(field, Spot(unit.id, end, facing), movers, answer.places)
    else:
        places, stay = gather(field, unit, end, facing, staying)
    return overlaps(field, unit, end, [*staying, *stay]) or Plan(end, facing, places, list(staying), stay)


def heading(unit: Unit, start: Point, path: Sequence[Point]) -> Point:
    """The direction of the last segment; a move of no length keeps the old one (SV-GEO-01)."""
    before, last = ((start, *path)[-2:]) if path else (start, start)
    direction = (last[0] - before[0], last[1] - before[1])
    return direction if direction != (0, 0) else unit.face


def hand_fault(
    field: Field,
    unit: Unit,
    leader: Point,
    movers: Sequence[FigureId],
    places: Places,
    circle: Circle | None = None,
) -> Refusal | None:
    """Men set down by hand, in the order named, each where he may stand (SV-PLA-02)."""
    if not places:
        return None
    circle = circle or Circle(field, unit.id, leader, movers)
    taken: list[Point] = []
    for man, place in places.items():
        if man not in movers:
            return refusal("SV-PLA-01", "not_a_mover", figure=man, figures=list(movers))
        if not circle.free(place, taken):
            return refusal("SV-PLA-02", "bad_place", figure=man, place=list(place))
        taken.append(place)
    return None


# Reorganising (SV-MOV-11, SV-PLA-07)


def reorganisation(field: Field, unit: Unit, answer: Move, *, resumed: bool = False) -> Plan | Refusal:
    """The leader may step aside if he touches nobody; men out of contact are placed anew, by hand those named."""
    bonds = ties(field, unit)
    start = field.now.at[unit.leader]
    end = answer.path[-1] if answer.path else start
    touched = sorted({field.group_of(foe) for foes in bonds.contacts.values() for foe in foes})
    movers = [man for man in unit.men if man != unit.leader and man not in bonds.contacts]
    named = [man for man in movers if man in answer.places] if answer.places else movers
    fault = step_fault(field, unit, start, answer.path, bonds, touched)
    if fault is None and answer.places and not resumed:
        circle = Circle(field, unit.id, end, named, touched)
        fault = hand_fault(field, unit, end, movers, answer.places, circle)
    if fault is not None:
        return fault
    spot = Spot(
        unit=unit.id,
        leader=end,
        facing=heading(unit, start, answer.path),
        touchable=touched,
        contacts=[man for group in touched for man in field.now.figures(group)],
        steps=CONSTANTS.regroup_steps,
    )
    places, stay = settle(field, spot, named, answer.places)
    held = [man for man in unit.men if man != unit.leader and man not in places]
    return overlaps(field, unit, end, held) or Plan(
        end=end, facing=spot.facing, places=places, abandoned=[], stay=held if answer.places else stay
    )


def step_fault(
    field: Field, unit: Unit, start: Point, path: Sequence[Point], bonds: Ties, touched: Sequence[GroupId]
) -> Refusal | None:
    """The leader's single step when his unit reorganises; difficult ground does not matter."""
    if not path:
        return None
    if unit.leader in bonds.contacts:
        return refusal("SV-MOV-11", "leader_in_contact", figure=unit.leader)
    return (
        length_fault(start, path, 1, unit.sheet.radius)
        or blocked(field, unit, start, path)
        or end_fault(field, unit, path[-1], touched)
    )


def regroup_refusals(field: Field, unit: Unit, answer: Move) -> list[Refusal]:
    """After a melee: stay, or reorganise (SV-MEL-08)."""
    if answer.how == "hold":
        return []
    if answer.how != "reorganise":
        return [refusal("SV-MOV-11", "only_reorganising")]
    found = reorganisation(field, unit, answer)
    return [found] if isinstance(found, Refusal) else []


def regroup_default() -> Move:
    """Stay as is (SV-DP-13)."""
    return Move("hold")


def regroup_sample(field: Field, unit: Unit, rng: Rng) -> Move:
    """Stay, reorganise on the spot, or after a step in some direction."""
    if rng.random() < 0.4:
        return Move("hold")
    start = field.now.at[unit.leader]
    step = (start[0] + rng.randint(-900, 900), start[1] + rng.randint(-900, 900))
    for answer in (Move("reorganise", (step,)), Move("reorganise")):
        if not regroup_refusals(field, unit, answer):
            return answer
    return Move("hold")


def regroup(turn: Turn, unit: Unit, answer: Move) -> None:
    """Carries a reorganisation out."""
    if answer.how == "hold":
        return
    found = reorganisation(turn, unit, answer)
    assert isinstance(found, Plan)
    carry_out(turn, unit, found)
    turn.announce("SV-MOV-11", "regrouped", unit=unit.id, end=list(found.end), places=told_places(found.places))


# The move itself


def carry_out(turn: Turn, unit: Unit, found: Plan) -> None:
    """Sets everybody down; the abandoned are confused at once, the others if out of the Aura (SV-MOV-05, 12)."""
    turn.now.at[unit.leader] = found.end
    turn.now.at.update(found.places)
    turn.moved(unit)
    unit.face = found.facing
    if found.abandoned:
        confuse(turn, unit, found.abandoned, "abandoned")
    cohere(turn, unit)


def told_places(places: dict[FigureId, Point]) -> dict[str, list[int]]:
    """Places as an event holds them."""
    return {str(man): list(place) for man, place in places.items()}


# Chance
