"""What the others have in mind: whom they know, and what their spies have seen. No page shows it to anybody."""

from __future__ import annotations

from collections.abc import Mapping

from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games.daifen.guess import growth
from heraut.games.daifen.guess.known import Known
from heraut.games.daifen.state import Kingdom, SpyReport


def remember(known: Known, kingdoms: Mapping[Seat, Kingdom], rng: Rng) -> None:
    """Everybody's knowledge: one's own as the view has it, the others' as usual (DA-FOG-02)."""
    seats = {kingdom.name: seat for seat, kingdom in kingdoms.items()}
    for name, seen in known.known.items():
        kingdoms[known.seat].known[seats[name]] = seen["since"]
        if name in known.reports:
            kingdoms[known.seat].reports[seats[name]] = known.reports[name]
    chance = growth.acquaintance(known.turn, known.living)
    for reader in kingdoms.values():
        if reader.seat == known.seat or not reader.alive:
            continue
        for other in kingdoms.values():
            if other.seat == reader.seat or not other.alive:
                continue
            if (reader.name, other.name) in known.acquainted or growth.often(chance, rng):
                meet(reader, other, known.turn, rng)


def meet(reader: Kingdom, other: Kingdom, turn: int, rng: Rng) -> None:
    """One kingdom knows another, and may have looked at it: at what it is now, near enough."""
    last = max(1, turn - 1)
    since = reader.known[other.seat] = rng.randint(1, last)
    if growth.often(growth.SPIED, rng):
        seen = rng.randint(max(since, last - growth.STALE), last)
        reader.reports[other.seat] = SpyReport(seen, other.gold, dict(other.buildings), dict(other.units), {})
