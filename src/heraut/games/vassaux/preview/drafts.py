"""A whole draft, shown before it binds: what its lines lead to, and what may come between."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from heraut.games.vassaux.decision import ALWAYS, BattleDecision
from heraut.games.vassaux.identities import NO_UNIT, UnitId
from heraut.games.vassaux.orders import Answer, Arrive, Cast, Charge, Deploy, Fight, Move, Orders, React, Shoot
from heraut.games.vassaux.phases import charging, deployment, infiltration, losses, melee, movement, scenarios
from heraut.games.vassaux.phases.activation import waiting
from heraut.games.vassaux.phases.casting import caster, the_act
from heraut.games.vassaux.phases.zones import zones
from heraut.games.vassaux.preview import targets
from heraut.games.vassaux.preview.castings import casting
from heraut.games.vassaux.preview.frays import fray, fray_at_hand
from heraut.games.vassaux.preview.interruptions import interruptions, reactions
from heraut.games.vassaux.preview.moves import carried, march_way, rehearsed, stands, step_way
from heraut.games.vassaux.preview.reaches import reach_of
from heraut.games.vassaux.preview.shapes import Choice, EndPosition, Preview
from heraut.games.vassaux.preview.volleys import volley
from heraut.games.vassaux.questions import hand
from heraut.games.vassaux.state import Losses, Melee, Plan
from heraut.games.vassaux.table.field import Field

Shown = dict[str, Any]  # fields of a preview


class Given(NamedTuple):
    """A line of a draft: the question it answers, and the answer."""

    decision: BattleDecision
    answer: Answer


def preview(
    decision: BattleDecision,
    given: Sequence[Given] = (),
    coming: BattleDecision | None = None,
    chosen: UnitId = NO_UNIT,
) -> Preview:
    """What is known before the draft `given` binds.

    `coming` is the question after its lines (None: others, or chance, come first); `chosen` a unit that was pointed at.
    """
    open_question = coming if given else decision
    shown: Shown = {"kind": given[-1].decision.kind if given else decision.kind}
    if given:
        shown |= told(given[-1])
        shown["earlier"] = set_down(given[:-1])
        shown["declarable"] = coming is None or coming.kind not in PARAMETERS
    if open_question is not None:
        shown = {**asked(open_question, chosen), **shown}
    return Preview(**shown)


def set_down(given: Sequence[Given]) -> list[EndPosition]:
    """Where the lines of a deployment put their units."""
    found = (told(one).get("standing") for one in given if one.decision.kind == "deploy")
    return [standing for standing in found if standing is not None]


PARAMETERS = ("move", "charge", "attack", "spell", "arrive")  # of an order that has been announced


# What a line leads to


def told(given: Given) -> Shown:
    """What a line of the draft leads to, and who may come between."""
    field, answer = given.decision.field, given.answer
    if isinstance(answer, ALWAYS):
        return {}
    show = TOLD.get(given.decision.kind)
    shown = show(field, answer) if show is not None else {}
    if given.decision.kind in DECLARED or isinstance(answer, Orders):
        shown["interruptions"] = interruptions(field.now, answer)
    return shown


DECLARED = ("move", "charge", "attack", "spell")


def orders_told(answer: Orders) -> Shown:
    """The unit that is ordered."""
    return {"unit": answer.unit, "order": answer.orders[0] if answer.orders else ""}


def move_told(field: Field, answer: Move) -> Shown:
    """Way, places, contacts (SV-MOV)."""
    act, unit, _ = hand(field)
    plan = movement.plan(field, unit, act.code, answer)
    assert isinstance(plan, Plan)
    if answer.how == "reorganise":
        way = step_way(field, unit, answer.path)
    else:
        way = march_way(field, unit, act.code, answer.path)
    return {"unit": unit.id, "order": act.code, "way": way, "standing": carried(field, unit, plan).standing}


def charge_told(field: Field, answer: Charge) -> Shown:
    """Length, men in contact, odds (SV-CHG)."""
    act, unit, chain = hand(field)
    plan = charging.plan_charge(field, unit, act.code, answer, chain.against, chain.left)
    assert isinstance(plan, Plan)
    found = targets.charge_told(field, unit, act.code, answer, plan)
    return {
        "unit": unit.id, "order": act.code, "target": answer.target, "aim": answer.aim,
        "way": found.way, "standing": found.standing, "fray": found.fray,
    }  # fmt: skip


def attack_told(field: Field, answer: Fight | Shoot) -> Shown:
    """Melee, or a shot (SV-MEL, SV-SHT)."""
    act, unit, _ = hand(field)
    shown: Shown = {"unit": unit.id, "order": act.code}
    if isinstance(answer, Fight):
        found = fray(rehearsed(field), unit, answer, act.code, charge=act.step == "clash")
        return {**shown, "target": answer.targets[0], "fray": found}
    if not answer.target:
        return shown
    return {**shown, "target": answer.target, "volley": volley(field, unit, act.code, answer.target, more=act.done)}


def spell_told(field: Field, answer: Cast) -> Shown:
    """Chance, counters, wounds (SV-MAG)."""
    act, unit, _ = hand(field)
    return {"unit": unit.id, "order": act.code, "target": answer.target, "casting": casting(field, unit, answer)}


def arrive_told(field: Field, answer: Arrive) -> Shown:
    """Where everybody appears, and the fight if somebody touches an enemy (SV-RED-03)."""
    unit = infiltration.arriving(field)
    turn = rehearsed(field)
    infiltration.appear(turn, turn.now.units[unit.id], answer)
    shown: Shown = {"unit": unit.id, "order": "ARR", "target": answer.target}
    shown["standing"] = stands(field, turn, unit, unit.face)
    if answer.target:
        shown["fray"] = fray(turn, turn.now.units[unit.id], Fight((answer.target,)), "ARR", charge=True)
    return shown


def deploy_told(field: Field, answer: Deploy) -> Shown:
    """Where everybody is set down (SV-DEP)."""
    unit = field.now.units[answer.unit]
    if deployment.infiltrates(unit):
        return {"unit": unit.id}
    places = deployment.stand(field, unit, answer)
    if not isinstance(places, dict):
        return {"unit": unit.id}
    turn = rehearsed(field)
    turn.now.at.update(places)
    turn.moved(turn.now.units[unit.id])
    return {"unit": unit.id, "standing": stands(field, turn, unit, unit.face)}


def regroup_told(field: Field, answer: Move) -> Shown:
    """Where the men stand after the melee (SV-MEL-08)."""
    unit = melee.regrouping(field)
    turn = rehearsed(field)
    movement.regroup(turn, turn.now.units[unit.id], answer)
    face = turn.now.units[unit.id].face
    return {
        "unit": unit.id, "way": step_way(field, unit, answer.path), "standing": stands(field, turn, unit, face),
    }  # fmt: skip


def react_told(field: Field, answer: React) -> Shown:
    """The reaction that was chosen, among those that may be."""
    return {"unit": answer.unit, "order": answer.order, **reactions_asked(field, NO_UNIT)}


TOLD: dict[str, Callable[[Field, Any], Shown]] = {
    "activate": lambda field, answer: orders_told(answer) if isinstance(answer, Orders) else {},
    "move": move_told,
    "charge": charge_told,
    "attack": attack_told,
    "fight": attack_told,
    "shoot_again": attack_told,
    "spell": spell_told,
    "arrive": arrive_told,
    "deploy": deploy_told,
    "regroup": regroup_told,
    "react": react_told,
}


# What helps to answer a question that is open


def asked(decision: BattleDecision, chosen: UnitId) -> Shown:
    """What is shown beside a question before anything is said."""
    show = ASKED.get(decision.kind)
    return show(decision.field, chosen) if show is not None else {}


def unit_asked(field: Field, chosen: UnitId) -> Shown:
    """What the unit that was pointed at can reach, and everybody whom it may attack."""
    assert field.now.asked is not None
    unit = next((one for one in waiting(field, field.now.asked.place) if one.id == chosen), None)
    if unit is None or unit.leader not in field.now.at:
        return {"unit": chosen} if chosen in field.now.units else {}
    return {"unit": chosen, "reach": reach_of(field, unit), "targets": targets.of_unit(field, unit)}


def deploy_asked(field: Field, chosen: UnitId) -> Shown:
    """Where the unit that was pointed at may be set down, or else the first that is left (SV-DEP-02)."""
    assert field.now.asked is not None
    left = {unit.id: unit for unit in deployment.unplaced(field, field.now.asked.place)}
    unit = left.get(chosen) or next(iter(left.values()), None)
    return {"unit": chosen, "zones": zones(field, unit) if unit is not None else ()}


def move_asked(field: Field, chosen: UnitId) -> Shown:
    """How far the unit whose way is asked for may go."""
    act, unit, _ = hand(field)
    return {"unit": unit.id, "order": act.code, "reach": reach_of(field, unit, act.code)}


def targets_asked(field: Field, chosen: UnitId) -> Shown:
    """All targets of the order at hand."""
    act, unit, _ = hand(field)
    return {"unit": unit.id, "order": act.code, "targets": targets.at_hand(field)}


def fight_asked(field: Field, chosen: UnitId) -> Shown:
    """Every group that the charger touches."""
    act, unit, _ = hand(field)
    found = fray(rehearsed(field), unit, melee.fight_default(field, unit), act.code, charge=True)
    return {"unit": unit.id, "order": act.code, "fray": found}


def martyrs_asked(field: Field, chosen: UnitId) -> Shown:
    """The fight without the sacrifice, and with it (SV-BLK-03)."""
    frame = field.now.stack[-1]
    assert isinstance(frame, Melee)
    turn = rehearsed(field)
    unit = field.unit(frame.sides[frame.next].group)
    return {"unit": unit.id, "fray": fray_at_hand(turn), "martyrs": fray_at_hand(turn, frame.next)}


def reactions_asked(field: Field, chosen: UnitId) -> Shown:
    """Who may react, with what odds."""
    return {"reactions": reactions(field)}


def counter_asked(field: Field, chosen: UnitId) -> Shown:
    """The spell that has been thrown, who of the reader's may counter it and with what chance."""
    act, unit = the_act(field), caster(field)
    assert isinstance(act.answer, Cast)
    return {"unit": unit.id, "target": act.answer.target, "casting": casting(field, unit, act.answer)}


def losses_asked(field: Field, chosen: UnitId) -> Shown:
    """Who is liable, how many go, who goes if nobody chooses."""
    frame = field.now.stack[-1]
    assert isinstance(frame, Losses)
    liable = losses.candidates(field, frame)
    number = losses.asked_number(frame, liable)
    choice = Choice(sorted(liable), number, losses.default(field).figures)
    return {"unit": field.unit(frame.group).id, "choice": choice}


def leave_asked(field: Field, chosen: UnitId) -> Shown:
    """Who may leave, and how many."""
    able = scenarios.leavers(field)
    return {"choice": Choice(able, scenarios.most_leavers(field), scenarios.leave_default(field).figures)}


def regroup_asked(field: Field, chosen: UnitId) -> Shown:
    """The unit that is asked."""
    return {"unit": melee.regrouping(field).id}


ASKED: dict[str, Callable[[Field, UnitId], Shown]] = {
    "activate": unit_asked,
    "deploy": deploy_asked,
    "move": move_asked,
    "charge": targets_asked,
    "attack": targets_asked,
    "spell": targets_asked,
    "shoot_again": targets_asked,
    "fight": fight_asked,
    "martyrs": martyrs_asked,
    "react": reactions_asked,
    "counter": counter_asked,
    "apply": counter_asked,
    "losses": losses_asked,
    "leave": leave_asked,
    "regroup": regroup_asked,
}
