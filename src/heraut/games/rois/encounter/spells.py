"""Combat spells: who may cast what, whether it succeeds, what it does (RO-MAG-01 to 05, D15)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from heraut.games.rois.dice import clamp
from heraut.games.rois.encounter.course import Encounter
from heraut.games.rois.encounter.fighters import Fighter, Gear, levels_of_magic
from heraut.games.rois.state import MAGICS
from heraut.games.rois.tables import CONSTANTS, SPELLS

DAMAGING = tuple(code for code, spell in SPELLS.items() if spell.damaging or code == "SY")
MIND = frozenset(("PS", "CH", "MP", "EF", "CA"))  # the spells that Bouclier Mental keeps out


def castable(caster: Fighter, spell: str) -> bool:
    """Whether he has the level, and attempts left: one more than his level in each domain (RO-MAG-01, RO-MAG-03)."""
    if caster.monster is not None:
        return caster.casts > 0
    row = SPELLS[spell]
    return caster.level(row.domain) >= row.level and has_attempts(caster, row.domain)


def has_attempts(caster: Fighter, domain: str) -> bool:
    """Whether he may still try a spell of this domain."""
    return caster.attempts.get(domain, 0) <= caster.effective[domain]


def has_effect(spell: str, target: Fighter) -> bool:
    """Whether this spell can do anything to this opponent (D3, D15)."""
    if target.minded and spell in MIND:
        return False
    if spell == "SY":
        return target.tagged("undead", "demon")
    if spell == "EF" and target.temper == "berserk":
        return False
    if target.monster is None:
        return True
    return spell not in target.monster.immune and not target.tagged(*SPELLS[spell].spares)


def best_attack(caster: Fighter, target: Fighter) -> str:
    """The damaging spell for a plan that is exhausted, the first of his arsenal that he may still try; or ""."""
    for domain, code in arsenal(levels_of_magic(caster.effective)):
        if has_attempts(caster, domain) and has_effect(code, target):
            return code
    return ""


@lru_cache(maxsize=10_000)
def arsenal(levels: tuple[int, ...]) -> tuple[tuple[str, str], ...]:
    """The damaging spells that levels of the five magics allow, with their domains, in the order in which they are
    tried: the highest spell level, then domain level, then D15.
    """
    known = dict(zip(MAGICS, levels, strict=True))
    ranked = sorted(DAMAGING, key=lambda code: (-SPELLS[code].level, -known[SPELLS[code].domain]))
    allowed = [code for code in ranked if known[SPELLS[code].domain] >= max(1, SPELLS[code].level)]
    return tuple([(SPELLS[code].domain, code) for code in allowed])


def success(level: int, spell_level: int) -> int:
    """The chance of a spell (RO-MAG-04)."""
    chance = CONSTANTS.spell_base + CONSTANTS.spell_step * (level - spell_level)
    return clamp(chance, CONSTANTS.chance_min, CONSTANTS.chance_max)


def resistance(target: Fighter) -> int:
    """Magic, or a monster's ferocity, and life itself resist: it pays to weaken the target first (RO-MAG-05)."""
    force = target.monster.melee if target.monster is not None else target.best_magic()
    chance = CONSTANTS.resistance_step * force + CONSTANTS.resistance_life * target.life // target.max_hp
    return clamp(chance + CONSTANTS.amulet * target.wears("AR"), 0, CONSTANTS.resistance_max)


def cast(meeting: Encounter, side: int, spell: str, gear: Gear | None = None) -> None:
    """One attempt, of one's own magic or by an item, which uses a charge (RO-MAG-03, RO-ENC-18)."""
    caster, domain = meeting.sides[side], SPELLS[spell].domain
    if gear is None:
        level = caster.effective[domain]
        caster.practise(domain)
        caster.attempts[domain] = caster.attempts.get(domain, 0) + 1
        caster.casts -= caster.monster is not None
        chance = success(level, SPELLS[spell].level)
        chance = chance // 2 if caster.chained else chance
    else:
        level, chance = gear.kind.spell_level, CONSTANTS.wand
        use_up(meeting, side, gear)
    if spell in DAMAGING:
        caster.invisible = False
    done = meeting.dice.pct(chance)
    item, kind = (gear.number, gear.code) if gear is not None else (0, "")
    meeting.note("spell", side, spell=spell, item=item, item_kind=kind, done=done)
    if not done:
        return
    target = meeting.sides[1 - side]
    if spell not in ON_ONESELF and not has_effect(spell, target):
        meeting.note("no_effect", side, spell=spell)
        return
    EFFECTS[spell](meeting, side, level)


def use_up(meeting: Encounter, side: int, gear: Gear) -> None:
    """One charge less; an empty wand crumbles, potions and scrolls are gone (RO-ITEM-01)."""
    gear.charges -= 1
    if gear.charges <= 0:
        meeting.sides[side].hand_over(gear.number)
        meeting.note("crumbled", side, item=gear.number, item_kind=gear.code)


def drink(meeting: Encounter, side: int, gear: Gear) -> None:
    """A potion: always works (RO-ENC-18)."""
    fighter = meeting.sides[side]
    meeting.note("potion", side, item=gear.number, item_kind=gear.code)
    if gear.code == "PG":
        fighter.hp = fighter.max_hp
    else:
        fighter.strong = True
    use_up(meeting, side, gear)


# What each does


def damage(meeting: Encounter, side: int, spell: str, level: int, *, twice: bool = False) -> int | None:
    """The damage of a spell that succeeded; None when an image took it (D15)."""
    target = meeting.sides[1 - side]
    if target.images:
        target.images -= 1
        meeting.note("image_lost", side, spell=spell)
        return None
    row = SPELLS[spell]
    number, faces = row.dice
    amount = meeting.dice.roll(number * (2 if twice else 1), faces) + row.per_level * level
    if target.monster is not None and spell in target.monster.halves:
        amount //= 2
    meeting.note("burnt", side, spell=spell, damage=amount)
    return amount


def plain_damage(spell: str) -> Callable[[Encounter, int, int], None]:
    """A spell that does damage and nothing else."""

    def effect(meeting: Encounter, side: int, level: int) -> None:
        meeting.hurt(1 - side, damage(meeting, side, spell, level) or 0)

    return effect


def holy_symbol(meeting: Encounter, side: int, level: int) -> None:
    """Hurts the undead and demons, and breaks the spell that they were about to cast."""
    amount = damage(meeting, side, "SY", level)
    if amount is None:
        return
    choice = meeting.choices[1 - side]
    if choice is not None and choice.code == "CA":
        meeting.sides[1 - side].casts -= 1
        meeting.choices[1 - side] = None
        meeting.note("spell_broken", side, spell=choice.spell)
    meeting.hurt(1 - side, amount)


def dazing(spell: str) -> Callable[[Encounter, int, int], None]:
    """A spell that hurts, and makes the opponent lose his next action (PS, LU)."""

    def effect(meeting: Encounter, side: int, level: int) -> None:
        twice = spell == "LU" and meeting.sides[1 - side].tagged("undead")
        amount = damage(meeting, side, spell, level, twice=twice)
        if amount is not None:
            meeting.stun(1 - side, 1)
            meeting.hurt(1 - side, amount)

    return effect


def frost(meeting: Encounter, side: int, level: int) -> None:
    """Hurts, and numbs the hand for the next blow or shot."""
    amount = damage(meeting, side, "GL", level)
    if amount is not None:
        meeting.sides[1 - side].frozen = True
        meeting.hurt(1 - side, amount)


def life_drain(meeting: Encounter, side: int, level: int) -> None:
    """Half of the damage goes to the caster."""
    amount = damage(meeting, side, "DV", level)
    if amount is not None:
        meeting.heal(side, amount // 2)
        meeting.hurt(1 - side, amount)


def finger_of_death(meeting: Encounter, side: int, level: int) -> None:
    """Kills the weakened who do not resist; the others are hurt."""
    target = meeting.sides[1 - side]
    if target.images:
        damage(meeting, side, "DD", level)
        return
    weak = target.life <= 10 + 5 * level
    if not resisted(meeting, side, "DD") and weak:
        meeting.note("death", side)
        target.rage, target.hp = 0, 0
        meeting.fall(1 - side)
        return
    meeting.hurt(1 - side, damage(meeting, side, "DD", level) or 0)


def charm(meeting: Encounter, side: int, level: int) -> None:
    """Ends the encounter, unless it is resisted."""
    if not resisted(meeting, side, "CH"):
        meeting.end("charmed", 1 - side)


def fright(meeting: Encounter, side: int, level: int) -> None:
    """Makes the opponent lose one to three actions, unless it is resisted."""
    if not resisted(meeting, side, "EF"):
        meeting.stun(1 - side, meeting.dice.d(3))


def resisted(meeting: Encounter, side: int, spell: str) -> bool:
    """Whether the opponent resists (RO-MAG-05)."""
    held = meeting.dice.pct(resistance(meeting.sides[1 - side]))
    if held:
        meeting.note("resisted", side, spell=spell)
    return held


def healing(meeting: Encounter, side: int, level: int) -> None:
    """The caster regains d6 hit points, and his level."""
    meeting.heal(side, meeting.dice.d(6) + level)


def images(meeting: Encounter, side: int, level: int) -> None:
    """Two to four images, which take the hits."""
    meeting.sides[side].images += meeting.dice.d(3) + 1


def mark(field: str, *, foe: bool = False) -> Callable[[Encounter, int, int], None]:
    """A spell that lasts until the end of the encounter and does not add up."""

    def effect(meeting: Encounter, side: int, level: int) -> None:
        setattr(meeting.sides[1 - side if foe else side], field, True)

    return effect


EFFECTS: dict[str, Callable[[Encounter, int, int], None]] = {
    "SY": holy_symbol,
    "BL": mark("shielded"),
    "GU": healing,
    "LU": dazing("LU"),
    "PS": dazing("PS"),
    "BM": mark("minded"),
    "CH": charm,
    "MP": plain_damage("MP"),
    "IN": mark("invisible"),
    "IM": images,
    "EF": fright,
    "CA": plain_damage("CA"),
    "FI": plain_damage("FI"),
    "GL": frost,
    "PI": mark("stone"),
    "FO": plain_damage("FO"),
    "DV": life_drain,
    "MA": mark("cursed", foe=True),
    "EN": mark("chained", foe=True),
    "DD": finger_of_death,
}
ON_ONESELF = frozenset(("BL", "GU", "BM", "IN", "IM", "PI"))
