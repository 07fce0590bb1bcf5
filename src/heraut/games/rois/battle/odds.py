"""The strength of a unit, and the chances of a battle, with the engine's own code (RO-TOOL-01, RO-TOOL-02)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import msgspec

from heraut.engine.intervals import margin
from heraut.engine.rng import Rng
from heraut.games.rois.battle.duel import refusal
from heraut.games.rois.battle.fight import destroyed, fight
from heraut.games.rois.battle.strength import BOOSTS, SCALE, Side, Unit, quality_in_battle, twice_base
from heraut.games.rois.dice import Dice
from heraut.games.rois.encounter.fighters import Fighter
from heraut.games.rois.encounter.opening import encounter
from heraut.games.rois.tables import UNITS

RUNS = 1000
ELEPHANTS = (2, 3, 4, 5)  # their strengths, each as likely as the others (RO-ARMY-11)
GARRISON = 3  # defending


class Strength(msgspec.Struct, frozen=True):
    """S0 of a unit as it is, and as a fanatic with its chance in a hundred; of elephants, on average."""

    plain: Fraction
    fanatic: Fraction
    zeal: int


class Duel(msgspec.Struct, frozen=True):
    """The duel before the battle: both commanders, the attacker's first, made anew for every run.

    `beaten` are the two sides when their commander has lost it, `bereft` when it has cost his life.
    """

    fighters: Callable[[], tuple[Fighter, Fighter]]
    beaten: tuple[Side, Side]
    bereft: tuple[Side, Side]


class Odds(msgspec.Struct, frozen=True):
    """How often the attacker wins in so many runs, and how many units each side loses, on average.

    `duels`: how often the attacker's commander wins the duel, loses it, or nobody does; nothing if there is none.
    """

    victory: float
    attacker_losses: float
    defender_losses: float
    runs: int
    duels: dict[str, float] = {}

    @property
    def margin(self) -> float:
        """How far the true chance of victory may lie from it."""
        return margin(self.victory, self.runs)


def strength(unit: Unit, side: Side, terrain: str, enemy_explored: int = 0) -> Strength:
    """S0 of a unit of this side in this terrain; the side's own units say whether camels are there (RO-TOOL-01)."""
    desert = terrain == "desert" and unit.type != "CC" and all(other.type != "CC" for other in side.units)
    bases = (
        ELEPHANTS
        if unit.type == "EL"
        else (GARRISON if unit.type == "GA" and side.defending else UNITS[unit.type].strength,)
    )
    base = Fraction(sum(twice_base(unit.type, unit.race, terrain, basic) for basic in bases), len(bases))
    level = side.naval if UNITS[unit.type].naval else side.tactics
    ground = (5 if side.defending else 4) * (400 + max(0, side.explored - enemy_explored))
    factor = base * (10 + 2 * level) * ground * BOOSTS[unit.boosts] * (3 if unit.demoralised else 4) / SCALE
    plain, fanatic = (factor * quality_in_battle(unit, desert=desert, fanatic=zealous) for zealous in (False, True))
    return Strength(plain, fanatic, unit.zeal)


def odds(attacker: Side, defender: Side, terrain: str, rng: Rng, *, runs: int = RUNS, duel: Duel | None = None) -> Odds:
    """The chances of this battle, from so many runs of it (RO-TOOL-02)."""
    won = attackers = defenders = 0
    duels: Counter[str] = Counter()
    for _ in range(runs):
        dice, sides = Dice(rng), (attacker, defender)
        if duel is not None:
            ending, sides = after(duel, sides, dice)
            duels[ending] += 1
        battle = fight(*sides, terrain, dice)
        won += battle.attacker_wins
        attackers += len(destroyed(battle.attacker.fates))
        defenders += len(destroyed(battle.defender.fates))
    shares = {ending: count / runs for ending, count in duels.items()}
    return Odds(won / runs, attackers / runs, defenders / runs, runs, shares)


def after(duel: Duel, sides: tuple[Side, Side], dice: Dice) -> tuple[str, tuple[Side, Side]]:
    """How a duel ends for the attacker, and what it leaves of both sides (RO-DUEL-03 to 08)."""
    fighters = duel.fighters()
    refusals = [refusal(fighters[side], fighters[1 - side], dice) for side in (0, 1)]
    if any(each.refuses for each in refusals):
        lost = [each.refuses and not each.bluffs for each in refusals]
        left = [duel.beaten[side] if lost[side] else sides[side] for side in (0, 1)]
        return "refused", (left[0], left[1])
    meeting = encounter(*fighters, dice, duel=True)
    if meeting.loser is None:
        return "broken_off", sides
    worse = (duel.bereft if meeting.ending == "killed" else duel.beaten)[meeting.loser]
    return ("won", (sides[0], worse)) if meeting.loser else ("lost", (worse, sides[1]))
