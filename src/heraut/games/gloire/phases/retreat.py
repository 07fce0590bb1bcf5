"""Phase 4: the strength below which armies break off (§5.5)."""

from __future__ import annotations

from heraut.games.gloire.orders import Defend, SetRetreat
from heraut.games.gloire.resolution import Turn
from heraut.games.gloire.state import Army, Retreat


def retreat_settings(turn: Turn) -> None:
    """Phase 4: INI holds until changed, DEF for this turn; a later order replaces an earlier one (GP-DEF-02)."""
    for lord, line, order in turn.orders(SetRetreat, Defend):
        if isinstance(order, SetRetreat):
            lord.retreat = Retreat(order.peasants, order.garrison, order.knight)
            turn.tell(
                lord.seat,
                "GP-INI-01",
                "retreat_set",
                order=line,
                peasants=order.peasants,
                garrison=order.garrison,
                knight=order.knight,
            )
        elif order.army not in turn.now.armies:
            turn.ignore(lord, line, "GP-DEF-01", "no_such_army", army=order.army)
        else:
            turn.thresholds[order.army] = order.men
            turn.tell(lord.seat, "GP-DEF-01", "defence_set", order=line, army=order.army, men=order.men)


def share_threshold(percent: int, men: int) -> float:
    """Below this real number of men, strictly, a force that began the battle with `men` breaks off (GP-DEF-03)."""
    return percent * men / 100


def defence_threshold(turn: Turn, army: Army) -> float:
    """The men below which this army breaks off when attacked: DEF first, else INI of its lord (GP-BAT-08)."""
    if army.id in turn.thresholds:
        return turn.thresholds[army.id]
    retreat = turn.now.lords[army.lord].retreat
    return share_threshold(retreat.garrison if army.knight is None else retreat.knight, army.men)
