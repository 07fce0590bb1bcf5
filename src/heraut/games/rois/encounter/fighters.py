"""Who meets whom: a character with what he carries, or a monster, made ready for one encounter (RO-CHAR-09 to 16).

All here lasts one encounter: wounds, charges and casts are counted on the fighter and written back by the caller.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from operator import itemgetter

import msgspec

from heraut.games.rois.state import ABILITIES, MAGICS, Plan
from heraut.games.rois.tables import CONSTANTS, ITEMS, MONSTERS, SPELLS, ItemType, MonsterType

SPEEDS = {"slow": 0, "medium": 1, "fast": 2}
HUMAN_SPEED = SPEEDS["medium"]
NO_TALENT = dict.fromkeys(ABILITIES, 0)
levels_of_magic = itemgetter(*MAGICS)


class Gear(msgspec.Struct, gc=False):
    """An item as its bearer uses it in an encounter. `charges` go down as it is used."""

    number: int
    code: str
    kind: ItemType
    charges: int = 0
    domain: str = ""  # of a Grimoire

    @property
    def ability(self) -> str:
        """The ability whose level it raises while it is active; "" if none."""
        return self.kind.ability or self.domain


class Fighter(msgspec.Struct, gc=False):
    """One of the two participants. `number` is a character's, 0 for a monster; `levels` are natural.

    `privilege` is that of his kingdom in duels before battle (RO-CHAR-11). `speed`: 0 slow, 1 medium, 2 fast
    (RO-ENC-11). `rage` are a berserk's extra hit points.
    `effective` are his levels and `blow` the largest damage that one blow, arrow or missile of his can do, with what he
    carries now (RO-GEN-10, RO-CHAR-16): `reckon` works them out again whenever that changes.
    The rest is the course of the encounter: the place in the plan, spells still at work, actions lost.
    """

    hp: int
    max_hp: int
    plan: Plan = ()
    number: int = 0
    monster: MonsterType | None = None
    levels: Mapping[str, int] = {}
    gear: dict[int, Gear] = {}
    temper: str = ""
    alignment: str = ""
    king: bool = False
    privilege: str = ""
    timid: bool = False  # without a plan, he flees every round rather than fight (RO-ENC-27)
    speed: int = HUMAN_SPEED
    effective: Mapping[str, int] = {}
    blow: int = 0

    weapon: Gear | None = None
    bow: Gear | None = None
    armour: Gear | None = None
    rage: int = 0
    cursor: int = 0
    attempts: dict[str, int] = {}
    casts: int = 0
    lost: int = 0
    last_wound: int = 0
    wounded: bool = False
    begged: bool = False
    praised: bool = False  # SA was said (RO-ENC-23)
    gave: bool = False  # GI was carried out
    images: int = 0
    invisible: bool = False
    shielded: bool = False  # Bouclier de Lumière
    minded: bool = False  # Bouclier Mental
    stone: bool = False
    cursed: bool = False
    frozen: bool = False
    chained: bool = False
    strong: bool = False  # Potion de force
    practised: list[str] = []  # talents that were used, in order (RO-EXP-03)

    # What he is worth

    def level(self, ability: str) -> int:
        """The effective level: natural, the best single item, the privilege in a duel (RO-GEN-10, RO-MAG-01)."""
        return self.effective[ability]

    def reckon(self) -> None:
        """What a character is worth with what he carries now."""
        effective = self.effective = {**NO_TALENT, **self.levels}
        for ability, points in self.raised().items() if self.gear or self.privilege else ():
            effective[ability] = min(CONSTANTS.level_max, effective[ability] + points)
        self.blow = self.largest_blow()

    def raised(self) -> dict[str, int]:
        """What the best item at work and the privilege add; items add nothing to a magic that he has not."""
        points: dict[str, int] = {}
        for gear in self.active():
            ability = gear.ability
            if ability and (ability not in MAGICS or self.levels.get(ability)):
                points[ability] = max(points.get(ability, 0), gear.kind.bonus)
        if self.privilege:
            talent = self.privileged_domain() or "ME"
            points[talent] = points.get(talent, 0) + 1
        return points

    def privileged_domain(self) -> str:
        """The magician's best domain, the Elements if he has none; "" without the privilege: duellists are but fighters
        (RO-CHAR-11).
        """
        if self.privilege != "magicians":
            return ""
        best = max(MAGICS, key=lambda domain: self.levels.get(domain, 0))
        return best if self.levels.get(best) else "EL"

    def best_magic(self) -> int:
        """The best of his effective levels of magic."""
        best: int = max(levels_of_magic(self.effective))
        return best

    def active(self) -> Iterable[Gear]:
        """The items at work: worn ones, one weapon, one bow, one armour (RO-CHAR-09)."""
        for gear in self.gear.values():
            if gear.kind.kind == "worn" or gear in (self.weapon, self.bow, self.armour):
                yield gear

    def wears(self, code: str) -> bool:
        """Whether an item of this kind is at work."""
        return any(gear.code == code for gear in self.active())

    @property
    def life(self) -> int:
        """Hit points, a berserk's rage included."""
        return self.hp + self.rage

    def melee_to_hit(self) -> int:
        """The level that counts for touching: a psychic flail obeys the mind as well as the arm (D16)."""
        level = self.effective["ME"]
        flail = self.weapon is not None and self.weapon.code == "FP"
        return max(level, self.effective["PS"]) if flail else level

    @property
    def can_shoot(self) -> bool:
        """Arrows need a level of archery, missiles a monster that has some (D11)."""
        return self.level("AR") >= 1

    def tagged(self, *tags: str) -> bool:
        """Whether this is a monster of one of these sorts."""
        return self.monster is not None and not self.monster.tags.isdisjoint(tags)

    def largest_blow(self) -> int:
        """The largest damage of one blow or arrow (RO-CHAR-16)."""
        blow = 6 + self.level("ME") + (self.weapon.kind.damage if self.weapon else 0)
        if not self.can_shoot:
            return blow
        return max(blow, 6 + self.level("AR") + (self.bow.kind.damage if self.bow else 0))

    # What he carries

    def take_up(self, gear: Gear) -> None:
        """Makes a weapon, a bow or an armour the active one."""
        setattr(self, gear.kind.kind, gear)
        self.reckon()

    def arm(self) -> None:
        """The best of each sort is active: highest bonus, then damage, then lowest number (RO-CHAR-09)."""
        for sort in ("weapon", "bow", "armour"):
            held = [gear for gear in self.gear.values() if gear.kind.kind == sort]
            setattr(self, sort, min(held, key=worth, default=None))
        self.reckon()

    def hand_over(self, number: int) -> Gear:
        """An item leaves him, and the next best of its sort is taken up."""
        gear = self.gear.pop(number)
        if gear.kind.kind in ("weapon", "bow", "armour") and getattr(self, gear.kind.kind) == gear:
            self.arm()
        else:
            self.reckon()
        return gear

    @property
    def wants_to_scout(self) -> bool:
        """Whether SC stands in the plan: it waits for the end (RO-FEAT-07)."""
        return any(tactic.code == "SC" for tactic in self.plan)

    def practise(self, talent: str) -> None:
        """Notes that a talent was used: one roll for each (RO-EXP-03)."""
        if self.number and talent not in self.practised:
            self.practised.append(talent)


def worth(gear: Gear) -> tuple[int, int, int]:
    """The order in which weapons, bows and armours are preferred."""
    return -gear.kind.bonus, -gear.kind.damage, gear.number


def gear_of(number: int, code: str, charges: int = 0, domain: str = "") -> Gear:
    """An item of this kind."""
    return Gear(number, code, ITEMS[code], charges, domain)


def character(
    levels: Mapping[str, int],
    *,
    hp: int = 10,
    max_hp: int = 10,
    number: int = 1,
    temper: str = "brave",
    alignment: str = "neutral",
    plan: Plan = (),
    timid: bool = False,
    gear: Iterable[Gear] = (),
    king: bool = False,
    privilege: str = "",
) -> Fighter:
    """A character ready for an encounter, with what he carries."""
    fighter = Fighter(
        hp,
        max_hp,
        plan,
        number,
        None,
        levels,
        {one.number: one for one in gear},
        temper,
        alignment,
        king,
        privilege,
        timid,
    )
    if fighter.gear:
        fighter.arm()
    else:
        fighter.reckon()
    return fighter


def monster(code: str, hp: int | None = None, max_hp: int | None = None) -> Fighter:
    """A monster of this kind, of average hit points unless told otherwise."""
    kind = MONSTERS[code]
    most = kind.hp if max_hp is None else max_hp
    return Fighter(
        most if hp is None else hp,
        most,
        monster=kind,
        alignment=kind.alignment,
        speed=SPEEDS[kind.speed],
        effective=talents_of(code),
        blow=max(kind.damage + kind.venom, kind.missile_damage),
        casts=kind.casts,
    )


@cache
def talents_of(code: str) -> Mapping[str, int]:
    """The levels of a kind of monster: in melee, with missiles, and that at which it casts."""
    kind = MONSTERS[code]
    talents = {**NO_TALENT, "ME": kind.melee, "AR": kind.missile}
    if kind.spell in SPELLS:
        talents[SPELLS[kind.spell].domain] = kind.spell_level
    return talents
