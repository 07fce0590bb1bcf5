"""Another battle that one seat cannot tell from the given one: the secret number of the duel, changed (SV-INF-02)."""

from __future__ import annotations

from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games.vassaux.state import Battle, copy
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
