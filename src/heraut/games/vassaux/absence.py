"""Who has been silent too long (SV-DPR-03): the battle may be claimed, or the solitaire table takes the host over."""

from __future__ import annotations

from heraut.engine.protocol import Refusal, Step
from heraut.engine.rng import Rng
from heraut.games.vassaux.asking import refusal
from heraut.games.vassaux.field import Field
from heraut.games.vassaux.scenarios import finish
from heraut.games.vassaux.standing import standing_at
from heraut.games.vassaux.state import Battle, copy
from heraut.games.vassaux.tables import CONSTANTS
from heraut.games.vassaux.turn import Turn

HAND_OVER = "CONFIER"


def has_fallen_silent(field: Field, place: int) -> bool:
    """Whether so many of its activations in a row have got no orders in time."""
    return field.b.hosts[place].silences >= CONSTANTS.silences


def claim_refusals(field: Field, place: int) -> list[Refusal]:
    """A battle is claimed only from an enemy who has fallen silent."""
    if has_fallen_silent(field, 1 - place):
        return []
    return [refusal("SV-DPR-03", "not_silent", number=field.b.hosts[1 - place].silences, needed=CONSTANTS.silences)]


def claim(turn: Turn, place: int) -> None:
    """The battle is won against nobody."""
    turn.tell("SV-DPR-03", "claimed", place=place)
    finish(turn, place, "claimed")


def rule(battle: Battle, ruling: str) -> Step[Battle]:
    """CONFIER and a seat: the solitaire table plays a host whose player has fallen silent, from its next question on.

    Raises ValueError when it cannot be read, or the seat has not been silent long enough.
    """
    turn = Turn(copy(battle), Rng(b""), standing_at(battle))  # nothing of it is left to chance
    word, _, seat = ruling.strip().partition(" ")
    found = [place for place, host in enumerate(battle.hosts) if host.seat and host.seat == seat.strip()]
    if word.upper() != HAND_OVER or not found or not has_fallen_silent(turn, found[0]):
        raise ValueError(f"no ruling of this battle: {ruling!r}")
    for unit in turn.b.units.values():
        if unit.seat == found[0]:
            unit.fm = 1  # as in a first turn (SV-SOL-02)
    turn.tell("SV-DPR-03", "handed_over", place=found[0])
    return Step(turn.b, tuple(turn.events))
