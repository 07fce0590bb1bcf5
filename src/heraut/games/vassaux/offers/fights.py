"""Whom to strike or to shoot at, and what to cast (SV-DP-05, SV-DP-07, SV-DP-10)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, permutations

from heraut.games.vassaux.identities import NO_UNIT, FigureId, GroupId, by_number
from heraut.games.vassaux.orders import Cast, Charge, Fight, Shoot
from heraut.games.vassaux.phases.casting import caster
from heraut.games.vassaux.phases.melee import fight_default
from heraut.games.vassaux.phases.spells import METEOR_DEFAULT, cast_default, castable
from heraut.games.vassaux.questions import attacks as listed
from heraut.games.vassaux.questions import hand
from heraut.games.vassaux.state import Unit
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.tables import SPELLS

SETS = 16  # sets of units in contact that are offered
EXTRA = (0, 1, 2)  # dice added to a spell
METEORS = (METEOR_DEFAULT, 2 * METEOR_DEFAULT)


def attacks(field: Field) -> Iterator[Fight | Shoot]:
    """Every target; several in contact in every order that matters, figures split among them."""
    _, unit, chain = hand(field)
    if not field.touched_groups(unit.id):
        yield from listed(field)
    elif chain.against:
        yield Fight((chain.against,))
    else:
        yield from sets(field, unit, NO_UNIT)


def fights(field: Field) -> Iterator[Fight]:
    """The fights at the end of a charge: its target is among those struck."""
    act, unit, _ = hand(field)
    assert isinstance(act.answer, Charge)
    yield from sets(field, unit, act.answer.target)


def sets(field: Field, unit: Unit, must: GroupId) -> Iterator[Fight]:
    """All in contact, some of them, and all with the figures that have a choice striking whoever comes last."""
    whole = fight_default(field, unit)
    yield whole
    touched = whole.targets
    some = (chosen for number in range(len(touched), 0, -1) for chosen in permutations(touched, number))
    yield from (Fight(chosen) for chosen in islice((one for one in some if not must or must in one), SETS))
    choice = with_choice(field, unit)
    if choice:
        yield Fight(touched, {man: max(groups, key=touched.index) for man, groups in choice.items()})


def with_choice(field: Field, unit: Unit) -> dict[FigureId, list[GroupId]]:
    """Figures that touch several enemy groups, and which."""
    contacts = field.contacts(unit.men, unit.seat)
    met = {man: sorted({field.group_of(foe) for foe in foes}, key=by_number) for man, foes in contacts.items()}
    return {man: groups for man, groups in met.items() if len(groups) > 1}


def spells(field: Field) -> Iterator[Cast]:
    """Every spell on everybody whom it may fall on, with no, one or two dice more, and a ritual's invocation."""
    unit = caster(field)
    host = field.now.hosts[unit.seat]
    yield cast_default(field, unit)
    for spell, groups in castable(field, unit):
        row = SPELLS[spell]
        for power in METEORS if row.power == 0 else (0,):
            for group in groups:
                for extra in EXTRA:
                    if extra <= min(unit.sheet.cd, host.reserve):
                        yield Cast(spell, group, extra, 0, power)
                if row.ritual and host.invocation:
                    yield Cast(spell, group, 0, host.invocation, power)
