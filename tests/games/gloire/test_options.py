"""Options (GP-OPT): what may be chosen before the start."""

from __future__ import annotations

import json
from typing import Any

import pytest

from heraut.engine.protocol import SetupError
from heraut.engine.rng import Rng
from heraut.games import gloire
from heraut.games.gloire.options import constant_refusals
from heraut.games.gloire.state import Realm, Retreat
from heraut.games.gloire.tables import Constants, constants, limits, scales
from tests.games.gloire.builders import (
    WINS,
    Fate,
    ally,
    arm,
    find,
    garrison,
    give,
    land,
    lord,
    lord_knight,
    one,
    play,
    realm,
    refused,
    run,
    seats,
    war,
)


def bad(**options: Any) -> list[tuple[str, str]]:
    """Rule and code of each reason why these options cannot be played."""
    with pytest.raises(SetupError) as error:
        gloire.setup(seats(10), options, Rng(b""))
    return [(refusal.rule, refusal.code) for refusal in error.value.refusals]


def empty_thule(**options: Any) -> Realm:
    """Seigneur A, at war, with men before Thule, which Seigneur B has left without army."""
    state = realm(3, starts=("NARVIK", "OLAND", "TURKU"), **options)
    give(state, "j2", "THULE")
    arm(state, lord_knight(state, "j1"), 825)
    war(state, "j1", "j2")
    return state


@pytest.mark.rule("GP-OPT-01", "GP-INI-02")
@pytest.mark.parametrize(("percent", "passes"), [(50, 2), (51, 1)])
def test_with_militia_the_peasants_of_an_empty_land_fight_by_their_lord_s_percentage(percent: int, passes: int) -> None:
    state = empty_thule(militia=True)
    lord(state, "j2").retreat = Retreat(percent, 0, 0)

    step = run(state, {"j1": 'ATT "Seigneur A" THULE 0'}, 7, chance=Fate(attack=(1.0, *WINS * passes)))

    battle = one(step, "battle", "j2").data  # 165 of 330 fall in the first pass
    assert (battle["commander"], battle["defender_men"], len(battle["passes"])) == ("peasants", 330, passes)
    assert battle["passes"][0][3:5] == [8, 165]  # the advantage spares half of one's losses (GP-PEA-04)
    assert land(step.state, "THULE").owner == "j1"


@pytest.mark.rule("GP-OPT-01")
def test_without_militia_or_with_an_army_in_the_land_no_peasant_rises_for_a_lord() -> None:
    guarded = empty_thule(militia=True)
    garrison(guarded, "j2", "THULE", 10)

    assert find(run(empty_thule(), {"j1": 'ATT "Seigneur A" THULE'}, 7), "battle") == []
    battles = find(run(guarded, {"j1": 'ATT "Seigneur A" THULE'}, 7), "battle")
    assert [battle.data["commander"] for battle in battles] == ["garrison"]


@pytest.mark.rule("GP-OPT-02")
def test_lands_are_alike_unless_varied_lands_is_chosen() -> None:
    populations = {place.population for place in realm(10).lands.values()}
    varied = {place.population for place in realm(10, varied_lands=True).lands.values()}

    assert (populations, len(varied) > 5) == ({16500}, True)
    assert gloire.view(realm(10, varied_lands=True), None)["settings"]["varied_lands"] is True


@pytest.mark.rule("GP-OPT-03", "GP-RED-05")
@pytest.mark.parametrize(("options", "happiness"), [({}, 100), ({"happiness_ceiling": 70}, 70)])
@pytest.mark.parametrize("source", ["redistribution", "fortification", "garrison"])
def test_happiness_has_a_ceiling_whatever_raises_it(options: dict[str, Any], happiness: float, source: str) -> None:
    state = realm(2, starts=("NARVIK", "DOLON"), **options)
    land(state, "NARVIK").happiness = happiness - 0.5
    garrison(state, "j1", "NARVIK", 3000)
    order, phase = {
        "redistribution": ("RED 5000 NARVIK", 3),
        "fortification": ("FOR NARVIK palissade", 16),
        "garrison": ("", 15),
    }[source]

    assert land(run(state, {"j1": order}, phase).state, "NARVIK").happiness == happiness


@pytest.mark.rule("GP-OPT-03")
def test_the_ceiling_may_be_removed() -> None:
    state = realm(2, starts=("NARVIK", "DOLON"), happiness_ceiling=None)
    land(state, "NARVIK").happiness = 100

    assert land(run(state, {"j1": "FOR NARVIK enceinte"}, 16).state, "NARVIK").happiness == pytest.approx(120)


@pytest.mark.rule("GP-OPT-05")
def test_changed_figures_are_those_that_are_used() -> None:
    figures = {"start_treasury": 9000, "man_price": 10, "tax_factor": 0.1, "felony_divisor": 2, "divisor": 5}
    state = realm(3, starts=("NARVIK", "OLAND", "TURKU"), **figures)
    give(state, "j2", "THULE")
    lord(state, "j2").treasury = 0
    ally(state, "j1", "j3")
    arm(state, lord_knight(state, "j1"), 100)

    step = run(state, {"j1": 'IMP 1 NARVIK\nARM NARVIK 1000\nATT "Seigneur A" THULE'}, 5, 7)

    assert lord(run(state, {"j1": "IMP 1 NARVIK"}, 3).state, "j1").treasury == 9000 + 660
    assert one(step, "levied").data["men"] == 100
    assert lord_knight(step.state, "j1").renown == 50
    assert gloire.view(state, "j1")["own"]["renown"]["allies"] == 20


@pytest.mark.rule("GP-OPT-05")
def test_changed_figures_bear_on_what_the_entry_page_takes() -> None:
    state = realm(2, starts=("NARVIK", "DOLON"), man_price=20, knights_per_turn=2)

    assert refused(state, "j1", "ARM NARVIK 19") == [("GP-ARM-01", "out_of_range")]
    assert refused(state, "j1", "CHE 3") == [("GP-CHE-01", "out_of_range")]
    assert refused(state, "j1", "ARM NARVIK 20\nCHE 2") == []


@pytest.mark.rule("GP-OPT-05")
def test_every_figure_of_the_match_is_shown_to_everyone() -> None:
    state = realm(2, spy_price=77, titles=("a", "b", "c", "d", "e", "f"), renown_victory=500.5)

    for seat in (None, *state.lords):
        shown = gloire.view(state, seat)["settings"]["constants"]
        assert (shown["spy_price"], shown["renown_victory"], shown["titles"][0]) == (77, 500.5, "a")
        assert (shown["upkeep_share"], shown["retreat_losses"]) == (0.10, [0, 0.25, 0.50, 0.75, 1])
    assert gloire.view(realm(2), None)["settings"]["constants"]["spy_price"] == 500


@pytest.mark.rule("GP-OPT-05")
@pytest.mark.parametrize(
    "options",
    [{"spy_price": "dear"}, {"spy_price": 1.5}, {"militia": "yes"}, {"map": 5}, {"names": {"j1": 5}}, {"rents": 3}],
)
def test_an_option_of_the_wrong_sort_is_refused(options: dict[str, Any]) -> None:
    assert bad(**options) == [("GP-OPT-05", "bad_option")]


@pytest.mark.rule("GP-OPT-05")
@pytest.mark.parametrize("name", ["no_such_figure", "lands", "spyprice"])
def test_an_option_that_does_not_exist_is_refused(name: str) -> None:
    assert bad(**{name: 1}) == [("GP-OPT-05", "unknown_option")]


@pytest.mark.rule("GP-OPT-05")
def test_every_figure_has_its_limits_and_those_of_the_rulebook_keep_within_them() -> None:
    limited = set(Constants.__struct_fields__) - {"lords", "lands", "titles"}

    assert set(limits()) == limited
    assert all(constant_refusals(constants(scale, {})) == [] for scale in scales())


@pytest.mark.rule("GP-OPT-05")
@pytest.mark.parametrize(
    "options",
    [
        {"man_price": 0},
        {"divisor": 0},
        {"spy_price": -1},
        {"felony_divisor": 0},
        {"rents": (1, 2, 3, 4, 5)},
        {"rents": (1, 2, 3, 4, 5, -6)},
        {"retreat_losses": (0.0,)},
        {"null_happiness": 0},
        {"joust_passes": 1000},
        {"start_renown": 0.5},
        {"treasury_weight": 1e-300},
        {"upkeep_share": float("nan")},
    ],
)
def test_figures_that_no_match_could_be_played_with_are_refused(options: dict[str, Any]) -> None:
    assert bad(**options) == [("GP-OPT-05", "bad_figure")]


@pytest.mark.rule("GP-OPT-05")
@pytest.mark.parametrize("titles", [("a", "b", "c", "d", "e", "E"), ("a", "b", "c", "d", "e", ""), ("a",)])
def test_titles_are_six_different_names(titles: tuple[str, ...]) -> None:
    assert bad(titles=titles) == [("GP-OPT-05", "bad_titles")]


@pytest.mark.rule("GP-OPT-06")
def test_the_most_renowned_lord_is_king_at_the_turn_limit_and_not_before() -> None:
    state = realm(3, turn_limit=2)
    lord(state, "j2").treasury += 2000

    first = play(state)
    second = play(first.state)

    assert gloire.result(first.state) is None
    result = gloire.result(second.state)
    assert result is not None and (result.road, result.scores) == ("turn_limit", {"j1": 0, "j2": 1, "j3": 0})
    assert one(second, "crowned", None).rule == "GP-OPT-06"
    assert gloire.pending(second.state) == {}


@pytest.mark.rule("GP-OPT-06", "GP-VIC-02")
def test_whoever_wins_by_the_rules_is_king_before_the_most_renowned_at_the_limit() -> None:
    state = realm(3, turn_limit=1)
    lord(state, "j2").treasury += 2000
    give(state, "j1", *list(state.lands)[:16])

    over = play(state).state

    assert (over.king, over.road) == ("j1", "conquest")


@pytest.mark.rule("GP-OPT-06", "GP-VIC-02")
def test_equal_lords_at_the_limit_are_told_apart_by_lands_then_treasury() -> None:
    state = realm(3, starts=("NARVIK", "DOLON", "TURKU"), turn_limit=1)
    give(state, "j3", "THULE")
    lord(state, "j3").treasury = 0
    lord_knight(state, "j3").renown = 100 + 10 - 20.625

    assert run(state, {}, 19).state.king == "j3"
    give(state, None, "THULE")
    lord(state, "j3").treasury, lord_knight(state, "j3").renown = 5500, 99
    assert run(state, {}, 19).state.king == "j3"


@pytest.mark.rule("GP-OPT-06")
def test_there_is_no_limit_unless_one_is_chosen_and_none_below_one() -> None:
    state = realm(2)

    assert state.settings.turn_limit is None
    assert bad(turn_limit=0) == [("GP-OPT-06", "bad_turn_limit")]


@pytest.mark.rule("GP-OPT-06")
def test_the_limit_is_shown_unless_the_referee_keeps_it_secret() -> None:
    for seat in (None, "j1"):
        assert gloire.view(realm(2, turn_limit=1234), seat)["settings"]["turn_limit"] == 1234
        assert "1234" not in json.dumps(gloire.view(realm(2, turn_limit=1234, turn_limit_secret=True), seat))
