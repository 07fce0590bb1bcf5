"""The picture of the map shows what its reader knows, and nothing else (INFO-01, INFO-02), in a size to be read."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from heraut.engine.protocol import Seat
from heraut.games.rois.picture.map import BANNERS, WORLD, Frame, frame_of, map_svg
from heraut.games.rois.view import view
from heraut.games.rois.world.geography import NEIGHBOURS, number

from .builders import feature, land, own, person, play, sea, units, world

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.rule("RO-INFO-01", "RO-INFO-02")
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_map_of_a_king(lang: str) -> None:
    state = world(2)
    sea(state, 42)
    land(state, 43, name="Secret")
    own(state, 1, 40)
    units(state, 0, 40, "LE", "LE", "LE", "LE")
    place = feature(state, 41)
    state.kingdoms[1].features[place.number] = 0
    drawn = map_svg(view(play(state).state, Seat("j1")), lang=lang)
    svg = ElementTree.fromstring(drawn)
    titles = [each.text or "" for each in svg.iter(f"{SVG}title")]

    assert len(list(svg.iter(f"{SVG}polygon"))) == 7 * 5 + 2, "what is known with a hex around it, and two banners"
    assert len(titles) == 1 + 1 + len({*NEIGHBOURS[41]}), "the map, home and its neighbours"
    assert "Secret" not in drawn
    assert drawn.count(BANNERS[0]) == 2 * 2 + 1, "border and shield of two provinces, and the legend"
    assert "★" in drawn and "●●" in drawn and "♜41" in drawn and "♜50" not in drawn
    assert "Roi 2" not in drawn, "the legend names the Kings of this picture"
    assert {"fr": "mer", "en": "sea"}[lang] in next(title for title in titles if "(42)" in title)


def test_a_king_sees_where_his_own_units_stand_and_whose_colours_are_whose() -> None:
    state = world(2)
    units(state, 1, 41, *["LE"] * 12)
    units(state, 2, 50, *["LE"] * 7)
    drawn = map_svg(view(play(state).state, Seat("j1")))
    assert f'fill="{BANNERS[0]}"' in drawn and ">12</text>" in drawn and ">7</text>" not in drawn
    legend = [each for each in ("Roi 1", "plaine", "foyer", "vos unités") if f">{each}</text>" in drawn]
    assert len(legend) == 4, legend
    assert ">forêt</text>" not in drawn


def test_the_picture_follows_what_the_king_knows_across_the_edge_of_the_world() -> None:
    assert frame_of([]) == WORLD
    assert frame_of([number(4, 2)]) == Frame(1, 7, 1, 3), "never narrower than seven columns"
    assert frame_of([number(q, 4) for q in range(3, 11)]) == Frame(2, 10, 3, 3)
    assert frame_of([number(17, 0), number(1, 8)]) == Frame(15, 7, 0, 9), "the world wraps, the ice caps do not"
    assert frame_of([number(q, 4) for q in range(0, 18, 2)]) == Frame(0, 18, 3, 3)
    shown = [province for province, _, _ in frame_of([number(17, 3), number(0, 3)]).hexes()]
    assert {number(q % 18, r) for q in range(16, 20) for r in (2, 3, 4)} < set(shown)
    places = {(x, y) for _, x, y in Frame(15, 7, 0, 9).hexes()}
    assert len(places) == 63 and all(0 < x < Frame(15, 7, 0, 9).width for x, _ in places)


def test_a_region_is_drawn_around_a_province() -> None:
    state = world(2)
    own(state, 1, 1, 162)
    mine = view(play(state).state, Seat("j1"))
    drawn = map_svg(mine, around=1)
    assert drawn.count("<polygon") == 7 * 4 + 1, "three rows below the ice cap, and the banner of province 1"
    assert ">1</text>" in drawn and ">41</text>" not in drawn and "♜41" not in drawn
    assert "♜41" in map_svg(mine, around=41)


@pytest.mark.parametrize("name", ["Or", "Valmont", "Grand Marais des Mille Roseaux qui pleurent"])
def test_a_name_stays_within_its_hex(name: str) -> None:
    state = world(2)
    land(state, 41, name=name)
    svg = ElementTree.fromstring(map_svg(view(play(state).state, Seat("j1"))))
    text = next(each for each in svg.iter(f"{SVG}text") if each.text == name)
    assert float(text.get("font-size", 10)) * 0.6 * len(name) <= 46.5


@pytest.mark.parametrize("kings", [2, 4])
def test_the_legend_stays_within_the_picture(kings: int) -> None:
    state = world(kings)
    for king in range(1, kings + 1):
        person(state, 1, (41, 50, 104, 113)[king - 1])
    drawn = map_svg(view(play(state).state, Seat("j1")))
    svg = ElementTree.fromstring(drawn)
    _, _, width, height = map(float, svg.get("viewBox", "").split())
    entries = [each for each in svg.iter(f"{SVG}g") if each.get("text-anchor") == "start"]
    assert len(entries) >= 5 + kings - 1
    for entry in entries:
        x, y = map(float, entry.get("transform", "")[10:-1].split())
        words = entry.findall(f"{SVG}text")[-1].text or ""
        assert x + 22 + 5.9 * len(words) <= width and y < height


def test_a_passer_by_sees_the_lands_once_all_is_over() -> None:
    state = world(2)
    assert "<g>" not in map_svg(view(state, None))
    state.turn = 15
    over = play(state).state
    assert map_svg(view(over, None)).count("<g>") == 162
