"""What instructions would answer, drawn over the table: how near an order must come, who would then act, and where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from heraut.games.vassaux.identities import NO_UNIT, Place
from heraut.games.vassaux.orders import Rule
from heraut.games.vassaux.picture.arms import FIELDS, INK, PAPER
from heraut.games.vassaux.picture.marks import moved
from heraut.games.vassaux.picture.scenery import SCALE
from heraut.games.vassaux.picture.troops import spot
from heraut.games.vassaux.preview.foresight import Case
from heraut.games.vassaux.state import Battle


def instructed(battle: Battle, place: Place, rules: Sequence[Rule], found: Sequence[Case]) -> str:
    """The circles of the rules that name a distance, and an arrow for each case that one of them answers."""
    return "".join((*circles(battle, place, rules), *arrows(battle, place, found)))


def circles(battle: Battle, place: Place, rules: Sequence[Rule]) -> Iterator[str]:
    """Around each unit that a rule speaks of: within this the leader of the enemy unit must come."""
    for rule in rules:
        if rule.gap is None:
            continue
        for unit in battle.units.values():
            if unit.seat == place and rule.unit in (NO_UNIT, unit.id) and unit.leader in battle.at:
                far = (rule.gap + unit.sheet.radius) // SCALE
                yield (
                    f'<circle transform="{moved(battle.at[unit.leader], battle)}" r="{far}" fill="none" '
                    f'stroke="{FIELDS[place]}" stroke-width="3" stroke-dasharray="10 8"/>'
                )


def arrows(battle: Battle, place: Place, found: Sequence[Case]) -> Iterator[str]:
    """From the unit that would act to where the enemy's leader would then stand; a ring where it would be let pass."""
    for case in found:
        if case.answer is None:
            continue
        x, y = spot(case.at, battle)
        if case.answer.unit == NO_UNIT:
            yield f'<circle cx="{x:g}" cy="{y:g}" r="30" fill="none" stroke="{PAPER}" stroke-width="5"/>'
            continue
        ax, ay = spot(battle.at[battle.units[case.answer.unit].leader], battle)
        yield (
            f'<path d="M{ax:g} {ay:g}L{x:g} {y:g}" stroke="{INK}" stroke-width="9"/>'
            f'<path d="M{ax:g} {ay:g}L{x:g} {y:g}" stroke="{FIELDS[place]}" stroke-width="5"/>'
            f'<circle cx="{x:g}" cy="{y:g}" r="14" fill="{FIELDS[place]}" stroke="{INK}" stroke-width="2"/>'
        )
