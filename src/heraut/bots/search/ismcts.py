"""Information-set Monte Carlo tree search: one tree over many guessed states, with a bot as its prior.

Cowling, Powley & Whitehouse, "Information set Monte Carlo tree search" (IEEE Transactions on Computational Intelligence
and AI in Games 4(2), 2012): each iteration draws a state that agrees with what the seat knows, goes down the tree along
answers that are legal in it, adds a leaf, plays on, and credits every seat with its own reward. An answer counts as
tried when chosen, as available when it could have been chosen. Here a bot names the answers worth trying, best
first, and plays on from the leaf; playouts end at a horizon, where a judgement of the state stands for the result. The
n-th visit of an answer at the root is in the n-th guess, with the same dice for all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import log, sqrt
from typing import Generic

import msgspec

from heraut.engine.protocol import A, Decision, S, Searchable, Seat
from heraut.engine.rng import Rng

Values = Mapping[Seat, float]  # what a state is worth to each seat: 0 all lost, 1 won


class Search(msgspec.Struct, Generic[S, A], frozen=True):
    """How a game is searched for a seat.

    `guess(n)` is the n-th state that agrees with what the seat knows; `candidates` are the answers worth trying,
    the bot's own first; `policy` answers in playouts, whoever is asked; `over` tells where a playout ends, `evaluate`
    what the state is worth there.
    """

    game: Searchable[S, A]
    seat: Seat
    guess: Callable[[int], S]
    candidates: Callable[[Decision[A], Rng], Sequence[A]]
    policy: Callable[[Decision[A], Rng], A]
    over: Callable[[S], bool]
    evaluate: Callable[[S], Values]
    exploration: float = 0.15  # the weight of what is hardly known; rewards of one state differ by about as much
    depth: int = 6  # answers of the tree; from there on playouts
    margin: float = 0.01  # of mean reward, by which another answer must be better than the bot's own


class Node(Generic[A]):
    """An answer in the tree, and what came after it."""

    __slots__ = ("answers", "available", "children", "total", "visits")

    def __init__(self) -> None:
        self.children: dict[str, Node[A]] = {}  # by the text of the answer
        self.answers: dict[str, A] = {}
        self.visits = self.available = 0
        self.total = 0.0  # rewards of whoever gave the answer

    @property
    def mean(self) -> float:
        """The reward of the answer so far."""
        return self.total / self.visits if self.visits else 0.0


def best(search: Search[S, A], decision: Decision[A], playouts: int, rng: Rng) -> A:
    """The answer to prefer after so many playouts: the bot's own, unless another one is better by the margin."""
    root, candidates = Node[A](), search.candidates(decision, rng.at("likely"))
    if len(candidates) == 1 or playouts < len(candidates):
        return candidates[0]
    expand(root, decision, candidates)
    for _ in range(playouts):
        iterate(search, root, rng)
    own, *others = root.children
    least = root.children[own].visits
    tried = [text for text in others if root.children[text].visits >= least]
    text = max(tried, key=lambda one: root.children[one].mean, default=own)
    better = root.children[text].mean > root.children[own].mean + search.margin
    return root.answers[text if better else own]


def expand(node: Node[A], decision: Decision[A], candidates: Sequence[A]) -> list[str]:
    """Gives each candidate a child where it has none, and counts it as available; their texts."""
    texts = [decision.write(answer) for answer in candidates]
    for text, answer in zip(texts, candidates, strict=True):
        if text not in node.children:
            node.children[text], node.answers[text] = Node[A](), answer
        node.children[text].available += 1
    return texts


def select(search: Search[S, A], node: Node[A], texts: Sequence[str]) -> str:
    """Of these children the first that was never tried, else the one with the highest upper bound (UCB1)."""

    def bound(text: str) -> float:
        child = node.children[text]
        return child.mean + search.exploration * sqrt(log(max(child.available, 2)) / child.visits)

    untried = next((text for text in texts if not node.children[text].visits), None)
    return untried if untried is not None else max(texts, key=bound)


def iterate(search: Search[S, A], root: Node[A], rng: Rng) -> None:
    """One iteration: a guess, down the tree to a new leaf, a playout from there, and its values back up the path."""
    for child in root.children.values():
        child.available += 1
    text = select(search, root, list(root.children))
    number = root.children[text].visits
    state, stream = search.game.clone(search.guess(number)), rng.at("playout", number)
    path, node = [(search.seat, root.children[text])], root.children[text]
    state = answered(search, state, search.seat, root.answers[text], stream)
    while node.visits and len(path) < search.depth and not search.over(state):
        asked = search.game.open_decisions(state)
        seat = search.seat if search.seat in asked else next(iter(asked))
        texts = expand(node, asked[seat], search.candidates(asked[seat], stream))
        text = select(search, node, texts)
        answer, node = node.answers[text], node.children[text]
        path.append((seat, node))
        state = answered(search, state, seat, answer, stream)
    values = search.evaluate(played_on(search, state, stream))
    for seat, visited in path:
        visited.visits += 1
        visited.total += values[seat]


def answered(search: Search[S, A], state: S, seat: Seat, answer: A, rng: Rng) -> S:
    """The state after a seat's answer, others who are asked at the same time answering by the policy."""
    asked = search.game.open_decisions(state)
    answers = {other: answer if other == seat else search.policy(asked[other], rng) for other in asked}
    return search.game.apply(state, answers, rng)


def played_on(search: Search[S, A], state: S, rng: Rng) -> S:
    """The state where the playout ends, everybody answering by the policy."""
    while not search.over(state):
        asked = search.game.open_decisions(state)
        state = search.game.apply(state, {seat: search.policy(one, rng) for seat, one in asked.items()}, rng)
    return state
