"""Rewards: the score at the end, and shaping that adds up to nothing but where the match began."""

from __future__ import annotations

import pytest

from heraut.lab.envs.rewards import Purse, scores, shares
from tests.lab.envs import SMALL, advance, begun


@pytest.mark.slow
@pytest.mark.parametrize("game", SMALL)
def test_shaping_adds_up_to_the_score_less_the_first_share(game: str) -> None:
    _, run = begun(game, 0, steps={"fief": 300, "vassaux": 60}.get(game, 4))
    purse, first, earned = Purse(run, "shaped"), shares(run), dict.fromkeys(run.rules.seats, 0.0)
    moved = False
    while not (run.over or run.stopped):
        advance(run)
        for seat, reward in purse.after(run).items():
            earned[seat] += reward
            moved = moved or (reward != 0 and not (run.over or run.stopped))
    ended = scores(run)
    assert earned == pytest.approx({seat: ended[seat] - first[seat] for seat in first})
    assert moved or game == "vassaux"  # hosts that act at random seldom meet


def test_final_rewards_come_at_the_end_alone() -> None:
    _, run = begun("daifen", 0, steps=3)
    purse = Purse(run, "final")
    advance(run)
    assert purse.after(run) == {}
    advance(run)
    advance(run)
    assert sorted(purse.after(run)) == ["j1", "j2", "j3"]
