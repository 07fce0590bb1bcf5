"""The search for treasuries of lords without knights, which must all be whole numbers of écus.

When enough is known, the treasuries of some lords (the leading ones) determine the renowns of all others, and through
them the treasuries of the rest, which must come out whole as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games.gloire.guess.equations import Equation, Plane
from heraut.games.gloire.guess.patience import Patience, endless

Purses = dict[Seat, int]

SAMPLES = 800  # combinations of changes that are tried
WIDEST = 40  # écus by which a purse may differ from where the search begins
WHOLE = 1e-5  # a number this close to a whole one counts as whole


def whole_purses(
    near: Mapping[Seat, float],
    equal: list[Equation],
    rests: Mapping[Seat, Equation],
    start: Purses,
    coin: float,
    others: Callable[[dict[Seat, float]], list[float]],
    rng: Rng,
    patience: Patience = endless,
) -> Iterator[Purses]:
    """Yields purses of the lords in `start`, close to these, under which all that follows from them is whole as well.

    `near` are renowns that solve the equations `equal`; `coin` is the renown of an écu. `others` computes from renowns
    what else must be whole and not negative. Yields nothing if the purses do not determine the renowns: any will do.
    """
    seats = list(near)
    leading, equations = leaders(seats, equal, rests, start, patience)
    if len(Plane(equations, seats).axes) < len(seats):
        return
    following = [seat for seat in start if seat not in leading]

    def follows(purses: Purses) -> list[float]:
        renowns = dict(near)
        plane = Plane([*equal, *(purse(rests[seat], purses[seat] * coin) for seat in leading)], seats)
        for _ in range(3):
            plane.meet(renowns)
        return [*(rests[seat].miss(renowns) / coin for seat in following), *others(renowns)]

    first = follows(start)
    slopes = {
        seat: [after - before for after, before in zip(follows(start | {seat: start[seat] + 1}), first, strict=True)]
        for seat in leading
    }
    for moves in small_moves(start, leading, rng, patience):
        found = [
            value + sum(move * slopes[seat][place] for seat, move in moves.items()) for place, value in enumerate(first)
        ]
        if all(abs(value - round(value)) < WHOLE and round(value) >= 0 for value in found):
            whole = {seat: round(value) for seat, value in zip(following, found, strict=False)}
            yield whole | {seat: start[seat] + move for seat, move in moves.items()}


def small_moves(start: Purses, leading: list[Seat], rng: Rng, patience: Patience) -> Iterator[Purses]:
    """Random changes of the leading purses, the smallest first; no purse falls below 0."""
    for sample in range(SAMPLES):
        patience()
        reach = 1 + WIDEST * sample // SAMPLES
        yield {seat: rng.randint(-min(reach, start[seat]), reach) for seat in leading}


def leaders(
    seats: list[Seat],
    equal: list[Equation],
    rests: Mapping[Seat, Equation],
    start: Purses,
    patience: Patience = endless,
) -> tuple[list[Seat], list[Equation]]:
    """The lords whose purses are independent of the equations and of each other; and all these equations together."""
    leading: list[Seat] = []
    equations = list(equal)
    rank = len(Plane(equations, seats).axes)
    for seat in start:
        patience()
        more = [*equations, rests[seat]]
        if len(Plane(more, seats).axes) > rank:
            leading.append(seat)
            equations, rank = more, rank + 1
    return leading, equations


def purse(rest: Equation, money: float) -> Equation:
    """The equation that a lord without knights has just this much renown from his treasury."""
    return Equation(rest.weights, rest.value - money)
