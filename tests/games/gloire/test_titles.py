"""Phase 17: ennoblement (§5.18)."""

from __future__ import annotations

import pytest

from heraut.games.gloire.phases.titles import title_for
from heraut.games.gloire.state import Realm
from heraut.games.gloire.tables import constants
from tests.games.gloire.builders import find, land, lord, lord_knight, one, play, realm

LADDER = ["baron", "vicomte", "comte", "marquis", "duc", "prince"]
THRESHOLDS = {
    "SCANDINAVIE": [150, 200, 250, 350, 500, 800],
    "MOYEN-ORIENT": [225, 300, 375, 525, 750, 1200],
    "EUROPE": [300, 400, 500, 700, 1000, 1600],
}


def fiefs() -> Realm:
    """Three lords, each of global renown 130.625: his knight 100, his land 20.625, his treasury 10."""
    return realm(3, starts=["NARVIK", "DOLON", "OLAND"])


@pytest.mark.rule("GP-TIT-01")
@pytest.mark.parametrize("scale", THRESHOLDS)
def test_a_title_is_reached_at_its_threshold_and_not_below(scale: str) -> None:
    figures = constants(scale, {})

    for title, below, threshold in zip(LADDER, ["", *LADDER], THRESHOLDS[scale], strict=False):
        assert title_for(threshold, figures) == title
        assert title_for(threshold - 0.001, figures) == below
    assert title_for(99_999, figures) == "prince"


@pytest.mark.rule("GP-TIT-01")
def test_titles_come_several_steps_at_once_and_are_lowered_and_lost() -> None:
    state = fiefs()
    lord_knight(state, "j1").renown = 219.375  # 250 exactly
    lord_knight(state, "j2").renown = 120.0
    lord(state, "j2").title = "prince"
    lord(state, "j3").title = "baron"

    step = play(state)

    assert [lord(step.state, seat).title for seat in ("j1", "j2", "j3")] == ["comte", "baron", ""]
    assert one(step, "title_gained", None).data == {"lord": "j1", "title": "comte", "before": ""}
    assert one(step, "title_lowered", None).data == {"lord": "j2", "title": "baron", "before": "prince"}
    assert one(step, "title_lost", None).data == {"lord": "j3", "title": "", "before": "baron"}


@pytest.mark.rule("GP-TIT-01")
def test_a_title_that_stays_is_no_news() -> None:
    state = fiefs()
    lord_knight(state, "j1").renown = 130.0
    lord(state, "j1").title = "baron"

    assert not find(play(state), "title_gained")


@pytest.mark.rule("GP-TIT-01")
def test_titles_are_judged_after_the_fortifications() -> None:
    state = fiefs()
    land(state, "NARVIK").population = 165_000  # 206.25: a wall's tenth brings far more than its 1500 écus cost
    lord_knight(state, "j1").renown = 130.0  # 346.25 before, some 363 after

    assert lord(play(state).state, "j1").title == "comte"
    assert lord(play(state, {"j1": "FOR NARVIK muraille"}).state, "j1").title == "marquis"


@pytest.mark.rule("GP-TIT-01")
def test_a_rise_is_called_a_rise_even_where_all_rents_are_equal() -> None:
    state = realm(3, starts=["NARVIK", "DOLON", "OLAND"], rents=[0, 0, 0, 0, 0, 0])
    lord_knight(state, "j1").renown = 130.0
    lord_knight(state, "j2").renown = 130.0
    lord(state, "j2").title = "duc"

    step = play(state)

    assert one(step, "title_gained").data["lord"] == "j1"
    assert one(step, "title_lowered").data["lord"] == "j2"


@pytest.mark.rule("GP-TIT-02", "GP-RNT-01")
def test_example_19_a_baron_of_turn_1_has_his_rent_in_turn_2() -> None:
    state = fiefs()
    lord_knight(state, "j1").renown = 119.375  # 150 exactly

    first = play(state)
    second = play(first.state)

    assert lord(first.state, "j1").title == "baron"
    assert lord(first.state, "j1").treasury == 5000
    assert not find(first, "rent")
    assert one(second, "rent", "j1").data == {"title": "baron", "amount": 1000, "treasury": 6000}


@pytest.mark.rule("GP-TIT-02")
def test_a_title_lost_this_turn_has_still_paid_this_turn() -> None:
    state = fiefs()
    lord(state, "j1").title = "duc"

    step = play(state)

    assert lord(step.state, "j1").title == ""
    assert lord(step.state, "j1").treasury == 8000
    assert not find(play(step.state), "rent")
