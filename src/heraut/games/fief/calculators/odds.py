"""The chances of a battle of two camps, fought round after round until one of them, or both, are beaten.

A round takes a camp to fewer points or leaves it where it is, and how far depends on the other camp's throw alone. So
the chance of every pair of strengths follows from those above it, each pair is looked at once, and rounds in which
nobody falls are summed in closed form. Nobody begs for mercy here, and change for the tokens lost is always found.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

import msgspec

from heraut.games.fief.calculators.dice import Fates, Row, Throw, dice_of, fates, hit
from heraut.games.fief.tables import CONSTANTS


class Aim(msgspec.Struct, frozen=True):
    """So many dice thrown at one lord as long as he lives (FI-AIM): all of them, if the number is as high as that.

    `place` is his in the order in which the lords of his camp fall, from 0.
    """

    dice: int
    place: int


class Camp(msgspec.Struct, frozen=True):
    """One side of a battle: points, position, and what makes it unlike others (FI-BAT-07).

    `lords` are those who fight, one point each, the last to fall; `darc` is her place among them, from 0.
    """

    soldiers: int
    lords: int = 0
    row: Row = "open"
    darc: int | None = None
    aim: Aim | None = None

    @property
    def points(self) -> int:
        """What counts for its dice."""
        return self.soldiers + self.lords


class Side(msgspec.Struct, frozen=True):
    """What becomes of a camp: the chance of each number of points left, the mean losses, each lord's chance to die."""

    left: tuple[float, ...]
    soldiers_lost: float
    lords_lost: float
    deaths: tuple[float, ...]


class Odds(msgspec.Struct, frozen=True):
    """How a battle may end. `rounds` is their mean number; `attacker` and `defender` tell what becomes of each."""

    win: float
    lose: float
    both_out: float
    rounds: float
    attacker: Side
    defender: Side


class Spell(NamedTuple):
    """Consecutive states of a camp that are alike: the same throw, and `marked` if the enemy has somebody to aim at."""

    throw: Throw
    marked: bool
    states: tuple[int, ...]


class Course:
    """The states of a camp in a battle, and how it goes from one to another.

    A state is the number of points left. If the enemy aims at a lord, the `mark`, the camp has a second set of states
    for the time when he is dead: the points left, plus `shot`.
    """

    def __init__(self, camp: Camp, enemy: Camp) -> None:
        self.camp = camp
        self.shot = camp.points
        self.aim = camp.aim if enemy.row == "open" else None
        self.mark = enemy.aim.place if enemy.aim is not None and camp.row == "open" else None
        self.states = list(range(camp.points, 0, -1))
        if self.mark is not None:
            self.states += range(self.shot + camp.points - 1, self.shot, -1)
        self.size = max(self.states, default=0) + 1
        self.throws = [{state: self._throw(state, target) for state in self.states} for target in (False, True)]
        self.spells = [tuple(self._spells(throws)) for throws in self.throws]
        self._fates: dict[Throw, dict[int, Fates]] = {}

    def lords_left(self, state: int) -> Sequence[int]:
        """The places of the lords who still stand: the last ones, since the first fall first."""
        lords = self.camp.lords
        if state <= self.shot:
            return range(max(0, lords - state), lords)
        others = [place for place in range(lords) if place != self.mark]
        return others[max(0, len(others) - (state - self.shot)) :]

    def marked(self, state: int) -> bool:
        """Whether the enemy still has his lord to aim at."""
        return state <= self.shot and self.mark in self.lords_left(state)

    def _throw(self, state: int, target: bool) -> Throw:
        """The camp's throw in this state; `target`: the lord at whom it aims still stands."""
        dice = dice_of(state if state <= self.shot else state - self.shot)
        aimed = min(self.aim.dice, dice) if self.aim is not None and target else 0
        bonus = CONSTANTS.combat.darc_bonus if self.camp.darc in self.lords_left(state) else 0
        return Throw(dice - aimed, bonus, aimed)

    def _spells(self, throws: dict[int, Throw]) -> Iterator[Spell]:
        """The states in groups of consecutive ones that are alike."""

        def likeness(state: int) -> tuple[Throw, bool, bool]:
            return throws[state], self.marked(state), state > self.shot

        for (throw, marked, _), states in groupby(self.states, key=likeness):
            yield Spell(throw, marked, tuple(states))

    def fates(self, throw: Throw) -> dict[int, Fates]:
        """What a throw of the enemy may do to the camp, by state."""
        found = self._fates.get(throw)
        if found is None:
            found = self._fates[throw] = {state: self._fate(state, throw) for state in self.states}
        return found

    def _fate(self, state: int, throw: Throw) -> Fates:
        row = self.camp.row
        if state > self.shot:
            return self._alone(fates(state - self.shot, row, throw))
        missed = fates(state, row, throw)
        if not (throw.aimed and self.marked(state)):
            return missed
        killed, death = self._alone(fates(state - 1, row, throw)), hit(throw)
        shares = [(left, (1 - death) * chance) for left, chance in missed.falls]
        shares += [(left, death * chance) for left, chance in killed.falls]
        shares.append((self.shot + state - 1 if state > 1 else 0, death * killed.stay))
        return Fates((1 - death) * missed.stay, tuple(shares))

    def _alone(self, found: Fates) -> Fates:
        """These fates as states of the camp whose marked lord is dead."""
        return Fates(found.stay, tuple((left and left + self.shot, chance) for left, chance in found.falls))

    def side(self, chances: Sequence[float]) -> Side:
        """What becomes of the camp, from the chance of each state at the end."""
        camp = self.camp
        left, deaths = [0.0] * (camp.points + 1), [0.0] * camp.lords
        for state, chance in enumerate(chances):
            if chance:
                left[state if state <= self.shot else state - self.shot] += chance
                for place in set(range(camp.lords)).difference(self.lords_left(state)):
                    deaths[place] += chance
        lost, fallen = camp.points - sum(points * chance for points, chance in enumerate(left)), sum(deaths)
        return Side(tuple(left), lost - fallen, fallen, tuple(deaths))


@lru_cache(maxsize=4096)
def odds(attacker: Camp, defender: Camp) -> Odds:
    """How a battle between these two may end, fought to the end; a camp without a point is beaten before it begins."""
    first, second = Course(attacker, defender), Course(defender, attacker)
    chances = [[0.0] * second.size for _ in range(first.size)]
    chances[attacker.points][defender.points] = 1.0
    rounds = sum(_rounds(first, second, state, chances) for state in first.states)
    won, lost = [row[0] for row in chances], chances[0]
    both_out = lost[0]
    won[0] = sum(lost)
    lost[0] = sum(won[1:]) + both_out
    return Odds(sum(won[1:]), sum(lost[1:]), both_out, rounds, first.side(won), second.side(lost))


def _rounds(first: Course, second: Course, state: int, chances: list[list[float]]) -> float:
    """Every round that begins with the first camp in this state; their mean number.

    `chances` are those of each pair of states: complete for this one, those of the states that follow grow.
    """
    row = chances[state]
    answers = [second.fates(throws[state]) for throws in first.throws]
    rounds = 0.0
    for throw, marked, states in second.spells[first.marked(state)]:
        held, falls = first.fates(throw)[state]
        after = [0.0] * (second.size if marked else states[0] + 1)  # where these rounds leave the second camp
        for other in states:
            chance = row[other]
            if chance:
                kept, lower = answers[marked][other]
                chance /= 1 - held * kept  # a round that changes nothing is fought again
                rounds += chance
                after[other] += chance * kept
                for left, share in lower:
                    after[left] += chance * share
                    if held:
                        row[left] += chance * share * held
        for left, share in falls:
            reached = chances[left]
            reached[: len(after)] = [old + share * new for old, new in zip(reached, after, strict=False)]
    return rounds
