"""The picture of the map shows what its reader knows, and nothing else (INFO-01, INFO-02)."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from heraut.engine.protocol import Seat
from heraut.games.rois.geography import NEIGHBOURS
from heraut.games.rois.picture import BANNERS, map_svg
from heraut.games.rois.view import view

from .builders import feature, land, own, play, sea, units, world

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

    assert len(list(svg.iter(f"{SVG}polygon"))) == 162 + 2, "every hex, and the banner of two provinces"
    assert len(titles) == 1 + 1 + len({*NEIGHBOURS[41]}), "the map, home and its neighbours"
    assert "Secret" not in drawn
    assert drawn.count(BANNERS[0]) == 2 + 1, "two provinces, and the legend"
    assert "★" in drawn and "●●" in drawn and "♜41" in drawn and "♜50" not in drawn
    assert {"fr": "mer", "en": "sea"}[lang] in next(title for title in titles if "(42)" in title)


def test_a_king_sees_where_his_own_units_stand_and_whose_colours_are_whose() -> None:
    state = world(2)
    units(state, 1, 41, *["LE"] * 12)
    units(state, 2, 50, *["LE"] * 7)
    drawn = map_svg(view(play(state).state, Seat("j1")))
    assert f'fill="{BANNERS[0]}"' in drawn and ">12</text>" in drawn and ">7</text>" not in drawn
    legend = [each for each in ("Roi 1 (1)", "Roi 2 (2)", "forêt", "foyer", "vos unités") if f">{each}</text>" in drawn]
    assert len(legend) == 5, legend


def test_a_passer_by_sees_the_lands_once_all_is_over() -> None:
    state = world(2)
    assert "<g>" not in map_svg(view(state, None))
    state.turn = 15
    over = play(state).state
    assert map_svg(view(over, None)).count("<g>") == 162
