"""What an agent earns: its score at the end, and on the way, where this is wanted, what it gains on the others.

Shaping adds the change of a potential, which is 0 at the end: no policy becomes better or worse by it (Ng, Harada and
Russell 1999, "Policy invariance under reward transformations"). The potential of a seat is its share of what the game
itself ranks unfinished matches by (`calculators/worth.py`).
"""

from __future__ import annotations

from functools import partial

from heraut.engine.protocol import Seat
from heraut.lab.envs.run import Run
from heraut.lab.simulate import places, worth

SHAPES = ("final", "shaped")


class Purse:
    """The rewards of one match. `shape` is one of `SHAPES`."""

    def __init__(self, run: Run, shape: str) -> None:
        if shape not in SHAPES:
            raise ValueError(f"{shape!r}: rewards are one of {', '.join(SHAPES)}")
        self.shaped = shape == "shaped"
        self.before = shares(run) if self.shaped else {}

    def after(self, run: Run) -> dict[Seat, float]:
        """What each seat earns by the step just taken; nothing at all where nobody does."""
        ended = run.over or run.stopped
        earned = scores(run) if ended else {}
        if self.shaped:
            now = dict.fromkeys(run.rules.seats, 0.0) if ended else shares(run)
            for seat, share in now.items():
                earned[seat] = earned.get(seat, 0.0) + share - self.before[seat]
            self.before = now
        return earned


def scores(run: Run) -> dict[Seat, float]:
    """The scores of a match that is over; of one that was stopped, places by worth, from 1 for the first to 0."""
    ended = run.result()
    if ended is not None:
        return {seat: ended.scores.get(seat, 0.0) for seat in run.rules.seats}
    return places(worth(run.rules.game, partial(run.game.view, run.state), run.rules.seats))


def shares(run: Run) -> dict[Seat, float]:
    """The share of each seat in the worth of all."""
    found = worth(run.rules.game, partial(run.game.view, run.state), run.rules.seats)
    whole = sum(found.values())
    return {seat: value / whole if whole else 0.0 for seat, value in found.items()}
