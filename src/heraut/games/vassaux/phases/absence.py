"""What a seat says that nobody asks, or no longer says when it is asked.

Who has been silent too long (SV-DPR-03) may lose the battle to a claim, or his host to the reaction table. Whoever is
not asked may give the battle up all the same, offer a draw or agree to one (SV-END-06): this stands in a ruling.
"""

from __future__ import annotations

from heraut.engine.protocol import Refusal, Step
from heraut.engine.rng import Rng
from heraut.games.vassaux.identities import PLACES, Place, opposite
from heraut.games.vassaux.orders import refusal
from heraut.games.vassaux.phases.scenarios import concede, draw_refusals, finish, offer_draw
from heraut.games.vassaux.resolution import Turn, copy
from heraut.games.vassaux.state import Battle
from heraut.games.vassaux.table.cache import cache_at
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.tables import CONSTANTS


def has_fallen_silent(field: Field, place: Place) -> bool:
    """Whether so many of its activations in a row have got no orders in time."""
    return field.now.hosts[place].silences >= CONSTANTS.silences


def claim_refusals(field: Field, place: Place) -> list[Refusal]:
    """A battle is claimed only from an enemy who has fallen silent."""
    if has_fallen_silent(field, opposite(place)):
        return []
    return [
        refusal("SV-DPR-03", "not_silent", number=field.now.hosts[opposite(place)].silences, needed=CONSTANTS.silences)
    ]


def claim(turn: Turn, place: Place) -> None:
    """The battle is won against nobody."""
    turn.announce("SV-DPR-03", "claimed", place=place)
    finish(turn, place, "claimed")


def hand_over(turn: Turn, place: Place) -> None:
    """The reaction table plays a host whose player has fallen silent, from its next question on."""
    if not has_fallen_silent(turn, place):
        raise ValueError("no ruling against a player who has not been silent long enough")
    for unit in turn.now.units.values():
        if unit.seat == place:
            unit.fm = 1  # as in a first turn (SV-SOL-02)
    turn.announce("SV-DPR-03", "handed_over", place=place)


def offer_once(turn: Turn, place: Place) -> None:
    """A draw, unless it is on offer."""
    if draw_refusals(turn, place):
        raise ValueError("no ruling: this draw is on offer")
    offer_draw(turn, place)


RULINGS = {"CONFIER": hand_over, "ABANDONNER": concede, "NULLE": offer_once}


def rule(battle: Battle, ruling: str) -> Step[Battle]:
    """One decision a line, a word and a seat: the host hands it over; or the seat, unasked, concedes or offers a draw.

    Raises ValueError when it cannot be read, the battle is over, the seat has not been silent long enough, or its draw
    is on offer.
    """
    turn = Turn(copy(battle), Rng(b""), cache_at(battle))  # nothing of it is left to chance
    for line in ruling.splitlines() or [ruling]:
        word, _, seat = line.strip().partition(" ")
        found = [
            place for place, host in zip(PLACES, battle.hosts, strict=True) if host.seat and host.seat == seat.strip()
        ]
        if word.upper() not in RULINGS or not found or turn.now.road is not None:
            raise ValueError(f"no ruling of this battle: {line!r}")
        RULINGS[word.upper()](turn, found[0])
    return Step(turn.now, tuple(turn.events))
