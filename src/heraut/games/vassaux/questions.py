"""Every question that a seat may be asked, by name, with the chapter that judges and carries out the answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from heraut.engine.protocol import Refusal
from heraut.engine.rng import Rng
from heraut.games.vassaux.asking import Question
from heraut.games.vassaux.identities import NO_UNIT, GroupId
from heraut.games.vassaux.orders import Charge, Fight, Move, Shoot, refusal
from heraut.games.vassaux.phases import acts, charging, melee, movement, random_moves, shooting
from heraut.games.vassaux.phases.activation import ACTIVATE
from heraut.games.vassaux.phases.casting import APPLY, ASSIGN, COUNTER, SPELL
from heraut.games.vassaux.phases.command import CEDE
from heraut.games.vassaux.phases.deployment import DEPLOY
from heraut.games.vassaux.phases.infiltration import ARRIVE
from heraut.games.vassaux.phases.losses import LOSSES
from heraut.games.vassaux.phases.objectives import OBJECTIVE
from heraut.games.vassaux.phases.reactions import REACT
from heraut.games.vassaux.phases.scenarios import LEAVE
from heraut.games.vassaux.resolution import Turn
from heraut.games.vassaux.state import Act, Chain, Unit
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.tables.codes import QuestionName


class Hand(NamedTuple):
    """The order in hand, its unit and its chain."""

    act: Act
    unit: Unit
    chain: Chain


def hand(field: Field) -> Hand:
    """The order in hand, its unit and its chain."""
    act = field.now.stack[-1]
    assert isinstance(act, Act)
    return Hand(act, field.now.units[act.unit], acts.chain_of(field))


# Moves (SV-DP-05)


def move_check(field: Field, answer: Move) -> Sequence[Refusal]:
    """Why a move is refused (SV-MOV)."""
    act, unit, _ = hand(field)
    return movement.move_refusals(field, unit, act.code, answer)


def move_sample(field: Field, rng: Rng) -> Move:
    """A random legal move."""
    act, unit, _ = hand(field)
    return random_moves.move_sample(field, unit, act.code, rng)


# Charges (SV-DP-05)


def charge_check(field: Field, answer: Charge) -> Sequence[Refusal]:
    """Why a charge is refused (SV-CHG)."""
    act, unit, chain = hand(field)
    return charging.charge_refusals(field, unit, act.code, answer, chain.against, chain.left)


def charge_default(field: Field) -> Charge:
    """The nearest that can be reached."""
    act, unit, chain = hand(field)
    return charging.charge_default(field, unit, act.code, chain.against, chain.left)


def charge_sample(field: Field, rng: Rng) -> Charge:
    """A random legal charge."""
    act, unit, chain = hand(field)
    return charging.charge_sample(field, unit, act.code, chain.against, chain.left, rng)


# Attacks (SV-DP-05, SV-DP-10, SV-DP-14)


def attack_check(field: Field, answer: Fight | Shoot) -> Sequence[Refusal]:
    """Melee for who is in contact, else shooting."""
    act, unit, chain = hand(field)
    touched = field.touched_groups(unit.id)
    if isinstance(answer, Fight):
        if not touched:
            return [refusal("SV-ORD-11", "nobody_in_contact")]
        return melee.fight_refusals(field, unit, answer, only=chain.against)
    if touched:
        return [refusal("SV-SHT-01", "shooter_engaged")]
    return shooting.shoot_refusals(field, unit, act.code, answer, chain.against)


def attack_default(field: Field) -> Fight | Shoot:
    """All in contact, else the nearest target."""
    act, unit, chain = hand(field)
    if field.touched_groups(unit.id):
        return melee.fight_default(field, unit, only=chain.against)
    return Shoot(shooting.choices(field, unit, act.code, chain.against)[0])


def attack_sample(field: Field, rng: Rng) -> Fight | Shoot:
    """A random legal fight or shot."""
    act, unit, chain = hand(field)
    if field.touched_groups(unit.id):
        return melee.fight_sample(field, unit, rng, only=chain.against)
    return shooting.shoot_sample(field, unit, act.code, chain.against, rng)


def attacks(field: Field) -> Iterable[Fight | Shoot]:
    """Every target; of several in contact, every set of them in the order of ids."""
    act, unit, chain = hand(field)
    if field.touched_groups(unit.id):
        return melee.fights(field, unit, only=chain.against)
    return map(Shoot, shooting.choices(field, unit, act.code, chain.against))


def again_check(field: Field, answer: Shoot) -> Sequence[Refusal]:
    """Another shot, or no more."""
    act, unit, chain = hand(field)
    return shooting.shoot_refusals(field, unit, act.code, answer, chain.against) if answer.target else []


def again_default(field: Field) -> Shoot:
    """Shoot as long as a target is eligible."""
    act, unit, chain = hand(field)
    return Shoot(shooting.choices(field, unit, act.code, chain.against)[0])


def again(field: Field) -> Iterable[Shoot]:
    """Every target, or none."""
    act, unit, chain = hand(field)
    return map(Shoot, (*shooting.choices(field, unit, act.code, chain.against), NO_UNIT))


def take_again(turn: Turn, answer: Shoot) -> None:
    """Another shot, or the end of the order (SV-DP-14)."""
    act, unit, _ = hand(turn)
    if answer.target:
        return acts.loose(turn, act, unit, answer)
    act.step = "end"
    return None


# The fight of a charge (SV-DP-10)


def _charge_target(field: Field) -> GroupId:
    act = hand(field).act
    assert isinstance(act.answer, Charge)
    return act.answer.target


def fight_check(field: Field, answer: Fight) -> Sequence[Refusal]:
    """The target of the charge, and any other unit touched."""
    return melee.fight_refusals(field, hand(field).unit, answer, must=_charge_target(field))


def fight_sample(field: Field, rng: Rng) -> Fight:
    """Some of them, the target among them."""
    return melee.fight_sample(field, hand(field).unit, rng, must=_charge_target(field))


def take_fight(turn: Turn, answer: Fight) -> None:
    """The charge strikes."""
    act, unit, _ = hand(turn)
    acts.engage(turn, act, unit, answer, charge=True)


MOVE = Question((Move,), move_check, lambda field: Move("hold"), move_sample, acts.declare)
CHARGE = Question((Charge,), charge_check, charge_default, charge_sample, acts.declare)
ATTACK = Question((Fight, Shoot), attack_check, attack_default, attack_sample, acts.declare, attacks)
FIGHT = Question(
    (Fight,),
    fight_check,
    lambda field: melee.fight_default(field, hand(field).unit),
    fight_sample,
    take_fight,
    lambda field: melee.fights(field, hand(field).unit, must=_charge_target(field)),
)
AGAIN = Question(
    (Shoot,), again_check, again_default, lambda field, rng: rng.choice(list(again(field))), take_again, again
)

QUESTIONS: dict[QuestionName, Question] = {
    "objective": OBJECTIVE,  # SV-DP-17
    "deploy": DEPLOY,  # SV-DP-02
    "cede": CEDE,  # SV-DP-03
    "activate": ACTIVATE,  # SV-DP-04, SV-DP-18
    "move": MOVE,  # SV-DP-05
    "charge": CHARGE,
    "attack": ATTACK,
    "spell": SPELL,  # SV-DP-07
    "arrive": ARRIVE,
    "react": REACT,  # SV-DP-06
    "counter": COUNTER,  # SV-DP-08
    "apply": APPLY,  # SV-DP-09
    "fight": FIGHT,  # SV-DP-10
    "martyrs": melee.MARTYRS,  # SV-DP-11
    "losses": LOSSES,  # SV-DP-12
    "regroup": melee.REGROUP,  # SV-DP-13
    "shoot_again": AGAIN,  # SV-DP-14
    "assign": ASSIGN,  # SV-DP-15
    "leave": LEAVE,  # SV-DP-16
}
