"""Several camps in one battle: whom dice are thrown at, who loses, who takes the place (FI-AIM, FI-MUL, FI-MER)."""

from __future__ import annotations

import pytest

from heraut.games.fief.board import VILLAGE_OF
from heraut.games.fief.state import Plan, replaced
from tests.games.fief.builders import Table
from tests.games.fief.test_battle import blow, siege, three

# FI-AIM


def two_enemies() -> Table:
    """Arnaud with thirteen points, Henry with nine and Othon with four before him, not joined."""
    return three(12, 8, 3).phase("combat").silence()


@pytest.mark.rule("FI-AIM-01", "FI-MUL-06", "FI-DP-23")
def test_a_lord_aimed_at_draws_the_blow_to_his_camp() -> None:
    table = two_enemies()
    assert "VISER Othon, 3" in table.offered("j1")
    table.say("j1", "VISER Othon, 1", dice=(6, 5, 4))
    assert blow(table, "j1")["target"] == ["j3"] and blow(table, "j1")["aimed"] == [["othon", 6]]
    assert blow(table, "j1")["dice"] == [5, 4]
    assert table["othon"].position == 3 and table.points(1, "bourg") == 8 and table.points(2, "bourg") == 0
    named = two_enemies().say("j1", "CIBLER j3", "VISER Othon, 3", dice=(1, 2, 3))
    assert blow(named, "j1")["aimed"] == [["othon", 1], ["othon", 2], ["othon", 3]]


@pytest.mark.rule("FI-AIM-01")
def test_all_dice_of_a_camp_go_to_one_camp() -> None:
    table = two_enemies()
    assert table.refused("j1", "CIBLER j2", "VISER Othon, 1") == [("FI-AIM-01", "aims_elsewhere")]
    assert table.refused("j1", "VISER Othon, 1", "CIBLER j2") == [("FI-AIM-01", "aims_elsewhere")]
    assert table.refused("j1", "VISER Henry, 1", "VISER Othon, 1") == [("FI-AIM-01", "aims_elsewhere")]
    assert table.refused("j1", "VISER Henry, 1", "CIBLER j2", "VISER Henry, 2") == []
