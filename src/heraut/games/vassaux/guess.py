"""What a seat does not know of a battle, drawn at random (SV-INF-02, docs/adr/0018).

Everything lies on the table but two things: the number of the other side in the duel (SV-SCN-31), and what it has said
in advance (SV-DPR-02). The number is drawn among those that agree with what is seen: whoever has given an order to
another unit than his Lord, or struck with one, has waited for his hour. Of the other's instructions nothing is
supposed: in a guess he is asked each time, whatever he may have said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from heraut.engine.protocol import Event, Json, Seat
from heraut.engine.rng import Rng
from heraut.games.vassaux.identities import Place, UnitId, opposite, place_of, rank_of
from heraut.games.vassaux.phases.activation import CHIVALRY
from heraut.games.vassaux.state import Battle
from heraut.games.vassaux.view import battle_of

FACES = 6
BEFORE = ("points", "deployment")  # phases in which no number has been drawn


def guess(view: Json, events: Sequence[Event], seat: Seat, rng: Rng) -> Battle:
    """A battle that agrees with all that this seat sees. Raises ValueError when it is over: nothing is hidden."""
    battle = battle_of(view)
    if battle.road is not None:
        raise ValueError("the battle is over: nothing is hidden any more")
    if battle.settings.scenario == CHIVALRY and battle.phase not in BEFORE:
        other = opposite(Place(view["seat"]))
        most = latest_hour(battle, other, events)
        battle.hosts[other].number = rng.randint(1, FACES if most is None else most)
    return battle


def latest_hour(battle: Battle, other: Place, events: Sequence[Event]) -> int | None:
    """The turn by which the hour of the other side has come, as far as it shows; None: it may be yet to come.

    The orders of this turn lie by the units that have got them; those of the turn before are told by the step that
    ended it.
    """
    if any(turn < battle.turn for turn in hours(battle, other, events)):
        return max(1, min(battle.turn - 1, FACES))
    host, corrupts = battle.hosts[other], battle.hosts[opposite(other)].school == "NOIRE"
    vassals = (unit for unit in battle.units.values() if unit.seat == other and not unit.sheet.lord)
    acted = not corrupts and any(unit.ordered for unit in vassals)  # else it may have obeyed the enemy (SV-BLK-05)
    shown = acted or host.dishonoured or any(hours(battle, other, events))
    return max(1, min(battle.turn, FACES)) if shown else None


def hours(battle: Battle, other: Place, events: Sequence[Event]) -> Iterator[int]:
    """The turns in which events tell that a unit of the other side but its Lord has been given an order."""
    begun = sum(event.kind == "turn_begins" for event in events)
    turn = battle.turn - begun
    for event in events:
        turn += event.kind == "turn_begins"
        if event.kind in ("announced", "reaction_on_alert", "reaction_won", "reaction_lost"):
            unit = UnitId(event.data["unit"])
            if place_of(unit) == other and rank_of(unit) and not event.data.get("forced"):
                yield turn
