"""On whom an order was declared, and what he is by now: a unit that has lost its leader is its band (SV-COH-05)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from heraut.games.vassaux.identities import FigureId, GroupId, band_of
from heraut.games.vassaux.orders import Answer, Cast, Charge, Fight, Shoot
from heraut.games.vassaux.state import Act
from heraut.games.vassaux.table.field import Field


def aimed_at(field: Field, answer: Answer) -> list[FigureId]:
    """The figures of the groups on which an order is declared."""
    return [man for group in targets_of(answer) for man in field.now.figures(group)]


def targets_of(answer: Answer) -> Iterable[GroupId]:
    """The groups that an order names."""
    if isinstance(answer, Fight):
        return answer.targets
    return (answer.target,) if isinstance(answer, Charge | Shoot | Cast) and answer.target else ()


def follow(field: Field, act: Act) -> None:
    """The order binds against the band that a target has become in a reaction (SV-ORD-06, SV-REA-07)."""
    answer = act.answer
    if isinstance(answer, Fight):
        split = {man: heir(field, act, group) for man, group in answer.split.items()}
        act.answer = Fight(tuple(dict.fromkeys(heir(field, act, group) for group in answer.targets)), split)
    elif isinstance(answer, Charge | Shoot | Cast):
        act.answer = msgspec.structs.replace(answer, target=heir(field, act, answer.target))


def heir(field: Field, act: Act, group: GroupId) -> GroupId:
    """The group itself, or the band in which those now stand who were of its ranks."""
    unit = field.unit(group) if group > 0 else None
    if unit is None or unit.men or not any(man in unit.band for man in act.aimed):
        return group
    return band_of(unit.id)
