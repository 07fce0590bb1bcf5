"""The three maps: the catalogue's figures (D11-D14), their drawings, and the picture of a match."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest
import shapely
from shapely.geometry import MultiPolygon, Point, Polygon

from heraut.engine.arms import arms_of
from heraut.engine.names import plain
from heraut.games import gloire
from heraut.games.gloire.atlas import MAPS, Atlas, AtlasError, Place, atlas, map_file, read_atlas
from heraut.games.gloire.picture import map_svg
from heraut.games.gloire.picture.drawing import Drawing, drawing
from heraut.games.gloire.state import Realm

from .builders import realm

FIGURES = {  # lands, adjacencies, diameter, least and greatest degree, lords: headings of D12, D13, D14
    "SCANDINAVIE": (45, 90, 9, 2, 7, 10),
    "MOYEN-ORIENT": (80, 157, 13, 1, 7, 20),
    "EUROPE": (151, 329, 15, 1, 6, 30),
}

ADJACENT = """NARVIK VADVET-JAKKO, DOLON THULE, DOLON LAPPLAND, THULE NARVIK, LAPPLAND NARVIK, NORBOTTEN LOHRAR-JARVI,
OULU VAASA, OULU MIKELI, TURKU KYMIA, MIKELI KYMIA, LOHRAR-JARVI VADVET-JAKKO"""
APART = """DOLON NARVIK, DOLON VADVET-JAKKO, MIKELI LIVO-JOKI, MIKELI LOHRAR-JARVI, OULANKA DOLON, NORBOTTEN JAMTLAND"""
EITHER = """LAPPLAND: NARVIK VADVET-JAKKO, SVARTSEN: NARVIK VADVET-JAKKO, NORBOTTEN: NARVIK VADVET-JAKKO,
VAASA: TURKU KYMIA, NOVGOROD: KYMIA TURKU, OULANKA: LAPPLAND DOLON"""


@pytest.fixture(params=MAPS)
def chart(request: pytest.FixtureRequest) -> Atlas:
    return atlas(request.param)


def pairs(text: str) -> list[list[str]]:
    return [pair.replace(":", "").split() for pair in text.split(",")]


def land(name: str, *neighbours: str) -> dict[str, Any]:
    return {
        "name": name,
        "label": {"fr": name, "en": name},
        "at": [0.0, 0.0],
        "neighbours": neighbours,
        "population": 16500,
        "tax_coefficient": 0.4,
    }


def map_of(*lands: dict[str, Any], starts: tuple[str, ...] = ()) -> bytes:
    return json.dumps({"map": "TEST", "lords": 1, "starts": starts, "lands": lands}).encode()


# --- the graphs ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GP-SET-08")
def test_maps_are_connected_undirected_graphs(chart: Atlas) -> None:
    for name, place in chart.places.items():
        assert name not in place.neighbours
        assert all(name in chart.neighbours(other) for other in place.neighbours)
    reached, todo = set(), [chart.starts[0]]
    while todo:
        name = todo.pop()
        if name not in reached:
            reached.add(name)
            todo += chart.places[name].neighbours
    assert reached == set(chart.places)


def test_maps_have_the_figures_of_the_catalogue(chart: Atlas) -> None:
    degrees = [len(place.neighbours) for place in chart.places.values()]
    diameter = max(max(row.values()) for row in chart.distances.values())
    found = len(degrees), sum(degrees) // 2, diameter, min(degrees), max(degrees), chart.lords
    assert found == FIGURES[chart.map]
    assert len(chart.starts) == chart.lords


def test_starts_are_never_neighbours(chart: Atlas) -> None:
    assert all(chart.distance(a, b) >= 2 for a, b in combinations(chart.starts, 2))
    assert all(len(chart.neighbours(start)) >= (2 if chart.map == "SCANDINAVIE" else 3) for start in chart.starts[:7])


@pytest.mark.parametrize(("one", "two"), pairs(ADJACENT))
def test_scandinavia_adjacencies_told_by_the_example(one: str, two: str) -> None:
    assert two in atlas("SCANDINAVIE").neighbours(one)


@pytest.mark.parametrize(("one", "two"), pairs(APART))
def test_scandinavia_lands_apart_in_the_example(one: str, two: str) -> None:
    assert two not in atlas("SCANDINAVIE").neighbours(one)


@pytest.mark.parametrize(("land", "one", "two"), pairs(EITHER))
def test_scandinavia_alternatives_left_by_the_example(land: str, one: str, two: str) -> None:
    assert atlas("SCANDINAVIE").neighbours(land) & {one, two}


def test_livo_joki_touches_three_lands_only() -> None:
    assert atlas("SCANDINAVIE").neighbours("LIVO-JOKI") == {"LOHRAR-JARVI", "OULANKA", "OULU"}


def test_lords_of_the_example_can_start_where_they_did() -> None:
    scandinavia = atlas("SCANDINAVIE")
    assert {"NARVIK", "DOLON", "LIVO-JOKI", "TURKU"} <= set(scandinavia.starts)
    islands = [name for name in ("FIONIE", "BORNHOLM", "OLAND") if name in scandinavia.starts]
    assert len(islands) == 3  # Sophie, Médicis and Robb Stark
    assert scandinavia.distance("FIONIE", "BORNHOLM") == 2
    assert scandinavia.distance("SVEALAND", "LIVO-JOKI") >= 5  # Rodrigue far from Hyliath


def test_distances_are_shortest_ways(chart: Atlas) -> None:
    for name, row in chart.distances.items():
        assert row[name] == 0 and len(row) == len(chart.places)
        for other, far in row.items():
            assert far == chart.distance(other, name)
            if far:
                assert min(row[near] for near in chart.neighbours(other)) == far - 1


@pytest.mark.parametrize(
    ("data", "guilty"),
    [
        (map_of(land("A", "B"), land("B", "A"), land("C", "B")), "C has B for a neighbour"),
        (map_of(land("A", "B"), land("B", "A", "X")), "unknown neighbour, X"),
        (map_of(land("A", "B"), land("B", "A"), land("C", "D"), land("D", "C")), "C cannot be reached"),
        (map_of(land("A", "B"), land("B", "A"), land("A", "B")), "A is on the map twice"),
        (map_of(land("A", "B", "B"), land("B", "A")), "B is twice a neighbour of A"),
        (map_of(land("A", "A")), "A is its own neighbour"),
        (map_of(land("A", "B"), land("B", "A"), starts=("C",)), "start C"),
        (map_of(land("A", "B"), land("B", "A"), starts=("A", "A")), "A is twice a start"),
        (map_of(), "no land"),
    ],
)
@pytest.mark.rule("GP-SET-08")
def test_bad_map_is_refused_by_the_name_of_the_guilty_land(data: bytes, guilty: str) -> None:
    with pytest.raises(AtlasError, match=guilty):
        read_atlas(data)


def test_map_of_the_wrong_shape_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError):
        read_atlas(b'{"map": "TEST"}')


@pytest.mark.parametrize("spelling", ["moyen-orient", "Moyen Orient", "MOYEN-ORIENT"])
def test_map_names_are_read_in_any_case(spelling: str) -> None:
    assert atlas(spelling) is atlas("MOYEN-ORIENT")


def test_unknown_map_tells_the_known_ones() -> None:
    with pytest.raises(ValueError, match="SCANDINAVIE, MOYEN-ORIENT, EUROPE"):
        atlas("Avalon")


def test_labels_read_as_the_names_of_the_rules(chart: Atlas) -> None:
    for name, place in chart.places.items():
        assert plain(place.label["fr"]) == plain(name)
        assert place.label["en"]
    for lang in ("fr", "en"):
        assert len({place.label[lang] for place in chart.places.values()}) == len(chart.places)


# --- starts and values -----------------------------------------------------------------------------------------------


def merit(chart: Atlas, chosen: list[str], name: str) -> tuple[int, int]:
    """What a further start is chosen by, before the alphabet."""
    return min(chart.distance(name, start) for start in chosen), len(chart.neighbours(name))


@pytest.mark.rule("GP-SET-11")
def test_starts_follow_the_list_then_the_farthest_point(chart: Atlas) -> None:
    most = min(100, len(chart.places))
    starts = list(chart.starts_for(most))
    assert len(set(starts)) == most
    assert starts[: chart.lords] == list(chart.starts)
    for n in range(chart.lords, most):
        free = sorted(set(chart.places) - set(starts[:n]))
        best = max(merit(chart, starts[:n], name) for name in free)
        assert starts[n] == next(name for name in free if merit(chart, starts[:n], name) == best)


@pytest.mark.rule("GP-SET-11")
def test_fewer_lords_take_the_first_starts_and_more_keep_them(chart: Atlas) -> None:
    most = chart.starts_for(min(100, len(chart.places)))
    assert all(chart.starts_for(n) == most[:n] for n in range(1, len(most) + 1))


@pytest.mark.rule("GP-SET-11")
@pytest.mark.parametrize("lords", [0, -1, 101])
def test_no_more_than_a_hundred_lords(lords: int) -> None:
    with pytest.raises(ValueError, match="1 to 100 lords"):
        atlas("EUROPE").starts_for(lords)


def test_own_values_of_the_maps_are_varied_and_fair(chart: Atlas) -> None:
    places = chart.places.values()
    populations = [place.population for place in places]
    coefficients = [place.tax_coefficient for place in places]
    assert sum(populations) / len(populations) == pytest.approx(16500, rel=0.01)
    assert min(populations) >= 4000 and max(populations) <= 40000
    assert min(coefficients) >= 0.25 and max(coefficients) <= 0.60
    assert sum(coefficients) / len(coefficients) == pytest.approx(0.40, abs=0.01)
    assert len(set(populations)) > len(populations) / 2


@pytest.mark.rule("GP-SET-09")
def test_varied_lands_take_the_map_s_values_but_for_the_starts(chart: Atlas) -> None:
    varied = realm(chart.lords, map=chart.map, varied_lands=True)
    for name, place in chart.places.items():
        found = varied.lands[name]  # type: ignore[index]
        own = place.population, place.tax_coefficient
        assert (found.population, found.tax_coefficient) == ((16500, 0.40) if found.owner else own)


@pytest.mark.rule("GP-SET-09")
def test_lands_are_all_alike_without_the_option(chart: Atlas) -> None:
    lands = realm(chart.lords, map=chart.map).lands.values()
    assert {(land.population, land.tax_coefficient) for land in lands} == {(16500, 0.40)}


# --- the drawings ----------------------------------------------------------------------------------------------------


def polygons(path: str) -> MultiPolygon:
    """The polygons of a path of rings "Mx ylx y x y…Z", a ring inside another being its hole."""
    shape: Any = Polygon()
    for ring in re.findall(r"M([^Z]+)Z", path):
        shape = shape.symmetric_difference(Polygon(list(walk(ring))))
    return shape if isinstance(shape, MultiPolygon) else MultiPolygon([shape])


def walk(ring: str) -> Iterator[tuple[int, int]]:
    start, steps = ring.split("l")
    x, y = map(int, start.split())
    yield x, y
    numbers = [int(n) for n in re.findall(r"-?\d+", steps)]
    for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
        x, y = x + dx, y + dy
        yield x, y


@pytest.fixture
def sheet(chart: Atlas) -> Drawing:
    return drawing(chart.map)


@pytest.fixture
def shapes(sheet: Drawing) -> dict[str, MultiPolygon]:
    return {name: polygons(outline.path) for name, outline in sheet.lands.items()}


def test_every_land_is_drawn_large_enough_to_click(chart: Atlas, sheet: Drawing, shapes: Any) -> None:
    assert list(sheet.lands) == list(chart.places)
    for name, shape in shapes.items():
        assert max(part.area for part in shape.geoms) > 400, name
        assert shape.area == pytest.approx(sheet.lands[name].area, rel=0.01)
        assert shapely.box(-1, -1, sheet.width + 1, sheet.height + 1).contains(shape)


def test_outlines_are_valid_and_do_not_overlap(shapes: Any) -> None:
    assert all(shape.is_valid for shape in shapes.values())
    tree = shapely.STRtree(list(shapes.values()))
    everything = list(shapes.items())
    for name, shape in everything:
        for i in tree.query(shape):
            other, its = everything[i]
            if other > name:
                assert shape.intersection(its).area < 0.005 * min(shape.area, its.area) + 3, (name, other)


def test_shields_stand_well_inside_and_apart(sheet: Drawing, shapes: Any) -> None:
    for name, shape in shapes.items():
        anchor = Point(sheet.lands[name].anchor)
        assert shape.contains(anchor), name
        assert shape.boundary.distance(anchor) >= 3, name
    for a, b in combinations(sheet.lands.values(), 2):
        assert Point(a.anchor).distance(Point(b.anchor)) > sheet.sizes[2]


def test_names_lie_on_the_sheet_and_apart(sheet: Drawing) -> None:
    for outline in sheet.lands.values():
        assert 0 < outline.label[0] < sheet.width and 0 < outline.label[1] < sheet.height
    for a, b in combinations(sheet.lands.values(), 2):
        assert Point(a.label).distance(Point(b.label)) > sheet.sizes[2] * 0.8


@pytest.mark.slow
def test_drawing_agrees_with_the_adjacencies(chart: Atlas, sheet: Drawing, shapes: Any) -> None:
    """Adjacent lands touch or are linked; lands that touch are adjacent or parted by mountains."""
    links = {tuple(line.between) for line in sheet.links}
    closed = {tuple(line.between) for line in sheet.closed}
    for a, b in combinations(chart.places, 2):
        common = 0.0
        if shapes[a].distance(shapes[b]) < 1.3:
            common = shapes[a].boundary.intersection(shapes[b].buffer(1.2)).length
        if b in chart.neighbours(a):
            assert (common > 5 or (a, b) in links) and (a, b) not in closed, (a, b)
        else:
            assert (common < 14 or (a, b) in closed) and (a, b) not in links, (a, b)


def test_closed_borders_are_few(sheet: Drawing) -> None:
    assert len(sheet.closed) <= 8
    assert all(line.peaks for line in sheet.closed)


def test_drawings_are_small(chart: Atlas) -> None:
    assert len(map_file(chart.map, ".drawing.json")) < 250_000


# --- the picture -----------------------------------------------------------------------------------------------------

SVG = "{http://www.w3.org/2000/svg}"


def match_of(chart: Atlas, **options: Any) -> Realm:
    return realm(chart.lords, map=chart.map, **options)


def fields(svg: ElementTree.Element) -> dict[str, str]:
    """The fill of each land."""
    lands = {g.get("data-land"): g.find(f"{SVG}use") for g in svg.iter(f"{SVG}g") if g.get("data-land")}
    return {str(name): str(use.get("fill")) for name, use in lands.items() if use is not None}


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_picture_of_a_match_is_xml_and_shows_every_owner(chart: Atlas, lang: str) -> None:
    match = match_of(chart)
    root = ElementTree.fromstring(map_svg(gloire.view(match, None), lang=lang))
    shown = fields(root)
    for name, held in match.lands.items():
        expected = f"url(#f{match.lords[held.owner].number})" if held.owner else "url(#grain)"
        assert shown[name] == expected
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    used = {str(use.get("href")).removeprefix("#") for use in root.iter(f"{SVG}use")}
    assert used <= set(ids)


def test_picture_shows_a_lord_his_own_forces_and_nobody_else_s() -> None:
    match = match_of(atlas("SCANDINAVIE"))
    seats = list(match.lords)
    own, other, passer_by = (map_svg(gloire.view(match, seat)) for seat in (seats[0], seats[1], None))
    assert 'class="force"' in own and 'class="mine"' in own
    assert own != other
    assert 'class="force"' not in passer_by and 'class="mine"' not in passer_by


def test_picture_survives_awkward_names() -> None:
    view = gloire.view(match_of(atlas("SCANDINAVIE")), None)
    view["lords"]["j1"]["name"] = "<script>\"&'"
    svg = map_svg(view)
    assert "<script>" not in svg
    assert "<script>\"&'" in "".join(ElementTree.fromstring(svg).itertext())


def test_a_dead_lord_is_told_in_the_legend() -> None:
    view = gloire.view(match_of(atlas("SCANDINAVIE")), None)
    view["lords"]["j3"] |= {"alive": False, "lands": 0}
    texts = [text.text or "" for text in ElementTree.fromstring(map_svg(view, lang="en")).iter(f"{SVG}text")]
    assert texts.count("dead") == 1


@pytest.mark.parametrize(("name", "fit"), [
    ("Aubert de Narvik", "lord"),
    ("Raymonde de Toulouse", "lord long"),
    ("Raymonde de Toulouse la Longue", "lord longest"),
])  # fmt: skip
def test_a_long_name_keeps_to_its_column_of_the_legend(name: str, fit: str) -> None:
    view = gloire.view(match_of(atlas("SCANDINAVIE")), None)
    view["lords"]["j1"]["name"] = name
    texts = {text.text: text.get("class") for text in ElementTree.fromstring(map_svg(view)).iter(f"{SVG}text")}
    assert texts[name] == fit


def test_picture_of_a_hundred_lords() -> None:
    view = gloire.view(realm(100, map="EUROPE"), None)
    assert len(set(fields(ElementTree.fromstring(map_svg(view))).values())) == 101


def test_a_hundred_lords_bear_different_arms() -> None:
    assert len({arms_of(number) for number in range(1, 101)}) == 100
    assert len({arms_of(number)[2] for number in range(1, 11)}) == 10  # the first ten by division alone


def test_places_are_frozen() -> None:
    place: Place = atlas("EUROPE").places["ROME"]
    with pytest.raises(AttributeError):
        place.population = 0  # type: ignore[misc]
