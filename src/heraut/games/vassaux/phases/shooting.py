"""Shooting (SV-SHT): who may be shot at, and the shot. Spells that are shooting attacks follow the same way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from heraut.engine.protocol import Refusal
from heraut.engine.rng import Rng
from heraut.games.vassaux.identities import FigureId, GroupId, UnitId, by_number, is_band
from heraut.games.vassaux.orders import Shoot, refusal
from heraut.games.vassaux.phases.attack import defence, ps_of, shooting_at, strike, suffered_ps, told
from heraut.games.vassaux.phases.losses import lose_to_shot
from heraut.games.vassaux.phases.melee import dishonour
from heraut.games.vassaux.resolution import Turn
from heraut.games.vassaux.state import Unit
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.tables import CONSTANTS, SPELLS, WEAPONS
from heraut.games.vassaux.tables.codes import OrderCode, SpellCode
from heraut.geometry import Sight


class Bolt(NamedTuple):
    """What is shot with: its range, and the spell it comes from ("" for a weapon)."""

    range: int
    spell: SpellCode | Literal[""] = ""

    @property
    def blind(self) -> bool:
        """Whether it needs no sight of its target (SV-RED-09)."""
        return self.spell == "METEORE"


def weapon(unit: Unit) -> Bolt:
    """The unit's own weapon."""
    return Bolt(WEAPONS[unit.sheet.weapon].range)


def bolt_of(spell: SpellCode) -> Bolt:
    """A spell that is a shooting attack (SV-MAG-07)."""
    return Bolt(SPELLS[spell].range, spell)


def shots_left(unit: Unit) -> int:
    """Shots that the unit may still take this turn (SV-SHT-05)."""
    return WEAPONS[unit.sheet.weapon].shots - unit.shots


def shooter_fault(field: Field, unit: Unit) -> Refusal | None:
    """Why the unit cannot shoot at all (SV-SHT-01, 05)."""
    if not WEAPONS[unit.sheet.weapon].range:
        return refusal("SV-ORD-11", "no_missiles")
    if shots_left(unit) <= 0:
        return refusal("SV-SHT-05", "no_shots", most=WEAPONS[unit.sheet.weapon].shots)
    if field.engaged(unit.id):
        return refusal("SV-SHT-01", "shooter_engaged")
    return None


def stand_in(field: Field, unit: Unit, group: GroupId, bolt: Bolt) -> FigureId | None:
    """The figure that range is measured to: the Vassal, or of a band the nearest one seen (SV-SHT-02), if any."""
    if not is_band(group):
        return field.unit(group).leader or None
    men = field.now.figures(group)
    seen = [man for man in men if field.sees(unit.leader, man)]
    if not seen and bolt.blind:
        seen = list(men)
    return field.nearest_of(unit.leader, seen) if seen else None


def target_fault(field: Field, unit: Unit, group: GroupId, bolt: Bolt) -> Refusal | None:
    """Why this group cannot be shot at (SV-SHT-01, 02, SV-RED-04, SV-GRN-06, SV-BLK-08)."""
    mark = stand_in(field, unit, group, bolt)
    if mark is None or mark not in field.now.at:
        return refusal("SV-SHT-02", "unseen", unit=group)
    if not field.within(unit.leader, mark, bolt.range):
        return refusal("SV-SHT-02", "out_of_range", unit=group, range=bolt.range)
    if field.now.night and not field.within(unit.leader, mark, CONSTANTS.night_range):
        return refusal("SV-BLK-08", "night", unit=group)
    if field.effect(group, "LUNE_VOILEE"):
        return refusal("SV-GRN-06", "veiled", unit=group)
    if not bolt.blind and not field.sees(unit.leader, mark):
        return refusal("SV-SHT-02", "unseen", unit=group)
    if field.engaged(group):
        return refusal("SV-SHT-01", "target_engaged", unit=group)
    if group > 0 and "ARTIFICIEL" in field.sheet(group).powers and hides(field, unit, group):
        return refusal("SV-RED-04", "hidden_by_artifice", unit=group)
    return None


def hides(field: Field, unit: Unit, group: GroupId) -> bool:
    """Whether a Vassal and more than half of his figures are in cover or unseen (SV-RED-04)."""
    target = field.unit(group)
    if field.clearness(unit.leader, target.leader) is Sight.CLEAR:
        return False
    return 2 * field.shelter(unit.leader, group) > len(target.men)


class Target(NamedTuple):
    """A group that may be shot at, and how far it is, Vassal to Vassal."""

    gap: int
    group: GroupId


def eligible(field: Field, unit: Unit, bolt: Bolt, against: UnitId) -> list[Target]:
    """The groups that may be shot at, nearest first (SV-SHT-03)."""
    groups: list[GroupId] = [against] if against else field.enemy_groups(unit.seat)
    found = []
    for group in groups:
        mark = stand_in(field, unit, group, bolt) if field.now.figures(group) else None
        if (
            mark is not None
            and mark in field.now.at
            and field.within(unit.leader, mark, bolt.range)
            and target_fault(field, unit, group, bolt) is None
        ):
            found.append(Target(field.fine(unit.leader, mark), group))
    return sorted(found, key=lambda target: (target.gap, by_number(target.group)))


def choices(field: Field, unit: Unit, code: OrderCode, against: UnitId) -> list[GroupId]:
    """The groups that this order may shoot at: the nearest for ATT, any for ATC, the interrupted one in a reaction."""
    if shooter_fault(field, unit) is not None:
        return []
    targets = eligible(field, unit, weapon(unit), against)
    any_will_do = code == "ATC" or against
    return [target.group for target in targets if any_will_do or target.gap == targets[0].gap]


def shoot_refusals(field: Field, unit: Unit, code: OrderCode, answer: Shoot, against: UnitId) -> list[Refusal]:
    """Every reason why this shot would be refused."""
    fault = shooter_fault(field, unit)
    if fault is not None:
        return [fault]
    groups = choices(field, unit, code, against)
    if answer.target in groups:
        return []
    if against:
        return [refusal("SV-REA-05", "only_interrupted", unit=against)]
    if answer.target not in field.enemy_groups(unit.seat):
        return [refusal("SV-SHT-03", "no_such_enemy", units=groups)]
    fault = target_fault(field, unit, answer.target, weapon(unit))
    return [fault or refusal("SV-SHT-03", "not_the_nearest", units=groups)]


def shoot_sample(field: Field, unit: Unit, code: OrderCode, against: UnitId, rng: Rng) -> Shoot:
    """One of the groups that may be shot at."""
    return Shoot(rng.choice(choices(field, unit, code, against)))


def shoot(turn: Turn, unit: Unit, group: GroupId, bonus: int) -> None:
    """One shot of the whole unit (SV-SHT-04 to 08)."""
    unit.shots += 1
    men = marksmen(turn, unit, group)
    resolve(turn, unit, group, weapon(unit), shooting_at(turn, unit.id), len(men), bonus)


def marksmen(field: Field, unit: Unit, group: GroupId) -> Sequence[int]:
    """The men who see at least one figure of the target (SV-SHT-04, 11)."""
    return [man for man in unit.men if field.sees_group(man, group)]


def cast_bolt(turn: Turn, unit: Unit, group: GroupId, spell: SpellCode, dice: int) -> None:
    """A spell that shoots: the caster's bare At and the spell's dice (SV-MAG-07)."""
    each = unit.sheet.at + turn.effect(unit.id, "HURLER_MORT")
    resolve(turn, unit, group, bolt_of(spell), each, 1, dice)


class Aimed(NamedTuple):
    """A shooting attack before any die: at which figure it is measured, who may fall, dice, defence, Ps.

    `sheltered` figures of the target are in cover or unseen, more than half of it if `covered`.
    """

    mark: FigureId
    standing: list[FigureId]
    sheltered: int
    covered: bool
    high: bool
    defence: int
    health: int
    worst: bool
    fierce: bool


def aimed(field: Field, unit: Unit, group: GroupId, bolt: Bolt) -> Aimed:
    """What a shooting attack at a group meets (SV-SHT-04 to 10)."""
    mark = stand_in(field, unit, group, bolt)
    assert mark is not None
    standing = [man for man in field.now.figures(group) if man in field.now.at]
    sheltered = field.shelter(unit.leader, group)
    covered = 2 * sheltered > len(standing)
    high = is_high(field, unit, mark)
    return Aimed(
        mark, standing, sheltered, covered, high,
        defence(field, group, shot=True, covered=covered), ps_of(field, group),
        worst=field.effect(group, "NECROSE"), fierce=high or "FEROCE" in unit.sheet.powers,
    )  # fmt: skip


def resolve(turn: Turn, unit: Unit, group: GroupId, bolt: Bolt, each: int, men: int, bonus: int) -> None:
    """The dice of a shooting attack, and who falls."""
    dishonour(turn, unit)
    found = aimed(turn, unit, group, bolt)
    blows = strike(turn, each * men + bonus, found.defence, worst=found.worst, fierce=found.fierce)
    ps = suffered_ps(turn, group) if blows.dice else turn.sheet(group).ps
    casualties = min(blows.hits // ps, len(found.standing))
    turn.announce(
        "SV-SHT-04", "shot", unit=unit.id, target=group, spell=bolt.spell, men=men, each=each, bonus=bonus,
        df=found.defence, ps=ps, covered=found.covered, high=found.high, casualties=casualties,
        line=[*turn.now.at[unit.leader], *turn.now.at[found.mark]], **told(blows),
    )  # fmt: skip
    lose_to_shot(turn, group, found.standing, casualties, turn.disc(unit.leader), "shot")


def is_high(field: Field, unit: Unit, mark: FigureId) -> bool:
    """Whether the shooter stands higher, and nothing is between (SV-SHT-10)."""
    ground, at = field.ground, field.now.at
    higher = bool(ground.heights) and ground.height(at[unit.leader]) > ground.height(at[mark])
    return higher and field.clearness(unit.leader, mark) is Sight.CLEAR
