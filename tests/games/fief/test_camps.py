"""Several camps in one battle: whom dice are thrown at, who loses, who takes the place (FI-AIM, FI-MUL, FI-MER)."""

from __future__ import annotations

import pytest

from heraut.games.fief.state import Plan
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


# FI-MER


@pytest.mark.rule("FI-MER-06", "FI-DP-24", "FI-DP-25")
@pytest.mark.parametrize("grant", ["always", "never", "ask"])
def test_soldiers_without_a_lord_capitulate_without_anybodys_leave(grant: str) -> None:
    table = siege(8, 3)
    table.realm.lords[0] = None
    table.realm.families[1].plan = Plan(grant=grant)
    table.phase("combat").say("j1", "GRACE")
    assert table.told("arms_laid_down") == [{"seat": "j1", "village": "bourg"}] and table.told("battle_round") == []
    assert table.points(0, "bourg") == 0 and table.points(1, "bourg") == 8 and table.owner("bourg") == 1
    begged = siege(8, 3).phase("combat").say("j1", "GRACE")  # with a lord it is mercy, which is granted or not
    assert begged.kind == "mercy" and begged.told("arms_laid_down") == []
