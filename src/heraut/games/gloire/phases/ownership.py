"""What happens to a land whenever it changes hands: the people remember (§5.8, §5.13, GP-MEM)."""

from __future__ import annotations

from heraut.engine.protocol import Seat
from heraut.games.gloire.resolution import Turn
from heraut.games.gloire.state import Land, Memory


def change_owner(turn: Turn, land: Land, new: Seat) -> None:
    """The former owner's memory is written, the new one finds the happiness he left, or 20 (GP-MEM-01, GP-MEM-03)."""
    if land.owner is not None:
        remember(turn, land, land.happiness)
    memory = turn.now.lords[new].memories.pop(land.name, None)
    land.happiness = turn.constants.start_happiness if memory is None else memory.happiness
    land.owner = new


def remember(turn: Turn, land: Land, happiness: float) -> None:
    """The people will remember their present lord by this happiness (GP-MEM-01)."""
    assert land.owner is not None
    turn.now.lords[land.owner].memories[land.name] = Memory(happiness, turn.number)
