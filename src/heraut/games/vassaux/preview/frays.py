"""A melee before it is fought: every outcome of its dice, blow after blow, carried out as the game does (SV-MEL).

Casualties are chosen as their owner is advised to (SV-DP-12); figures that fall take their dice along. Tables that have
come out alike are taken together, so that the chances stay exact.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import prod
from typing import Any, NamedTuple

from heraut.games.vassaux.calculators.attack import Attack, Chances, attack_odds
from heraut.games.vassaux.identities import FigureId, GroupId
from heraut.games.vassaux.orders import Fight
from heraut.games.vassaux.phases import losses
from heraut.games.vassaux.phases import melee as melees
from heraut.games.vassaux.phases.attack import Blows
from heraut.games.vassaux.phases.blows import Swing, land, swing
from heraut.games.vassaux.preview.rehearsal import NoDice
from heraut.games.vassaux.preview.shapes import Blow, Fray
from heraut.games.vassaux.resolution import Turn, copy
from heraut.games.vassaux.state import Losses, Melee, Side, Unit
from heraut.games.vassaux.tables.codes import OrderCode

odds = lru_cache(maxsize=4096)(attack_odds)
ONE = Fraction(1)
BONUS: tuple[OrderCode, ...] = ("ATC", "CHC")  # their die is added to the first blow


class Case(NamedTuple):
    """A table on which so much of the melee has been fought, and its chance."""

    chance: Fraction
    turn: Turn


Cases = dict[Any, Case]


def fray(turn: Turn, unit: Unit, fight: Fight, code: OrderCode, *, charge: bool) -> Fray:
    """The melee that this order leads to on this table, which is left as it was."""
    twin = twin_of(turn)
    melees.begin(twin, twin.now.units[unit.id], fight, code, charge=charge)
    return fray_at_hand(twin)


def fray_at_hand(turn: Turn, martyrs: int | None = None) -> Fray:
    """The melee on top of the pile; `martyrs`: that side sacrifices itself."""
    twin = twin_of(turn)
    melee = melee_of(twin)
    if martyrs is not None:
        melee.sides[martyrs].martyrs = True
    return fought(twin)


def fought(turn: Turn) -> Fray:
    """All blows of the melee, from its first."""
    melee = melee_of(turn)
    before = list(melee.sides)
    first: list[Blow] = []
    for side in before[1:]:
        first += blow_of(turn, melee, side, bonus=not first)
    number = len(before)
    if prod(1 + blow.most for blow in first) > MANY:
        return pair_by_pair(turn, before, first)
    cases: Cases = {"": Case(ONE, turn)}
    for rank in range(1, number):
        cases = struck(cases, rank, back=False)
    for rank in range(1, number - 1):
        cases = struck(cases, rank, back=True)
    return told(before, list(last(cases, number - 1)), first)


MANY = 130  # ways in which the struck may fall: more would take seconds to follow one by one


def pair_by_pair(turn: Turn, sides: list[Side], blows: list[Blow]) -> Fray:
    """As if each of the struck fought by itself, the attacker's losses added up."""
    ours = sides[0]
    mine: Chances = {0: ONE}
    lost: dict[GroupId, Chances] = {}
    spared, leaders = ONE, {}
    for rank, side in enumerate(sides[1:]):
        twin = twin_of(turn)
        melee = melee_of(twin)
        melee.sides, melee.code = [melee.sides[0], melee.sides[rank + 1]], melee.code if not rank else ""
        found = fought(twin)
        lost[side.group], leaders[side.group] = dict(found.losses[side.group]), found.leaders[side.group]
        spared *= 1 - found.leaders[ours.group]
        mine = added(mine, found.losses[ours.group], len(ours.figures))
    return Fray(blows, {ours.group: mine, **lost}, {ours.group: 1 - spared, **leaders}, exact=False)


def added(one: Chances, other: Mapping[int, Fraction], most: int) -> Chances:
    """The sum of two numbers that know nothing of one another, `most` at the most."""
    found: Chances = defaultdict(Fraction)
    for number, share in one.items():
        for more, part in other.items():
            found[min(most, number + more)] += share * part
    return dict(sorted(found.items()))


class End(NamedTuple):
    """How the melee may end: what each side has lost, whether its leader has fallen."""

    chance: Fraction
    lost: tuple[int, ...]
    fallen: tuple[bool, ...]


def told(sides: list[Side], ends: list[End], blows: list[Blow]) -> Fray:
    """The ends, side by side."""
    lost: dict[GroupId, Chances] = {side.group: defaultdict(Fraction) for side in sides}
    leaders = {side.group: Fraction(0) for side in sides}
    for end in ends:
        for side, number, fell in zip(sides, end.lost, end.fallen, strict=True):
            lost[side.group][number] += end.chance
            leaders[side.group] += end.chance * fell
    return Fray(blows, {group: dict(sorted(found.items())) for group, found in lost.items()}, leaders)


# One blow after the other


def struck(cases: Cases, rank: int, *, back: bool) -> Cases:
    """Every case after the next blow: the attacker's at side `rank`, or the one that it returns."""
    found: Cases = {}
    for chance, turn in cases.values():
        for share, after in outcomes(turn, rank, back=back):
            key = likeness(after)
            known = found.get(key)
            found[key] = Case(chance * share + (known.chance if known else 0), after)
    return found


def outcomes(turn: Turn, rank: int, *, back: bool) -> Iterator[Case]:
    """What a blow may come to on this table."""
    melee = melee_of(turn)
    striker, target = pair(melee, rank, back=back)
    found = swing(turn, melee, striker, target)
    attack = None if found is None else attack_of(found, bonus=not back and melee.code in BONUS)
    if found is None or attack is None:
        yield Case(ONE, turn)
        return
    for hits, share in told_apart(odds(attack).hits, found).items():
        twin = twin_of(turn)
        fall(twin, rank, found, hits, back=back)
        yield Case(share, twin)


def told_apart(hits: Chances, found: Swing) -> Chances:
    """Numbers of hits that come to the same are one: the least of them."""
    if found.thorny:
        return hits
    least: Chances = defaultdict(Fraction)
    for number, share in hits.items():
        least[min(found.most, number // found.health) * found.health] += share
    return least


def fall(turn: Turn, rank: int, found: Swing, hits: int, *, back: bool) -> None:
    """So many hits: thorns, then the fallen, their owner choosing as he is advised to."""
    melee = melee_of(turn)
    striker, target = pair(melee, rank, back=back)
    melee.code = "" if not back else melee.code
    melee.due = 0
    land(turn, melee, striker, found, Blows([], 0, blocked=False, dice=[0], rerolls=[], hits=hits), 0)
    settle(turn)
    if melee.due:
        target.lost += losses.lose_in_melee(turn, turn.standing_as(target.group), target.figures, melee.due)
        settle(turn)


def settle(turn: Turn) -> None:
    """Losses on top of the pile are taken by default."""
    while isinstance(frame := turn.now.stack[-1], Losses):
        losses.step(turn, frame)
        if turn.now.asked is not None:
            turn.now.asked = None
            losses.take(turn, losses.default(turn))


def pair(melee: Melee, rank: int, *, back: bool) -> tuple[Side, Side]:
    """Who strikes whom."""
    first, other = melee.sides[0], melee.sides[rank]
    return (other, first) if back else (first, other)


def attack_of(found: Swing, *, bonus: bool) -> Attack | None:
    """A blow as the calculator takes it; None where no dice are thrown at all (SV-ATK-03)."""
    dice = found.each * len(found.men)
    if dice <= 0 and not bonus:
        return None
    return Attack(
        dice, found.defence, found.health, found.most, bonus, found.fierce,
        barred=not found.criticals, worst=found.worst,
    )  # fmt: skip


def likeness(turn: Turn) -> tuple[Any, ...]:
    """What tells two tables of one melee apart."""
    melee = melee_of(turn)
    units = [turn.unit(side.group) for side in melee.sides]
    return (
        melee.code,
        tuple(side.lost for side in melee.sides),
        tuple(man for side in melee.sides for man in side.figures if man not in turn.now.at),
        tuple(tuple(unit.effects) for unit in units),
    )


# The last blow, whose cases nobody need tell apart


def last(cases: Cases, rank: int) -> Iterator[End]:
    """The ends: after the last blow only the fallen are counted, where no thorns strike back."""
    for chance, turn in cases.values():
        melee = melee_of(turn)
        striker, target = pair(melee, rank, back=True)
        found = swing(turn, melee, striker, target)
        if found is not None and found.thorny:
            for share, after in outcomes(turn, rank, back=True):
                yield end_of(after, chance * share)
            continue
        attack = None if found is None else attack_of(found, bonus=False)
        if attack is None:
            yield end_of(turn, chance)
            continue
        assert found is not None
        frame = losses.due_in_melee(turn, found.on, target.figures, found.most)
        order, leader = losses.succession(turn, frame), turn.unit(target.group).leader
        place = order.index(leader) if leader in order else len(order)
        for number, share in odds(attack).casualties.items():
            yield end_of(turn, chance * share, number, leader_falls=number > place)


def end_of(turn: Turn, chance: Fraction, more: int = 0, *, leader_falls: bool = False) -> End:
    """How the sides stand; `more` have fallen of the attacker, his leader perhaps among them."""
    sides = melee_of(turn).sides
    lost = [side.lost for side in sides]
    fallen = [side.group > 0 and turn.unit(side.group).leader not in turn.now.at for side in sides]
    return End(chance, (lost[0] + more, *lost[1:]), (fallen[0] or leader_falls, *fallen[1:]))


# A blow told


def blow_of(turn: Turn, melee: Melee, target: Side, *, bonus: bool) -> Iterator[Blow]:
    """The attacker's blow at a side, as the table stands; none where nobody is left to strike it."""
    found = swing(turn, melee, melee.sides[0], target)
    attack = None if found is None else attack_of(found, bonus=bonus and melee.code in BONUS)
    if found is not None and attack is not None:
        order = losses.succession(turn, losses.due_in_melee(turn, found.on, target.figures, found.most))
        yield blow_told(found.by, found.on, len(found.men), found.each, attack, order, turn.unit(target.group).leader)


def blow_told(
    by: GroupId, on: GroupId, men: int, each: int, attack: Attack, order: Sequence[FigureId], leader: FigureId
) -> Blow:
    """A blow with its chances, who falls first, and with what chance the leader does."""
    chances = odds(attack)
    return Blow(
        by, on, men, each, attack.bonus, attack.defence, attack.health, len(order),
        dict(chances.hits), dict(sorted(chances.casualties.items())), order, falls(chances.casualties, order, leader),
    )  # fmt: skip


def falls(casualties: Chances, order: Sequence[FigureId], leader: FigureId) -> Fraction:
    """The chance that the leader is among those who fall in this order."""
    place = order.index(leader) if leader in order else len(order)
    return sum((share for number, share in casualties.items() if number > place), Fraction(0))


def melee_of(turn: Turn) -> Melee:
    """The melee at hand."""
    frame = turn.now.stack[-1]
    assert isinstance(frame, Melee)
    return frame


def twin_of(turn: Turn) -> Turn:
    """The same table, independent; nobody is asked anything on it."""
    twin = Turn(copy(turn.now), NoDice(), turn.cache)
    twin.now.asked = None
    return twin
