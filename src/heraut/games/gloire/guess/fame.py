"""Renowns and treasuries of the other lords, drawn so that the public figures follow from them (GP-INF-01, GP-RG).

Public figures are exact to the last bit, and so must the guess be: this module solves for figures that agree up to
rounding errors, and `bits` does the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import floor, fsum, isqrt

import msgspec

from heraut.engine.protocol import Seat, Unguessed
from heraut.engine.rng import Rng
from heraut.games.gloire.guess.bits import GuessedRenowns, exact
from heraut.games.gloire.guess.equations import LEAST, Equation, Plane, Public, corners, settle
from heraut.games.gloire.guess.known import Known
from heraut.games.gloire.guess.purses import Purses, purse, whole_purses

# Later attempts assume that the other lords have so many knights between them, one number after the other.
NUMBERS = (1, 0, 2, 1, 3, 0, 1, 2, 4, 1, 5, 2, 3, 6, 1, 8, 2, 10, 4, 13, 3, 16, 5, 20, 6, 25, 8, 30, 12)
TRIALS = 8  # for each number of knights, so many treasuries of the lords without knights are tried
MIXED = 4  # corners between which a point is drawn
WORK = 6_000  # limits the number of attempts in matches of many lords, where each takes longer
DIGITS = 9  # decimals to which renowns are rounded where the figures leave hardly any room: they most likely have few
EASY = 4  # attempts before the first that assumes figures which leave hardly any room
ATTEMPTS = EASY + 4 * len(NUMBERS)
TRIED_COUNTS = 12  # an attempt tries at most so many numbers of knights
SOLVED = 1e-8  # an equation counts as met if it is missed by less
# The share of the lord in person in what he, his knights and his treasury come to (at the start, less by FADING every
# turn, within bounds), and the share of the treasury in the rest: as seen in matches between bots.
IN_PERSON, FADING, LEAST_SHARE, SPREAD = 0.82, 0.025, 0.42, 0.08
TREASURY = (0.04, 0.25)


class Fame(msgspec.Struct, frozen=True):
    """By other lord: his renown in person, the renown of each of his knights, his treasury in écus."""

    in_person: dict[Seat, float]
    knights: dict[Seat, list[float]]
    treasury: dict[Seat, int]


def draw_fame(public: Public, known: Known, turn: int, rng: Rng) -> Fame:
    """Figures that agree with all that is public, to the last bit. Raises Unguessed if none are found."""
    if turn == 1:
        return first_turn(public)
    others = max(1, len(public.others))
    for attempt in range(min(ATTEMPTS, EASY + WORK // (others * isqrt(others)))):
        found = Draw(public, known, turn, rng.at(attempt), attempt).fame()
        if found is not None:
            return found
    raise Unguessed("no realm is found that agrees with what is public")


def first_turn(public: Public) -> Fame:
    """Everybody stands as the set-up puts him (GP-SET-04)."""
    start = public.constants
    others = public.others
    return Fame(
        dict.fromkeys(others, start.start_renown),
        {seat: [] for seat in others},
        dict.fromkeys(others, start.start_treasury),
    )


class Draw:
    """One attempt to draw a fame. Later attempts assume rarer realms: lords without knights, or of little renown."""

    def __init__(self, public: Public, known: Known, turn: int, rng: Rng, attempt: int) -> None:
        self.public, self.known, self.turn, self.rng, self.attempt = public, known, turn, rng, attempt
        self.figures = public.constants
        slack = {seat: rng.uniform(0.01, 2.0) if public.total[seat] == 1.0 else 0.0 for seat in public.others}
        self.rests = {seat: public.rest(seat, slack[seat]) for seat in public.others}
        self.equal = public.own_equations()
        if attempt < EASY:
            self.equal += [Equation({seat: 1.0}, seen.renown) for seat, seen in known.lords.items()]
        hard, self.kind = divmod(max(0, attempt - EASY), 4)
        self.number = NUMBERS[hard] if self.kind and self.figures.knight_weight else None
        self.chosen = None if self.number is None or self.kind == 1 else self.wealthy(self.number)
        self.weight, self.coin = self.figures.knight_weight, 1 / self.figures.treasury_weight

    def fame(self) -> Fame | None:
        """The fame that this attempt finds, or None."""
        if not self.public.others:
            return Fame({}, {}, {})
        renowns = self.lords()
        if renowns is None:
            return None
        rest = {seat: max(0.0, one.miss(renowns)) for seat, one in self.rests.items()}
        for number, able in self.counts(renowns, rest):
            found = self.with_knights(renowns, rest, number, able)
            if found is not None:
                return found
        return None

    def lords(self) -> dict[Seat, float] | None:
        """Renowns of the other lords in person under which nobody's rest is negative; None if none are found."""
        shares = {seat: self.share() for seat in self.public.others}
        renowns = dict.fromkeys(self.public.others, self.public.constants.start_renown)
        for _ in range(2):
            for seat, one in self.rests.items():
                renowns[seat] = max(LEAST, shares[seat] * (one.miss(renowns) + renowns[seat]))
        equal, bounds = self.supposed()
        for margin in (1.05 * self.weight * LEAST, 0.0):
            found = self.settled(renowns, equal, [*((one, margin) for one in self.rests.values()), *bounds])
            if found is not None:
                return found
        return None

    def supposed(self) -> tuple[list[Equation], list[tuple[Equation, float]]]:
        """The equations and bounds of this attempt; later ones add how many knights the others have between them."""
        number = self.number
        if number is None:
            return self.equal, []
        ones = dict.fromkeys(self.public.others, 1.0)
        everybody = self.left_for_knights(dict.fromkeys(self.public.others, 0.0), number)
        strength = Equation(ones, everybody)
        if not number:
            return [*self.equal, strength], []
        paid = dict.fromkeys(self.public.others, -self.weight)
        able = [self.rests[seat] for seat in self.chosen or self.public.others]
        for one in able:
            for seat, weight in one.weights.items():
                paid[seat] += weight
        value = fsum([one.value for one in able]) - self.weight * everybody
        return self.equal, [(strength, float(number)), (Equation(paid, value), 0.0)]

    def settled(
        self, renowns: dict[Seat, float], equal: list[Equation], least: list[tuple[Equation, float]]
    ) -> dict[Seat, float] | None:
        """Renowns near these that satisfy everything, or None; later attempts also use the slower simplex method."""
        found = dict(renowns)
        if settle(found, Plane(equal, self.public.others), least, self.public.patience) < SOLVED:
            return found
        if self.attempt < EASY:
            return None
        count = 1 if self.kind == 2 else MIXED
        corner = corners(self.public.others, equal, least, self.rng.at("corners"), count, self.public.patience)
        if corner is None:
            return None
        settle(corner, Plane(equal, self.public.others), [])
        return corner

    def share(self) -> float:
        """The share of the lord in person in what he, his knights and his treasury come to, 0 to 1.

        Every fourth attempt assumes what is rare: that lords have hardly anything else, or hardly any renown.
        """
        likely = IN_PERSON - FADING * self.turn + self.rng.uniform(-SPREAD, SPREAD)
        if self.attempt % 4 == 2:
            return self.rng.uniform(0.97, 1.0)
        return min(0.98, max(LEAST_SHARE, likely)) * (self.rng.uniform(0.1, 1.0) if self.attempt % 4 == 3 else 1.0)

    def counts(self, renowns: dict[Seat, float], rest: dict[Seat, float]) -> list[tuple[int, list[Seat]]]:
        """The numbers of knights that the others may have, likeliest first, each with the lords who have them."""
        wanted = self.rng.uniform(*TREASURY)
        rich = [seat for seat, left in rest.items() if self.weight and left >= self.weight * LEAST]
        rich.sort(key=lambda seat: -rest[seat])
        found = []
        seen = sum(len(self.known.renowns(seat)) for seat in rich) if self.attempt < EASY else 0
        numbers = range(seen + len(rich) if self.attempt % 2 == 0 else 0, len(rich) + 40 * len(rest) + 1)
        for number in numbers if self.number is None else (self.number,):
            self.public.patience()
            able = rich[:number] if self.chosen is None else [seat for seat in self.chosen if seat in rich]
            whole = fsum(rest[seat] for seat in able)
            renown = self.left_for_knights(renowns, number)
            if (number <= renown and self.weight * renown <= whole + SOLVED) or (not number and abs(renown) < 1.0):
                treasury = 1 - self.weight * renown / whole if whole else 0.0
                found.append((abs(treasury - wanted), number, able))
            elif renown * self.weight > whole and number > seen + len(rich):
                break
        return [(number, able) for _, number, able in sorted(found)[:TRIED_COUNTS]]

    def wealthy(self, number: int) -> list[Seat]:
        """The `number` lords who would have most for knights if all lords in person were equal, with some noise."""
        alike = dict.fromkeys(self.public.others, self.public.mean)
        wealth = {seat: one.miss(alike) + self.rng.uniform(0, 6) for seat, one in self.rests.items()}
        return sorted(wealth, key=lambda seat: -wealth[seat])[:number]

    def left_for_knights(self, renowns: dict[Seat, float], number: int) -> float:
        """The sum of the renowns of `number` knights of the others that gives the public mean (GP-GEN-07)."""
        public = self.public
        everybody = number + len(public.own_renowns) + len(public.others)
        return public.mean * everybody - fsum(public.own_renowns) - fsum(renowns.values())

    def with_knights(
        self, renowns: dict[Seat, float], rest: dict[Seat, float], number: int, able: list[Seat]
    ) -> Fame | None:
        """Treasuries and knights, `number` in all, of the lords who are `able`; None if no figures fit."""
        for treasury in islice(self.of_the_poor(renowns, rest, able, number), TRIALS):
            equal = [*self.equal, *(purse(self.rests[seat], money * self.coin) for seat, money in treasury.items())]
            near = self.settled(renowns, equal, [(self.rests[seat], self.weight * LEAST) for seat in able])
            found = None if near is None else self.with_treasuries(near, treasury, number, able, equal)
            if found is not None:
                return found
        return None

    def of_the_poor(
        self, renowns: dict[Seat, float], rest: dict[Seat, float], able: list[Seat], number: int
    ) -> Iterator[Purses]:
        """Treasuries of the lords without knights: their rest in whole écus, then (in later attempts) other ones."""
        treasury, carried = {}, 0.0
        for seat in [seat for seat in rest if seat not in able]:
            wealth = rest[seat] / self.coin + carried
            treasury[seat] = max(0, floor(wealth + 1e-6))
            carried = wealth - treasury[seat]
        yield treasury
        if self.attempt < EASY or not treasury:
            return
        equal = [*self.equal] if able else [*self.equal, self.mean_of_all(able, {}, number)]

        def spare(found: dict[Seat, float]) -> list[float]:
            knights = self.weight * self.left_for_knights(found, number)
            return [(fsum([self.rests[seat].miss(found) for seat in able]) - knights) / self.coin] if able else []

        draws = self.rng.at("purses")
        yield from whole_purses(renowns, equal, self.rests, treasury, self.coin, spare, draws, self.public.patience)

    def with_treasuries(
        self, renowns: dict[Seat, float], poor: dict[Seat, int], number: int, able: list[Seat], equal: list[Equation]
    ) -> Fame | None:
        """The treasuries of the lords who have knights, and these knights; None if no figures fit."""
        rest = {seat: max(0.0, one.miss(renowns)) for seat, one in self.rests.items()}
        wanted = self.left_for_knights(renowns, number)
        shares = self.shared(able, rest, wanted) if able else {}
        treasury = poor | {
            seat: max(0, floor((rest[seat] - self.weight * share) / self.coin + 1e-6)) for seat, share in shares.items()
        }
        self.round_up(able, rest, treasury, wanted)
        equal = [*equal, self.mean_of_all(able, treasury, number)]
        least = [(self.rests[seat], treasury[seat] * self.coin + 1.001 * self.weight * LEAST) for seat in able]
        found = self.settled(renowns, equal, least)
        if found is None:
            return None
        strength = {seat: (self.rests[seat].miss(found) - treasury[seat] * self.coin) / self.weight for seat in able}
        knights = self.companies(found, strength, number)
        if knights is None:
            return None
        knights |= {seat: [] for seat in poor}
        for lords in (found, {seat: round(renown, DIGITS) for seat, renown in found.items()}):
            guessed = GuessedRenowns(self.public, lords, knights, treasury)
            if exact(guessed, self.rng.at("bits"), equal) and guessed.least() >= LEAST:
                return Fame(lords, knights, treasury)
            if not poor:
                break
        return None

    def mean_of_all(self, able: list[Seat], treasury: dict[Seat, int], number: int) -> Equation:
        """The equation that all lords and knights have the public mean renown, however it is spread over them."""
        weights = dict.fromkeys(self.public.others, 1.0)
        value = self.left_for_knights(dict.fromkeys(self.public.others, 0.0), number)
        for seat in able:
            one = self.rests[seat]
            value -= (one.value - treasury[seat] * self.coin) / self.weight
            for other, weight in one.weights.items():
                weights[other] -= weight / self.weight
        return Equation(weights, value)

    def shared(self, able: list[Seat], rest: dict[Seat, float], wanted: float) -> dict[Seat, float]:
        """Shares `wanted`, a sum of knights' renowns, among the lords who can afford knights, by their means."""
        most = {seat: rest[seat] / self.weight for seat in able}
        shares = {seat: most[seat] * self.rng.uniform(0.7, 1.3) for seat in able}
        low, high = 0.0, 1e6
        given: dict[Seat, float] = {}
        for _ in range(80):
            middle = (low + high) / 2
            given = {seat: min(most[seat], max(self.least(seat), middle * share)) for seat, share in shares.items()}
            low, high = (middle, high) if fsum(given.values()) < wanted else (low, middle)
        return given

    def least(self, seat: Seat) -> float:
        """The least sum of the renowns of a lord's knights: those who were seen, and one more."""
        return LEAST + fsum(self.known.renowns(seat))

    def round_up(self, able: list[Seat], rest: dict[Seat, float], treasury: dict[Seat, int], wanted: float) -> None:
        """Adds the écus that rounding down has left over to the treasuries, in place, where there is room for them."""
        if not able:
            return
        spare = fsum((rest[seat] - treasury[seat] * self.coin) / self.weight for seat in able) - wanted
        left = round(spare * self.weight / self.coin)
        for seat in sorted(able, key=lambda seat: -rest[seat]) * 3:
            room = floor((rest[seat] - self.weight * 1.01 * LEAST) / self.coin) - treasury[seat]
            more = max(0, min(left, room))
            treasury[seat] += more
            left -= more

    def companies(
        self, renowns: dict[Seat, float], strength: dict[Seat, float], number: int
    ) -> dict[Seat, list[float]] | None:
        """The renowns of all knights by lord, `number` in all; None if `strength` has no room for so many."""
        counts = {seat: 1 + len(self.known.renowns(seat)) for seat in strength}
        if sum(counts.values()) > number or any(strength[seat] < self.least(seat) for seat in strength):
            counts = dict.fromkeys(strength, 1)
        if any(whole < LEAST for whole in strength.values()):
            return None
        for _ in range(number - sum(counts.values())):
            self.public.patience()
            room = [seat for seat in counts if strength[seat] >= (counts[seat] + 1) * LEAST]
            if not room:
                return None
            counts[max(room, key=lambda seat: strength[seat] / (counts[seat] + 0.5) / renowns[seat])] += 1
        return {seat: self.company(seat, whole, counts[seat]) for seat, whole in strength.items()}

    def company(self, seat: Seat, whole: float, count: int) -> list[float]:
        """`count` renowns with the sum `whole`: those that were seen, then whole numbers, then what is left."""
        found: list[float] = []
        left = whole
        for renown in self.known.renowns(seat):
            if len(found) < count - 1 and left - renown >= (count - 1 - len(found)) * LEAST:
                found.append(renown)
                left -= renown
        for place in range(count - 1 - len(found), 0, -1):
            mean = left / (place + 1)
            most = left - place * LEAST
            found.append(float(floor(max(LEAST, min(most, self.rng.uniform(0.2, 1.8) * mean)))))
            left -= found[-1]
        return [*found, left]
