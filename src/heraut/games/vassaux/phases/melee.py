"""Melee, between two units or several (SV-MEL, SV-MUL): attack, strike back, test, reorganisation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from heraut.engine.protocol import Refusal
from heraut.engine.rng import Rng
from heraut.games.vassaux.asking import Question, yes_or_no
from heraut.games.vassaux.identities import NO_UNIT, FigureId, GroupId, by_number, is_band
from heraut.games.vassaux.orders import Fight, Move, Say, refusal
from heraut.games.vassaux.phases.blows import blow
from heraut.games.vassaux.phases.cohesion import fell
from heraut.games.vassaux.phases.losses import lose_in_melee
from heraut.games.vassaux.phases.movement import regroup, regroup_default, regroup_refusals, regroup_sample
from heraut.games.vassaux.phases.opposed import contest
from heraut.games.vassaux.resolution import Turn
from heraut.games.vassaux.state import Chain, Melee, Side, Unit
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.tables.codes import OrderCode

# Beginning


def begin(turn: Turn, unit: Unit, fight: Fight, code: OrderCode, *, charge: bool = False) -> None:
    """A unit attacks the groups it names, in their order (SV-MUL-01 to 03)."""
    sides = [Side(group, list(turn.now.figures(group))) for group in (unit.id, *fight.targets)]
    dishonour(turn, unit)
    split = assignment(turn, unit, fight)
    turn.announce("SV-MEL-01", "melee", unit=unit.id, targets=list(fight.targets), charge=charge)
    turn.push(Melee(sides, split, code, charge))


def dishonour(turn: Turn, unit: Unit) -> None:
    """In scenario 3 the first attack by anyone but the Lord is remembered, unless corrupted (SV-SCN-33, SV-BLK-05)."""
    host = turn.now.hosts[unit.seat]
    obeys = any(isinstance(frame, Chain) and frame.unit == unit.id and frame.obeys for frame in turn.now.stack)
    if turn.now.settings.scenario == 3 and not (unit.sheet.lord or obeys or host.dishonoured):
        host.dishonoured = True
        turn.announce("SV-SCN-33", "dishonoured", place=unit.seat, unit=unit.id)


def assignment(field: Field, unit: Unit, fight: Fight) -> dict[FigureId, GroupId]:
    """Whom each figure in contact strikes: as chosen if it (still) touches him, else the first named (SV-MUL-02)."""
    found = {}
    for man, foes in field.contacts(unit.men, unit.seat).items():
        touched = {field.group_of(foe) for foe in foes}
        named = [group for group in fight.targets if group in touched]
        if named:
            found[man] = min(named, key=lambda group: group != fight.split.get(man))
    return found


# Resolution


def step(turn: Turn, melee: Melee) -> None:
    """Goes one step on (SV-MEL-01)."""
    STEPS[melee.step](turn, melee)


def offer_martyrs(turn: Turn, melee: Melee) -> None:
    """Before any roll, owners of martyrs may sacrifice them (SV-BLK-03)."""
    while melee.next < len(melee.sides):
        unit = turn.unit(melee.sides[melee.next].group)
        if not is_band(melee.sides[melee.next].group) and "MARTYRS" in unit.sheet.powers:
            return turn.ask(unit.seat, "martyrs")
        melee.next += 1
    melee.step, melee.next = "attack", 1
    return None


def attack(turn: Turn, melee: Melee) -> None:
    """The attacker strikes the next unit he named (SV-MEL-01 steps 1 to 4)."""
    if melee.next == len(melee.sides):
        melee.step, melee.next = "back", 1
        return
    blow(turn, melee, melee.sides[0], melee.sides[melee.next])
    melee.step = "fall"


def strike_back(turn: Turn, melee: Melee) -> None:
    """The next defender strikes back with its survivors in contact (step 6)."""
    if melee.next == len(melee.sides):
        melee.step = "test"
        return
    blow(turn, melee, melee.sides[melee.next], melee.sides[0])
    melee.step = "fall_back"


def fall(turn: Turn, melee: Melee) -> None:
    """The casualties of the blow are removed (step 5)."""
    side = melee.sides[melee.next] if melee.step == "fall" else melee.sides[0]
    melee.step = "attack" if melee.step == "fall" else "back"
    melee.next += 1
    if melee.due:
        side.lost += lose_in_melee(turn, turn.standing_as(side.group), side.figures, melee.due)


def test(turn: Turn, melee: Melee) -> None:
    """Losses beyond the leader's command, and who reorganises first (steps 7 and 8)."""
    able = [index for index, side in enumerate(melee.sides) if can_regroup(turn, side)]
    losses = {index: combat_losses(turn, melee.sides[index]) for index in able}
    if len(able) < 2:
        melee.order = able
    elif len(melee.sides) == 2:
        found = contest(turn, 1, losses[0], losses[1])
        melee.order = [found.winner, 1 - found.winner]
        turn.announce(
            "SV-MEL-06", "melee_test", unit=melee.sides[0].group, target=melee.sides[1].group,
            pe=[losses[0], losses[1]], rolls=found.rolls, lot=found.lot, winner=melee.sides[found.winner].group,
        )  # fmt: skip
    else:
        melee.order = rank(turn, melee, able, losses)
    melee.step, melee.next = "regroup", 0


def can_regroup(field: Field, side: Side) -> bool:
    """Whether the side is a unit with a living leader (SV-MEL-07)."""
    return not is_band(side.group) and field.unit(side.group).leader in field.now.at


def combat_losses(field: Field, side: Side) -> int:
    """Pe: figures lost in this combat beyond the leader's Cd (SV-MEL-06)."""
    return max(0, side.lost - field.sheet(side.group).cd)


def rank(turn: Turn, melee: Melee, able: Sequence[int], losses: dict[int, int]) -> list[int]:
    """Several units roll against their own Pe: best margin first, successes before failures (SV-MUL-04)."""
    rolls = {index: turn.die() for index in able}
    margins = {index: rolls[index] - losses[index] for index in able}
    successes = ordered(turn, [index for index in able if margins[index] >= 0], margins, losses)
    failures = [index for index in able if margins[index] < 0]
    lots = {index: turn.die() for index in failures} if len(failures) > 1 else dict.fromkeys(failures, 0)
    order = successes + ordered(turn, failures, lots, dict.fromkeys(failures, 0))
    turn.announce(
        "SV-MUL-04", "melee_ranking", units=[melee.sides[index].group for index in able],
        pe=[losses[index] for index in able], rolls=[rolls[index] for index in able],
        order=[melee.sides[index].group for index in order],
    )  # fmt: skip
    return order


def ordered(turn: Turn, indices: Sequence[int], scores: dict[int, int], losses: dict[int, int]) -> list[int]:
    """Highest score first; equals roll again between themselves."""
    found: list[int] = []
    for score in sorted({scores[index] for index in indices}, reverse=True):
        equals = [index for index in indices if scores[index] == score]
        if len(equals) > 1:
            again = {index: turn.die() - losses[index] for index in equals}
            equals = ordered(turn, equals, again, losses)
        found += equals
    return found


def regroup_all(turn: Turn, melee: Melee) -> None:
    """Each unit in its order may reorganise (steps 9 and 10)."""
    if melee.next < len(melee.order):
        return turn.ask(regrouping(turn).seat, "regroup")
    finish(turn, melee)
    return turn.pop()


def finish(turn: Turn, melee: Melee) -> None:
    """Auras of defence are spent; martyrs go, all of them (SV-RED-06, SV-BLK-03)."""
    for side in melee.sides:
        turn.disenchant(turn.standing_as(side.group), "AURA_DEFENSE")
        if side.martyrs:
            unit = turn.unit(side.group)
            gone = [man for man in (*unit.men, *unit.band) if man in turn.now.at]
            turn.announce("SV-BLK-03", "martyrs_gone", unit=unit.id, figures=gone)
            fell(turn, unit.id, gone, blow=False)


STEPS = {
    "martyrs": offer_martyrs, "attack": attack, "fall": fall, "back": strike_back, "fall_back": fall,
    "test": test, "regroup": regroup_all,
}  # fmt: skip


# Questions: martyrs, reorganisation


def _melee(field: Field) -> Melee:
    frame = field.now.stack[-1]
    assert isinstance(frame, Melee)
    return frame


def take_martyrs(turn: Turn, answer: Say) -> None:
    """The unit sacrifices its martyrs, or not (SV-DP-11)."""
    melee = _melee(turn)
    if answer.yes:
        melee.sides[melee.next].martyrs = True
        turn.announce("SV-BLK-03", "martyrs", unit=melee.sides[melee.next].group)
    melee.next += 1


def regrouping(field: Field) -> Unit:
    """The unit that is asked, after a melee, whether it reorganises (SV-MEL-01 steps 9 and 10)."""
    melee = _melee(field)
    return field.unit(melee.sides[melee.order[melee.next]].group)


def take_regroup(turn: Turn, answer: Move) -> None:
    """The unit reorganises after the melee, or stays as it is (SV-DP-13)."""
    unit = regrouping(turn)
    _melee(turn).next += 1
    regroup(turn, unit, answer)


MARTYRS = Question(
    (Say,),
    yes_or_no,
    lambda field: Say(False),
    lambda field, rng: Say(rng.random() < 0.5),
    take_martyrs,
    lambda field: (Say(False), Say(True)),
)
REGROUP = Question(
    (Move,),
    lambda field, answer: regroup_refusals(field, regrouping(field), answer),
    lambda field: regroup_default(),
    lambda field, rng: regroup_sample(field, regrouping(field), rng),
    take_regroup,
)


# Whom to fight (SV-DP-10)


def fight_refusals(
    field: Field, unit: Unit, answer: Fight, *, only: GroupId = NO_UNIT, must: GroupId = NO_UNIT
) -> list[Refusal]:
    """Enemy units in contact, each named once; figures divided among units they touch (SV-MUL-01, 02)."""
    touched = field.touched_groups(unit.id)
    if not answer.targets or len(set(answer.targets)) != len(answer.targets):
        return [refusal("SV-MUL-01", "no_target", units=touched)]
    for group in answer.targets:
        if group not in touched:
            return [refusal("SV-MUL-01", "not_in_contact", unit=group, units=touched)]
        if only and group != only:
            return [refusal("SV-REA-05", "only_interrupted", unit=only)]
    if must and must not in answer.targets:
        return [refusal("SV-MUL-01", "charge_target_missing", unit=must)]
    contacts = field.contacts(unit.men, unit.seat)
    for man, group in answer.split.items():
        if group not in answer.targets or man not in contacts or group not in map(field.group_of, contacts[man]):
            return [refusal("SV-MUL-02", "bad_split", figure=man, unit=group)]
    return []


def fight_default(field: Field, unit: Unit, *, only: GroupId = NO_UNIT) -> Fight:
    """All units in contact, the one with most contacts first."""
    if only:
        return Fight((only,))
    counts: dict[GroupId, int] = {}
    for foes in field.contacts(unit.men, unit.seat).values():
        for group in {field.group_of(foe) for foe in foes}:
            counts[group] = counts.get(group, 0) + 1
    return Fight(tuple(sorted(counts, key=lambda group: (-counts[group], by_number(group)))))


def fight_sample(field: Field, unit: Unit, rng: Rng, *, only: GroupId = NO_UNIT, must: GroupId = NO_UNIT) -> Fight:
    """Some of them in any order, the figures divided at random."""
    if only:
        return Fight((only,))
    touched = field.touched_groups(unit.id)
    chosen = [group for group in touched if group == must or rng.random() < 0.7] or touched
    rng.shuffle(chosen)
    split = {}
    for man, foes in field.contacts(unit.men, unit.seat).items():
        met = sorted({field.group_of(foe) for foe in foes} & set(chosen))
        if len(met) > 1 and rng.random() < 0.5:
            split[man] = rng.choice(met)
    return Fight(tuple(chosen), split)


def fights(field: Field, unit: Unit, *, only: GroupId = NO_UNIT, must: GroupId = NO_UNIT) -> Iterable[Fight]:
    """Every set of units in contact, in the order of ids, figures to the first named."""
    touched = [only] if only else field.touched_groups(unit.id)
    sets = (chosen for number in range(1, len(touched) + 1) for chosen in combinations(touched, number))
    return (Fight(chosen) for chosen in sets if not must or must in chosen)
