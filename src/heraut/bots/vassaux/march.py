"""Where a unit goes when there is nobody to fight yet: every way it could take, weighed by what may come of it."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

import msgspec

from heraut.bots.vassaux.muster import rough
from heraut.bots.vassaux.traits import Traits
from heraut.engine.rng import Rng
from heraut.games.vassaux.calculators.hits import hits
from heraut.games.vassaux.decision import BattleDecision
from heraut.games.vassaux.identities import opposite
from heraut.games.vassaux.orders import Answer, Move
from heraut.games.vassaux.phases.approach import nearest_enemy
from heraut.games.vassaux.phases.attack import defence, shooting_at
from heraut.games.vassaux.phases.movement import move_refusals, ties
from heraut.games.vassaux.questions import hand
from heraut.games.vassaux.state import Unit
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.table.paths import reach, speed, straight
from heraut.games.vassaux.tables import WEAPONS, R
from heraut.games.vassaux.tables.codes import OrderCode
from heraut.geometry import Point, along

DIRECTIONS = range(0, 360, 30)  # that are tried, in degrees from the one to the nearest enemy
SHARES = (1.0, 0.6, 0.3)  # of the way that the unit could go, that are tried in each


def nearness(field: Field, unit: Unit) -> float:
    """How near the nearest enemy is, from 0 (none, or far away) to 1 (in contact)."""
    foe = nearest_enemy(field, unit) if unit.leader in field.now.at else None
    return R / (R + max(0, field.fine(unit.leader, foe) >> 60)) if foe is not None else 0.0


def orders(field: Field, unit: Unit) -> tuple[OrderCode, ...]:
    """March when it may, else wait."""
    if unit.leader not in field.now.at or ties(field, unit).pinned:
        return ("WAI",)
    return ("MAR",)


def move(decision: BattleDecision, traits: Traits, rng: Rng) -> Answer | None:
    """The best of the ways that are legal, or to stay."""
    return next((answer for _, answer in ranked(decision, traits, rng)), None)


def ranked(decision: BattleDecision, traits: Traits, rng: Rng) -> Iterator[tuple[float, Move]]:
    """The ways that are better than to stay, the best first, and by how many points; then to stay."""
    field = decision.field
    act, unit, chain = hand(field)
    follows = chain.next < len(chain.orders)  # whoever strikes at once has more than a promise
    outlook = Outlook(field, unit, msgspec.structs.replace(traits, promise=1.0, charged=0.0) if follows else traits)
    start = field.now.at[unit.leader]
    ways = sorted(
        (
            (outlook.value(path[-1]) + (rng.uniform(0, traits.whim) if traits.whim else 0), path[-1], path)
            for path in candidates(field, unit, start)
        ),
        reverse=True,
    )
    stay = outlook.value(start)
    for value, _, path in ways:
        if value <= stay:
            break
        answer = Move("move", path)
        if not move_refusals(field, unit, act.code, answer):
            yield value - stay, answer
    yield 0.0, Move("hold")


def candidates(field: Field, unit: Unit, start: Point) -> Iterator[tuple[Point, ...]]:
    """Straight ways all around, the first straight at the nearest enemy."""
    foe = nearest_enemy(field, unit)
    goal = field.now.at[foe] if foe is not None else (start[0], start[1] + R)
    direction = (goal[0] - start[0], goal[1] - start[1])
    far = reach(unit, speed(field, unit, [start]))
    for degrees in DIRECTIONS:
        turned = along((0, 0), direction, 100_000, degrees)
        for share in SHARES:
            yield straight(start, turned, int(far * share))


class Outlook:
    """What a unit may hope for and has to fear wherever it stands."""

    def __init__(self, field: Field, unit: Unit, traits: Traits) -> None:
        self.field, self.unit, self.traits = field, unit, traits
        at = field.now.at
        self.enemies = list(field.leaders(opposite(unit.seat)))
        self.friends = [friend for friend in field.leaders(unit.seat) if friend is not unit]
        self.fear = {enemy.id: max(0.0, rough(field, enemy.id, unit.id)) for enemy in self.enemies}
        self.hope = {enemy.id: max(0.0, rough(field, unit.id, enemy.id, spare=traits.spare)) for enemy in self.enemies}
        self.shot = {enemy.id: shot_value(field, unit, enemy) for enemy in self.enemies}
        self.guard = {
            enemy.id: min((gap(at[enemy.leader], at[one.leader], one) for one in self.friends), default=99 * R)
            for enemy in self.enemies
        }
        self.range = WEAPONS[unit.sheet.weapon].range

    def value(self, end: Point) -> float:
        """The points that it is worth to stand there: what may be won next turn, less what charges may cost."""
        at, unit, traits = self.field.now.at, self.unit, self.traits
        total, best, near = 0.0, 0.0, 99.0 * R
        for enemy in self.enemies:
            there = at[enemy.leader]
            away = gap(there, end, unit)
            near = min(near, away)
            if away < self.guard[enemy.id] and away <= charge_reach(enemy):
                total -= traits.charged * self.fear[enemy.id]
            if self.range and hypot(there[0] - end[0], there[1] - end[1]) <= self.range + 2 * unit.sheet.radius:
                best = max(best, self.shot[enemy.id])
            if gap(end, there, enemy) <= charge_reach(unit) - 200:
                best = max(best, self.hope[enemy.id])
        total += traits.promise * best
        return total + (self.lordly(end) if unit.sheet.lord else self.loyal(end) - traits.pull * near / R)

    def loyal(self, end: Point) -> float:
        """The points of a Vassal for standing in his Lord's Aura (`company`), or 0."""
        lord = self.field.lord(self.unit.seat)
        place = self.field.now.at.get(lord.leader)
        if place is None or hypot(place[0] - end[0], place[1] - end[1]) > lord.sheet.aura + 2 * lord.sheet.radius:
            return 0.0
        return self.traits.company

    def lordly(self, end: Point) -> float:
        """The points of a Lord for each Vassal in his Aura, less by the ruler the farther the others are."""
        at, sheet, company = self.field.now.at, self.unit.sheet, self.traits.company
        heard = 0.0
        for friend in self.friends:
            x, y = at[friend.leader]
            far = hypot(x - end[0], y - end[1]) - sheet.aura
            heard += company if far <= 0 else company - far / R
        return heard


def gap(one: Point, other: Point, unit: Unit) -> float:
    """About how far a leader is from the nearest man of a unit whose leader stands at the other place."""
    spread = 0 if len(unit.men) == 1 else 2 * unit.sheet.radius * (1 if len(unit.men) <= 7 else 1.7)
    return hypot(one[0] - other[0], one[1] - other[1]) - 2 * unit.sheet.radius - spread


def charge_reach(unit: Unit) -> int:
    """The outer limit of a charge (SV-CHG-05), a little less to be sure of more than one man in contact."""
    width = 2 * unit.sheet.radius
    return reach(unit, unit.sheet.mv) + (unit.sheet.aura + width if len(unit.men) > 1 else 0)


def shot_value(field: Field, unit: Unit, enemy: Unit) -> float:
    """About what a turn's shots at an enemy may win."""
    weapon = WEAPONS[unit.sheet.weapon]
    if not weapon.range or field.engaged(enemy.id):
        return 0.0
    dice = min(40, len(unit.men) * shooting_at(field, unit.id))
    df = defence(field, enemy.id, shot=True)
    struck = sum(number * chance for number, chance in enumerate(hits(dice, 4 if df < 3 else 5, rerolls=True)))
    return weapon.shots * float(struck) / enemy.sheet.ps * enemy.sheet.figure_cost
