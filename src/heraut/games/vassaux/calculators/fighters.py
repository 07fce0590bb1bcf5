"""Attacks between units as they are built (SV-ATK-07, 09, 11): dice and defence from two sheets."""

from __future__ import annotations

import msgspec

from heraut.games.vassaux.calculators.attack import Attack
from heraut.games.vassaux.roster import Entry, sheet
from heraut.games.vassaux.state import Sheet
from heraut.games.vassaux.tables import TITLES, WEAPONS
from heraut.games.vassaux.tables.codes import FighterCode


class Stance(msgspec.Struct, frozen=True):
    """What doubles the Df of a unit that is attacked, and what befalls its attackers."""

    fortified: bool = False
    sheltered: bool = False
    charged: bool = False
    doomed: bool = False
    """Nécrose: its worst die counts."""


def ready_made(fighter: FighterCode) -> Sheet:
    """A unit of this ready-made fighter, under the plainest Vassal."""
    title = next(code for code, row in TITLES.items() if not row.lord)
    return sheet(Entry(title, fighter=fighter, size=1), lord=False)


def melee_dice(attacker: Sheet, target: Sheet) -> int:
    """At of one figure in contact, its weapon included."""
    weapon = WEAPONS[attacker.weapon]
    return attacker.at + (weapon.mounted if target.mounted else weapon.melee)


def strike(men: int, attacker: Sheet, target: Sheet, stance: Stance, *, bonus: bool = False) -> Attack:
    """A melee attack by so many men in contact."""
    return Attack(
        men * melee_dice(attacker, target),
        doubled(target, stance, exposed=stance.charged),
        target.ps,
        bonus=bonus,
        fierce="FEROCE" in attacker.powers,
        barred=target.armour == "KNIGHT" and attacker.profile != "CHEVALIER",
        worst=stance.doomed,
    )


def shot(
    men: int, shooter: Sheet, target: Sheet, stance: Stance, *, bonus: bool = False, above: bool = False
) -> Attack:
    """One shot by so many men who see their target; `above`: from high ground, in the clear."""
    airy = "IMMATERIEL" in target.powers
    return Attack(
        men * (shooter.at + WEAPONS[shooter.weapon].shooting),
        doubled(target, stance, exposed=True, more=airy),
        target.ps,
        bonus=bonus,
        fierce="FEROCE" in shooter.powers or above,
        worst=stance.doomed,
    )


def doubled(target: Sheet, stance: Stance, *, exposed: bool, more: int = 0) -> int:
    """Df, doubled for each of its reasons; siege armour counts where it is `exposed` to shots and charges."""
    times = stance.fortified + stance.sheltered + (exposed and target.armour == "SIEGE")
    return int((target.df + more) << times)
