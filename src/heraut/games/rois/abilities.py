"""What a character can do: effective levels, what he may lead, whom he may talk to, how early he acts."""

from __future__ import annotations

from collections.abc import Mapping

from heraut.games.rois.state import MAGICS, SKELETON, Character, Item, Unit
from heraut.games.rois.tables import CONSTANTS, ITEMS, RACES, UNITS

Items = Mapping[int, Item]


def bonus(items: Items, character: Character, ability: str) -> int:
    """The best single item bonus for an ability; magic ones count only with a level of one's own (RO-GEN-10)."""
    best = 0
    for number in character.items:
        item = items[number]
        kind = ITEMS[item.kind]
        if (kind.ability or item.domain) == ability and kind.bonus > best:
            best = kind.bonus
    if best and ability in MAGICS and not character.levels.get(ability):
        return 0
    return best


def level(items: Items, character: Character, ability: str) -> int:
    """The effective level: natural, plus the best item, at most 9 (RO-GEN-10)."""
    natural = character.levels.get(ability, 0)
    if not character.items:
        return natural
    return min(CONSTANTS.level_max, natural + bonus(items, character, ability))


def initiative(items: Items, character: Character) -> int:
    """The sum of the effective levels, Forced march counted three times (RO-TURN-03)."""
    if character.items:
        total = sum(level(items, character, ability) for ability in _touched(items, character))
        return total + 2 * level(items, character, "MA")
    return sum(character.levels.values()) + 2 * character.levels.get("MA", 0)


def _touched(items: Items, character: Character) -> set[str]:
    """The abilities in which he has a level, or an item that gives one."""
    given = {ITEMS[items[number].kind].ability or items[number].domain for number in character.items}
    return (given | set(character.levels)) - {""}


def druid_for(items: Items, character: Character, type: str) -> int:
    """The level of Druid that counts for leading this type: a crown or a feather may stand for one (D16)."""
    own = level(items, character, "DR")
    for number in character.items:
        kind = ITEMS[items[number].kind]
        if kind.leads == type and kind.leads_as > own:
            own = kind.leads_as
    return own


def may_lead(items: Items, character: Character, race: str, type: str) -> bool:
    """One's own race, others by the Druid's level, the animated dead by Necromancy (RO-ARMY-02)."""
    if race == character.race:
        return True
    if race == SKELETON:
        return level(items, character, "NE") >= 1
    needed = RACES[race].druid
    return druid_for(items, character, type) >= needed


def may_lead_unit(items: Items, character: Character, unit: Unit) -> bool:
    """Whether he may lead this unit."""
    return unit.race == character.race or may_lead(items, character, unit.race, unit.type)


def hero_pay(character: Character, steps: int) -> int:
    """What a Hero is paid: a third of his natural levels, and a piece a step of alignment (RO-HERO-01)."""
    return max(1, -(-sum(character.levels.values()) // CONSTANTS.hero_pay_divisor)) + steps


def unit_pay(type: str) -> int:
    """What a unit is paid, and what it costs (D8)."""
    return UNITS[type].pay
