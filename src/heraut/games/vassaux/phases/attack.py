"""One attack, die by die: threshold, hits, criticals, blocks, fumbles, casualties (SV-ATK)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from heraut.games.vassaux.identities import GroupId
from heraut.games.vassaux.resolution import Turn
from heraut.games.vassaux.state import Sheet, Unit
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.tables import CONSTANTS, WEAPONS
from heraut.games.vassaux.tables.codes import AnyOrder


class Reroll(NamedTuple):
    """Which die, and what it shows then."""

    die: int
    face: int


class Blows(NamedTuple):
    """How an attack went, in the order of its dice."""

    defence: list[int]
    threshold: int
    blocked: bool
    dice: list[int]
    rerolls: list[Reroll]
    hits: int


NOTHING = Blows([], 0, False, [], [], 0)


def strike(
    turn: Turn, total: int, df: int, *, worst: bool = False, criticals: bool = True, fierce: bool = False
) -> Blows:
    """An attack of `total` dice against `df` dice of defence (SV-ATK-01 to 06).

    `worst`: the threshold is the worst die (Nécrose); `fierce`: ones may be re-rolled (SV-ATK-10).
    """
    if total <= 0:
        return NOTHING
    defence = turn.dice(df)
    threshold = min(defence) if worst else max(defence)
    blocked = 6 in defence
    dice = turn.dice(total)
    rerolls: list[Reroll] = []
    final = list(dice)
    if criticals and not blocked:
        spare = final.count(6)
        while spare:
            index = _miss(final, threshold, fierce)
            if index is None:
                break
            final[index] = turn.die()
            rerolls.append(Reroll(index, final[index]))
            spare += (final[index] == 6) - 1
    return Blows(defence, threshold, blocked, dice, rerolls, sum(die >= threshold for die in final))


def _miss(dice: Sequence[int], threshold: int, fierce: bool) -> int | None:
    """The first die worth a re-roll: a miss that is no fumble (SV-ATK-04, 05)."""
    least = 1 if fierce else 2
    return next((index for index, die in enumerate(dice) if least <= die < threshold), None)


def order_die(turn: Turn, unit: Unit, code: AnyOrder) -> int:
    """What the die of a coordinated order adds to its first attack (SV-ORD-16, SV-CHG-09); 0 for any other order."""
    if code not in ("ATC", "CHC"):
        return 0
    bonus = turn.die()
    turn.announce("SV-ORD-16", "order_die", unit=unit.id, order=code, die=bonus)
    return bonus


def told(blows: Blows) -> dict[str, object]:
    """An attack as an event tells it."""
    return {
        "defence": blows.defence,
        "threshold": blows.threshold,
        "blocked": blows.blocked,
        "dice": blows.dice,
        "rerolls": [list(one) for one in blows.rerolls],
        "hits": blows.hits,
    }


def melee_at(field: Field, group: GroupId, target: Sheet) -> int:
    """The dice of one figure in melee against this target (SV-ATK-11)."""
    sheet = field.sheet(group)
    weapon = WEAPONS[sheet.weapon]
    return sheet.at + (weapon.mounted if target.mounted else weapon.melee) + field.effect(group, "HURLER_MORT")


def shooting_at(field: Field, group: GroupId) -> int:
    """The dice of one figure that shoots (SV-SHT-04)."""
    sheet = field.sheet(group)
    return sheet.at + WEAPONS[sheet.weapon].shooting + field.effect(group, "HURLER_MORT")


def defence(field: Field, group: GroupId, *, shot: bool, charged: bool = False, covered: bool = False) -> int:
    """The dice of defence of a group: additions, then doublings, each for itself (SV-GEN-04, SV-ATK-02, SV-ATK-07)."""
    unit = field.unit(group)
    df = unit.sheet.df
    if shot:
        df += "IMMATERIEL" in unit.sheet.powers
    else:
        df += field.effect(group, "AURA_DEFENSE")
    if group > 0 and unit.fortified:
        df *= 2
    if shot and covered:
        df *= 2
    if unit.sheet.armour == "SIEGE" and (shot or charged):
        df *= 2
    return df


def may_crit(attacker: Sheet, target: Sheet) -> bool:
    """Against knights' armour only knights profit by criticals in melee (SV-ATK-09)."""
    return target.armour != "KNIGHT" or attacker.profile == "CHEVALIER"


def ps_of(field: Field, group: GroupId) -> int:
    """The Ps that would count for an attack now (SV-BLK-06)."""
    return CONSTANTS.resurrection_ps if field.effect(group, "RESURRECTION") else field.sheet(group).ps


def suffered_ps(turn: Turn, group: GroupId) -> int:
    """The Ps that counts for this attack, fire and thorns included: Résurrection is used up by it (SV-BLK-06)."""
    ps = ps_of(turn, group)
    turn.disenchant(group, "RESURRECTION")
    return ps
