"""A battlefield of one's own: its text, what may lie where, and battles fought on it (SV-TER-01, SV-DP-01)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heraut.engine.match import Match, verify
from heraut.engine.protocol import SetupError
from heraut.engine.rng import Rng
from heraut.games import vassaux
from heraut.games.vassaux.setup import elements_of
from heraut.games.vassaux.state import Element
from heraut.games.vassaux.table.wilderness import generate
from heraut.games.vassaux.tables import CONSTANTS, TERRAIN, maps
from heraut.games.vassaux.terrain import passage, read_terrain, terrain_refusals, write_terrain
from tests.games.vassaux.builders import SEATS

SIDE = 15_000
PLACED = [code for code, row in TERRAIN.items() if row.word]
CORNERS = st.integers(0, 20_000)
ELEMENTS = st.lists(
    st.builds(Element, st.sampled_from(PLACED), CORNERS, CORNERS, CORNERS, CORNERS), max_size=CONSTANTS.pieces_max
).map(tuple)
WOOD = "BOIS 3000,6000 5000,8000\n"


def codes(text: str, side: int = SIDE) -> list[tuple[str, int]]:
    """Code and line of each refusal of this terrain."""
    found = read_terrain(text)
    return [(one.code, one.line) for one in (found if isinstance(found, list) else terrain_refusals(found, side))]


@pytest.mark.slow
@given(ELEMENTS)
def test_what_is_written_is_read_back(elements: tuple[Element, ...]) -> None:
    assert read_terrain(write_terrain(elements)) == elements


@given(st.text(max_size=300))
def test_whatever_is_typed_gives_terrain_or_reasons(text: str) -> None:
    assert read_terrain(text) is not None


@pytest.mark.rule("SV-TER-01")
@pytest.mark.parametrize("code", maps())
def test_the_maps_of_the_rules_may_lie_as_they_do(code: str) -> None:
    assert terrain_refusals(elements_of(code), SIDE) == []


@pytest.mark.parametrize("side", CONSTANTS.tables)
def test_drawn_tables_may_lie_as_they_do(side: int) -> None:
    for number in range(20):
        assert terrain_refusals(generate(Rng(b"%d" % number), side), side) == []


@pytest.mark.rule("SV-TER-01", "SV-GEO-02", "SV-MOV-09")
@pytest.mark.parametrize(
    ("text", "found"),
    [
        (WOOD, []),
        ("BOIS 3000,6000", [("two_corners", 1)]),
        ("BOIS a,b 1,2", [("two_corners", 1)]),
        ("BOIS 3000,6000 5000,1e309", [("two_corners", 1)]),
        ("BOSQUET 1,1 2,2", [("unknown_word", 1)]),
        ("BOIS 3000,6000 3100,8000", [("bad_piece", 1)]),
        ("BOIS 3000,6000 5000,6100", [("bad_piece", 1)]),
        ("BOIS 3000,6000 3200,6200", []),
        ("BOIS 3000,6000 5050,8000", [("bad_piece", 1)]),
        ("BOIS 5000,6000 3000,8000", [("bad_piece", 1)]),
        ("BOIS 14000,6000 15100,8000", [("piece_off_table", 1)]),
        (WOOD + "MARAIS 2000,5000 6000,9000", [("covered_piece", 1)]),
        ("MAISON 3000,6000 5000,8000\nBOIS 3000,6000 5000,8000", [("covered_piece", 2)]),
        ("SOMMET 3000,6000 5000,8000", [("hilltop_without_slope", 1)]),
        ("PENTE 3000,6000 5000,8000\nSOMMET 3500,6500 4500,7600", [("hilltop_without_slope", 2)]),
        ("PENTE 3000,6000 5000,8000\nSOMMET 3500,6500 4500,7500", []),
        ("PENTE 0,6000 5000,8000\nSOMMET 0,6500 4500,7500", []),  # the table ends there
        ("PENTE 6000,0 8000,5000\nSOMMET 6500,0 7500,4500", []),
        ("PENTE 10000,6000 15000,8000\nSOMMET 10500,6500 15000,7500", []),
        ("PENTE 6000,10000 8000,15000\nSOMMET 6500,10500 7500,15000", []),
        ("PENTE 3000,6000 5000,8000\nSOMMET 3500,6500 4600,7500", [("hilltop_without_slope", 2)]),
        ("PENTE 3000,6000 5000,15000\nSOMMET 3500,6500 4500,14900", [("hilltop_without_slope", 2)]),
        ("PENTE 3000,6000 15000,8000\nSOMMET 3500,6500 14900,7500", [("hilltop_without_slope", 2)]),
        ("PENTE 3000,6000 5000,8000\nSOMMET 3000,6500 4500,7500", [("hilltop_without_slope", 2)]),
        ("PENTE 3000,6000 5000,8000\nSOMMET 3500,6500 5000,7500", [("hilltop_without_slope", 2)]),
        ("PENTE 3000,6000 5000,8000\nSOMMET 3500,6000 4500,7500", [("hilltop_without_slope", 2)]),
        ("PENTE 3000,6000 5000,8000\nSOMMET 3500,6500 4500,8000", [("hilltop_without_slope", 2)]),
        (WOOD * 41, [("too_many_pieces", 0)]),
        (WOOD * 90, [("text_too_long", 81)]),
    ],
)
def test_what_may_not_lie_so_is_refused(text: str, found: list[tuple[str, int]]) -> None:
    assert codes(text) == found


@pytest.mark.parametrize(("word", "known"), [("BOSI", ["BOIS"]), ("XYZZY", [TERRAIN[code].word for code in PLACED])])
def test_whoever_mistypes_a_word_is_told_the_nearest_or_all_of_them(word: str, known: list[str]) -> None:
    found = read_terrain(f"{word} 1,1 2,2")
    assert isinstance(found, list) and [one.data["known"] for one in found] == [known]


def test_pieces_that_cut_one_another_to_shreds_are_refused() -> None:
    bars = "".join(f"ROUTE {x * 700},0 {x * 700 + 300},15000\n" for x in range(20))
    bars += "".join(f"MARAIS 0,{y * 700} 15000,{y * 700 + 300}\n" for y in range(20))

    assert codes(bars) == [("too_many_parts", 0)]


@pytest.mark.parametrize(("roads", "marshes", "parts"), [(14, 8, 120), (10, 11, 121)])
def test_the_parts_that_pieces_leave_of_one_another_are_counted(roads: int, marshes: int, parts: int) -> None:
    elements = [Element("ROAD", x * 700, x * 700 + 300, 0, SIDE) for x in range(roads)]  # each cut to one a marsh
    elements += [Element("MARSH", 0, SIDE, y * 700, y * 700 + 300) for y in range(marshes)]
    found = [(one.code, one.data["number"], one.data["most"]) for one in terrain_refusals(elements, SIDE)]
    assert found == ([] if parts <= CONSTANTS.parts_max else [("too_many_parts", parts, CONSTANTS.parts_max)])


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", (True, 1.0, 1.0)),
        ("EAU 0,7000 15000,8000", (False, 1.0, 1.0)),
        ("EAU 0,7000 7000,8000\nEAU 7400,7000 15000,8000", (False, 1.0, 1.0)),  # less than a base is wide
        ("EAU 0,7000 7000,8000\nEAU 8000,7000 15000,8000", (True, 1.0, 1.0)),
        ("ROCHER 0,0 15000,3000", (False, 0.0, 1.0)),
    ],
)
def test_whether_both_sides_can_meet(text: str, found: Any) -> None:
    terrain = read_terrain(text)
    assert isinstance(terrain, tuple)

    assert passage(terrain, SIDE) == found


@pytest.mark.rule("SV-TER-01", "SV-SCN-50")
def test_a_battle_is_fought_on_it_and_its_record_verifies() -> None:
    options = {"field": WOOD + "EAU 8000,8000 9000,9000", "scenario": 5, "table": 10}
    match = Match.new(vassaux, SEATS, options, b"seed")
    settings = match.state.settings

    assert settings.elements == read_terrain(options["field"])
    assert (settings.map, settings.width) == ("CHAMP", 10_000)
    for _ in range(6):
        match.advance({seat: decision.default for seat, decision in vassaux.pending(match.state).items()})
    verify(vassaux, match.record)
    told = vassaux.chronicle(vassaux.view(match.state, None), vassaux.setup(SEATS, options, Rng(b"seed")).events, "fr")
    assert "un terrain placé à la main" in " ".join(told.split())


@pytest.mark.rule("SV-SCN-11", "SV-SCN-21", "SV-GEO-02")
@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"scenario": 1}, "own_map"),
        ({"scenario": 2}, "own_map"),
        ({"map": "M0"}, "map_and_field"),
        ({"map": "HASARD"}, "map_and_field"),
        ({"scenario": 4, "table": 10}, "bad_table"),
        ({"table": 12}, "bad_table"),
        ({"field": "BOIS"}, "two_corners"),
        ({"field": "SOMMET 0,0 1000,1000"}, "hilltop_without_slope"),
        ({"field": "ROCHER 0,0 15000,15000"}, "no_room_on_table"),
        ({"field": 5}, "bad_option"),
    ],
)
def test_where_it_may_not_be_fought_on(options: dict[str, Any], code: str) -> None:
    with pytest.raises(SetupError) as caught:
        vassaux.setup(SEATS, {"field": WOOD, **options}, Rng(b"x"))

    assert {one.code for one in caught.value.refusals} == {code}
    for lang in ("fr", "en"):
        assert vassaux.explain(caught.value.refusals[0], lang)


@pytest.mark.parametrize("scenario", [0, 3, 4, 5])
def test_the_other_scenarios_are_fought_on_it(scenario: int) -> None:
    assert vassaux.setup(SEATS, {"field": WOOD, "scenario": scenario}, Rng(b"x")).state.settings.map == "CHAMP"


def test_a_field_with_nothing_on_it_is_a_plain() -> None:
    assert vassaux.setup(SEATS, {"field": "# rien"}, Rng(b"x")).state.settings.elements == ()
