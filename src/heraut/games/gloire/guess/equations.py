"""The public figures of renown as linear equations; the unknowns are the renowns of the other lords in person (GP-RG).

A lord's *rest* is the part of his global renown that comes from his knights and his treasury: what remains once his
lands, his allies, his enemies and his own renown are subtracted. It depends on his own renown, and on that of his
allies, his enemies, and the allies of these.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import fsum, sqrt

from heraut.engine.protocol import Json, Seat
from heraut.engine.rng import Rng
from heraut.games.gloire.guess.patience import Patience, endless
from heraut.games.gloire.guess.simplex import Tableau
from heraut.games.gloire.renown import land_worth
from heraut.games.gloire.tables import Constants

Weights = dict[Seat, float]  # of the renown of other lords in person

LEAST = 1.0  # renown of anybody (GP-RG-07, GP-JST-06)


class Equation:
    """A weighted sum of renowns that must equal a value."""

    def __init__(self, weights: Weights, value: float) -> None:
        self.weights, self.value = weights, value
        self.norm = fsum([weight * weight for weight in weights.values()])

    def miss(self, renowns: Mapping[Seat, float]) -> float:
        """How much these renowns fall short of the value; negative if they exceed it."""
        return self.value - fsum([weight * renowns[seat] for seat, weight in self.weights.items()])

    def meet(self, renowns: dict[Seat, float], missing: float) -> None:
        """Moves renowns, in place, to the nearest ones whose sum is greater by `missing`."""
        if self.norm:
            for seat, weight in self.weights.items():
                renowns[seat] += missing * weight / self.norm


class Public:
    """The public figures of renown, and those of the guessing lord; `own` is empty if he has fallen."""

    def __init__(self, view: Json, constants: Constants, patience: Patience = endless) -> None:
        self.patience = patience
        lords, self.own, self.constants = view["lords"], view.get("own", {}), constants
        self.me: Seat | None = self.own.get("seat")
        self.living: list[Seat] = [Seat(seat) for seat, lord in lords.items() if lord["alive"]]
        self.others = [seat for seat in self.living if seat != self.me]
        self.allies: dict[Seat, list[Seat]] = {seat: lords[seat]["allies"] for seat in self.living}
        self.enemies: dict[Seat, list[Seat]] = {seat: lords[seat]["enemies"] for seat in self.living}
        self.total: dict[Seat, float] = {seat: lords[seat]["global_renown"] for seat in self.living}
        self.lands = land_worths(view, self.living, constants)
        self.mean: float = view["means"]["knight_renown"]
        knights = self.own.get("knights", {}).values()
        self.own_renowns: list[float] = [knight["renown"] for knight in knights]
        self.in_person: dict[Seat, float] = {self.me: self.own["renown"]["lord_knight"]} if self.me else {}
        self.allied, self.hostile = {}, {}
        for seat in self.living:
            self.allied[seat] = weighed([self.allies[seat]], [constants.divisor])
        for seat in self.living:
            friends = [friend for foe in self.enemies[seat] for friend in self.allies[foe]]
            divisors = [constants.divisor, constants.ally_divisor]
            self.hostile[seat] = weighed([self.enemies[seat], friends], divisors)

    def own_equations(self) -> list[Equation]:
        """What a lord's own renown tells of his allies and of his enemies (GP-INF-03)."""
        if self.me is None:
            return []
        told = [(self.allied[self.me], "allies"), (self.hostile[self.me], "enemies")]
        return [self.equation(weights, self.own["renown"][part]) for weights, part in told if weights]

    def rest(self, seat: Seat, slack: float = 0.0) -> Equation:
        """The equation that holds if a lord has neither knights nor treasury; it is missed (`miss`) by his rest.

        `slack` is how far his sum lies below the least global renown, for a lord who has that.
        """
        weights = dict(self.allied[seat])
        for foe, weight in self.hostile[seat].items():
            weights[foe] = weights.get(foe, 0.0) - weight
        weights[seat] = weights.get(seat, 0.0) + 1.0
        return self.equation(weights, self.total[seat] - slack - self.lands[seat])

    def equation(self, weights: Weights, value: float) -> Equation:
        """The equation of these weights, with the known term of the guessing lord moved to the side of the value."""
        unknown = {seat: weight for seat, weight in weights.items() if seat != self.me}
        known = weights.get(self.me, 0.0) * self.in_person[self.me] if self.me else 0.0
        return Equation(unknown, value - known)


def weighed(groups: Iterable[Iterable[Seat]], divisors: Iterable[float]) -> Weights:
    """The weight of each lord: 1 / divisor for each of the groups that he is in, one divisor a group."""
    weights: Weights = {}
    for group, divisor in zip(groups, divisors, strict=True):
        for seat in group:
            weights[seat] = weights.get(seat, 0.0) + 1 / divisor
    return weights


def land_worths(view: Json, living: Iterable[Seat], constants: Constants) -> dict[Seat, float]:
    """What the lands of each living lord add to his global renown, to the last bit (GP-RG-03)."""
    worths: dict[Seat, list[float]] = {seat: [] for seat in living}
    for land in view["lands"].values():
        if land["owner"] is not None:
            mean = view["means"]["happiness"]
            worths[land["owner"]].append(land_worth(land["happiness"], land["population"], mean, constants))
    return {seat: fsum(found) for seat, found in worths.items()}


class Plane:
    """The points where several equations hold at once, as orthonormal axes; redundant equations add no axis."""

    def __init__(self, equations: list[Equation], seats: list[Seat]) -> None:
        self.equations = equations
        self.axes: list[tuple[Weights, float]] = []
        for one in equations:
            axis, value = dict.fromkeys(seats, 0.0) | one.weights, one.value
            for former, at in self.axes:
                along = inner(axis, former)
                axis = {seat: each - along * former[seat] for seat, each in axis.items()}
                value -= along * at
            length = sqrt(inner(axis, axis))
            if length > DISTINCT * max(1.0, sqrt(one.norm)):
                self.axes.append(({seat: each / length for seat, each in axis.items()}, value / length))

    def meet(self, renowns: dict[Seat, float]) -> float:
        """Moves renowns, in place, to the nearest point of the plane; returns how far off the worst equation was."""
        missed = max((abs(one.miss(renowns)) for one in self.equations), default=0.0)
        for axis, at in self.axes:
            missing = at - inner(axis, renowns)
            for seat, each in axis.items():
                renowns[seat] += missing * each
        return missed

    def along(self, weights: Weights) -> Weights:
        """The projection of these weights on the plane: moving along it changes none of the equations."""
        found = dict(weights)
        for axis, _ in self.axes:
            along = inner(found, axis)
            found = {seat: each - along * axis[seat] for seat, each in found.items()}
        return found


def inner(one: Mapping[Seat, float], other: Mapping[Seat, float]) -> float:
    """The inner product; `other` has a figure for every lord of the one."""
    return fsum([each * other[seat] for seat, each in one.items()])


def settle(
    renowns: dict[Seat, float], equal: Plane, least: list[tuple[Equation, float]], patience: Patience = endless
) -> float:
    """Moves renowns, in place, until the equations hold and each of `least` is missed by its margin or more.

    Each condition is met in turn, as nearly as possible, for some sweeps. Returns by how much the worst of them is
    violated in the end.
    """
    worst = 0.0
    for _ in range(SWEEPS):
        patience()
        worst = 0.0
        for one, margin in least:
            lacking = margin - one.miss(renowns)
            if lacking > 0.0:
                one.meet(renowns, -BEYOND * lacking)
                worst = max(worst, lacking)
        for seat, renown in renowns.items():
            if renown < LEAST:
                worst = max(worst, LEAST - renown)
                renowns[seat] = LEAST + (BEYOND - 1) * (LEAST - renown)
        worst = max(worst, equal.meet(renowns))
        if worst < NEAR:
            break
    return worst


def corners(
    seats: list[Seat],
    equal: list[Equation],
    least: list[tuple[Equation, float]],
    rng: Rng,
    count: int,
    patience: Patience = endless,
) -> dict[Seat, float] | None:
    """As `settle`, by the simplex method: a point drawn between `count` corners of the region; None if it is empty."""
    rows, values = [], []
    for place, (one, margin) in enumerate([*least, *((each, None) for each in equal)]):
        slack = [0.0] * len(least)
        if margin is not None:
            slack[place] = 1.0
        rows.append([*(one.weights.get(seat, 0.0) for seat in seats), *slack])
        values.append(one.value - (margin or 0.0) - LEAST * fsum(one.weights.values()))
    tableau = Tableau(rows, values, patience)
    if not tableau.feasible():
        return None
    points = [tableau.best([rng.uniform(-1, 1) for _ in rows[0]]) for _ in range(count)]
    shares = [rng.uniform(0.2, 1.0) for _ in points]
    return {
        seat: LEAST + fsum([share * point[place] for share, point in zip(shares, points, strict=True)]) / fsum(shares)
        for place, seat in enumerate(seats)
    }


SWEEPS = 150
NEAR = 1e-10
BEYOND = 1.5  # a figure that is out of its bounds is moved beyond them by half as much
DISTINCT = 1e-7
