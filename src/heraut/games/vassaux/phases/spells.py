"""Spells, their conditions and effects (SV-MAG, SV-RED, SV-GRN, SV-BLK)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from heraut.engine.protocol import Refusal
from heraut.engine.rng import Rng
from heraut.games.vassaux.identities import NO_UNIT, GroupId, is_band, opposite
from heraut.games.vassaux.orders import Cast, refusal
from heraut.games.vassaux.phases.attack import suffered_ps
from heraut.games.vassaux.phases.losses import lose_to_shot
from heraut.games.vassaux.phases.shooting import bolt_of, cast_bolt, target_fault
from heraut.games.vassaux.resolution import Turn
from heraut.games.vassaux.state import Act, Flames, Unit
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.tables import CONSTANTS, SPELLS
from heraut.games.vassaux.tables.codes import School, SpellCode

SECOND = ("MAJE", "CHEF_DE_MEUTE", "MAGIE_NOIRE")  # powers that allow a second spell (SV-ORD-08)
METEOR_DEFAULT = CONSTANTS.meteor_usual


def spells_of(field: Field, unit: Unit) -> list[SpellCode]:
    """The spells that every leader of the host knows (SV-OST-09)."""
    school = field.now.hosts[unit.seat].school
    return [code for code, spell in SPELLS.items() if spell.school == school]


def casts_twice(unit: Unit) -> bool:
    """Whether its leader may cast a second spell in a chain (SV-RED-02, SV-GRN-01, SV-BLK-01)."""
    return any(power in SECOND for power in unit.sheet.powers)


def targets(field: Field, unit: Unit, spell: SpellCode) -> list[GroupId]:
    """The groups on which this spell may be cast now; `[NO_UNIT]` for a spell that has no target."""
    row = SPELLS[spell]
    if row.range:
        fault = field.engaged(unit.id)
        groups = [] if fault else field.enemy_groups(unit.seat)
        return [group for group in groups if target_fault(field, unit, group, bolt_of(spell)) is None]
    if not row.target:
        return [NO_UNIT] if howl_fault(unit, spell) is None else []
    seats = (opposite(unit.seat),) if row.target == "enemy" else (unit.seat, opposite(unit.seat))
    groups = [group for seat in seats for group in field.now.groups(seat)]
    seen = [group for group in groups if group == unit.id or field.sees_group(unit.leader, group)]
    return [group for group in seen if spell != "CORRUPTION" or corruptible(field, group)]


def howl_fault(unit: Unit, spell: SpellCode) -> Refusal | None:
    """Howls that not everybody may utter, or not now (SV-GRN-07, SV-GRN-08)."""
    if spell == "HURLER_MORT" and not unit.lost:
        return refusal("SV-GRN-07", "no_losses")
    if spell == "HURLER_MEUTE" and not unit.sheet.lord:
        return refusal("SV-GRN-08", "lord_only")
    return None


def corruptible(field: Field, group: GroupId) -> bool:
    """A unit with a leader and without an order yet (SV-BLK-05)."""
    if is_band(group):
        return False
    unit = field.unit(group)
    return unit.leader in field.now.at and not unit.ordered and all(one != group for one, _ in field.now.corrupted)


class Castable(NamedTuple):
    """A spell that could be cast, and on whom."""

    spell: SpellCode
    targets: list[GroupId]


def castable(field: Field, unit: Unit) -> Iterator[Castable]:
    """Spells with a legal target, and their targets."""
    for spell in spells_of(field, unit):
        groups = targets(field, unit, spell)
        if groups:
            yield Castable(spell, groups)


def spell_fault(field: Field, unit: Unit) -> Refusal | None:
    """Why no spell can be cast at all."""
    if not field.now.hosts[unit.seat].school:
        return refusal("SV-OST-09", "no_school")
    if next(castable(field, unit), None) is None:
        return refusal("SV-MAG-02", "no_spell")
    return None


def cast_refusals(field: Field, unit: Unit, answer: Cast) -> list[Refusal]:
    """Every reason why this spell would be refused (SV-MAG-01 to 03, SV-BLK-02)."""
    if answer.spell not in spells_of(field, unit):
        return [refusal("SV-MAG-01", "unknown_spell", spells=spells_of(field, unit))]
    row = SPELLS[answer.spell]
    groups = targets(field, unit, answer.spell)
    if answer.target not in groups:
        fault = howl_fault(unit, answer.spell)
        return [fault or refusal("SV-MAG-02", "bad_target", spell=answer.spell, units=[one for one in groups if one])]
    refusals = []
    most = min(unit.sheet.cd, field.now.hosts[unit.seat].reserve)
    if not 0 <= answer.extra <= most:
        refusals.append(refusal("SV-MAG-03", "too_many_dice", most=most))
    stock = field.now.hosts[unit.seat].invocation if row.ritual else 0
    if not 0 <= answer.invocation <= stock:
        refusals.append(refusal("SV-BLK-02", "too_many_invocations", most=stock))
    if (answer.power < 1) if row.power == 0 else bool(answer.power):
        refusals.append(refusal("SV-RED-09", "bad_power", spell=answer.spell))
    return refusals


def power_of(answer: Cast) -> int:
    """What the roll must reach."""
    return SPELLS[answer.spell].power or answer.power


OFFENSIVE: dict[School, tuple[SpellCode, ...]] = {
    School("ROUGE"): ("PLUIE_DE_FEU", "AURA_FEU", "METEORE"),
    School("VERTE"): ("HURLER_MORT",),
    School("NOIRE"): ("CORRUPTION", "NECROSE", "POSSESSION"),
}
DEFENSIVE: dict[School, tuple[SpellCode, ...]] = {
    School("ROUGE"): ("AURA_DEFENSE", "AURA_EPINEUSE"),
    School("VERTE"): ("LUNE_VOILEE",),
    School("NOIRE"): ("RESURRECTION", "NUIT_ETERNELLE"),
}


def listed_spell(field: Field, unit: Unit, names: tuple[SpellCode, ...], meteor: int) -> Cast | None:
    """The first castable spell of a list of SV-SOL-11, with its target."""
    for spell in names:
        groups = targets(field, unit, spell)
        target = favourite(field, unit, spell, groups) if groups and suits(field, unit, spell) else None
        if target is not None:
            return Cast(spell, target, power=meteor if spell == "METEORE" else 0)
    return None


def suits(field: Field, unit: Unit, spell: SpellCode) -> bool:
    """When the list names a spell at all (SV-SOL-11)."""
    if spell == "AURA_FEU":
        return bool(burning(field, unit))
    if spell == "AURA_DEFENSE":
        return field.engaged(unit.id)
    if spell == "NUIT_ETERNELLE":
        archers = any(other.sheet.weapon.endswith("MISSILE") and other.men for other in field.leaders(unit.seat))
        return not field.now.night and not archers
    return True


def favourite(field: Field, unit: Unit, spell: SpellCode, groups: list[GroupId]) -> GroupId | None:
    """On whom the list casts it: itself, or the nearest enemy that may be a target; None: no enemy may."""
    if groups == [NO_UNIT]:
        return NO_UNIT
    if spell in ("AURA_DEFENSE", "AURA_EPINEUSE", "RESURRECTION"):
        return unit.id
    enemies = [group for group in groups if field.unit(group).seat != unit.seat]
    return min(
        enemies,
        key=lambda group: (min(field.fine(unit.leader, man) for man in field.now.figures(group)), abs(group)),
        default=None,
    )


def cast_default(field: Field, unit: Unit) -> Cast:
    """The first castable spell of the lists, offensive before defensive (SV-DP-07)."""
    school = field.now.hosts[unit.seat].school
    found = listed_spell(field, unit, OFFENSIVE[school] + DEFENSIVE[school], METEOR_DEFAULT)
    assert found is not None, "every school has a defence that can always be cast"
    return found


def cast_sample(field: Field, unit: Unit, rng: Rng) -> Cast:
    """Any castable spell, on anybody, with some dice."""
    spell, groups = rng.choice(list(castable(field, unit)))
    host = field.now.hosts[unit.seat]
    extra = rng.randint(0, min(unit.sheet.cd, host.reserve))
    invocation = rng.randint(0, host.invocation) if SPELLS[spell].ritual else 0
    return Cast(spell, rng.choice(groups), extra, invocation, rng.randint(1, 9) if SPELLS[spell].power == 0 else 0)


# Effects


def burning(field: Field, unit: Unit) -> list[GroupId]:
    """The enemy groups with a base within the caster's Aura, in the order of ids (SV-RED-08)."""
    return [
        group
        for group in field.enemy_groups(unit.seat)
        if any(field.within(unit.leader, man, unit.sheet.aura) for man in field.now.figures(group))
    ]


def in_howl(field: Field, unit: Unit) -> Iterator[Unit]:
    """The units of the caster's side whose leader is within his Aura at this moment, his own included."""
    return (
        other
        for other in field.leaders(unit.seat)
        if other is unit or field.within(unit.leader, other.leader, unit.sheet.aura)
    )


def lay(turn: Turn, unit: Unit, answer: Cast) -> None:
    """An effect laid on the target."""
    turn.enchant(answer.target, answer.spell)


def howl(turn: Turn, unit: Unit, answer: Cast) -> None:
    """An effect laid on the units in the Aura."""
    for other in in_howl(turn, unit):
        turn.enchant(other.id, answer.spell)


def howl_at_death(turn: Turn, unit: Unit, answer: Cast) -> None:
    """Rage for the caster's own unit (SV-GRN-07)."""
    turn.enchant(unit.id, "HURLER_MORT")


def fire(turn: Turn, unit: Unit, answer: Cast) -> None:
    """Every enemy in the Aura will burn, in the order of ids."""
    turn.push(Flames(unit.id, {group: turn.now.figures(group) for group in burning(turn, unit)}))


def burn(turn: Turn, flames: Flames) -> None:
    """The next of them: 1d6 hits, no defence, casualties as by a shot (SV-RED-08)."""
    if not flames.groups:
        return turn.pop()
    (group, figures), *others = flames.groups.items()
    flames.groups = dict(others)
    unit = turn.now.units[flames.unit]
    hits = turn.die()
    ps = suffered_ps(turn, group)
    casualties = min(hits // ps, len(figures))
    turn.announce("SV-RED-08", "burnt", unit=unit.id, target=group, hits=hits, ps=ps, casualties=casualties)
    return lose_to_shot(turn, group, figures, casualties, turn.disc(unit.leader), "fire")


def meteor(turn: Turn, unit: Unit, answer: Cast) -> None:
    """A meteor of the power that the caster chose shoots at its target (SV-RED-09)."""
    cast_bolt(turn, unit, answer.target, "METEORE", answer.power)


def rain(turn: Turn, unit: Unit, answer: Cast) -> None:
    """A rain of fire shoots at its target (SV-RED-10)."""
    cast_bolt(turn, unit, answer.target, "PLUIE_DE_FEU", CONSTANTS.rain_dice)


def corrupt(turn: Turn, unit: Unit, answer: Cast) -> None:
    """The caster's player says which order the unit will obey (SV-BLK-05, SV-DP-15)."""
    act = turn.now.stack[-1]
    assert isinstance(act, Act)
    act.step = "assign"
    turn.ask(unit.seat, "assign")


def possess(turn: Turn, unit: Unit, answer: Cast) -> None:
    """A die of the enemy's reserve changes hands (SV-BLK-07)."""
    mine, theirs = turn.now.hosts[unit.seat], turn.now.hosts[opposite(unit.seat)]
    stolen = min(1, theirs.reserve)
    theirs.reserve -= stolen
    mine.reserve += stolen
    turn.announce("SV-BLK-07", "die_stolen", place=unit.seat, stolen=stolen)


def darken(turn: Turn, unit: Unit, answer: Cast) -> None:
    """Night for the rest of the game (SV-BLK-08)."""
    turn.now.night = True


EFFECTS: dict[SpellCode, Callable[[Turn, Unit, Cast], None]] = {
    "AURA_DEFENSE": lay, "AURA_EPINEUSE": lay, "AURA_FEU": fire, "METEORE": meteor, "PLUIE_DE_FEU": rain,
    "LUNE_VOILEE": howl, "HURLER_MORT": howl_at_death, "HURLER_MEUTE": howl, "APPEL_CHASSE": howl,
    "NECROSE": lay, "CORRUPTION": corrupt, "RESURRECTION": lay, "POSSESSION": possess, "NUIT_ETERNELLE": darken,
}  # fmt: skip
UNTIL_END_OF_TURN: tuple[SpellCode, ...] = ("LUNE_VOILEE", "HURLER_MORT", "HURLER_MEUTE", "APPEL_CHASSE", "NECROSE")
