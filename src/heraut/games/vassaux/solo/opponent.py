"""The reaction table (SV-SOL): which unit next, the cell of its die, and how each of its actions is carried out."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from heraut.games.vassaux.identities import NO_UNIT, Place, UnitId, opposite
from heraut.games.vassaux.orders import Answer, Charge, Counter, Move, Orders
from heraut.games.vassaux.phases import charging
from heraut.games.vassaux.phases.activation import corrupted, forced, held_back, may_pass, waiting
from heraut.games.vassaux.phases.approach import nearest_enemy
from heraut.games.vassaux.phases.casting import countering
from heraut.games.vassaux.phases.movement import regroup_refusals
from heraut.games.vassaux.resolution import Turn
from heraut.games.vassaux.solo.actions import ACTIONS, Feasible
from heraut.games.vassaux.state import Act, Chain, Losses, Melee, Unit
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.tables import CONSTANTS, WEAPONS, R, solo_table
from heraut.games.vassaux.tables.codes import Action

# What the engine answers by itself


def automated_host(field: Field, seat: Place) -> bool:
    """Whether all of a host is played by the table."""
    return all(unit.fm for unit in field.now.units.values() if unit.seat == seat)


def answer(turn: Turn, default: Callable[[Field], Answer]) -> Answer | None:
    """The answer of an automated unit or host to the question at hand; None when a player must give it."""
    assert turn.now.asked is not None
    seat, kind = turn.now.asked
    if kind in ("deploy", "objective", "cede", "leave"):
        return default(turn) if automated_host(turn, seat) else None
    if kind == "counter":
        return counter(turn)
    if kind in ("activate", "react"):  # asked about units that players order; the automated never react (SV-SOL-12)
        return None
    if not subject(turn).fm:
        return None
    chain = next((frame for frame in reversed(turn.now.stack) if isinstance(frame, Chain)), None)
    if kind in ("move", "attack", "charge", "spell") and chain is not None and chain.ready is not None:
        return chain.ready
    if kind == "regroup":
        wanted = Move("reorganise")
        return default(turn) if regroup_refusals(turn, subject(turn), wanted) else wanted
    return default(turn)


def subject(field: Field) -> Unit:
    """The unit that the question at hand is about."""
    frame = field.now.stack[-1]
    if isinstance(frame, Losses):
        return field.unit(frame.group)
    if isinstance(frame, Melee):
        side = frame.sides[frame.next if frame.step == "martyrs" else frame.order[frame.next]]
        return field.unit(side.group)
    assert isinstance(frame, Act) and field.now.asked is not None
    unit = field.now.units[frame.unit]  # unless who has countered its spell is asked whether this acts
    return unit if unit.seat == field.now.asked.place else field.now.units[frame.counter]


def counter(turn: Turn) -> Counter | None:
    """They counter every spell they can, the smallest id first, also in a player's host (SV-SOL-12)."""
    able = [unit for unit in countering(turn) if turn.now.units[unit].fm]
    return Counter(min(able)) if able else None


# Which unit next (SV-SOL-06)


def next_orders(turn: Turn, seat: Place) -> Orders | Unit | None:
    """The forced answer, or the unit to be ordered; None when a player has units of his own waiting."""
    if not any(unit.fm for unit in turn.now.units.values() if unit.seat == seat):
        return None
    must = corrupted(turn, seat)
    if must is not None and turn.now.units[must.unit].fm:
        return must
    able = [unit for unit in waiting(turn, seat) if not held_back(turn, unit)]
    if any(not unit.fm for unit in able) or must is not None:
        return None
    if not able:  # in the duel, before the number: a player is asked, the table passes
        player = any(not unit.fm for unit in waiting(turn, seat))
        return None if player or not may_pass(turn, seat) else Orders(NO_UNIT)
    unit = min(able, key=lambda one: urgency(turn, one))
    only = forced(turn, unit)
    return Orders(unit.id, (only,)) if only is not None else unit


class Urgency(NamedTuple):
    """Who goes first: the least of these."""

    rulers: int
    calm: int  # the morale, below nought
    gap: int
    unit: UnitId


def urgency(field: Field, unit: Unit) -> Urgency:
    """Distance to the nearest enemy in whole R rounded up, then the highest Fm, then the exact gap, then the id."""
    foe = nearest_enemy(field, unit) if unit.leader in field.now.at else None
    if foe is None:
        return Urgency(99, -unit.fm, 0, unit.id)
    gap = field.fine(unit.leader, foe)
    return Urgency(-(-gap // (R << 60)), -unit.fm, gap, unit.id)


# Fs and the table (SV-SOL-03, 04)


def situation(field: Field, unit: Unit) -> int:
    """The situation factor, from 1 to 6."""
    enemies = list(field.leaders(opposite(unit.seat)))
    watchers = [foe for foe, *_ in field.foes(unit.seat)]
    seen = any(field.sees(foe, man) for foe in watchers for man in unit.men)
    return min(
        CONSTANTS.morale_max,
        1
        + seen
        + any(in_range(field, other, unit) for other in enemies)
        + any(may_charge(field, other, unit) for other in enemies)
        + bool(unit.lost)
        + field.ground.is_difficult([field.now.at[unit.leader]]),
    )


def in_range(field: Field, archer: Unit, unit: Unit) -> bool:
    """Whether a missile unit has it within range, Vassal to Vassal."""
    far = WEAPONS[archer.sheet.weapon].range
    return far > 0 and field.within(archer.leader, unit.leader, far)


def may_charge(field: Field, enemy: Unit, unit: Unit) -> bool:
    """Whether an enemy unit could reach it with a coordinated charge."""
    if charging.charge_fault(field, enemy, "CHC") is not None:
        return False
    men = field.near_order(enemy.leader, unit.men)
    if not charging.in_reach(field, enemy, men[0]):
        return False
    return any(not charging.charge_refusals(field, enemy, "CHC", Charge(unit.id, man), NO_UNIT, ()) for man in men)


def cell(total: int, die: int) -> tuple[Action, ...]:
    """The actions of the table for a sum and a die (D13)."""
    row = next(row for row in solo_table() if total <= row.upto)
    return row.cells[die - 1]


def order(turn: Turn, unit: Unit) -> None:
    """Rolls, and does the first feasible action of the cell; if none is, the unit waits (SV-SOL-04, 05)."""
    fs = situation(turn, unit)
    die = turn.die()
    actions = cell(unit.fm + fs, die)
    chosen, done, rejected = "", Feasible("WAI"), list[Action]()
    for action in actions:
        found = ACTIONS[action](turn, unit)
        if found is not None:
            chosen, done = action, found
            break
        rejected.append(action)
    code, ready = done
    unit.ordered, unit.simple = True, code
    turn.announce(
        "SV-SOL-04", "solo", unit=unit.id, fm=unit.fm, fs=fs, die=die, cell=list(actions), action=chosen, order=code,
        rejected=rejected,
    )  # fmt: skip
    turn.push(Chain(unit.id, [code], simple=code == "WAI", free=True, ready=ready))


# The actions (SV-SOL-07 to 11)
