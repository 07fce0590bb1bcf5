"""A battle: one attacker, one defender, a sequence of passes (§5.8, GP-BAT). The odds are computed with this code."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from heraut.games.gloire.rounding import round_half_up
from heraut.games.gloire.tables import Constants

Uniform = Callable[[float, float], float]


class Side(msgspec.Struct, gc=False):
    """One army in a battle: its men, its commander's renown, the men below which it breaks off."""

    men: int
    renown: float
    threshold: float

    @property
    def out(self) -> bool:
        """No man left, or strictly fewer than the threshold (GP-BAT-07, GP-DEF-03)."""
        return self.men == 0 or self.men < self.threshold


class Pass(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """One exchange of blows, with the draws and what each side lost; men and renowns as they stand after it."""

    attacker_draw: float
    defender_draw: float
    advantage: bool  # the attacker takes it
    attacker_losses: int
    defender_losses: int
    attacker_men: int
    defender_men: int
    attacker_renown: float
    defender_renown: float


class Ground(msgspec.Struct, frozen=True, gc=False):
    """What the land and the defender's sort change in every pass: the fortification's level, and peasants."""

    fortification: int
    peasants: bool


def fight(attacker: Side, defender: Side, ground: Ground, uniform: Uniform, constants: Constants) -> list[Pass]:
    """Fights until one side is out, changing both (GP-BAT-01, 07). See `won` for who holds the field."""
    passes: list[Pass] = []
    while not (attacker.out or defender.out) and len(passes) < constants.battle_passes_max:
        passes.append(cross(attacker, defender, ground, uniform, constants))
    return passes


def won(attacker: Side, defender: Side, passes: list[Pass]) -> bool:
    """Whether the attacker holds the field after these passes (GP-BAT-07, GP-BAT-13).

    Both out in one pass: he does if he took the advantage in it and has a man left.
    """
    return holds_field(attacker, defender, advantage=bool(passes) and passes[-1].advantage)


def holds_field(attacker: Side, defender: Side, *, advantage: bool) -> bool:
    """The same, from the advantage of the last pass alone."""
    if attacker.out and defender.out:
        return advantage and attacker.men > 0
    return defender.out


def cross(attacker: Side, defender: Side, ground: Ground, uniform: Uniform, constants: Constants) -> Pass:
    """One pass: powers, draws, losses, renown, all from the values at its start (GP-BAT-02 to 06)."""
    attacker_reach, defender_reach = reaches(attacker, defender, ground, constants)
    attacker_draw = uniform(1.0, attacker_reach)
    defender_draw = uniform(1.0, defender_reach)
    advantage = attacker_draw > defender_draw
    attacker_losses, defender_losses = exchange(attacker, defender, ground, advantage, constants)
    return Pass(
        attacker_draw,
        defender_draw,
        advantage,
        attacker_losses,
        defender_losses,
        attacker.men,
        defender.men,
        attacker.renown,
        defender.renown,
    )


def powers(attacker: Side, defender: Side) -> tuple[float, float]:
    """The power of each side: its men, times its commander's renown over the other's (GP-BAT-02)."""
    return (
        attacker.men * attacker.renown / defender.renown,
        defender.men * defender.renown / attacker.renown,
    )


def reaches(attacker: Side, defender: Side, ground: Ground, constants: Constants) -> tuple[float, float]:
    """The highest draw of each side; the lowest is 1 (GP-BAT-03)."""
    attack_power, defence_power = powers(attacker, defender)
    return max(1.0, attack_power), max(1.0, defence_power * constants.fortification_draw[ground.fortification])


def exchange(attacker: Side, defender: Side, ground: Ground, advantage: bool, constants: Constants) -> tuple[int, int]:
    """What a pass does to both sides once its advantage is known (GP-BAT-04 to 06); what each lost."""
    attacker_losses, defender_losses = losses(attacker, defender, ground, advantage, constants)
    attacker.men -= attacker_losses
    defender.men -= defender_losses
    change_renowns(attacker, defender, advantage, constants)
    return attacker_losses, defender_losses


def losses(attacker: Side, defender: Side, ground: Ground, advantage: bool, constants: Constants) -> tuple[int, int]:
    """The men that attacker and defender lose in a pass whose advantage goes this way (GP-BAT-04, 05, GP-PEA-04).

    Each suffers a tenth of the other's power; against peasants, the side that takes the advantage only a twentieth.
    The side without advantage loses at least one man.
    """
    attack_power, defence_power = powers(attacker, defender)
    spared = constants.pass_damage_peasants if ground.peasants else constants.pass_damage
    attacker_share, defender_share = (spared, constants.pass_damage) if advantage else (constants.pass_damage, spared)
    attacker_losses = round_half_up(attacker_share * defence_power)
    defender_losses = round_half_up(
        defender_share * attack_power * constants.fortification_damage[ground.fortification]
    )
    if advantage:
        defender_losses = max(1, defender_losses)
    else:
        attacker_losses = max(1, attacker_losses)
    return min(attacker_losses, attacker.men), min(defender_losses, defender.men)


def change_renowns(attacker: Side, defender: Side, advantage: bool, constants: Constants) -> None:
    """The advantage brings 1 % of the other's renown, its want costs as much; never below 1 (GP-BAT-06)."""
    gained = constants.pass_renown * defender.renown
    given = constants.pass_renown * attacker.renown
    if advantage:
        attacker.renown, defender.renown = attacker.renown + gained, max(1.0, defender.renown - given)
    else:
        attacker.renown, defender.renown = max(1.0, attacker.renown - gained), defender.renown + given


def victor_renown(current: float, start: float, beaten: float, constants: Constants) -> float:
    """A successful attacker gains at least 1 % of the renown of the last commander he beat (GP-BAT-09)."""
    return max(current, start + constants.pass_renown * beaten)


def loser_renown(current: float, start: float, fought: float, constants: Constants) -> float:
    """A repelled attacker loses at least 1 % of the renown of the last commander he fought (GP-BAT-09)."""
    return max(1.0, min(current, start - constants.pass_renown * fought))


def defender_renown(current: float, start: float) -> float:
    """A defending knight keeps nothing of the renown that he won in a battle (GP-BAT-10)."""
    return min(start, current)
