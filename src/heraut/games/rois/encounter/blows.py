"""Blows, arrows and missiles: chances and damage (RO-ENC-12, RO-ENC-13)."""

from __future__ import annotations

from heraut.games.rois.encounter.course import Encounter
from heraut.games.rois.encounter.fighters import Fighter
from heraut.games.rois.tables import CONSTANTS

LEAST, MOST = CONSTANTS.chance_min, CONSTANTS.chance_max


def melee_chance(striker: Fighter, target: Fighter) -> int:
    """The chance to hit hand to hand (RO-ENC-12)."""
    chance = CONSTANTS.melee_base + CONSTANTS.melee_step * (striker.melee_to_hit() - target.effective["ME"])
    if striker.temper == "brave":
        chance += CONSTANTS.elan
    if target.temper == "berserk":
        chance -= CONSTANTS.fear.get(striker.temper, 0)
    invisible_sword = striker.weapon is not None and striker.weapon.code == "9"
    return hitting(chance + hindrance(striker, target, not invisible_sword))


def arrow_chance(shooter: Fighter, target: Fighter) -> int:
    """The chance to hit with an arrow, which fears speed, or with a monster's missile, which does not (RO-ENC-13)."""
    chance = CONSTANTS.arrow_base + CONSTANTS.arrow_step * shooter.effective["AR"]
    if shooter.monster is None:
        chance += CONSTANTS.arrow_speed[target.speed]
    return hitting(chance + hindrance(shooter, target, True))


def hindrance(striker: Fighter, target: Fighter, parry: bool) -> int:
    """The points that hinder or help whoever strikes, by whatever means."""
    points = 0
    if target.cursed:
        points += CONSTANTS.curse
    if striker.cursed:
        points -= CONSTANTS.curse
    if striker.frozen:
        points -= CONSTANTS.frost
    if parry and target.temper == "prudent":
        points -= CONSTANTS.parry
    if target.armour is not None and target.armour.code == "BC":
        points -= CONSTANTS.shield
    if target.shielded:
        points -= CONSTANTS.shielded
    if target.invisible:
        points -= CONSTANTS.unseen
    return points


def hitting(chance: int) -> int:
    """No blow is sure to hit, none is sure to miss (RO-GEN-02)."""
    return LEAST if chance < LEAST else MOST if chance > MOST else chance


def strike(meeting: Encounter, side: int) -> None:
    """One blow."""
    striker, target = meeting.sides[side], meeting.sides[1 - side]
    striker.invisible = False
    striker.practise("ME")
    hit = meeting.dice.pct(melee_chance(striker, target))
    striker.frozen = False
    if not lands(meeting, side, "blow", hit):
        return
    wound = softened(target, melee_damage(meeting, striker, target))
    meeting.note("blow", side, hit=True, damage=wound)
    if striker.weapon is not None and striker.weapon.code == "10":
        meeting.heal(side, 1)
    monster = striker.monster
    if monster is not None and monster.stun and meeting.dice.pct(monster.stun):
        meeting.note("petrified", side)
        meeting.stun(1 - side, 1)
    meeting.hurt(1 - side, wound)


def melee_damage(meeting: Encounter, striker: Fighter, target: Fighter) -> int:
    """What a blow that hits does: a monster's die and its venom; d6, the level, the weapon (RO-ENC-12)."""
    if striker.monster is not None:
        return meeting.dice.d(striker.monster.damage) + striker.monster.venom
    damage = meeting.dice.d(6) + striker.effective["ME"] + CONSTANTS.potion_strength * striker.strong
    if striker.weapon is None:
        return damage
    kind = striker.weapon.kind
    against = kind.against and target.tagged(*kind.against)
    return damage + (kind.against_damage if against else kind.damage)


def shoot(meeting: Encounter, side: int) -> None:
    """One arrow, or one missile of a monster."""
    shooter, target = meeting.sides[side], meeting.sides[1 - side]
    shooter.invisible = False
    shooter.practise("AR")
    hit = meeting.dice.pct(arrow_chance(shooter, target))
    shooter.frozen = False
    if not lands(meeting, side, "shot", hit):
        return
    if shooter.monster is not None:
        damage = meeting.dice.d(shooter.monster.missile_damage)
    else:
        damage = meeting.dice.d(6) + shooter.level("AR") + CONSTANTS.potion_strength * shooter.strong
        damage += shooter.bow.kind.damage if shooter.bow is not None else 0
    wound = softened(target, damage)
    meeting.note("shot", side, hit=True, damage=wound)
    meeting.hurt(1 - side, wound)


def lands(meeting: Encounter, side: int, act: str, hit: bool) -> bool:
    """Whether it touches the target itself, and not the air or an image (D15 IM)."""
    target = meeting.sides[1 - side]
    if hit and target.images:
        target.images -= 1
        meeting.note(act, side, hit=False, image=True)
        return False
    if not hit:
        meeting.note(act, side, hit=False)
    return hit


def softened(target: Fighter, damage: int) -> int:
    """What elven mail and a skin of stone leave of a hit."""
    if target.armour is not None and target.armour.code == "CM":
        damage -= 1
    if target.stone:
        damage -= 2
    return max(0, damage)
