"""Open-loop Monte Carlo tree search, for games of two sides in which dice decide and answers cannot be counted.

A node stands for the answers that led to it, not for a state: at each playout it is reached with other dice, and judged
by all of them together (Perez Liebana, Dieskau, Hünermund, Mostaghim & Lucas, "Open Loop Search for General Video Game
Playing", GECCO 2015). Of answers without number a node tries the likeliest first, and one more as it is visited more
often: progressive widening (Couëtoux, Hoock, Sokolovska, Teytaud & Bonnard, "Continuous Upper Confidence Trees", LION
2011). Each state is guessed from what the seat sees; whatever a node offers that is not legal in the state at hand is
passed over, and counts only where it could be chosen (Cowling, Powley & Whitehouse, "Information Set Monte Carlo Tree
Search", 2012). A playout ends after so many beginnings (activations, turns: `begins`), and is judged by `evaluate`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, log, sqrt
from typing import Any, Generic, Protocol

from heraut.engine.play import Player
from heraut.engine.protocol import A, Decision, S, Searchable, Seat
from heraut.engine.rng import Rng

MARGIN = 0.01  # by which another answer must be better than the first


class Candidate(Generic[A]):
    """An answer worth a try, and what it is thought to be worth to whoever gives it: 0 all lost, 1 won."""

    __slots__ = ("answer", "prior")

    def __init__(self, answer: A, prior: float) -> None:
        self.answer, self.prior = answer, prior


class Guide(Protocol[S, A]):
    """What a game says to the search: which answers to try, how others go on, what a state is worth.

    A decision is one of the game's own sort (`game.open_decisions`).
    """

    @property
    def game(self) -> Searchable[S, A]:
        """The game that is played on."""

    @property
    def policy(self) -> Player[A]:
        """How both sides go on below the tree."""

    def candidates(self, decision: Any, rng: Rng) -> Sequence[Candidate[A]]:
        """Legal answers, the likeliest first; at least one."""

    def begins(self, decision: Any) -> bool:
        """Whether this decision begins what playouts are counted by."""

    def evaluate(self, state: S, seat: Seat) -> float:
        """What a state is worth to a seat, from 0 to 1; the other side has the rest."""


class Search(Generic[S, A]):
    """A search for one seat.

    `horizon` are the beginnings that a playout plays, the one in question included. A node that was visited n times has
    `widening[0] * (n + 1) ** widening[1]` branches at most. `exploration` weighs what is hardly known (UCB1). A prior
    counts for `prior_share` of the playouts: what these are judged by errs as well, and more of them do not mend that.
    """

    def __init__(
        self,
        guide: Guide[S, A],
        seat: Seat,
        *,
        horizon: int = 2,
        widening: tuple[float, float] = (1.0, 0.4),
        exploration: float = 0.15,
        prior_share: float = 0.4,
        depth: int = 6,
    ) -> None:
        self.guide, self.seat, self.horizon = guide, seat, horizon
        self.widening, self.exploration = widening, exploration
        self.prior_share = prior_share
        self.prior_weight = 1.0  # of the search under way: playouts that a candidate's prior counts for
        self.depth = depth  # answers of the tree; below it the policy goes on

    def best(self, states: Sequence[S], decision: Decision[A], playouts: int, rng: Rng) -> A:
        """The answer that has proved best in so many playouts, dealt over these guessed states."""
        self.prior_weight = max(1.0, self.prior_share * playouts)
        root = Node[A](self.guide.candidates(decision, rng.at("ideas")))
        if len(root.candidates) > 1:
            for number in range(playouts):
                state = self.guide.game.clone(states[number % len(states)])
                self.playout(root, state, rng)
        return root.best(self.prior_weight).candidate.answer

    def playout(self, root: Node[A], state: S, rng: Rng) -> None:
        """One way through the tree and on to the horizon; every answer on it learns what it came to."""
        game, guide, node, taken = self.guide.game, self.guide, root, list[tuple[Node[A], Branch[A], bool]]()
        begun, step, following, first, dice = 0, 0, True, True, rng
        while opened := game.open_decisions(state):
            ((seat, decision),) = opened.items()
            begins = first or guide.begins(decision)
            if begins and begun == self.horizon:
                break
            begun, following = begun + begins, following and len(taken) < self.depth
            if following:
                branch, fresh = self.descend(node, decision, first, dice)
                if first:  # the n-th playout of each answer has the same dice, so that luck favours none
                    dice = rng.at(branch.visits)
                taken.append((node, branch, seat == self.seat))
                node, following, answer = branch.node, not fresh, branch.candidate.answer
            else:
                answer = guide.policy(decision, {}, dice)
            state, first, step = game.apply(state, {seat: answer}, dice.at(step)), False, step + 1
        value = guide.evaluate(state, self.seat)
        for parent, branch, own in taken:
            parent.learn(branch, value if own else 1 - value)

    def descend(self, node: Node[A], decision: Decision[A], first: bool, rng: Rng) -> tuple[Branch[A], bool]:
        """The branch to follow, and whether it is new: below a new one the tree ends."""
        if not node.candidates:
            node.candidates = list(self.guide.candidates(decision, rng))
        most, power = self.widening
        legal = node.branches if first else [one for one in node.branches if not decision.check(one.candidate.answer)]
        if len(legal) < ceil(most * (node.visits + 1) ** power):
            fresh = node.expand(None if first else decision)
            if fresh is not None:
                return fresh, True
        if not legal:  # nothing that was thought of elsewhere can be done here
            return node.add(self.guide.candidates(decision, rng)[0]), True
        for one in legal:
            one.available += 1
        return max(legal, key=lambda one: self.upper_bound(node, one)), False

    def upper_bound(self, node: Node[A], branch: Branch[A]) -> float:
        """What a branch may be worth at best (UCB1, by how often it could be chosen), its prior reckoned in."""
        bold = self.exploration * sqrt(log(branch.available + 1) / (branch.visits + 1))
        return node.value(branch, self.prior_weight) + bold


class Branch(Generic[A]):
    """An answer that has been tried: what it came to, how often, and how often it could have been chosen."""

    __slots__ = ("available", "candidate", "node", "total", "visits")

    def __init__(self, candidate: Candidate[A]) -> None:
        self.candidate, self.node = candidate, Node[A]([])
        self.visits, self.available, self.total = 0, 1, 0.0


class Node(Generic[A]):
    """What has been tried after certain answers, in whatever state they led to."""

    __slots__ = ("bias", "branches", "candidates", "visits")

    def __init__(self, candidates: Sequence[Candidate[A]]) -> None:
        self.candidates, self.branches, self.visits = list(candidates), list[Branch[A]](), 0
        self.bias = 0.0  # by which playouts have come to more than their priors, all together

    def expand(self, decision: Decision[A] | None) -> Branch[A] | None:
        """The likeliest candidate that has not been tried and is legal (None: all are); None where there is none."""
        tried = {one.candidate.answer for one in self.branches}
        for candidate in self.candidates:
            if candidate.answer not in tried and (decision is None or not decision.check(candidate.answer)):
                return self.add(candidate)
        return None

    def add(self, candidate: Candidate[A]) -> Branch[A]:
        """A new branch; the one that is there if it has been tried."""
        for one in self.branches:
            if one.candidate.answer == candidate.answer:
                return one
        self.branches.append(Branch(candidate))
        return self.branches[-1]

    def learn(self, branch: Branch[A], value: float) -> None:
        """A playout through this branch came to so much, for whoever chose it."""
        self.visits += 1
        branch.visits += 1
        branch.total += value
        self.bias += value - branch.candidate.prior

    def value(self, branch: Branch[A], prior_weight: float) -> float:
        """The mean of a branch's playouts, its prior being worth so many of them, as far as priors are true here.

        What is wrong with all priors alike must not favour whoever has been tried least.
        """
        prior = branch.candidate.prior + self.bias / max(1, self.visits)
        return (branch.total + prior_weight * prior) / (branch.visits + prior_weight)

    def best(self, prior_weight: float) -> Branch[A]:
        """The branch of the highest value; the first, unless another is better by a margin."""
        if not self.branches:
            return self.add(self.candidates[0])
        first = self.branches[0]
        best = max(self.branches, key=lambda one: self.value(one, prior_weight))
        return best if self.value(best, prior_weight) > self.value(first, prior_weight) + MARGIN else first
