"""Casting (SV-MAG): the roll, the counter-spell, and whose will prevails."""

from __future__ import annotations

from collections.abc import Iterable

from heraut.engine.protocol import Refusal
from heraut.engine.rng import Rng
from heraut.games.vassaux.asking import Question, yes_or_no
from heraut.games.vassaux.identities import NO_UNIT, UnitId, opposite, unit_of
from heraut.games.vassaux.orders import Assign, Cast, Counter, Say, refusal
from heraut.games.vassaux.phases.opposed import contest
from heraut.games.vassaux.phases.pursuit import aimed_at, follow
from heraut.games.vassaux.phases.spells import (
    EFFECTS,
    cast_default,
    cast_refusals,
    cast_sample,
    corruptible,
    power_of,
    targets,
)
from heraut.games.vassaux.resolution import Turn
from heraut.games.vassaux.state import Act, Chain, Demand, Unit
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.tables import SPELLS
from heraut.games.vassaux.tables.codes import SIMPLE, SpellCode


def the_act(field: Field) -> Act:
    """The spell in hand."""
    act = field.now.stack[-1]
    assert isinstance(act, Act)
    return act


def caster(field: Field) -> Unit:
    """The unit whose leader casts."""
    return field.now.units[the_act(field).unit]


def resolve_spell(turn: Turn, act: Act, unit: Unit, chain: Chain) -> None:
    """The roll, then what the enemy makes of it (SV-MAG-03 to 06, 09)."""
    follow(turn, act)
    answer = act.answer
    assert isinstance(answer, Cast)
    if act.step == "effect":
        act.step = "end"
        return EFFECTS[answer.spell](turn, unit, answer)
    act.step = "end"
    if answer.target not in targets(turn, unit, answer.spell):
        return None  # nothing of it can be resolved any more (SV-REA-07)
    act.done = True
    if not succeeds(turn, unit, answer, chain):
        return None
    if counters(turn, unit, answer.spell):
        act.step = "counter"
        return turn.ask(opposite(unit.seat), "counter")
    act.step = "effect"
    return None


def succeeds(turn: Turn, unit: Unit, answer: Cast, chain: Chain) -> bool:
    """Order die, extra dice, invocation dice; sixes re-roll the lowest useful die while the total falls short."""
    host = turn.now.hosts[unit.seat]
    extra = answer.extra if chain.free else min(answer.extra, host.reserve)
    invocation = min(answer.invocation, host.invocation)
    if not chain.free:
        host.reserve -= extra
        host.discard += extra
    host.invocation -= invocation
    dice = turn.dice(1 + extra + invocation)
    final, rerolls, power = list(dice), [], power_of(answer)
    spare = final.count(6)
    while spare and sum(final) < power:
        index = min((i for i, die in enumerate(final) if 2 <= die <= 5), key=lambda i: (final[i], i), default=None)
        if index is None:
            break
        final[index] = turn.die()
        rerolls.append([index, final[index]])
        spare += (final[index] == 6) - 1
    success = sum(final) >= power
    turn.announce(
        "SV-MAG-04" if success else "SV-MAG-06", "spell_cast" if success else "spell_failed", unit=unit.id,
        spell=answer.spell, target=answer.target, power=power, extra=extra, invocation=invocation, dice=dice,
        rerolls=rerolls, total=sum(final),
    )  # fmt: skip
    return success


# Counter-spells (SV-MAG-09, SV-MAG-10)


def counters(field: Field, unit: Unit, spell: SpellCode) -> list[UnitId]:
    """The enemy units whose leader may counter this caster."""
    host = field.now.hosts[opposite(unit.seat)]
    if SPELLS[spell].howl or not host.school:
        return []
    return [
        other.id
        for other in field.leaders(opposite(unit.seat))
        if (host.reserve or other.fm)
        and field.within(other.leader, unit.leader, other.sheet.aura)
        and field.sees(other.leader, unit.leader)
    ]


def countering(field: Field) -> list[UnitId]:
    """Who may counter the spell in hand."""
    answer = the_act(field).answer
    assert isinstance(answer, Cast)
    return counters(field, caster(field), answer.spell)


def counter_refusals(field: Field, answer: Counter) -> list[Refusal]:
    """Who may counter."""
    able = countering(field)
    if answer.unit in (NO_UNIT, *able):
        return []
    return [refusal("SV-MAG-09", "cannot_counter", units=able)]


def take_counter(turn: Turn, answer: Counter) -> None:
    """One die, and an opposed test; the winner decides (SV-MAG-09)."""
    act, unit = the_act(turn), caster(turn)
    act.step = "effect"
    if not answer.unit:
        return None
    other = turn.now.units[answer.unit]
    act.counter = other.id
    if not other.fm:
        turn.now.hosts[other.seat].reserve -= 1
        turn.now.hosts[other.seat].discard += 1
    found = contest(turn, 1, other.sheet.cd, unit.sheet.cd)
    winner = unit.seat if found.winner == 0 else other.seat
    turn.announce(
        "SV-MAG-09", "countered", unit=other.id, target=unit.id, cd=[other.sheet.cd, unit.sheet.cd], rolls=found.rolls,
        lot=found.lot, winner=unit.id if found.winner == 0 else other.id,
    )  # fmt: skip
    return turn.ask(winner, "apply")


def take_apply(turn: Turn, answer: Say) -> None:
    """The winner of the counter-spell lets the spell act, or dispels it (SV-DP-09)."""
    act, unit = the_act(turn), caster(turn)
    act.step = "effect" if answer.yes else "end"
    turn.announce("SV-MAG-09", "spell_stands" if answer.yes else "spell_dispelled", unit=unit.id)


def apply_default(field: Field) -> Say:
    """Each side its interest: the caster lets it act, his opponent does not."""
    assert field.now.asked is not None
    return Say(field.now.asked.place == caster(field).seat)


def counter_sample(field: Field, rng: Rng) -> Counter:
    """Somebody or nobody."""
    return Counter(rng.choice([NO_UNIT, *countering(field)]))


# Corruption (SV-BLK-05)


def assign_refusals(field: Field, answer: Assign) -> list[Refusal]:
    """One of the four simple orders."""
    return [] if answer.order in SIMPLE else [refusal("SV-BLK-05", "not_simple", orders=list(SIMPLE))]


def take_assign(turn: Turn, answer: Assign) -> None:
    """The unit will obey the next time its owner must activate."""
    act = the_act(turn)
    assert isinstance(act.answer, Cast)
    act.step = "end"
    target = act.answer.target
    if corruptible(turn, target):
        turn.now.corrupted = [*turn.now.corrupted, Demand(unit_of(target), answer.order)]
        turn.announce("SV-BLK-05", "corrupted", unit=target, order=answer.order)


def take_spell(turn: Turn, answer: Cast) -> None:
    """The spell is announced with its target and dice; they are taken when it is thrown (SV-MAG-03)."""
    act = the_act(turn)
    act.answer, act.step, act.start = answer, "window", turn.now.at[caster(turn).leader]
    act.aimed = aimed_at(turn, answer)
    turn.announce(
        "SV-MAG-03", "spell_announced", unit=act.unit, spell=answer.spell, target=answer.target, power=power_of(answer),
        extra=answer.extra, invocation=answer.invocation,
    )  # fmt: skip


def answers_assign(field: Field) -> Iterable[Assign]:
    """All four."""
    return (Assign(order) for order in SIMPLE)


SPELL = Question(
    (Cast,),
    lambda field, answer: cast_refusals(field, caster(field), answer),
    lambda field: cast_default(field, caster(field)),
    lambda field, rng: cast_sample(field, caster(field), rng),
    take_spell,
)
COUNTER = Question(
    (Counter,),
    counter_refusals,
    lambda field: Counter(NO_UNIT),
    counter_sample,
    take_counter,
    lambda field: (Counter(unit) for unit in (NO_UNIT, *countering(field))),
)
APPLY = Question(
    (Say,),
    yes_or_no,
    apply_default,
    lambda field, rng: Say(rng.random() < 0.5),
    take_apply,
    lambda field: (Say(True), Say(False)),
)
ASSIGN = Question(
    (Assign,),
    assign_refusals,
    lambda field: Assign("WAI"),
    lambda field, rng: Assign(rng.choice(SIMPLE)),
    take_assign,
    answers_assign,
)
