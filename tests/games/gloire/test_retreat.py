"""Phase 4 (GP-INI, GP-DEF): when armies break off."""

from __future__ import annotations

import pytest

from heraut.games import gloire
from heraut.games.gloire.phases.battle import Side
from heraut.games.gloire.phases.retreat import defence_threshold, retreat_settings, share_threshold
from heraut.games.gloire.state import ArmyId, Realm, Retreat, move_knight
from tests.games.gloire.builders import (
    Fate,
    arm,
    find,
    garrison,
    knight,
    land,
    lord,
    lord_knight,
    one,
    opened,
    play,
    realm,
    reasons,
    refused,
    run,
    war,
)

DULL = (1.0, 1.0) * 200  # draws by which the defender takes every advantage


def siege(men: int = 100, defenders: int = 100) -> Realm:
    """Seigneur A, at war, stands in Narvik before Thule, which Ode holds for Seigneur B."""
    state = realm(2, starts=("NARVIK", "THULE"))
    move_knight(state, lord_knight(state, "j2"), land(state, "DOLON").name)
    war(state, "j1", "j2")
    arm(state, lord_knight(state, "j1"), men)
    knight(state, "j2", "Ode", "THULE", renown=100, men=defenders)
    return state


def men_lost(state: Realm, orders: dict[str, str], *, draws: tuple[float, ...] = DULL) -> int:
    """The men that the defender of Thule lost in the one battle of this turn."""
    step = run(state, orders, 4, 7, chance=Fate(attack=draws))
    battle = one(step, "battle", "j1")
    return int(battle.data["defender_men"] - battle.data["defender_left"])


@pytest.mark.rule("GP-INI-01")
def test_the_settings_are_50_50_80_until_they_are_changed_for_good() -> None:
    state = realm(2)
    assert lord(state, "j1").retreat == Retreat(50, 50, 80)

    after = play(state, {"j1": "INI 0 100 33"}).state

    assert lord(after, "j1").retreat == Retreat(0, 100, 33)
    assert lord(play(after, {}).state, "j1").retreat == Retreat(0, 100, 33)
    assert lord(after, "j2").retreat == Retreat(50, 50, 80)


@pytest.mark.rule("GP-INI-01")
@pytest.mark.parametrize("line", ["INI 101 0 0", "INI 0 101 0", "INI 0 0 101"])
def test_a_percentage_is_from_0_to_100(line: str) -> None:
    assert refused(realm(2), "j1", line) == [("GP-INI-01", "out_of_range")]


@pytest.mark.rule("GP-INI-01", "GP-BAT-08")
def test_knights_and_garrisons_break_off_each_by_their_own_percentage() -> None:
    # equal renown: 1000 attackers cut down 100 men a pass at first, then fewer
    with_knight = siege(1000, 1000)
    with_garrison = siege(1000, 1000)
    army = next(army for army in with_garrison.armies.values() if army.lord == "j2")
    assert army.knight is not None
    with_garrison.knights[army.knight].army = None
    army.knight = None

    assert men_lost(with_knight, {"j1": 'ATT "Seigneur A" THULE 0', "j2": "INI 0 0 95"}) == 100
    assert men_lost(with_knight, {"j1": 'ATT "Seigneur A" THULE 0', "j2": "INI 0 95 85"}) > 100
    assert men_lost(with_garrison, {"j1": 'ATT "Seigneur A" THULE 0', "j2": "INI 0 60 0"}) > 400


@pytest.mark.rule("GP-INI-02")
def test_the_percentage_of_peasants_is_kept_and_shown_but_neutral_peasants_use_50() -> None:
    state = realm(2, starts=("NARVIK", "DOLON"))
    arm(state, lord_knight(state, "j1"), 300)

    step = run(state, {"j1": 'INI 100 50 80\nATT "Seigneur A" VADVET-JAKKO 0'}, 4, 7)

    assert gloire.view(step.state, "j1")["own"]["retreat"]["peasants"] == 100
    battle = one(step, "battle")
    assert battle.data["defender_left"] < 0.5 * battle.data["defender_men"]


@pytest.mark.rule("GP-DEF-01", "GP-BAT-08")
@pytest.mark.parametrize(("threshold", "lost"), [(901, 100), (900, 188)])
def test_an_army_breaks_off_strictly_below_the_number_of_its_def(threshold: int, lost: int) -> None:
    state = siege(1000, 1000)
    number = next(army.id for army in state.armies.values() if army.lord == "j2")

    assert men_lost(state, {"j1": 'ATT "Seigneur A" THULE 0', "j2": f"INI 0 0 1\nDEF #{number} {threshold}"}) == lost


@pytest.mark.rule("GP-DEF-01")
def test_a_def_holds_for_one_turn_and_for_the_army_named() -> None:
    state = siege()
    number = next(army.id for army in state.armies.values() if army.lord == "j2")

    turn = opened(state, {"j2": f"DEF #{number} 101"})
    retreat_settings(turn)
    mine = next(army for army in turn.now.armies.values() if army.lord == "j1")
    assert defence_threshold(turn, turn.now.armies[number]) == 101
    assert defence_threshold(turn, mine) == 80
    assert defence_threshold(opened(turn.now), turn.now.armies[number]) == 80


@pytest.mark.rule("GP-DEF-01", "GP-ATT-11")
def test_a_number_above_the_men_of_the_army_means_do_not_fight() -> None:
    state = siege()
    number = next(army.id for army in state.armies.values() if army.lord == "j2")
    orders = {"j1": 'ATT "Seigneur A" THULE 0', "j2": f"DEF #{number} 101"}

    step = run(state, orders, 4, 7)

    assert find(step, "battle") == []
    assert "men" not in one(step, "stood_aside", "j1").data  # their number stays unknown (GP-INF-04)
    assert find(run(state, {**orders, "j2": f"DEF #{number} 100"}, 4, 7), "battle")


@pytest.mark.rule("GP-DEF-01")
def test_only_one_s_own_armies_that_exist_in_phase_4_can_be_named() -> None:
    state = siege()
    garrison(state, "j1", "NARVIK", 50)
    theirs = next(army.id for army in state.armies.values() if army.lord == "j2")

    assert refused(state, "j1", f"DEF #{theirs} 10") == [("GP-GEN-13", "unknown_army")]
    new = lord(state, "j1").next_army
    assert refused(state, "j1", f"DEF #{new} 10\nARM NARVIK 500") == [("GP-GEN-13", "unknown_army")]
    step = run(state, {"j1": "DEM #101\nDEF #101 10"}, 2, 4)
    assert reasons(step, "j1") == ["no_such_army"]


@pytest.mark.rule("GP-DEF-02")
def test_the_later_order_for_the_same_object_replaces_the_earlier_one() -> None:
    state = siege()
    number = ArmyId(next(army.id for army in state.armies.values() if army.lord == "j2"))

    step = run(state, {"j2": f"DEF #{number} 101\nINI 1 2 3\nDEF #{number} 0\nINI 4 5 6"}, 4)

    assert lord(step.state, "j2").retreat == Retreat(4, 5, 6)
    assert [event.data["men"] for event in find(step, "defence_set")] == [101, 0]
    orders = {"j1": 'ATT "Seigneur A" THULE 0', "j2": f"DEF #{number} 101\nDEF #{number} 0"}
    assert find(run(state, orders, 4, 7), "battle")


@pytest.mark.rule("GP-DEF-02", "GP-GEN-09")
def test_the_least_renowned_lord_sets_his_armies_first() -> None:
    state = realm(2)
    lord(state, "j1").treasury += 100

    step = run(state, {"j1": "INI 1 1 1", "j2": "INI 2 2 2"}, 4)

    assert [event.seen_by for event in find(step, "retreat_set")] == [("j2",), ("j1",)]


@pytest.mark.rule("GP-DEF-03")
@pytest.mark.parametrize(
    ("men", "percent", "left", "out"),
    [
        (1000, 80, 800, False),
        (1000, 80, 799, True),
        (7, 50, 4, False),
        (7, 50, 3, True),
        (999, 33, 330, False),
        (999, 33, 329, True),
        (10, 100, 10, False),
        (10, 0, 1, False),
        (10, 0, 0, True),
    ],
)
def test_example_02_an_army_breaks_off_strictly_below_its_share_of_men(
    men: int, percent: int, left: int, out: bool
) -> None:
    assert Side(left, 100, share_threshold(percent, men)).out == out
