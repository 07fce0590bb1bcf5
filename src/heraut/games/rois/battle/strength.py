"""What a unit is worth in a battle: S0 = B x Q x factors, exact (RO-BAT-14 to 25).

Strengths are fractions whose denominator divides `SCALE`: they are kept as integers, so many parts in `SCALE`.
"""

from __future__ import annotations

from functools import cache
from operator import attrgetter

import msgspec

from heraut.games.rois.dice import Dice
from heraut.games.rois.state import ELITE, REDUCED
from heraut.games.rois.tables import UNITS, UnitType

MOST_BOOSTS = 5  # Blessing, illusory army, an invention of arms, Fortification, an item (RO-BAT-24)
SCALE: int = 2 * 10 * 4 * 400 * 10**MOST_BOOSTS * 4  # halved; commander; defence; exploration; boosts; demoralised
BOOSTS = tuple(11**boosts * 10 ** (MOST_BOOSTS - boosts) for boosts in range(MOST_BOOSTS + 1))
UNSTEADY = frozenset(("EL", "GA"))  # types whose strength is not always the same
GARRISON_DEFENCE = 3  # 1 when it attacks, as the table has it
FORBIDDING = frozenset(("jungle", "forest", "mountain"))  # where going round the enemy is harder (RO-BAT-29)


class Unit(msgspec.Struct, gc=False):
    """A unit as it goes to battle. `host` is its leader's number, 0 in a garrison.

    `home`: it fights in the home province of its own kingdom. `zeal`: its chance to become fanatic, in per cent.
    `boosts`: how many factors of 1.10 it has. `feint`: points added to its chance to outflank (Mirage).
    """

    number: int
    type: str
    race: str
    quality: int
    realm: int = 0
    host: int = 0
    home: bool = False
    zeal: int = 0
    boosts: int = 0
    demoralised: bool = False
    feint: int = 0


class Side(msgspec.Struct, gc=False):
    """One side of a battle. `tactics` and `naval` are its supreme commander's levels, 0 for a garrison commander.

    `defending`: it has the defender's bonus, which nobody has where both sides arrived together (RO-BAT-08).
    `explored` is the highest exploration of the province among its kingdoms. `natives` never retreat.
    """

    units: list[Unit]
    tactics: int = 0
    naval: int = 0
    defending: bool = False
    explored: int = 0
    natives: bool = False


class Post(msgspec.Struct, gc=False):
    """Where a unit stands in its side's lines, and what it is worth there.

    `strength` counts parts in SCALE. `basic` is its type's strength in this battle, drawn for elephants. `behind`: it
    strikes in the back of the enemy's front of its slot. `hampered`: its nemesis is opposed to it.
    """

    unit: Unit
    kind: UnitType
    basic: int
    fanatic: bool
    strength: int
    row: int = 0
    slot: int = 0
    behind: bool = False
    hampered: bool = False


def muster(side: Side, other: Side, terrain: str, dice: Dice) -> list[Post]:
    """The units of a side with their strength in this battle, the strongest first (RO-BAT-14 to 25, RO-BAT-27)."""
    desert = terrain == "desert" and all(unit.type != "CC" for unit in side.units)
    ground = (5 if side.defending else 4) * (400 + max(0, side.explored - other.explored))
    on_land, afloat = (10 + 2 * side.tactics) * ground, (10 + 2 * side.naval) * ground
    posts = []
    for unit in sorted(side.units, key=attrgetter("number")):  # the order of draws, however handed over (RO-GEN-05)
        kind = UNITS[unit.type]
        basic = basic_strength(unit.type, dice, defending=side.defending) if unit.type in UNSTEADY else kind.strength
        fanatic = unit.zeal > 0 and dice.pct(unit.zeal)
        strength = (
            twice_base(unit.type, unit.race, terrain, basic)
            * quality_in_battle(unit, desert, fanatic)
            * (afloat if kind.naval else on_land)
            * BOOSTS[unit.boosts]
            * (3 if unit.demoralised else 4)
        )
        posts.append(Post(unit, kind, basic, fanatic, strength))
    posts.sort(key=line_order)
    return posts


def line_order(post: Post) -> tuple[int, int, int]:
    """The strongest first; of equals the faster, then the lower number (RO-BAT-27)."""
    return -post.strength, -post.kind.speed, post.unit.number


def basic_strength(type: str, dice: Dice, *, defending: bool) -> int:
    """The type's own strength: elephants are unpredictable, garrisons are made to defend (RO-BAT-14, RO-ARMY-11)."""
    if type == "EL":
        return dice.d(4) + 1
    return GARRISON_DEFENCE if type == "GA" and defending else UNITS[type].strength


@cache
def twice_base(type: str, race: str, terrain: str, basic: int) -> int:
    """Twice B: the type's strength, race as type and in terrain, favourable terrain, or half of it all where the
    terrain is against it; whales ashore count for nothing (RO-BAT-14 to 16, RO-ARMY-12)."""
    kind = UNITS[type]
    if type == "WH" and terrain != "sea":
        return 0
    as_type, at_home_in = RACE_TALENTS.get(race, ("", ""))
    strength = basic + (type == as_type) + (terrain == at_home_in) + (terrain in kind.favourable)
    return strength if terrain in kind.unfavourable else 2 * strength


# The type that a race excels at, and the terrain that it fights well in (D8)
RACE_TALENTS = {"elf": ("BO", "forest"), "dwarf": ("AX", "mountain"), "orc": ("PH", "mountain"), "human": ("LE", "")}


def quality_in_battle(unit: Unit, desert: bool, fanatic: bool) -> int:
    """Q: quality, home province, a desert without camels, fanaticism; 0 may be raised (RO-BAT-17 to 20)."""
    quality = unit.quality
    if unit.home:
        quality += 1
    if desert:
        quality -= 1
    if fanatic:
        quality += 1
    return REDUCED if quality < REDUCED else ELITE if quality > ELITE else quality


def shown(parts: int) -> float:
    """A strength with two decimals, half up (RO-GEN-03)."""
    return (200 * parts + SCALE) // (2 * SCALE) / 100
