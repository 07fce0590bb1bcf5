"""Plain armies for assaults, and chance that falls as it is told to.

    one_round([force("a", goule=2)], defence(gobelin=1), d(3), d(1, 2, 1, 1), pick(0, 2), pick(0, 1))

A D3 that shows v is a draw in the middle of its third; place k of n is one in the middle of its n-th.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games.daifen.battle.assault import (
    Assault,
    Defence,
    Ending,
    Force,
    Losses,
    Outcome,
    Pillage,
    Round,
    Volley,
    assault,
)

NUMBERS = {"a": 1, "b": 2, "c": 3, "d": 4, "e": 5}  # the kingdom numbers of the seats of tests; "d" defends


def force(seat: str, /, **units: int) -> Force:
    """The units of one kingdom."""
    return Force(Seat(seat), NUMBERS[seat], units)


def defence(*supports: Force, buildings: Mapping[str, int] | None = None, gold: int = 0, **units: int) -> Defence:
    """The attacked kingdom, with its units at home."""
    return Defence(force("d", **units), supports, buildings or {}, gold)


class Fate:
    """A source of chance that gives what it is told, then fails."""

    def __init__(self, *draws: Iterable[float]) -> None:
        self.draws = [draw for some in draws for draw in some]

    def random(self) -> float:
        """The next draw."""
        assert self.draws, "more draws are asked for than were told"
        return self.draws.pop(0)


def d(*values: int) -> list[float]:
    """D3 that show these values."""
    return [(value - 0.5) / 3 for value in values]


def pick(place: int, among: int) -> list[float]:
    """One of so many drawn: the one in this place, from 0."""
    assert 0 <= place < among
    return [(place + 0.5) / among]


def told(attackers: Sequence[Force], against: Defence, *draws: Iterable[float]) -> tuple[Assault, Fate]:
    """An assault about to be fought with exactly these draws."""
    fate = Fate(*draws)
    return Assault(attackers, against, fate), fate  # type: ignore[arg-type]


def volley(attackers: Sequence[Force], against: Defence, *draws: Iterable[float]) -> Volley | None:
    """The volley alone, which must take all these draws."""
    field, fate = told(attackers, against, *draws)
    fired = field.volley()
    assert not fate.draws
    return fired


def one_round(attackers: Sequence[Force], against: Defence, *draws: Iterable[float]) -> Round:
    """One round alone, without a volley, which must take all these draws."""
    field, fate = told(attackers, against, *draws)
    fought = field.round()
    assert not fate.draws
    return fought


def pillage(attackers: Sequence[Force], against: Defence, *draws: Iterable[float]) -> Pillage:
    """The pillage alone, which must take all these draws."""
    field, fate = told(attackers, against, *draws)
    done = field.pillage()
    assert not fate.draws
    return done


def fight(attackers: Sequence[Force], against: Defence, *draws: Iterable[float]) -> Outcome:
    """The whole assault, which must take all these draws, in this order (DA-RNG-05)."""
    field, fate = told(attackers, against, *draws)
    outcome = field.fight()
    assert not fate.draws
    return outcome


def chanced(attackers: Sequence[Force], against: Defence, seed: object = 0, **more: Any) -> Outcome:
    """The assault with some chance or other."""
    return assault(attackers, against, Rng(repr(seed).encode()), **more)


def endings(attackers: Sequence[Force], against: Defence, times: int) -> dict[Ending, float]:
    """How often each ending comes in so many assaults."""
    rng = Rng(b"endings")
    found = Counter(assault(attackers, against, rng).ending for _ in range(times))
    return {ending: found[ending] / times for ending in ("pillage", "stand_off", "repelled")}


def added(*losses: Losses) -> Losses:
    """What was lost at several moments, together."""
    total: Losses = {}
    for loss in losses:
        for seat, units in loss.items():
            mine = total.setdefault(seat, {})
            for code, number in units.items():
                mine[code] = mine.get(code, 0) + number
    return total
