"""A ruler between any two things: gap, sight and cover both ways (SV-GEN-01)."""

from __future__ import annotations

from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.table.measuring import End, between, head, measured
from heraut.geometry import Sight
from tests.games.vassaux.builders import line, table, troop


def test_the_gap_is_that_between_bases() -> None:
    field = Field(table([troop((5000, 5000))], [troop((8000, 9000))]))
    found = measured(field, End((5000, 5000), 201), End((8000, 9000), 5201))
    assert found.gap == 4500
    assert (found.there, found.back) == (Sight.CLEAR, Sight.CLEAR)


def test_a_place_has_no_base_and_sees_nobody() -> None:
    field = Field(table([troop((5000, 5000))]))
    found = measured(field, End((5000, 5000), 201), End((5000, 7000)))
    assert found.gap == 1750
    assert (found.there, found.back) == (Sight.CLEAR, None)
    assert measured(field, End((0, 0)), End((3000, 4000))).gap == 5000


def test_a_friend_between_covers_one_way_alone() -> None:
    field = Field(table([troop((5000, 5000)), troop((5000, 6000))], [troop((5000, 9000))]))
    found = measured(field, End((5000, 5000), 201), End((5000, 9000), 5201))
    assert (found.there, found.back) == (Sight.COVERED, Sight.CLEAR)


def test_a_house_hides_both_ways() -> None:
    field = Field(table([troop((5000, 5000))], [troop((5000, 9000))], elements=[("HOUSE", 4, 6, 6.5, 7.5)]))
    found = measured(field, head(field, 2), head(field, 52))
    assert (found.there, found.back) == (Sight.HIDDEN, Sight.HIDDEN)


def test_between_groups_the_nearest_men_count_and_a_band_has_no_leader() -> None:
    state = table([troop(*line((5000, 5000), 3))], [troop(*line((8000, 5000), 2))])
    state.units[2].men, state.units[2].band = [201], [202, 203]
    field = Field(state)
    assert between(field, 2, 52).gap == 2500
    assert between(field, -2, 52).gap == 1500
    assert head(field, -2).figure == 202


def test_whoever_measures_himself_finds_no_gap() -> None:
    field = Field(table([troop((5000, 5000))]))
    assert measured(field, head(field, 2), head(field, 2)).gap == 0
