"""The solitaire opponent (SV-SOL): which unit next, the reaction table, and how each of its actions is carried out."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from heraut.games.vassaux import charging, shooting
from heraut.games.vassaux.activation import corrupted, forced, held_back, may_pass, waiting
from heraut.games.vassaux.answers import Answer, Cast, Charge, Counter, Fight, Move, Orders, Shoot
from heraut.games.vassaux.approach import away, nearest_enemy, towards
from heraut.games.vassaux.casting import countering
from heraut.games.vassaux.field import Field
from heraut.games.vassaux.movement import move_refusals, order_fault, regroup_refusals, ties
from heraut.games.vassaux.paths import reach, speed
from heraut.games.vassaux.spells import DEFENSIVE, OFFENSIVE, listed_spell
from heraut.games.vassaux.state import Act, Chain, Losses, Melee, Unit
from heraut.games.vassaux.tables import CONSTANTS, WEAPONS, R, solo_table
from heraut.games.vassaux.turn import Turn
from heraut.geometry import Sight

METEOR = {2: 7, 3: 10}  # M with so many dice (SV-SOL-11)


# What the engine answers by itself


def automated_host(field: Field, seat: int) -> bool:
    """Whether all of a host is played by the table."""
    return all(unit.fm for unit in field.b.units.values() if unit.seat == seat)


def answer(turn: Turn, default: Callable[[Field], Answer]) -> Answer | None:
    """The answer of an automated unit or host to the question at hand; None when a player must give it."""
    assert turn.b.asked is not None
    seat, kind = turn.b.asked
    if kind in ("deploy", "objective", "cede", "leave"):
        return default(turn) if automated_host(turn, seat) else None
    if kind == "counter":
        return counter(turn)
    if kind in ("activate", "react"):  # asked about units that players order; the automated never react (SV-SOL-12)
        return None
    if not subject(turn).fm:
        return None
    chain = next((frame for frame in reversed(turn.b.stack) if isinstance(frame, Chain)), None)
    if kind in ("move", "attack", "charge", "spell") and chain is not None and chain.ready is not None:
        return chain.ready
    if kind == "regroup":
        wanted = Move("reorganise")
        return default(turn) if regroup_refusals(turn, subject(turn), wanted) else wanted
    return default(turn)


def subject(field: Field) -> Unit:
    """The unit that the question at hand is about."""
    frame = field.b.stack[-1]
    if isinstance(frame, Losses):
        return field.unit(frame.group)
    if isinstance(frame, Melee):
        side = frame.sides[frame.next if frame.step == "martyrs" else frame.order[frame.next]]
        return field.unit(side.group)
    assert isinstance(frame, Act) and field.b.asked is not None
    unit = field.b.units[frame.unit]  # unless who has countered its spell is asked whether this acts
    return unit if unit.seat == field.b.asked[0] else field.b.units[frame.counter]


def counter(turn: Turn) -> Counter | None:
    """They counter every spell they can, the smallest id first, also in a player's host (SV-SOL-12)."""
    able = [unit for unit in countering(turn) if turn.b.units[unit].fm]
    return Counter(min(able)) if able else None


# Which unit next (SV-SOL-06)


def next_orders(turn: Turn, seat: int) -> Orders | Unit | None:
    """The forced answer, or the unit to be ordered; None when a player has units of his own waiting."""
    if not any(unit.fm for unit in turn.b.units.values() if unit.seat == seat):
        return None
    must = corrupted(turn, seat)
    if must is not None and turn.b.units[must.unit].fm:
        return must
    able = [unit for unit in waiting(turn, seat) if not held_back(turn, unit)]
    if any(not unit.fm for unit in able) or must is not None:
        return None
    if not able:  # in the duel, before the number: a player is asked, the table passes
        player = any(not unit.fm for unit in waiting(turn, seat))
        return None if player or not may_pass(turn, seat) else Orders(0)
    unit = min(able, key=lambda one: urgency(turn, one))
    only = forced(turn, unit)
    return Orders(unit.id, (only,)) if only is not None else unit


def urgency(field: Field, unit: Unit) -> tuple[int, int, int, int]:
    """Distance to the nearest enemy in whole R rounded up, then the highest Fm, then the exact gap, then the id."""
    foe = nearest_enemy(field, unit) if unit.leader in field.b.at else 0
    if not foe:
        return 99, -unit.fm, 0, unit.id
    gap = field.fine(unit.leader, foe)
    return -(-gap // (R << 60)), -unit.fm, gap, unit.id


# Fs and the table (SV-SOL-03, 04)


def situation(field: Field, unit: Unit) -> int:
    """The situation factor, from 1 to 6."""
    enemies = list(field.leaders(1 - unit.seat))
    watchers = [foe for foe, *_ in field.foes(unit.seat)]
    seen = any(field.sees(foe, man) for foe in watchers for man in unit.men)
    return min(
        CONSTANTS.morale_max,
        1
        + seen
        + any(in_range(field, other, unit) for other in enemies)
        + any(may_charge(field, other, unit) for other in enemies)
        + bool(unit.lost)
        + field.ground.is_difficult([field.b.at[unit.leader]]),
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
    return any(not charging.charge_refusals(field, enemy, "CHC", Charge(unit.id, man), 0, ()) for man in men)


def cell(total: int, die: int) -> tuple[str, ...]:
    """The actions of the table for a sum and a die (D13)."""
    row = next(row for row in solo_table() if total <= row.upto)
    return row.cells[die - 1]


def order(turn: Turn, unit: Unit) -> None:
    """Rolls, and does the first feasible action of the cell; if none is, the unit waits (SV-SOL-04, 05)."""
    fs = situation(turn, unit)
    die = turn.d6()
    actions = cell(unit.fm + fs, die)
    chosen, code, ready = "", "WAI", None
    rejected = []
    for action in actions:
        found = ACTIONS[action](turn, unit)
        if found is not None:
            chosen, (code, ready) = action, found
            break
        rejected.append(action)
    unit.ordered, unit.simple = True, code
    turn.announce(
        "SV-SOL-04", "solo", unit=unit.id, fm=unit.fm, fs=fs, die=die, cell=list(actions), action=chosen, order=code,
        rejected=rejected,
    )  # fmt: skip
    turn.push(Chain(unit.id, [code], simple=code == "WAI", free=True, ready=ready))


# The actions (SV-SOL-07 to 11)

Found = tuple[str, Answer | None] | None


def attack(field: Field, unit: Unit) -> Found:
    """AC: the unit in contact whose figure is nearest to the leader, or the nearest eligible target."""
    contacts = field.contacts(unit.men, unit.seat)
    if contacts:
        foes = {foe for touched in contacts.values() for foe in touched}
        return "ATC", Fight((field.group_of(field.nearest_of(unit.leader, foes)),))
    targets = shooting.choices(field, unit, "ATC", 0)
    return ("ATC", Shoot(targets[0])) if targets else None


def nearest_group(field: Field, unit: Unit) -> int:
    """The enemy group with the figure nearest to the leader; 0 when there is none."""
    foe = nearest_enemy(field, unit)
    return field.group_of(foe) if foe else 0


def charge(field: Field, unit: Unit) -> Found:
    """CH: the nearest enemy unit, its nearest figure, at the longest legal length."""
    group = nearest_group(field, unit)
    if not group:
        return None
    wanted = Charge(group, field.nearest_of(unit.leader, field.b.figures(group)))
    return None if charging.charge_refusals(field, unit, "CHC", wanted, 0, ()) else ("CHC", wanted)


def fortify(field: Field, unit: Unit) -> Found:
    """FO: always."""
    return "FOR", None


def withdraw(field: Field, unit: Unit) -> Found:
    """MA: away from the nearest enemy; a pinned unit breaks off if its leader is free."""
    found = away(field, unit, "MT")
    return ("MT", found) if found is not None else None


def advance(code: str) -> Callable[[Field, Unit], Found]:
    """MF and CF: towards the nearest enemy, unless pinned."""

    def action(field: Field, unit: Unit) -> Found:
        if ties(field, unit).pinned or order_fault(field, unit, code) is not None:
            return None
        found = towards(field, unit, code)
        return (code, found) if found is not None else None

    return action


def hide(code: str) -> Callable[[Field, Unit], Found]:
    """MC and CC: to the nearest cover in reach (SV-SOL-08)."""

    def action(field: Field, unit: Unit) -> Found:
        if order_fault(field, unit, code) is not None:
            return None
        found = shelter(field, unit, code)
        return (code, found) if found is not None else None

    return action


def shelter(field: Field, unit: Unit, code: str) -> Move | None:
    """The shortest straight move to a point of the grid that the nearest enemy does not see clearly."""
    group = nearest_group(field, unit)
    if not group:
        return None
    leader = field.unit(group).leader if group > 0 else 0
    watcher = leader or field.nearest_of(unit.leader, field.b.figures(group))
    eye, r = field.disc(watcher), unit.sheet.radius
    if field.clearness(watcher, unit.leader) is not Sight.CLEAR:
        return None
    for place in grid_points(field, unit, code):
        if place == eye[:2] or field.look(eye, (*place, r), watcher) is Sight.CLEAR:
            continue
        wanted = Move("move", (place,))
        if not move_refusals(field, unit, code, wanted):
            return wanted
    return None


def grid_points(field: Field, unit: Unit, code: str) -> Iterator[tuple[int, int]]:
    """The points of the 0.5R grid in reach, nearest first; ties: smallest x, then y."""
    x, y = field.b.at[unit.leader]
    far = reach(unit, speed(field, unit, [(x, y)], run=code == "CRS"))
    step = CONSTANTS.grid
    points = [
        ((px - x) ** 2 + (py - y) ** 2, px, py)
        for px in range(-(-(x - far) // step) * step, x + far + 1, step)
        for py in range(-(-(y - far) // step) * step, y + far + 1, step)
        if (px - x) ** 2 + (py - y) ** 2 <= far * far
    ]
    return ((px, py) for _, px, py in sorted(points))


def spell(lists: dict[str, tuple[str, ...]], dice: int) -> Callable[[Field, Unit], Found]:
    """SO and SD: the first castable spell of a list, with so many dice (SV-SOL-10, 11)."""

    def action(field: Field, unit: Unit) -> Found:
        school = field.b.hosts[unit.seat].school
        found = listed_spell(field, unit, lists[school], METEOR[dice]) if school else None
        if found is None:
            return None
        return "SPL", Cast(found.spell, found.target, min(dice - 1, unit.sheet.cd), 0, found.power)

    return action


ACTIONS: dict[str, Callable[[Field, Unit], Found]] = {
    "CC": hide("CRS"), "MC": hide("MT"), "MA": withdraw, "MF": advance("MT"), "CF": advance("CRS"), "AC": attack,
    "CH": charge, "FO": fortify, "SO2": spell(OFFENSIVE, 2), "SO3": spell(OFFENSIVE, 3), "SD2": spell(DEFENSIVE, 2),
    "SD3": spell(DEFENSIVE, 3),
}  # fmt: skip
