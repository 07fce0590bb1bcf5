"""What men are worth in points, and what an exchange of blows may come to on average."""

from __future__ import annotations

from collections.abc import Set
from functools import lru_cache
from typing import NamedTuple

from heraut.games.vassaux.calculators.attack import Attack, attack_odds
from heraut.games.vassaux.identities import FigureId, GroupId, is_band
from heraut.games.vassaux.phases.attack import defence, may_crit, melee_at, shooting_at
from heraut.games.vassaux.phases.shooting import marksmen
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.tables import EPS
from heraut.geometry import Point

LORD = 220  # points: whoever loses him has lost
CONTACT = 5  # men of a unit who touch the enemy after a charge, as a rule
FLIGHT = 0.75  # of the worth of men whose Vassal falls


class Clash(NamedTuple):
    """Two groups in contact: how many men of each touch the other, and how many fall before each leader does."""

    men: int
    foes: int
    shield: int
    foe_shield: int


class Strike(NamedTuple):
    """How dice strike, as `calculators.attack.Attack` has it: `bonus`, `fierce`, `barred`, `worst`."""

    bonus: bool
    fierce: bool
    barred: bool
    worst: bool


@lru_cache(maxsize=100_000)
def fallen(dice: int, df: int, ps: int, most: int, strike: Strike) -> tuple[float, ...]:
    """The chances of 0, 1, 2, … men struck down."""
    found = attack_odds(Attack(dice, df, ps, most, *strike)).casualties
    return tuple(float(found.get(number, 0)) for number in range(most + 1))


def worth(field: Field, group: GroupId, lost: int, standing: int, leader_falls: bool) -> float:
    """The points that go with so many men of a group; with its leader, most of the rest flee."""
    sheet = field.sheet(group)
    points = float(lost * sheet.figure_cost)
    if not leader_falls:
        return points
    return points + (LORD if sheet.lord else sheet.leader_cost + FLIGHT * (standing - lost) * sheet.figure_cost)


def blow(
    field: Field, by: GroupId, on: GroupId, men: int, most: int, *, bonus: bool, charged: bool
) -> tuple[float, ...]:
    """The chances of losses when so many men strike a group of which `most` stand in contact."""
    dice = men * melee_at(field, by, field.sheet(on))
    if dice <= 0 or most <= 0:
        return (1.0,)
    strike = Strike(
        bonus,
        "FEROCE" in field.sheet(by).powers,
        not may_crit(field.sheet(by), field.sheet(on)),
        bool(field.effect(on, "NECROSE")),
    )
    df = defence(field, on, shot=False, charged=charged)
    return fallen(dice, df, field.sheet(on).ps, most, strike)


def exchange(
    field: Field,
    by: GroupId,
    on: GroupId,
    clash: Clash,
    *,
    bonus: bool = False,
    charged: bool = False,
    spare: float = 1.0,
) -> float:
    """Points won less points lost in one melee, these weighed: the blow, then the one that is returned."""
    ours, theirs = len(field.now.figures(by)), len(field.now.figures(on))
    total = 0.0
    for lost, chance in enumerate(blow(field, by, on, clash.men, clash.foes, bonus=bonus, charged=charged)):
        if chance:
            total += chance * worth(field, on, lost, theirs, lost > clash.foe_shield)
            total -= chance * spare * _returned(field, by, on, clash, clash.foes - lost, ours)
    return total


def _returned(field: Field, by: GroupId, on: GroupId, clash: Clash, left: int, ours: int) -> float:
    """What the survivors' blow costs."""
    back = blow(field, on, by, left, clash.men, bonus=False, charged=False)
    return sum(chance * worth(field, by, lost, ours, lost > clash.shield) for lost, chance in enumerate(back))


def volley(field: Field, by: GroupId, on: GroupId, *, bonus: bool = False) -> float:
    """Points that one shot at a group may win."""
    unit, men = field.unit(by), field.now.figures(on)
    shooters = len(marksmen(field, unit, on))
    dice = shooters * shooting_at(field, by)
    if dice <= 0 and not bonus:
        return 0.0
    covered = 2 * field.shelter(unit.leader, on) > len(men)
    df = defence(field, on, shot=True, covered=covered)
    strike = Strike(bonus, "FEROCE" in unit.sheet.powers, False, bool(field.effect(on, "NECROSE")))
    leader = field.unit(on).leader
    place = field.near_order(unit.leader, men).index(leader) if not is_band(on) else len(men)
    odds = fallen(dice, df, field.sheet(on).ps, len(men), strike)
    return sum(chance * worth(field, on, lost, len(men), lost > place) for lost, chance in enumerate(odds))


def clash(field: Field, by: GroupId, on: GroupId) -> Clash:
    """How two groups touch as they stand."""
    places = {man: field.now.at[man] for man in field.now.figures(by)}
    return meeting(field, places, by, on)


def meeting(field: Field, places: dict[FigureId, Point], by: GroupId, on: GroupId) -> Clash:
    """How two groups would touch, the men of the first standing in these places."""
    radius = field.unit(by).sheet.radius
    touches: dict[FigureId, int] = {}
    for man, (x, y) in places.items():
        for foe in field.now.figures(on):
            ex, ey = field.now.at[foe]
            keep = radius + field.radius[foe] + EPS
            if (x - ex) ** 2 + (y - ey) ** 2 <= keep * keep:
                touches[man] = touches.get(man, 0) + 1
                touches[foe] = touches.get(foe, 0) + 1
    men, foes = touches.keys() & places.keys(), touches.keys() - places.keys()
    return Clash(len(men), len(foes), shield(field, by, touches, men), shield(field, on, touches, foes))


def shield(field: Field, group: GroupId, touches: dict[FigureId, int], men: Set[FigureId]) -> int:
    """How many fall before the leader: all who touch as many enemies as he does (SV-MEL-03)."""
    leader = field.unit(group).leader
    if is_band(group) or leader not in men:
        return len(men)
    return sum(touches[man] >= touches[leader] for man in men) - 1


def rough(field: Field, by: GroupId, on: GroupId, *, spare: float = 1.0) -> float:
    """What a charge may come to before anybody has measured: half a dozen men of each in contact, leaders behind."""
    men, foes = min(CONTACT, len(field.now.figures(by))), min(CONTACT, len(field.now.figures(on)))
    if not men or not foes:
        return 0.0
    return exchange(field, by, on, Clash(men, foes, men - 1, foes - 1), charged=True, spare=spare)
