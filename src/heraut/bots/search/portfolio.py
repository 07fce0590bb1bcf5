"""A portfolio of answers, rolled forward in guessed states: for games in which all seats write sheets at once.

Whoever plays by scripts finds more by choosing among scripts than among orders (Churchill & Buro, "Portfolio greedy
search and simulation for large-scale combat in StarCraft", CIG 2013). The worse half of the portfolio is laid aside
after each round of playouts, so that most of the time goes to the answers that are hard to tell apart (Karnin, Koren &
Somekh, "Almost optimal exploration in multi-armed bandits", ICML 2013). The best of many means flatters itself: the
first answer, which a bot would give without search, yields only to one that is better beyond doubt.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Generic, TypeVar

import msgspec

from heraut.engine.play import Player
from heraut.engine.protocol import A, S, Searchable, Seat
from heraut.engine.rng import Rng

T = TypeVar("T")

DOUBT = 1.5  # standard errors by which the mean of another answer must be better than that of the first


class Playout(msgspec.Struct, Generic[S, A], frozen=True):
    """How a game is played on: by whom (`own` this seat, `others` all others), how far, and how its state is judged.

    `evaluate` judges a state for a seat: 0 all lost, 1 won. `turns` are played, the one in question included.
    """

    game: Searchable[S, A]
    seat: Seat
    own: Player[A]
    others: Player[A]
    evaluate: Callable[[S, Seat], float]
    turns: int = 3

    def value(self, state: S, answer: A, rng: Rng) -> float:
        """What this answer is worth in a guessed state, which is left unchanged."""
        game, state = self.game, self.game.clone(state)
        for turn in range(self.turns):
            asked = game.open_decisions(state)
            if not asked:
                break
            answers = {
                seat: answer if seat == self.seat and not turn else self.player(seat)(one, one.view, rng.at(seat, turn))
                for seat, one in asked.items()
            }
            state = game.apply(state, answers, rng.at("dice", turn))
        return self.evaluate(state, self.seat)

    def player(self, seat: Seat) -> Player[A]:
        """Who plays a seat."""
        return self.own if seat == self.seat else self.others


def best(candidates: Sequence[T], value: Callable[[T, int], float], playouts: int) -> T:
    """The candidate of the highest mean value, if that is above the first one's beyond doubt; else the first.

    Sequential halving over so many playouts, through which the first is kept. `value(candidate, n)` is the result of
    the n-th playout; the same n means the same guess and the same dice for all. Raises IndexError when there is none.
    """
    alive, seen = list(range(len(candidates))), [list[float]() for _ in candidates]
    rounds = max(1, (len(alive) - 1).bit_length())
    while len(alive) > 1:
        for place in alive:
            begun = len(seen[place])
            more = max(1, playouts // (rounds * len(alive)))
            seen[place] += [value(candidates[place], n) for n in range(begun, begun + more)]
        rivals = sorted(alive[1:], key=lambda place: (-fmean(seen[place]), place))
        if len(alive) == 2:
            return candidates[rivals[0] if is_better(seen[rivals[0]], seen[0]) else 0]
        alive = [0, *rivals[: (len(alive) - 1) // 2]]
    return candidates[0]


def is_better(one: Sequence[float], first: Sequence[float]) -> bool:
    """Whether the one is above the other by more than the doubt that their common playouts leave: the n-th of each has
    the same dice.
    """
    gains = [mine - other for mine, other in zip(one, first, strict=False)]
    return len(gains) > 1 and fmean(gains) > DOUBT * stdev(gains) / sqrt(len(gains))
