"""What may be chosen before a battle, and what is refused (SV-DP-01): seats, names, tables, units that play alone."""

from __future__ import annotations

from typing import Any

import pytest

from heraut.engine.protocol import Refusal, Seat, SetupError
from heraut.engine.rng import Rng
from heraut.games import vassaux
from heraut.games.vassaux.options import read_options
from heraut.games.vassaux.setup import empty_table
from heraut.games.vassaux.state import Battle
from tests.games.vassaux.builders import SEATS


def refused(*seats: Seat, **options: Any) -> list[Refusal]:
    """Why these cannot be played; nothing if they can."""
    try:
        read_options(seats or SEATS, options)
    except SetupError as error:
        assert all(vassaux.explain(one, lang) for one in error.refusals for lang in ("fr", "en"))
        return list(error.refusals)
    return []


def codes(*seats: Seat, **options: Any) -> list[str]:
    """The codes of these reasons."""
    return [one.code for one in refused(*seats, **options)]


def begun(*seats: Seat, **options: Any) -> Battle:
    """Both hosts, nobody deployed."""
    return empty_table(read_options(seats or SEATS, options), Rng(b"options"))


@pytest.mark.rule("SV-GEN-01")
def test_one_plays_against_the_table_or_two_against_each_other() -> None:
    assert codes(Seat("j1")) == codes(*SEATS) == []
    for seats in ((), (*SEATS, Seat("j3"))):
        with pytest.raises(SetupError) as caught:
            read_options(seats, {})
        (refusal,) = caught.value.refusals
        assert (refusal.code, refusal.data["number"]) == ("seats_out_of_range", len(seats))


@pytest.mark.rule("SV-GEN-01")
@pytest.mark.parametrize(
    ("names", "found"),
    [
        ({"j1": "Aude"}, []),
        ({"j1": "x", "j2": "x" * 40}, []),
        ({"j1": "x" * 41}, ["bad_name"]),
        ({"j1": ""}, ["bad_name"]),
        ({"j1": " Aude"}, ["bad_name"]),
        ({"j1": "Au\u202ede"}, ["bad_name"]),
        ({"j1": "Aude", "j2": "Aude"}, ["bad_name", "bad_name"]),
        ({"j3": "Aude"}, ["unknown_seat"]),
    ],
)
def test_what_a_seat_may_be_called(names: dict[str, str], found: list[str]) -> None:
    assert codes(names=names) == found


@pytest.mark.rule("SV-SOL-01")
def test_units_that_play_by_themselves_are_of_one_of_the_hosts() -> None:
    state = begun(automated_units=[1, 5, 52, 55])
    assert [unit.id for unit in state.units.values() if unit.fm] == [1, 5, 52, 55]
    (six, more) = refused(automated_units=[6, 55, 56])
    assert (six.code, six.data["unit"], more.data["unit"]) == ("unknown_unit", 6, 56)
    assert six.data["units"] == list(state.units)


@pytest.mark.rule("SV-SOL-01")
@pytest.mark.parametrize(
    ("seats", "options", "automated"),
    [
        (SEATS, {}, set()),
        (SEATS, {"automated": ["j2"]}, {1}),
        (SEATS, {"automated": ["j1", "j2"]}, {0, 1}),
        (SEATS[:1], {}, {1}),  # nobody plays the other host
    ],
)
def test_a_host_that_the_table_plays_plays_with_all_of_its_units(
    seats: list[Seat], options: dict[str, Any], automated: set[int]
) -> None:
    units = begun(*seats, **options).units.values()
    assert {unit.seat for unit in units if unit.fm} == automated
    assert all(unit.fm == (unit.seat in automated) for unit in units)


@pytest.mark.rule("SV-GEO-02", "SV-TER-01", "SV-SCN-11", "SV-SCN-40")
@pytest.mark.parametrize(
    ("options", "found"),
    [
        ({"map": "M0"}, []),
        ({"map": "HASARD", "table": 10}, []),
        ({"map": "HASARD", "table": 12}, ["bad_table"]),
        ({"map": "M0", "table": 10}, ["bad_table"]),  # a map has its size
        ({"map": "M9"}, ["unknown_map"]),
        ({"field": "BOIS 3000,6000 5000,8000", "table": 20}, []),
        ({"field": "BOIS 3000,6000 5000,8000", "map": "M0"}, ["map_and_field"]),
        ({"scenario": 1, "map": "M1"}, []),
        ({"scenario": 1, "map": "M2"}, ["own_map"]),
        ({"scenario": 2, "field": "BOIS 3000,6000 5000,8000"}, ["own_map"]),
        ({"scenario": 3, "map": "M0"}, []),
        ({"scenario": 4, "map": "HASARD", "table": 15}, []),
        ({"scenario": 4, "map": "HASARD", "table": 20}, []),
        ({"scenario": 4, "map": "HASARD", "table": 10}, ["bad_table"]),  # no room for an ambush
        ({"scenario": 6}, ["unknown_scenario"]),
        ({"limit": -1}, ["bad_limit"]),
        ({"limit": 1350}, []),
        ({"limit": 1351}, ["limit_too_high"]),
    ],
)
def test_where_and_for_how_many_points_a_battle_may_be_fought(options: dict[str, Any], found: list[str]) -> None:
    assert codes(**options) == found


@pytest.mark.rule("SV-GEO-02")
@pytest.mark.parametrize(("scenario", "sizes"), [(0, [10, 15, 20]), (4, [15, 20])])
def test_the_sizes_of_tables_are_told_to_whom_has_chosen_another(scenario: int, sizes: list[int]) -> None:
    (refusal,) = refused(scenario=scenario, map="HASARD", table=12)
    assert refusal.data["sizes"] == sizes
