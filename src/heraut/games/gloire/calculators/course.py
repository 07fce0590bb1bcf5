"""Every course that an attack can take, each with its exact chance.

Once it is known who takes the advantage, a pass leaves nothing to chance: its two issues are followed, each with its
probability. Two courses that meet in the same men, and in renowns that differ by less than 1e-9, go on as one: by the
rules, the same advantages in another order leave the same renowns, unless one has fallen to 1 on the way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from heraut.engine.protocol import Seat
from heraut.games.gloire.calculators.forces import Attacker, Defender, ground_of, lord_of, lost_lord, numbers, side_of
from heraut.games.gloire.calculators.tally import Tally
from heraut.games.gloire.phases.battle import Ground, Side, exchange, holds_field, reaches
from heraut.games.gloire.tables import Constants

DIGITS = 9  # renowns that agree to so many decimals count as one


class OverBudget(Exception):
    """More passes than the budget allows."""


class Node(msgspec.Struct, gc=False):
    """A moment of the attack that comes about with this chance; `gone` are the lords who have died."""

    chance: float
    attacker: Side
    defender: Side
    gone: tuple[Seat | None, ...]


class Arrival(msgspec.Struct, gc=False):
    """The attacker before his next battle; `met` as in `Tally.end`."""

    chance: float
    men: int
    renown: float
    met: float | None
    gone: tuple[Seat | None, ...]


Arrivals = dict[tuple[object, ...], Arrival]
Nodes = dict[tuple[object, ...], Node]


class Course:
    """Follows an attack through all that chance can make of it."""

    def __init__(
        self,
        attacker: Attacker,
        defenders: Sequence[Defender],
        fortification: int,
        constants: Constants,
        budget: int,
    ) -> None:
        self.attacker = attacker
        self.fortification = fortification
        self.constants = constants
        self.budget = budget
        self.tally = Tally(attacker, defenders, constants)

    def follow(self) -> Tally:
        """All ends of the attack with their chances. Raises OverBudget."""
        start = Arrival(1.0, self.attacker.men, self.attacker.renown, None, ())
        arrivals: Arrivals = {(): start}
        if self.side(start).out:
            self.end(start, success=False)
            return self.tally
        for index, defender in enumerate(self.tally.defenders):
            arrivals = self.meet(index, defender, arrivals)
        for arrival in arrivals.values():
            self.end(arrival, success=True)
        return self.tally

    def end(self, arrival: Arrival, *, success: bool) -> None:
        """The attack ends between two battles."""
        self.tally.end(arrival.chance, arrival.men, arrival.renown, arrival.met, success=success)

    def side(self, arrival: Arrival) -> Side:
        """The attacker, ready to fight."""
        return Side(arrival.men, arrival.renown, self.attacker.threshold)

    def meet(self, index: int, defender: Defender, arrivals: Arrivals) -> Arrivals:
        """The attacker comes to the next defender; how he goes on to the one after (GP-ATT-11)."""
        onward: Arrivals = {}
        nodes: Nodes = {}
        for arrival in arrivals.values():
            if lord_of(defender) in arrival.gone:
                go_on(onward, arrival)
                continue
            for men, chance in numbers(defender, self.constants):
                foe = side_of(defender, men)
                coming = Arrival(arrival.chance * chance, arrival.men, arrival.renown, arrival.met, arrival.gone)
                if foe.out:
                    go_on(onward, coming)
                elif self.side(coming).out:
                    self.end(coming, success=False)
                else:
                    join(nodes, Node(coming.chance, self.side(coming), foe, coming.gone))
        ground = ground_of(defender, self.fortification)
        for node, advantage in self.battles(nodes, ground):
            self.settle(index, defender, node, onward, advantage=advantage)
        return onward

    def battles(self, nodes: Nodes, ground: Ground) -> Iterator[tuple[Node, bool]]:
        """Fights these battles pass by pass, all at once; each end with who took the last advantage."""
        for _ in range(self.constants.battle_passes_max):
            if not nodes:
                return
            self.tally.effort += len(nodes)
            if self.tally.effort > self.budget:
                raise OverBudget
            later: Nodes = {}
            for node in nodes.values():
                self.tally.passes += node.chance
                for after, advantage in branches(node, ground, self.constants):
                    if after.attacker.out or after.defender.out:
                        yield after, advantage
                    else:
                        join(later, after)
            nodes = later
        for node in nodes.values():
            yield node, False  # stopped without a decision (GP-BAT-13)

    def settle(self, index: int, defender: Defender, node: Node, onward: Arrivals, *, advantage: bool) -> None:
        """One battle is over: the attack fails, succeeds at once, or goes on (GP-ATT-13, GP-BAT-12)."""
        self.tally.fought(node.chance, index, node.defender, defender.renown)
        side = node.attacker
        after = Arrival(node.chance, side.men, side.renown, defender.renown, node.gone)
        if not holds_field(side, node.defender, advantage=advantage):
            self.end(after, success=False)
        elif not lost_lord(defender, node.defender):
            go_on(onward, after)
        elif lord_of(defender) is None:
            self.end(after, success=True)
        else:
            after.gone = (*node.gone, lord_of(defender))
            go_on(onward, after)


def branches(node: Node, ground: Ground, constants: Constants) -> Iterator[tuple[Node, bool]]:
    """The two issues of the next pass: who takes the advantage, and what that does to both sides."""
    chance = advantage_chance(*reaches(node.attacker, node.defender, ground, constants))
    for advantage, part in ((True, chance), (False, 1.0 - chance)):
        if part > 0.0:
            attacker = Side(node.attacker.men, node.attacker.renown, node.attacker.threshold)
            defender = Side(node.defender.men, node.defender.renown, node.defender.threshold)
            exchange(attacker, defender, ground, advantage, constants)
            yield Node(node.chance * part, attacker, defender, node.gone), advantage


def advantage_chance(attacker_reach: float, defender_reach: float) -> float:
    """The chance that a draw in [1, the attacker's reach] exceeds one in [1, the defender's reach] (GP-BAT-03)."""
    ours, theirs = attacker_reach - 1.0, defender_reach - 1.0
    if ours <= 0.0:
        return 0.0  # equal draws leave the advantage to the defender
    return 1.0 - theirs / (2.0 * ours) if ours >= theirs else ours / (2.0 * theirs)


def join(nodes: Nodes, node: Node) -> None:
    """Adds a moment to those of the same pass, or its chance to the one that it cannot be told from."""
    a, d = node.attacker, node.defender
    key = (a.men, d.men, round(a.renown, DIGITS), round(d.renown, DIGITS), d.threshold, node.gone)
    same = nodes.setdefault(key, node)
    if same is not node:
        same.chance += node.chance


def go_on(arrivals: Arrivals, arrival: Arrival) -> None:
    """The same before the next battle."""
    key = (arrival.men, round(arrival.renown, DIGITS), arrival.met, arrival.gone)
    same = arrivals.setdefault(key, arrival)
    if same is not arrival:
        same.chance += arrival.chance
