"""When a captain ends a battle: he claims it, gives it up, offers a draw or agrees to one (SV-END-06, SV-DPR-03).

What is asked of him depends on the battle alone, so that he says it once: a draw that is on offer is not offered again.
"""

from __future__ import annotations

import msgspec

from heraut.bots.vassaux.traits import Traits
from heraut.games.vassaux.decision import BattleDecision
from heraut.games.vassaux.identities import Place, opposite
from heraut.games.vassaux.orders import Answer, Claim, Concede, Draw
from heraut.games.vassaux.phases.absence import claim_refusals
from heraut.games.vassaux.phases.activation import waiting
from heraut.games.vassaux.phases.scenarios import progress_of
from heraut.games.vassaux.table.field import Field

LEAD = 0.08  # of the way to a victory: less is as good as even
LATE = 1.35  # what own losses weigh more, and less, when the count is near
POINTS = 5  # the scenario that goes on without a Lord


def ending(decision: BattleDecision, traits: Traits) -> Answer | None:
    """The end of the battle, where there is nothing left to play for; None: it goes on."""
    field, seat = decision.field, decision.place
    if traits.counting and not claim_refusals(field, seat):
        return Claim()
    if traits.staunch:
        return None
    if traits.yields and is_lost(field, seat, traits):
        return Concede()
    own, other = field.now.hosts[seat], field.now.hosts[opposite(seat)]
    if traits.peaceful and field.now.settings.scenario != POINTS and not own.offers_draw:
        ahead = lead(field, seat)
        if other.offers_draw and ahead < LEAD:
            return Draw()
        if decision.kind == "activate" and turns_left(field) == 0 and abs(ahead) < LEAD / 2:
            return Draw()
    return None


def is_lost(field: Field, seat: Place, traits: Traits) -> bool:
    """Whether the Lord has fallen and nobody can avenge him, or hardly anybody is left beside the enemy's host."""
    own, other = field.now.hosts[seat], field.now.hosts[opposite(seat)]
    if field.now.turn == 0 or field.now.settings.scenario == POINTS:
        return False
    if own.lord_lost and not other.lord_lost and not waiting(field, seat):
        return True
    mine, theirs = strength(field, seat), strength(field, opposite(seat))
    return mine < traits.yields * theirs and lead(field, seat) < -LEAD


def strength(field: Field, seat: Place) -> float:
    """The points of a seat's figures on the table, of the disordered half."""
    total = 0.0
    for unit in field.now.units.values():
        if unit.seat == seat:
            total += unit.sheet.figure_cost * (len(unit.men) + len(unit.band) / 2)
            total += unit.sheet.leader_cost * (unit.leader != 0)
    return total


def lead(field: Field, seat: Place) -> float:
    """How much nearer to a victory by the count the seat is than the other, from -1 to 1."""
    first, second = (float(one) for one in progress_of(field))
    return (first - second) * (1 if seat == 0 else -1)


def turns_left(field: Field) -> int:
    """Turns after this one."""
    return max(0, field.now.settings.turns - field.now.turn)


def swayed(decision: BattleDecision, traits: Traits) -> Traits:
    """The constants as the hour and the count make them: dice are for use, a lead is kept, a battle lost is dared."""
    field, seat = decision.field, decision.place
    if not traits.counting or field.now.turn == 0:
        return traits
    left, dice = turns_left(field), field.now.hosts[seat].reserve
    die = traits.die * min(1.0, (left + 1) / max(1, dice))
    if left > 1 or field.now.settings.scenario == POINTS:
        return msgspec.structs.replace(traits, die=die)
    ahead = lead(field, seat)
    spare = traits.spare * (LATE if ahead > LEAD else 1 / LATE if ahead < -LEAD else 1.0)
    return msgspec.structs.replace(traits, die=die, spare=spare)
