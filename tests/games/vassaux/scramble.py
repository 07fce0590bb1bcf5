"""Other battles that one seat cannot tell from the given one: the secrets of the other side, changed (SV-INF-02)."""

from __future__ import annotations

from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games.vassaux.answers import WHOEVER
from heraut.games.vassaux.instructions import random_rule
from heraut.games.vassaux.state import Battle, Instructions, copy
from heraut.games.vassaux.view import place_of


def scramble(battle: Battle, seat: Seat, rng: Rng) -> Battle:
    """Another secret number for the other side, on the same side of the present turn: what it does stays the same."""
    twin = copy(battle)
    other = twin.hosts[1 - (place_of(battle, seat) or 0)]
    if other.number:
        low, high = (battle.turn + 1, 99) if other.number > battle.turn else (1, battle.turn)
        choices = [number for number in range(low, high + 1) if number != other.number] or [other.number + 100]
        other.number = rng.choice(choices)
    return twin


def scramble_instructions(battle: Battle, place: int, rng: Rng) -> Battle:
    """Other instructions of the other side: nobody sees them, though it will act upon them, as upon its own mind."""
    twin = copy(battle)
    units = [unit.id for unit in battle.units.values() if unit.seat != place]
    said = Instructions(
        tuple(random_rule(units, rng) for _ in range(rng.randint(0, 4))),
        rng.choice([None, False, True]),
        rng.choice([None, False, True]),
        rng.choice([None, 0, WHOEVER, *units]),
        rng.randint(11, 99),
    )
    twin.hosts[1 - place].instructions = said
    return twin
