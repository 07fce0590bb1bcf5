"""What a realm is worth to a lord, where a playout ends: the whole realm is read, without a view."""

from __future__ import annotations

from math import exp

from heraut.engine.protocol import Seat
from heraut.games.gloire.renown import breakdowns
from heraut.games.gloire.state import Realm

STEEPNESS = 15.0  # how much a lead weighs: a twentieth of the way to the crown doubles the odds


def evaluate(realm: Realm, seat: Seat) -> float:
    """The odds of this lord's crown: 1 or 0 once there is a king, else by how far each has come on his nearest road."""
    if realm.road is not None:
        return float(realm.king == seat)
    if not realm.lords[seat].alive:
        return 0.0
    constants = realm.settings.constants
    lands = dict.fromkeys(realm.lords, 0)
    for land in realm.lands.values():
        if land.owner is not None:
            lands[land.owner] += 1
    weights = {
        other: exp(STEEPNESS * max(parts.total / constants.renown_victory, lands[other] / constants.conquest_victory))
        for other, parts in breakdowns(realm).items()
    }
    return weights[seat] / sum(weights.values())
