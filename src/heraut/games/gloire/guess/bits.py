"""The last bits: figures that agree nearly are moved by next to nothing, until what is public comes out bit for bit.

Global renown is a sum that is rounded at each step (`renown.Breakdown`). One knight of a lord takes up what is missing
to his; where his enemies weigh so much that the sum before them is rounded more coarsely than the result, their
renown has to bring the bits, and is searched for. The mean of all knights is met last, within the room that each lord's
renown leaves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import fsum, inf, nextafter, ulp

from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games.gloire.guess.equations import Equation, Plane, Public, inner

ROUNDS = 12  # of all steps together
MOVES = 1500  # of the search
Told = str  # whose global renown is told; or which part of one's own
PARTS = ("allies", "enemies")
MEAN = "mean"  # of all knights; only the search's matter where no other lord has a knight
LONGEST = 1e-9  # a move
FARTHEST = 1e-3  # by which the renowns of all together are moved at once
STEPS = (0, 1, -1, 2, -2, 3, -3)  # neighbours that are tried
RECKLESS = 0.02  # how often the search takes a move that makes things worse


class Figures:
    """Renowns and treasuries, and the public figures that follow from them, computed as the rules compute them."""

    def __init__(
        self, public: Public, lords: dict[Seat, float], knights: dict[Seat, list[float]], treasury: dict[Seat, int]
    ) -> None:
        self.public, self.lords, self.knights, self.treasury = public, lords, knights, treasury
        self.renowns = dict(public.in_person) | lords
        self.allied: dict[Seat, float] = {}
        self.hostile: dict[Seat, float] = {}
        self.reckon(public.living)
        self.moved_by: dict[Seat, list[Seat]] = {seat: [] for seat in lords}
        for seat in public.living:
            for other in {*public.allied[seat], *public.hostile[seat]} - {seat}:
                if other in self.moved_by:
                    self.moved_by[other].append(seat)

    def reckon(self, seats: Iterable[Seat]) -> None:
        """What allies and enemies of these lords come to."""
        public, figures, own = self.public, self.public.constants, self.renowns
        for seat in seats:
            self.allied[seat] = fsum([own[ally] for ally in public.allies[seat]]) / figures.divisor
            self.hostile[seat] = fsum(
                [
                    own[foe] / figures.divisor + fsum([own[ally] for ally in public.allies[foe]]) / figures.ally_divisor
                    for foe in public.enemies[seat]
                ]
            )

    def move(self, seat: Seat, renown: float) -> None:
        """A lord has another renown."""
        self.lords[seat] = self.renowns[seat] = renown
        self.reckon(self.moved_by[seat])

    def total(self, seat: Seat, last: float) -> float:
        """A lord's global renown, if the last of his knights had this renown (`Breakdown.total`)."""
        knights = fsum([*self.knights[seat][:-1], last]) if self.knights[seat] else 0.0
        return self.summed(seat, self.lords[seat] + self.public.constants.knight_weight * knights)

    def summed(self, seat: Seat, company: float) -> float:
        """The same, from what the lord and his knights come to: every sum is rounded."""
        treasury = self.treasury[seat] / self.public.constants.treasury_weight
        found = company + self.public.lands[seat] + treasury + self.allied[seat] - self.hostile[seat]
        return max(1.0, found)

    def wrong(self, told: Told) -> bool:
        """Whether a lord's global renown, or a part of one's own, does not come out, whatever the last knights have."""
        public = self.public
        if told == MEAN:
            return self.mean() != self.public.mean
        if told in PARTS:
            return self.missing(told)[0] != 0.0
        seat = Seat(told)
        wanted, enemies = public.total[seat], self.hostile[seat]
        if not self.knights[seat]:
            return self.total(seat, 0.0) != wanted
        treasury = self.treasury[seat] / public.constants.treasury_weight
        company = wanted + enemies - self.allied[seat] - treasury - public.lands[seat]
        near = ulp(company)
        return wanted != 1.0 and all(self.summed(seat, company + step * near) != wanted for step in STEPS)

    def missing(self, told: Told) -> tuple[float, float]:
        """What is missing to one of these, and how finely it is told."""
        public = self.public
        if told == MEAN:
            return self.lacking(), len(self.lords) * ulp(public.mean)
        if told in PARTS and public.me is not None:
            found = self.allied[public.me] if told == "allies" else self.hostile[public.me]
            return public.own["renown"][told] - found, ulp(found)
        seat = Seat(told)
        wanted, enemies = public.total[seat], self.hostile[seat]
        if not self.knights[seat]:
            return wanted - self.total(seat, 0.0), ulp(wanted)
        return wanted - (wanted + enemies - enemies), ulp(wanted + enemies)

    def room(self, seat: Seat) -> tuple[float, float] | None:
        """The least renown of the last knight that gives a lord his global renown, and the least that gives more."""
        wanted, last = self.public.total[seat], self.knights[seat][-1]
        width = 64 * ulp(wanted + self.hostile[seat]) / self.public.constants.knight_weight
        low, high = last - width, last + width
        if wanted == 1.0:
            return (low, high) if self.total(seat, high) == 1.0 else None
        if self.total(seat, low) >= wanted or self.total(seat, high) <= wanted:
            return None
        first = least(low, high, lambda renown: self.total(seat, renown) >= wanted)
        if self.total(seat, first) != wanted:
            return None
        return first, least(first, high, lambda renown: self.total(seat, renown) > wanted)

    def least(self) -> float:
        """The least renown of all, but for what rounding may have taken from it."""
        return min([*self.lords.values(), *(renown for each in self.knights.values() for renown in each)]) + 1e-6

    def mean(self) -> float:
        """The mean renown of all knights (GP-GEN-07)."""
        everybody = [
            *self.public.own_renowns,
            *self.lords.values(),
            *(r for each in self.knights.values() for r in each),
        ]
        return fsum(everybody) / len(everybody)

    def lacking(self) -> float:
        """What is missing to the renown of all knights together."""
        everybody = [
            *self.public.own_renowns,
            *self.lords.values(),
            *(r for each in self.knights.values() for r in each),
        ]
        return fsum([*([self.public.mean] * len(everybody)), *(-renown for renown in everybody)])


def least(low: float, high: float, holds: Callable[[float], bool]) -> float:
    """The least number above `low` for which this holds, as it does for `high`."""
    while nextafter(low, inf) < high:
        middle = (low + high) / 2
        if not low < middle < high:
            break
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


def exact(figures: Figures, rng: Rng, equal: list[Equation]) -> bool:
    """Moves the figures, in place, until all that is public comes out; False if it does not."""
    for number in range(ROUNDS):
        if search(figures, rng.at("search", number)) and take_up(figures) and share_out(figures):
            return True
        shift(figures, rng.at("shift", number), equal)
    return False


def take_up(figures: Figures) -> bool:
    """The last knight of each lord gets what is missing to his global renown."""
    weight = figures.public.constants.knight_weight
    for seat, knights in figures.knights.items():
        figures.public.patience()
        for _ in range(4):
            if knights and figures.public.total[seat] != 1.0:
                knights[-1] += (figures.public.total[seat] - figures.total(seat, knights[-1])) / weight
        room = figures.room(seat) if knights else None
        if knights and room is None:
            return False
        if room is not None:
            knights[-1] = min(max(knights[-1], room[0]), nextafter(room[1], -inf))
    return True


def share_out(figures: Figures) -> bool:
    """What is missing to the mean of all knights is found in the room that each lord's last one has."""
    for seat, knights in figures.knights.items():
        figures.public.patience()
        if figures.mean() == figures.public.mean:
            return True
        room = figures.room(seat) if knights else None
        if room is not None:
            knights[-1] = min(max(room[0], knights[-1] + figures.lacking()), nextafter(room[1], -inf))
    return figures.mean() == figures.public.mean


def shift(figures: Figures, rng: Rng, equal: list[Equation]) -> None:
    """Moves lords in person so that the mean of all comes nearer, their knights taking up the difference."""
    mean, others = equal[-1], equal[:-1]
    bound = {seat for one in others for seat in one.weights}
    free = [seat for seat in figures.lords if seat not in bound and abs(mean.weights[seat]) > 0.5]
    missing = max(-FARTHEST, min(FARTHEST, figures.lacking()))
    if free:
        seat = rng.choice(free)
        figures.move(seat, figures.lords[seat] + missing / mean.weights[seat])
        return
    direction = Plane(others, list(figures.lords)).along(mean.weights)
    along = inner(direction, mean.weights)
    for seat, each in direction.items():
        step = missing * each / along if along > 1e-6 else rng.uniform(-2, 2) * ulp(figures.lords[seat])
        figures.move(seat, figures.lords[seat] + step)


def search(figures: Figures, rng: Rng) -> bool:
    """Moves lords in person by some bits until every lord's figures can come out; False if they do not."""
    public = figures.public
    movers: dict[Told, dict[Seat, float]] = {seat: public.rest(seat).weights for seat in public.others}
    if public.me is not None:
        movers |= {"allies": public.allied[public.me], "enemies": public.hostile[public.me]}
    if not any(figures.knights.values()):
        movers[MEAN] = dict.fromkeys(figures.lords, 1.0)
    told_by: dict[Seat, list[Told]] = {seat: [] for seat in figures.lords}
    for told, weights in movers.items():
        for seat in weights:
            if seat in told_by:
                told_by[seat].append(told)
    wrong = {told: None for told in movers if figures.wrong(told)}
    for _ in range(MOVES):
        if not wrong:
            return True
        told = rng.choice(list(wrong))
        able = [seat for seat in movers[told] if seat in figures.lords and (seat != told or not figures.knights[seat])]
        if not able:
            return False
        moved = rng.choice(able)
        former, touched = figures.lords[moved], told_by[moved]
        before = sum(each in wrong for each in touched)
        missing, fine = figures.missing(told)
        step = (missing + rng.uniform(-1, 1) * fine) / movers[told][moved]
        if abs(step) > LONGEST:
            continue
        figures.move(moved, former + step)
        still = [each for each in touched if figures.wrong(each)]
        if len(still) > before and rng.uniform(0, 1) > RECKLESS:
            figures.move(moved, former)
        else:
            wrong = {each: None for each in wrong if each not in touched} | dict.fromkeys(still)
    return False
