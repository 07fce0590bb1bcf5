"""One blow of a melee: who strikes with what, and what comes of its hits (SV-MEL-01 steps 1 to 6, SV-RED-07)."""

from __future__ import annotations

from typing import NamedTuple

from heraut.games.vassaux.identities import FigureId, GroupId
from heraut.games.vassaux.phases.attack import (
    Blows,
    defence,
    may_crit,
    melee_at,
    order_die,
    ps_of,
    strike,
    suffered_ps,
    told,
)
from heraut.games.vassaux.phases.losses import liable_in_melee, lose_in_melee
from heraut.games.vassaux.resolution import Turn
from heraut.games.vassaux.state import Melee, Side
from heraut.games.vassaux.table.field import Field


class Swing(NamedTuple):
    """What a side strikes another with, before any die: its men in contact, their dice, and what they strike at.

    `health` is the Ps that counts, `most` how many figures may fall.
    """

    by: GroupId
    on: GroupId
    men: list[FigureId]
    each: int
    defence: int
    health: int
    most: int
    worst: bool
    criticals: bool
    fierce: bool
    thorny: bool


def swing(field: Field, melee: Melee, striker: Side, target: Side) -> Swing | None:
    """What one side strikes another with; None where it has nobody left in contact."""
    men = strikers(field, melee, striker, target)
    if not men:
        return None
    by, on = field.standing_as(striker.group), field.standing_as(target.group)
    back = striker is not melee.sides[0]
    return Swing(
        by, on, men,
        melee_at(field, by, field.sheet(on)) * (3 if striker.martyrs else 1),
        defence(field, on, shot=False, charged=melee.charge and not back),
        ps_of(field, on), len(liable_in_melee(field, on, target.figures)),
        worst=field.effect(on, "NECROSE"),
        criticals=may_crit(field.sheet(by), field.sheet(on)),
        fierce="FEROCE" in field.sheet(by).powers,
        thorny=field.effect(on, "AURA_EPINEUSE"),
    )  # fmt: skip


def blow(turn: Turn, melee: Melee, striker: Side, target: Side) -> None:
    """One side strikes another; what it must lose is noted, thorns are returned at once (SV-RED-07)."""
    melee.due = 0
    found = swing(turn, melee, striker, target)
    if found is None:
        return
    bonus = 0 if striker is not melee.sides[0] else first_bonus(turn, melee)
    total = found.each * len(found.men) + bonus
    blows = strike(turn, total, found.defence, worst=found.worst, criticals=found.criticals, fierce=found.fierce)
    land(turn, melee, striker, found, blows, bonus)


def land(turn: Turn, melee: Melee, striker: Side, found: Swing, blows: Blows, bonus: int) -> None:
    """What comes of the dice of a blow."""
    by, on = found.by, found.on
    ps = suffered_ps(turn, on) if blows.dice else turn.sheet(on).ps
    melee.due = min(blows.hits // ps, found.most)
    thorny = bool(blows.dice) and found.thorny
    turn.announce(
        "SV-MEL-01", "struck" if striker is melee.sides[0] else "struck_back", unit=by, target=on, men=len(found.men),
        each=found.each, bonus=bonus,
        # whoever has nobody left to touch once the thorns have stung is spared: who falls is told when he does
        df=found.defence, ps=ps, casualties=None if thorny and blows.hits else melee.due, **told(blows),
    )  # fmt: skip
    if thorny:
        prick(turn, striker, by, on, blows.hits)


def first_bonus(turn: Turn, melee: Melee) -> int:
    """The order die counts for the first roll of the attacker, whomever it strikes (SV-ORD-16, SV-MUL-03)."""
    code, melee.code = melee.code, ""
    return order_die(turn, turn.unit(melee.sides[0].group), code)


def strikers(field: Field, melee: Melee, striker: Side, target: Side) -> list[FigureId]:
    """The figures of a side in contact with the other: of the attacker, those assigned to it (SV-MEL-02, SV-MUL-02)."""
    seat = field.unit(striker.group).seat
    contacts = field.contacts([man for man in striker.figures if man in field.now.at], seat)
    enemies = set(target.figures)
    men = [man for man, foes in contacts.items() if not enemies.isdisjoint(foes)]
    if striker is melee.sides[0]:
        return [man for man in men if melee.split.get(man) == target.group]
    return men


def prick(turn: Turn, striker: Side, by: GroupId, on: GroupId, hits: int) -> None:
    """Half of the hits suffered return to the striker, at least one of any (SV-RED-07)."""
    turn.disenchant(on, "AURA_EPINEUSE")
    back = max(1, hits // 2) if hits else 0
    if back:
        ps = suffered_ps(turn, by)
        casualties = min(back // ps, len(liable_in_melee(turn, by, striker.figures)))
        turn.announce("SV-RED-07", "thorns", unit=on, target=by, hits=back, ps=ps, casualties=casualties)
        striker.lost += lose_in_melee(turn, by, striker.figures, casualties)
