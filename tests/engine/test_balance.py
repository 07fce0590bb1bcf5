"""Shares with their intervals, and the table of a game's balance."""

from __future__ import annotations

import msgspec
import pytest

from heraut.engine.balance import Balance, Share, read_balance, write_balance


@pytest.mark.parametrize(
    ("wins", "matches", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (550, 1000, 0.519, 0.5806), (0, 0, 0, 1)],
)
def test_the_interval_is_that_of_wilson(wins: int, matches: int, low: float, high: float) -> None:
    assert Share(wins, matches).interval == pytest.approx((low, high), abs=5e-5)


def balance() -> Balance:
    """Hosts of a skirmish: one is stronger beyond doubt, one perhaps."""
    hosts = {"B": Share(300, 1000), "A": Share(700, 1000), "C": Share(6, 10)}
    return Balance({"host": hosts}, 0.5, 2, 1005, ("player",), "x", "1")


def test_what_wins_beyond_55_in_100_is_favoured_unless_chance_may_have_done_it() -> None:
    assert balance().favoured("host") == ["A"]
    assert balance().favoured("race") == []


def test_a_table_is_read_back() -> None:
    data = write_balance(balance())
    assert msgspec.json.decode(data, type=Balance) == balance()
    assert data.index(b'"A"') < data.index(b'"B"')
    assert msgspec.json.decode(data)["by"]["host"]["C"] == [6, 10]


def test_a_game_that_nobody_has_measured_has_no_table() -> None:
    assert read_balance("tests.sixth_game.game") is None
