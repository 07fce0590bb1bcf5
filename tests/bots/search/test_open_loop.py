"""Open-loop search, on a game that a child sees through: one side throws dice to add, the other to take away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from heraut.bots.search.open_loop import Candidate, Node, Search
from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng

ADDS, TAKES = Seat("adds"), Seat("takes")


class Choice:
    """A number of dice, from none to nine."""

    kind = "dice"

    def __init__(self, banned: int) -> None:
        self.banned = banned

    def check(self, answer: int) -> Sequence[str]:
        """One number is barred."""
        return ("barred",) if answer == self.banned else ()


class Dice:
    """A state is [total, turn, banned]: who is asked throws so many dice, which each add a point for him or do not."""

    def clone(self, state: list[int]) -> list[int]:
        return list(state)

    def open_decisions(self, state: list[int]) -> Mapping[Seat, Choice]:
        return {} if state[1] == 4 else {(ADDS, TAKES)[state[1] % 2]: Choice(state[2])}

    def apply(self, state: list[int], answers: Mapping[Seat, int], rng: Rng) -> list[int]:
        ((seat, number),) = answers.items()
        assert number != state[2], "an illegal answer is never given"
        won = sum(rng.random() < 0.5 for _ in range(number))
        return [state[0] + (won if seat == ADDS else -won), state[1] + 1, int(rng.random() * 3) + 7]


class Guide:
    """Tries every number, all thought of alike."""

    game: Any = Dice()

    def __init__(self) -> None:
        self.begun = 0

    def policy(self, decision: Any, view: Any, rng: Rng) -> int:
        return int(rng.random() * 7)

    def candidates(self, decision: Any, rng: Rng) -> Sequence[Candidate[int]]:
        return [Candidate(number, 0.5) for number in range(10) if not decision.check(number)]

    def begins(self, decision: Any) -> bool:
        self.begun += 1
        return True

    def evaluate(self, state: list[int], seat: Seat) -> float:
        share = min(1.0, max(0.0, 0.5 + state[0] / 30))
        return share if seat == ADDS else 1 - share


@pytest.mark.parametrize(("turn", "seat"), [(0, ADDS), (1, TAKES)])
def test_whoever_searches_throws_many_dice(turn: int, seat: Seat) -> None:
    guide = Guide()
    state = [0, turn, 9]
    decision = guide.game.open_decisions(state)[seat]
    found = Search[list[int], int](guide, seat).best([state], decision, 600, Rng(b"search"))
    assert found >= 7, "all numbers are tried, and the best is found"
    assert state == [0, turn, 9], "the state that was guessed is left as it was"


def test_the_same_stream_finds_the_same_and_few_playouts_trust_what_is_likeliest() -> None:
    guide, state = Guide(), [0, 0, 9]
    decision = guide.game.open_decisions(state)[ADDS]
    search = Search[list[int], int](guide, ADDS)
    assert search.best([state], decision, 40, Rng(b"x")) == search.best([state], decision, 40, Rng(b"x"))
    assert search.best([state], decision, 1, Rng(b"x")) == 0


def test_a_playout_ends_at_the_horizon() -> None:
    guide, state = Guide(), [0, 0, 9]
    decision = guide.game.open_decisions(state)[ADDS]
    Search[list[int], int](guide, ADDS, horizon=2).best([state], decision, 1, Rng(b"x"))
    assert guide.begun == 2, "the second decision is played, at the third it is judged"


def test_a_node_widens_as_it_is_visited() -> None:
    guide, state = Guide(), [0, 0, 9]
    decision = guide.game.open_decisions(state)[ADDS]
    search, widths = Search[list[int], int](guide, ADDS), []
    for playouts in (1, 8, 60, 400):
        root = Node[int](guide.candidates(decision, Rng(b"ideas")))
        for _ in range(playouts):
            search.playout(root, list(state), Rng(b"dice"))
        widths.append(len(root.branches))
    assert widths == sorted(set(widths)), f"more ideas are tried the longer one looks: {widths}"
    assert widths[0] == 1
    assert root.visits == 400 == sum(branch.visits for branch in root.branches)
