"""Information-set search, on a game small enough to know the right answer: guess a coin that leans, twice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from heraut.bots.search.ismcts import Node, Search, best, expand, iterate
from heraut.engine.protocol import Seat
from heraut.engine.rng import Rng

ME, OTHER = Seat("j1"), Seat("j2")
LEANING = 0.8  # how often the hidden coin shows 1


class Coins(msgspec.Struct):
    """Two hidden coins; what has been said of them."""

    coins: tuple[int, int]
    said: tuple[int, ...] = ()


class Call:
    """0 or 1."""

    def __init__(self, likely: Sequence[int] = (0, 1)) -> None:
        self.likely = likely

    def write(self, answer: int) -> str:
        return str(answer)


class Game:
    """I call the first coin, then the other player calls the second, for himself."""

    def clone(self, state: Coins) -> Coins:
        return Coins(state.coins, state.said)

    def open_decisions(self, state: Coins) -> Mapping[Seat, Any]:
        return {} if over(state) else {(ME, OTHER)[len(state.said)]: Call()}

    def apply(self, state: Coins, answers: Mapping[Seat, int], rng: Rng) -> Coins:
        (call,) = answers.values()
        state.said = (*state.said, call)
        return state


def over(state: Coins) -> bool:
    return len(state.said) == 2


def values(state: Coins) -> dict[Seat, float]:
    return {seat: float(coin == call) for seat, coin, call in zip((ME, OTHER), state.coins, state.said, strict=True)}


def search(**changes: Any) -> Search[Any, int]:
    def guess(number: int) -> Coins:
        rng = Rng(b"coin").at(number)
        first, second = (int(rng.random() < LEANING) for _ in range(2))
        return Coins((first, second))

    found: Search[Any, int] = Search(
        Game(),  # type: ignore[arg-type]
        ME,
        guess,
        lambda decision, rng: (0, 1),
        lambda decision, rng: rng.randint(0, 1),
        over,
        values,
    )
    return msgspec.structs.replace(found, **changes)


def test_the_better_answer_is_found_though_the_bot_says_otherwise() -> None:
    assert best(search(), Call(), 60, Rng(b"search")) == 1  # type: ignore[arg-type]


def test_the_bots_own_answer_stands_unless_another_is_better_by_the_margin() -> None:
    assert best(search(margin=1.0), Call(), 60, Rng(b"search")) == 0  # type: ignore[arg-type]
    assert best(search(candidates=lambda decision, rng: (1,)), Call(), 60, Rng(b"search")) == 1  # type: ignore[arg-type]


def test_the_other_player_is_credited_with_his_own_reward() -> None:
    root, made = Node[int](), search()
    expand(root, Call(), (0, 1))  # type: ignore[arg-type]
    for _ in range(120):
        iterate(made, root, Rng(b"credit"))
    below = [node for child in root.children.values() for node in child.children.values()]
    assert sum(child.visits for child in root.children.values()) == 120
    assert all(0 <= node.mean <= 1 for node in below)
    assert root.children["1"].mean > root.children["0"].mean
    replies = root.children["1"].children
    assert replies["1"].visits > replies["0"].visits
