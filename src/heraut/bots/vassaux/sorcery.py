"""Which spell to cast, on whom, with how many dice: what it may come to, by the chance that it succeeds (SV-MAG-04)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from heraut.bots.vassaux.muster import Strike, fallen, rough, worth
from heraut.bots.vassaux.traits import Traits
from heraut.engine.rng import Rng
from heraut.games.vassaux.calculators.spells import spell_succeeds
from heraut.games.vassaux.decision import BattleDecision
from heraut.games.vassaux.identities import NO_UNIT, GroupId, opposite
from heraut.games.vassaux.orders import Answer, Assign, Cast, Counter
from heraut.games.vassaux.phases.attack import defence
from heraut.games.vassaux.phases.casting import caster, countering, the_act
from heraut.games.vassaux.phases.spells import METEOR_DEFAULT, burning, castable
from heraut.games.vassaux.state import Unit
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.tables import CONSTANTS, SPELLS
from heraut.games.vassaux.tables.codes import SpellCode

BURNT = 3.5  # hits of the Aura of Fire on each group
WASTED = 0.6  # of what an enemy's charge may win: it is made to wait instead
MOST = 2  # dice added to a spell
FEAR = 0.35  # of what a counter-spell may spare
SIMPLE: dict[SpellCode, float] = {"POSSESSION": 9.0, "NECROSE": 5.0, "AURA_EPINEUSE": 5.0, "RESURRECTION": 6.0}
"""Points that go with spells of which nothing better is known."""


class Spell(NamedTuple):
    """A spell, and what it may win; None: none pays for its dice."""

    value: float
    cast: Cast | None


NOTHING = Spell(0.0, None)


@lru_cache(maxsize=256)
def chance(dice: int, power: int) -> float:
    """How likely so many dice are to reach a power."""
    return float(spell_succeeds(dice, power))


def best(field: Field, unit: Unit, traits: Traits) -> Spell:
    """The spell that promises most; nothing where none pays for its dice."""
    found, host = NOTHING, field.now.hosts[unit.seat]
    for spell, groups in castable(field, unit):
        row = SPELLS[spell]
        power = row.power or METEOR_DEFAULT
        group = max(groups, key=lambda one: (effect(field, unit, spell, one), -abs(one)))
        gain = effect(field, unit, spell, group)
        for extra in range(min(MOST, unit.sheet.cd, host.reserve - 1) + 1) if gain > 0 else ():
            value = chance(1 + extra, power) * gain - (1 + extra) * traits.die
            if value > found.value:
                found = Spell(value, Cast(spell, group, extra, 0, 0 if row.power else power))
    return found


def effect(field: Field, unit: Unit, spell: SpellCode, group: GroupId) -> float:
    """The points that a spell wins when it works."""
    row = SPELLS[spell]
    if row.range:
        return bolt(field, unit, group, CONSTANTS.rain_dice if spell == "PLUIE_DE_FEU" else METEOR_DEFAULT)
    if spell == "AURA_FEU":
        return sum(BURNT / field.sheet(one).ps * field.sheet(one).figure_cost for one in burning(field, unit))
    enemy = group != NO_UNIT and field.unit(group).seat != unit.seat
    if spell == "CORRUPTION":
        return WASTED * max(0.0, max(rough(field, group, one.id) for one in field.leaders(unit.seat)))
    if spell == "NECROSE" and not enemy:
        return 0.0
    if spell in ("AURA_EPINEUSE", "RESURRECTION") and (enemy or not field.engaged(group)):
        return 0.0
    return SIMPLE.get(spell, 0.0) if spell != "POSSESSION" or field.now.hosts[opposite(unit.seat)].reserve else 0.0


def bolt(field: Field, unit: Unit, group: GroupId, dice: int) -> float:
    """What a spell that is a shot may win."""
    men, sheet = len(field.now.figures(group)), field.sheet(group)
    strike = Strike(False, "FEROCE" in unit.sheet.powers, False, bool(field.effect(group, "NECROSE")))
    df = defence(field, group, shot=True)
    odds = fallen(unit.sheet.at + dice, df, sheet.ps, men, strike)
    return sum(odd * worth(field, group, lost, men, lost >= men) for lost, odd in enumerate(odds))


def cast(decision: BattleDecision, traits: Traits, rng: Rng) -> Answer | None:
    """The spell for which the order was given."""
    found = best(decision.field, caster(decision.field), traits) if traits.magic else NOTHING
    return found.cast if found.value > 0 else None


def counter(decision: BattleDecision, traits: Traits, rng: Rng) -> Answer | None:
    """Whoever commands best counters a spell that is worth a die."""
    field = decision.field
    if not traits.magic:
        return None
    answer = the_act(field).answer
    assert isinstance(answer, Cast)
    harm = effect(field, caster(field), answer.spell, answer.target)
    if FEAR * harm <= traits.die:
        return None
    return Counter(max(countering(field), key=lambda unit: (field.sheet(unit).cd, -unit)))


def assign(decision: BattleDecision, traits: Traits, rng: Rng) -> Answer | None:
    """A corrupted unit waits."""
    return Assign("WAI")
