"""The last bits: figures that agree almost are nudged until the public figures follow from them bit for bit.

Global renown is a sum that is rounded at each step (`renown.Breakdown`). The last knight of a lord makes up for what is
missing from the lord's global renown. Where the enemies' part is so large that the sum before it is rounded more
coarsely than the result, no knight can do that: the renowns of other lords are searched for ones that give the right
bits. The mean of all knights comes last, within the room that the rounding of each lord's global renown leaves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import fsum, inf, nextafter, ulp

from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng
from heraut.games.gloire.guess.equations import Equation, Plane, Public, inner

ROUNDS = 12  # attempts of `exact`
MOVES = 1500  # of one search
Told = str  # a public figure: the seat whose global renown it is, one of PARTS, or MEAN
PARTS = ("allies", "enemies")  # of the guessing lord's own renown
MEAN = "mean"  # of all knights; left to the search only if no other lord has a knight
LONGEST = 1e-9  # the longest move of the search
FARTHEST = 1e-3  # the most by which `shift` moves the sum of all renowns
STEPS = (0, 1, -1, 2, -2, 3, -3)  # neighbouring floats that are tried
RECKLESS = 0.02  # the chance that the search keeps a move that makes things worse


class GuessedRenowns:
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
        """Computes what allies and enemies add to the global renown of these lords, and take from it."""
        public, constants, own = self.public, self.public.constants, self.renowns
        for seat in seats:
            self.allied[seat] = fsum([own[ally] for ally in public.allies[seat]]) / constants.divisor
            self.hostile[seat] = fsum(
                [
                    own[foe] / constants.divisor
                    + fsum([own[ally] for ally in public.allies[foe]]) / constants.ally_divisor
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
        """A lord's global renown, where he and his knights come to `company`; rounded like `Breakdown.total`."""
        treasury = self.treasury[seat] / self.public.constants.treasury_weight
        found = company + self.public.lands[seat] + treasury + self.allied[seat] - self.hostile[seat]
        return max(1.0, found)

    def wrong(self, told: Told) -> bool:
        """Whether a public figure cannot come out right, whatever the last knights' renowns are."""
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
        """By how much a public figure comes out too small, and the spacing of floats (ulp) at which it is rounded."""
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
        """The least renown of the last knight that gives a lord his global renown, and the least that gives too much.

        None if no renown of the knight gives it exactly.
        """
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
        """The least renown of anybody, with a tolerance for rounding errors."""
        return min([*self.lords.values(), *(renown for each in self.knights.values() for renown in each)]) + 1e-6

    def everybody(self) -> list[float]:
        """The renown of every knight of the realm, lords in person included."""
        return [
            *self.public.own_renowns,
            *self.lords.values(),
            *(renown for each in self.knights.values() for renown in each),
        ]

    def mean(self) -> float:
        """The mean renown of all knights (GP-GEN-07)."""
        everybody = self.everybody()
        return fsum(everybody) / len(everybody)

    def lacking(self) -> float:
        """By how much the sum of all renowns is too small for the public mean."""
        everybody = self.everybody()
        return fsum([*([self.public.mean] * len(everybody)), *(-renown for renown in everybody)])


def least(low: float, high: float, holds: Callable[[float], bool]) -> float:
    """The least float above `low` for which `holds` is true, by bisection; it is true of `high`."""
    while nextafter(low, inf) < high:
        middle = (low + high) / 2
        if not low < middle < high:
            break
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


def exact(guessed: GuessedRenowns, rng: Rng, equal: list[Equation]) -> bool:
    """Nudges renowns and treasuries, in place, until all public figures come out exactly; False if they do not."""
    for number in range(ROUNDS):
        if search(guessed, rng.at("search", number)) and take_up(guessed) and share_out(guessed):
            return True
        shift(guessed, rng.at("shift", number), equal)
    return False


def take_up(guessed: GuessedRenowns) -> bool:
    """Sets the last knight of each lord so that the lord's global renown is exact; False if that is not possible."""
    weight = guessed.public.constants.knight_weight
    for seat, knights in guessed.knights.items():
        guessed.public.patience()
        for _ in range(4):
            if knights and guessed.public.total[seat] != 1.0:
                knights[-1] += (guessed.public.total[seat] - guessed.total(seat, knights[-1])) / weight
        room = guessed.room(seat) if knights else None
        if knights and room is None:
            return False
        if room is not None:
            knights[-1] = min(max(knights[-1], room[0]), nextafter(room[1], -inf))
    return True


def share_out(guessed: GuessedRenowns) -> bool:
    """Makes the mean of all knights exact within the `room` of each last knight; False if it is not."""
    for seat, knights in guessed.knights.items():
        guessed.public.patience()
        if guessed.mean() == guessed.public.mean:
            return True
        room = guessed.room(seat) if knights else None
        if room is not None:
            knights[-1] = min(max(room[0], knights[-1] + guessed.lacking()), nextafter(room[1], -inf))
    return guessed.mean() == guessed.public.mean


def shift(guessed: GuessedRenowns, rng: Rng, equal: list[Equation]) -> None:
    """Moves the renowns of lords in person to bring the mean closer; their knights make up for it afterwards."""
    mean, others = equal[-1], equal[:-1]
    bound = {seat for one in others for seat in one.weights}
    free = [seat for seat in guessed.lords if seat not in bound and abs(mean.weights[seat]) > 0.5]
    missing = max(-FARTHEST, min(FARTHEST, guessed.lacking()))
    if free:
        seat = rng.choice(free)
        guessed.move(seat, guessed.lords[seat] + missing / mean.weights[seat])
        return
    direction = Plane(others, list(guessed.lords)).along(mean.weights)
    along = inner(direction, mean.weights)
    for seat, each in direction.items():
        step = missing * each / along if along > 1e-6 else rng.uniform(-2, 2) * ulp(guessed.lords[seat])
        guessed.move(seat, guessed.lords[seat] + step)


def search(guessed: GuessedRenowns, rng: Rng) -> bool:
    """Moves the renowns of lords in person by some bits until no public figure is `wrong`; False if some still are."""
    public = guessed.public
    movers: dict[Told, dict[Seat, float]] = {seat: public.rest(seat).weights for seat in public.others}
    if public.me is not None:
        movers |= {"allies": public.allied[public.me], "enemies": public.hostile[public.me]}
    if not any(guessed.knights.values()):
        movers[MEAN] = dict.fromkeys(guessed.lords, 1.0)
    told_by: dict[Seat, list[Told]] = {seat: [] for seat in guessed.lords}
    for told, weights in movers.items():
        for seat in weights:
            if seat in told_by:
                told_by[seat].append(told)
    wrong = {told: None for told in movers if guessed.wrong(told)}
    for _ in range(MOVES):
        if not wrong:
            return True
        told = rng.choice(list(wrong))
        able = [seat for seat in movers[told] if seat in guessed.lords and (seat != told or not guessed.knights[seat])]
        if not able:
            return False
        moved = rng.choice(able)
        former, touched = guessed.lords[moved], told_by[moved]
        before = sum(each in wrong for each in touched)
        missing, fine = guessed.missing(told)
        step = (missing + rng.uniform(-1, 1) * fine) / movers[told][moved]
        if abs(step) > LONGEST:
            continue
        guessed.move(moved, former + step)
        still = [each for each in touched if guessed.wrong(each)]
        if len(still) > before and rng.uniform(0, 1) > RECKLESS:
            guessed.move(moved, former)
        else:
            wrong = {each: None for each in wrong if each not in touched} | dict.fromkeys(still)
    return False
