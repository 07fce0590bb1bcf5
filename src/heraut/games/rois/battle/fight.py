"""A battle as a pure function: lines, nemeses, outflanking, the fight, what becomes of each unit (RO-BAT-26 to 33).

It knows nothing of provinces: it takes two sides, throws every die in the order of the rules, and says what happened.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from heraut.games.rois.battle.strength import FORBIDDING, Post, Side, muster
from heraut.games.rois.dice import Dice, clamp
from heraut.games.rois.state import HUMANOIDS
from heraut.games.rois.tables import CONSTANTS, TERRAINS

PARTS = 12  # of a strength in a slot: a third off for a nemesis, a quarter for the third line
WEIGHTS = (PARTS, PARTS // 2, PARTS // 4)  # of the three lines that count (RO-BAT-30)
HAMPERED = 2 * PARTS // 3


class Fate(msgspec.Struct, frozen=True, gc=False):
    """What became of a unit: `quality` after the battle; -1 when it was destroyed."""

    number: int
    quality: int
    retreats: bool = False

    @property
    def destroyed(self) -> bool:
        """Whether it lies on the field."""
        return self.quality < 0


class Line(msgspec.Struct, gc=False):
    """One side drawn up: `posts` in sorting order, `front` by slot, and what each slot came to.

    `values` are the slots before their throws, `struck` after them, both in parts of SCALE x PARTS (x 100 once thrown).
    """

    posts: list[Post]
    front: list[Post] = []
    values: list[int] = []
    throws: list[int] = []
    struck: list[int] = []
    fortune: int = 0
    fates: list[Fate] = []

    @property
    def total(self) -> int:
        """What the whole line came to, fortune included."""
        return sum(self.struck) * self.fortune


class Battle(msgspec.Struct, gc=False):
    """A battle that was fought. `bitten` are the units that will turn into werebeasts (RO-ARMY-13)."""

    terrain: str
    length: int
    attacker: Line
    defender: Line
    attacker_wins: bool
    bitten: list[int]

    def slot_won(self, slot: int) -> int:
        """1 when the attacker won this slot, -1 when the defender did, 0 when nobody did."""
        ours, theirs = self.attacker.struck[slot], self.defender.struck[slot]
        return (ours > theirs) - (ours < theirs)


def fight(attacker: Side, defender: Side, terrain: str, dice: Dice) -> Battle:
    """Fights the battle out. No unit number may stand on both sides; the arguments are left unchanged."""
    ours, theirs = Line(muster(attacker, defender, terrain, dice)), Line(muster(defender, attacker, terrain, dice))
    low, high = TERRAINS[terrain].line
    length = min(dice.between(low, high), len(ours.posts), len(theirs.posts))
    for line in (ours, theirs):
        draw_up(line, length)
    level = "naval" if terrain == "sea" else "tactics"
    if getattr(attacker, level) > getattr(defender, level):
        rearrange(ours, theirs)
    else:
        rearrange(theirs, ours)
    if len(ours.posts) != len(theirs.posts):
        outflank(*((ours, theirs) if len(ours.posts) > len(theirs.posts) else (theirs, ours)), terrain, dice)
    suffer_nemeses(ours, theirs)
    suffer_nemeses(theirs, ours)
    for line in (ours, theirs):
        clash(line, length, dice)
    for line in (ours, theirs):
        line.fortune = dice.between(70, 130)
    battle = Battle(terrain, length, ours, theirs, ours.total > theirs.total, [])
    aftermath(battle, attacker, defender, dice)
    return battle


# Lines


def draw_up(line: Line, length: int) -> None:
    """Rows of the length of the line, the strongest in front (RO-BAT-26, RO-BAT-27)."""
    for place, post in enumerate(line.posts):
        post.row, post.slot = divmod(place, length)
    line.front = line.posts[:length]


def rearrange(line: Line, enemy: Line) -> None:
    """The abler commander sets his front units against those whose nemesis they are (RO-BAT-28)."""
    left = line.front[:]
    for slot, foe in enumerate(enemy.front):
        merits = [merit_against(post, foe) for post in left]
        best = left.pop(merits.index(max(merits)))  # of equals the first: the strongest
        best.slot = slot
        line.front[slot] = best


def merit_against(post: Post, foe: Post) -> int:
    """How well a unit stands against another: its nemesis and safe 2, safe 1, in danger 0."""
    if foe.unit.type in post.kind.nemesis:
        return 0
    return 2 if post.unit.type in foe.kind.nemesis else 1


def outflank(line: Line, enemy: Line, terrain: str, dice: Dice) -> None:
    """Rear units of the more numerous side may ride round the enemy's line and strike its back (RO-BAT-29)."""
    targets: list[int] = []
    for post in line.posts:
        if not post.row:
            continue
        chance = 10 * post.kind.speed // (2 if terrain in FORBIDDING else 1) + post.unit.feint
        if dice.pct(chance):
            if not targets:
                targets = sorted(range(len(enemy.front)), key=lambda slot: (-enemy.front[slot].strength, slot))
            post.behind, post.slot = True, targets.pop(0)


def suffer_nemeses(line: Line, enemy: Line) -> None:
    """Marks the units to which a nemesis is opposed: in the slot, or from behind (RO-BAT-30)."""
    behind: list[Post] = [post for post in enemy.posts if post.behind]
    for post in line.posts:
        nemesis = post.kind.nemesis
        if not nemesis or (post.row and not post.behind):
            continue
        post.hampered = enemy.front[post.slot].unit.type in nemesis
        if behind and not post.row and not post.hampered:
            post.hampered = any(foe.slot == post.slot and foe.unit.type in nemesis for foe in behind)


def clash(line: Line, length: int, dice: Dice) -> None:
    """What each slot is worth, and what its throw makes of it (RO-BAT-30, RO-BAT-31)."""
    line.values = values = [0] * length
    for post in line.posts:
        values[post.slot] += contribution(post)
    line.throws = [dice.between(60, 140) for _ in values]
    line.struck = [value * throw for value, throw in zip(values, line.throws, strict=True)]


def contribution(post: Post) -> int:
    """What a unit brings to its slot, in parts of SCALE x PARTS."""
    if post.hampered:
        return post.strength * HAMPERED
    row = 0 if post.behind else post.row
    return post.strength * WEIGHTS[row] if row < len(WEIGHTS) else 0


# What becomes of the units


def aftermath(battle: Battle, attacker: Side, defender: Side, dice: Dice) -> None:
    """The winner's losses and gains, the loser's flight, the bites of werebeasts (RO-BAT-32, 33, 38, RO-ARMY-13)."""
    winner, loser = battle.attacker, battle.defender
    beaten, sign = defender, 1
    if not battle.attacker_wins:
        winner, loser, beaten, sign = loser, winner, attacker, -1
    winner.fates = [hold(battle, post, sign, winner, loser, dice) for post in winner.posts]
    if beaten.natives:
        loser.fates = [Fate(post.unit.number, -1) for post in loser.posts]
    else:
        loser.fates = rout(battle, loser, winner, sign, dice)
    for line, enemy, own in ((winner, loser, sign), (loser, winner, -sign)):
        bite(battle, line, enemy, own, dice)


def hold(battle: Battle, post: Post, sign: int, winner: Line, loser: Line, dice: Dice) -> Fate:
    """A unit of the winning side: only the front pays or learns (RO-BAT-33)."""
    unit = post.unit
    if post.row:
        return Fate(unit.number, unit.quality)
    won = battle.slot_won(post.slot) * sign
    if won > 0:
        gains = CONSTANTS.gains[unit.quality]
        return Fate(unit.number, unit.quality + (gains > 0 and dice.pct(gains)))
    if won == 0:
        return Fate(unit.number, unit.quality)
    danger = loss_chance(loser.struck[post.slot], winner.struck[post.slot])
    if dice.pct(danger) and not safe_ashore(post, battle.terrain):
        return Fate(unit.number, -1)
    return Fate(unit.number, worn(unit.quality, dice))


def loss_chance(stronger: int, weaker: int) -> int:
    """The chance of a winner's front unit to fall in a lost slot: min(60, 5 + floor(20 x (rho - 1))) (RO-BAT-33)."""
    return min(60, 5 + 20 * (stronger - weaker) // weaker) if weaker else 60


def rout(battle: Battle, loser: Line, winner: Line, sign: int, dice: Dice) -> list[Fate]:
    """The losing side flees: the fast escape the slow (RO-BAT-32)."""
    pursuit = max(post.kind.speed for post in winner.posts)
    fates = []
    for post in loser.posts:
        unit, lost_slot = post.unit, not post.row and battle.slot_won(post.slot) == sign
        chance = 60 + 10 * (speed_in_flight(post, loser, battle.terrain) - pursuit) + 10 * (not lost_slot)
        if safe_ashore(post, battle.terrain) or dice.pct(clamp(chance, 10, 95)):
            fates.append(Fate(unit.number, worn(unit.quality, dice), retreats=True))
        else:
            fates.append(Fate(unit.number, -1))
    return fates


def speed_in_flight(post: Post, line: Line, terrain: str) -> int:
    """Land units at sea flee as fast as the fastest fleet that carries them (RO-BAT-32)."""
    if terrain != "sea" or post.kind.sort != "land":
        return post.kind.speed
    return max(
        (other.kind.speed for other in line.posts if other.unit.type == "FL" and same_camp(other, post)),
        default=post.kind.speed,
    )


def same_camp(one: Post, other: Post) -> bool:
    """Whether two units have the same leader, or are in the garrison of the same kingdom."""
    return one.unit.host == other.unit.host and one.unit.realm == other.unit.realm


def safe_ashore(post: Post, terrain: str) -> bool:
    """Whales are never destroyed in a battle outside the sea (RO-ARMY-12)."""
    return post.unit.type == "WH" and terrain != "sea"


def worn(quality: int, dice: Dice) -> int:
    """Half of those who live through it lose one quality, never below Réduite."""
    return max(0, quality - (dice.pct(50)))


def bite(battle: Battle, line: Line, enemy: Line, sign: int, dice: Dice) -> None:
    """Front werebeasts that won their slot bite the humanoids before them who live (RO-ARMY-13)."""
    if "WE" not in [post.unit.type for post in line.front]:
        return
    alive = {fate.number for fate in enemy.fates if not fate.destroyed}
    for slot, (post, foe) in enumerate(zip(line.front, enemy.front, strict=True)):
        bitten = post.unit.type == "WE" and battle.slot_won(slot) == sign and foe.unit.number in alive
        if bitten and foe.unit.race in HUMANOIDS and foe.unit.type != "FL" and dice.pct(CONSTANTS.werebeast):
            battle.bitten.append(foe.unit.number)


def destroyed(fates: Sequence[Fate]) -> list[int]:
    """The numbers of the units that lie on the field."""
    return [fate.number for fate in fates if fate.destroyed]
