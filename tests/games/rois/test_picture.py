"""The picture of the map shows what its reader knows, and nothing else (INFO-01, INFO-02), in a size to be read."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from heraut.engine.protocol import Seat
from heraut.games.rois.picture.map import WORLD, Frame, frame_of, map_svg
from heraut.games.rois.view import view
from heraut.games.rois.world.geography import NEIGHBOURS

from .builders import feature, land, own, person, play, sea, units, world
from .drawn import SVG, classes, names, uses


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

    assert len(titles) == 1 + 1 + len({*NEIGHBOURS[41]}), "the map, home and its neighbours"
    assert "Secret" not in drawn
    assert {"fr": "mer", "en": "sea"}[lang] in next(title for title in titles if "(42)" in title)
    assert len(uses(svg, "r-castle")) == 1 + 1, "his home, and the legend"
    assert len(classes(svg, "place")) == 1 + 1, "the place that he knows, and the legend"
    assert classes(svg, "host")[0].get("d", "").count("v-16") == 2, "a medium force"
    assert len(uses(svg, "ra1")) == 2 + 1, "the arms on both lands, and the legend"
    assert not uses(svg, "ra2") and "Roi 2" not in drawn, "the legend names the Kings of this picture"
    assert "var(" not in drawn, "no style of a page is needed"


def test_a_king_sees_where_his_own_units_stand_and_whose_colours_are_whose() -> None:
    state = world(2)
    units(state, 1, 41, *["LE"] * 12)
    units(state, 2, 50, *["LE"] * 7)
    drawn = map_svg(view(play(state).state, Seat("j1")))
    flags = [each.text for each in classes(ElementTree.fromstring(drawn), "light")]
    assert "12" in flags and "7" not in flags
    legend = [each for each in ("Roi 1", "plaine", "foyer", "vos unités") if f">{each}</text>" in drawn]
    assert len(legend) == 4, legend
    assert ">forêt</text>" not in drawn


def test_the_picture_follows_what_the_king_knows_across_the_edge_of_the_world() -> None:
    from heraut.games.rois.world.geography import number

    assert frame_of([]) == WORLD
    assert frame_of([number(4, 2)]) == Frame(1, 7, 1, 3), "never narrower than seven columns"
    assert frame_of([number(q, 4) for q in range(3, 11)]) == Frame(2, 10, 3, 3)
    assert frame_of([number(17, 0), number(1, 8)]) == Frame(15, 7, 0, 9), "the world wraps, the ice caps do not"
    assert frame_of([number(q, 4) for q in range(0, 18, 2)]) == Frame(0, 18, 3, 3)


def test_a_region_is_drawn_around_a_province() -> None:
    state = world(2)
    own(state, 1, 1, 162)
    mine = view(play(state).state, Seat("j1"))
    around_one, around_home = map_svg(mine, around=1), map_svg(mine, around=41)
    assert box(around_one)[0] < 0, "its west lies beyond the edge of the drawing"
    assert box(around_one)[1] == 0 and box(around_home)[1] == 0, "both lie near the northern ice"
    assert box(around_one)[3] < box(around_home)[3]


def box(drawn: str) -> list[float]:
    """Left, top, width and height of the part of the world that a sheet shows."""
    return [float(each) for each in re.findall(r'<svg x="0"[^>]*viewBox="([^"]*)"', drawn)[0].split()]


@pytest.mark.parametrize("name", ["Or", "Valmont", "Grand Marais des Mille Roseaux qui pleurent"])
def test_a_name_stays_within_its_hex(name: str) -> None:
    state = world(2)
    land(state, 41, name=name)
    drawn = map_svg(view(play(state).state, Seat("j1")))
    assert all(len(each) <= 13 for each in names(ElementTree.fromstring(drawn)))
    assert f"<title>{name} (41)" in drawn, "a pointer reads all of it"


@pytest.mark.parametrize("kings", [2, 4])
def test_the_legend_stays_within_the_picture(kings: int) -> None:
    state = world(kings)
    for king in range(1, kings + 1):
        person(state, 1, (41, 50, 104, 113)[king - 1])
    drawn = map_svg(view(play(state).state, Seat("j1")))
    svg = ElementTree.fromstring(drawn)
    _, _, width, height = map(float, svg.get("viewBox", "").split())
    entries = classes(svg, "key")
    assert len(entries) >= 5 + kings - 1
    for entry in entries:
        x, y = map(float, entry.get("transform", "")[10:-1].split())
        words = entry.findall(f"{SVG}text")[-1].text or ""
        assert x + 24 + 5.6 * len(words) <= width and y < height


def test_a_passer_by_sees_the_lands_once_all_is_over() -> None:
    state = world(2)
    assert map_svg(view(state, None)).count("<title>") == 1
    state.turn = 15
    over = play(state).state
    assert map_svg(view(over, None)).count("<title>") == 1 + 162 * 3, "the world, and a copy on either side"
