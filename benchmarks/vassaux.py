"""Seigneurs & Vassaux: random battles, one line of JSON (goal P4): `python -m benchmarks.vassaux`.

The plain battle of the ready-made hosts, 31 figures against 35, from the first unit deployed to the end. Wherever legal
answers can be listed they are listed, and one of them is taken; orders, ways and charges, which nobody can list, are
drawn until one is legal. `per_cpu_s` is the same for a second of processor, when other programs run beside.
"""

from __future__ import annotations

from benchmarks.lines import rate
from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games import vassaux

SEATS = [Seat("j1"), Seat("j2")]
BATTLES = 10
REPEATS = 5


def playout(seed: bytes) -> int:
    """A battle played at random; the number of decisions."""
    rng = Rng(seed)
    state = vassaux.setup(SEATS, {}, rng.at("setup")).state
    decisions = 0
    while pending := vassaux.pending(state):
        ((seat, decision),) = pending.items()
        listed = decision.answers()
        answer = decision.sample(rng) if listed is None else rng.choice(list(listed))
        state = vassaux.advance(state, {seat: answer}, rng).state
        decisions += 1
    return decisions


def playouts(repeat: int = 0) -> int:
    """Ten battles; the number of decisions."""
    return sum(playout(b"playout %d %d" % (number, repeat)) for number in range(BATTLES))


def main() -> None:
    """The figure."""
    rate("vassaux_playout", playouts, REPEATS)


if __name__ == "__main__":
    main()
