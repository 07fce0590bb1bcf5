"""The board as a picture: everything that a view shows, for the mouse and the keyboard, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import combinations
from math import hypot
from typing import Any
from xml.etree import ElementTree

import pytest

from heraut.games.fief.picture import board_svg
from heraut.games.fief.picture.drawing import CHARGES, drawing
from heraut.games.fief.picture.marks import advised_marks
from heraut.games.fief.tables import blazons, board, lord_rows

SVG = "{http://www.w3.org/2000/svg}"
PLAIN = {
    "captor": None,
    "road": None,
    "position": "in",
    "crown": None,
    "bishop": None,
    "cardinal": False,
    "darc": False,
}


def lord(seat: str, village: str, **more: Any) -> dict[str, Any]:
    return {"seat": seat, "village": village, "titles": [], "dungeon": False, **PLAIN, **more}


def stack(seat: str, village: str, points: int | None, **more: Any) -> dict[str, Any]:
    return {"seat": seat, "village": village, "points": points, "position": "in", "road": None, **more}


def a_view(**more: Any) -> dict[str, Any]:
    """Two families: one in its castle at Bourg, the other at La Salle."""
    villages = {
        row.id: {"owner": None, "fort": "open", "mills": 0, "presses": 0, "present": []} for row in board().villages
    }
    villages["bourg"] |= {"owner": "j1", "fort": "castle", "mills": 2, "presses": 1, "present": ["j1"]}
    villages["la_salle"] |= {"owner": "j2", "present": ["j2"]}
    family = {"alive": True, "soldiers": 8, "fiefs": [], "hand": 3}
    return {
        "turn": 3,
        "seats": {
            "j1": {"name": "Clairac & fils", "blazon": "gueules", **family},
            "j2": {"name": "<Montfort>", "blazon": "sable", **family},
        },
        "villages": villages,
        "regions": {row.id: {"fief": None, "weather": False, "famine": False} for row in board().regions},
        "lords": {"arnaud": lord("j1", "bourg"), "blanche": lord("j2", "la_salle")},
        "stacks": [stack("j1", "bourg", 8), stack("j2", "la_salle", None)],
        "revolt": None,
        "own": {"seat": "j1"},
    } | more


def drawn(view: Mapping[str, Any], **more: Any) -> ElementTree.Element:
    return ElementTree.fromstring(board_svg(view, **more))


def marks(picture: ElementTree.Element, kind: str) -> list[ElementTree.Element]:
    return [group for group in picture.iter(f"{SVG}g") if group.get("class") == kind]


def title(mark: ElementTree.Element) -> str:
    return mark.findtext(f"{SVG}title") or ""


def test_every_village_and_region_is_there_with_its_id_and_can_be_given_the_focus() -> None:
    picture = drawn(a_view())
    villages = marks(picture, "village")
    assert [mark.get("data-village") for mark in villages] == [row.id for row in board().villages]
    assert all(mark.get("tabindex") == "-1" and mark.get("aria-label") == title(mark) for mark in villages)
    assert [mark.get("id") for mark in villages] == [f"lieu-{row.id}" for row in board().villages]
    assert [mark.get("data-region") for mark in marks(picture, "region")] == [row.id for row in board().regions]
    names = {text.text for text in picture.iter(f"{SVG}text") if "place" in (text.get("class") or "").split()}
    assert names == {row.name for row in board().villages}


def test_a_village_is_told_in_both_languages() -> None:
    french, english = (marks(drawn(a_view(), lang=lang), "village")[15] for lang in ("fr", "en"))
    assert title(french).splitlines() == [
        "Bourg, Pays de Bourg, Évêché de Bourg, château, à Clairac & fils, 2 moulins, 1 pressoir",
        "Routes vers Villeneuve, Saint-Vivien et La Bussière",
        "Clairac & fils\N{NO-BREAK SPACE}: 8 soldats et Arnaud",
    ]
    assert title(english).splitlines()[1:] == [
        "Roads to Villeneuve, Saint-Vivien and La Bussière",
        "Clairac & fils: 8 soldiers and Arnaud",
    ]
    assert board_svg(a_view(), lang="tlh") == board_svg(a_view())


@pytest.mark.rule("FI-INF-01")
def test_soldiers_that_the_reader_cannot_count_bear_no_number() -> None:
    counted, hidden = marks(drawn(a_view()), "party")
    if counted.get("data-seat") == "j2":
        counted, hidden = hidden, counted
    assert [text.text for text in counted.iter(f"{SVG}text")] == ["A", "8"]
    assert [text.text for text in hidden.iter(f"{SVG}text")] == ["B"]
    assert "des soldats" in title(hidden)


def test_stacks_of_one_player_that_stand_together_are_added_up() -> None:
    stacks = [stack("j1", "bourg", 8), stack("j1", "bourg", 20), stack("j2", "la_salle", None)]
    assert "28 soldats" in title(marks(drawn(a_view(stacks=stacks)), "village")[15])


def test_captives_stand_with_those_who_hold_them() -> None:
    lords = {"arnaud": lord("j1", "bourg"), "blanche": lord("j2", "bourg", captor="j1")}
    party = next(mark for mark in marks(drawn(a_view(lords=lords)), "party") if mark.get("data-seat") == "j1")
    pawns = {mark.get("data-lord"): mark for mark in marks(party, "lord")}
    assert set(pawns) == {"arnaud", "blanche"}
    assert "prisonnier" in title(pawns["blanche"]) and "prisonnier" not in title(pawns["arnaud"])
    assert "#fi-bars" in [use.get("href") for use in pawns["blanche"].iter(f"{SVG}use")]


def test_nobody_in_the_dungeon_is_on_the_board() -> None:
    lords = {"arnaud": lord("j1", "bourg", dungeon=True)}
    assert marks(drawn(a_view(lords=lords)), "lord") == []


@pytest.mark.parametrize(
    ("rank", "sign"),
    [
        ({"crown": "king", "titles": ["r_bourg"]}, "crown"),
        ({"cardinal": True, "bishop": "b_sigy"}, "hat"),
        ({"bishop": "b_sigy", "titles": ["r_sigy"]}, "mitre"),
        ({"titles": ["r_sigy"]}, "coronet"),
        ({"darc": True}, "darc"),
    ],
)
def test_a_lord_bears_the_sign_of_his_highest_rank(rank: dict[str, Any], sign: str) -> None:
    pawn = marks(drawn(a_view(lords={"jeanne": lord("j1", "bourg", **rank)})), "lord")[0]
    assert f"#fi-{sign}" in [use.get("href") for use in pawn.iter(f"{SVG}use")]


def place(mark: ElementTree.Element) -> tuple[float, float]:
    x, y = (mark.get("transform") or "").partition("(")[2].partition(")")[0].split()
    return float(x), float(y)


def test_besiegers_stand_on_the_road_that_they_came_by() -> None:
    for road in ("villeneuve", "st_vivien", "la_bussiere"):
        stacks = [stack("j2", "bourg", 5, position="besieger", road=road)]
        mark = next(
            mark
            for mark in marks(drawn(a_view(stacks=stacks)), "party")
            if mark.get("data-seat") == "j2" and mark.get("data-village") == "bourg"
        )
        assert mark.get("data-position") == "besieger"
        home, origin = (drawing().villages[name] for name in ("bourg", road))
        near, far = (hypot(place(mark)[0] + 22 - x, place(mark)[1] - y) for x, y in (home, origin))
        whole = hypot(home[0] - origin[0], home[1] - origin[1])
        assert 60 < near < 110 and near + far < whole + 15


def box(mark: ElementTree.Element) -> tuple[float, float, float, float]:
    """The room of a party of soldiers with their lords behind them: left, top, right, low."""
    (x, y), lords = place(mark), len(marks(mark, "lord"))
    scale = float((mark.get("transform") or "").partition("scale(")[2].partition(")")[0] or 1)
    return x, y - 62 * scale, x + scale * (44 + 33 * max(0, lords - 1)), y + 22 * scale


@pytest.mark.parametrize(
    ("village", "roads"),
    [
        (village, roads)
        for village in ("bourg", "st_gerome", "st_andre", "sigy", "villeneuve")
        for roads in combinations(
            [one for road in drawing().roads for one in road.between if village in road.between], 2
        )
        if village not in roads
    ],
)
def test_besiegers_hide_nobody_who_stands_in_the_village(village: str, roads: tuple[str, str]) -> None:
    stacks = [stack("j1", village, 12)]
    lords = {"arnaud": lord("j1", village), "roland": lord("j1", village)}
    for name, road in zip(("othon", "eric"), roads, strict=False):
        stacks.append(stack("j2", village, 8, position="besieger", road=road))
        lords[name] = lord("j2", village, position="besieger", road=road)
    view = a_view(stacks=stacks, lords=lords)
    view["villages"][village] |= {"present": ["j1"]}
    found = [mark for mark in marks(drawn(view), "party") if mark.get("data-village") == village]
    inside = next(mark for mark in found if mark.get("data-position") == "in")
    left, top, right, low = box(inside)
    assert left >= 0 and right <= drawing().width
    for mark in found:
        a, b, c, d = box(mark)
        assert mark is inside or c <= left or a >= right or d <= top or b >= low, (village, roads, box(mark))


def test_the_pawns_of_saint_gerome_leave_the_name_of_its_neighbour_alone() -> None:
    lords = {name: lord("j1", "st_gerome") for name in ("arnaud", "roland", "charles")}
    view = a_view(stacks=[stack("j1", "st_gerome", 12)], lords=lords)
    (mark,) = marks(drawn(view), "party")
    name_ends = drawing().villages["st_medard"][0] + 8 * len("Saint-Médard")
    assert box(mark)[0] > name_ends + 60


def test_a_fief_bears_its_name_and_its_holders_arms() -> None:
    view = a_view()
    view["regions"]["r_bourg"] |= {"fief": {"capital": "bourg", "title": "duchy", "holder": "j1"}, "famine": True}
    assert "Duché de Bourg" in board_svg(view) and "Duchy of Bourg" in board_svg(view, lang="en")
    mark = next(mark for mark in marks(drawn(view), "region") if mark.get("data-region") == "r_bourg")
    assert title(mark) == "Duché de Bourg, à Clairac & fils, famine"
    view["regions"]["r_bourg"]["fief"]["holder"] = None
    assert "titre vacant" in board_svg(view)


def test_the_peasants_are_nobodys() -> None:
    revolt = {"village": "sigy", "position": "in", "road": None, "points": 11}
    mark = next(mark for mark in marks(drawn(a_view(revolt=revolt)), "party") if mark.get("data-seat") == "rebels")
    assert [text.text for text in mark.iter(f"{SVG}text")] == ["11", "Jacquerie"]
    assert title(mark).endswith(": 11")


def test_in_a_page_it_leaves_style_and_families_to_the_page() -> None:
    whole, part = board_svg(a_view()), board_svg(a_view(), page=True)
    assert "<style>" in whole and "&lt;Montfort&gt;" in whole
    assert "<style>" not in part and 'class="family"' not in part


def test_each_blazon_has_a_figure_of_its_own() -> None:
    assert set(CHARGES) == set(blazons())
    assert len({figure for _, figure in CHARGES.values()}) == len(CHARGES)


def test_the_drawing_is_that_of_the_board() -> None:
    sheet, table = drawing(), board()
    assert set(sheet.villages) == set(sheet.lands) == {row.id for row in table.villages}
    assert set(sheet.regions) == set(sheet.labels) == {row.id for row in table.regions}
    assert set(sheet.bishoprics) == {row.id for row in table.bishoprics}
    assert [road.between for road in sheet.roads] == [(row.a, row.b) for row in table.roads]
    assert [road.bridge for road in sheet.roads] == [row.bridge for row in table.roads]
    assert set(sheet.left) <= set(sheet.villages)
    assert min(hypot(a[0] - b[0], a[1] - b[1]) for a, b in combinations(sheet.villages.values(), 2)) > 100


def test_every_lord_can_be_drawn() -> None:
    lords = {name: lord("j1", "bourg") for name in lord_rows()}
    assert len(marks(drawn(a_view(lords=lords)), "lord")) == 16


@pytest.mark.parametrize("fiefs", [False, True])
def test_no_mill_stands_on_a_name_and_no_two_names_run_together(fiefs: bool) -> None:
    """As wide as the largest letters are on a telephone: 18 a letter of a village, 13 of a region."""
    view = a_view()
    for one in view["villages"].values():
        one |= {"mills": 1, "owner": "j1"}
    if fiefs:
        for row in board().regions:
            capital = next(village.id for village in board().villages if village.region == row.id)
            view["regions"][row.id]["fief"] = {"title": "barony", "capital": capital, "holder": None}
    picture = drawn(view)
    names = []
    for text in picture.iter(f"{SVG}text"):
        if "place" in (text.get("class") or "").split():
            names.append((float(text.get("x", 0)), float(text.get("y", 0)), 9 * len(text.text or "")))
    for group in picture.iter(f"{SVG}g"):
        label = next((text for text in group.findall(f"{SVG}text") if "pays" in (text.get("class") or "")), None)
        if label is not None:
            x, y = map(float, re.findall(r"\d+", group.get("transform", "")))
            names.append((x, y, 6.5 * len(label.text or "")))
    assert len(names) == len(board().villages) + len(board().regions)
    for (x, y, half), (a, b, other) in combinations(names, 2):
        room = 20 if abs(y - b) < 20 else 8  # on one line, or one a little below the other
        assert abs(x - a) > half + other + room or abs(y - b) > 30, ((x, y), (a, b))
    for mark in marks(picture, "village"):
        home_x, home_y = map(float, re.findall(r"\d+", mark.get("transform", "")))
        mill = next(use for use in mark.findall(f"{SVG}use") if use.get("href") == "#fi-mill")
        left, top = home_x + float(mill.get("x", 0)), home_y + float(mill.get("y", 0))
        for x, y, half in names:
            assert abs(left - x) > 13 + half or top + 12 < y - 28 or top - 18 > y + 8, mark.get("data-village")


def test_a_ring_around_a_village_leaves_its_name_free() -> None:
    paths = re.findall(r' d="M\S+ (\S+)A68', advised_marks(["bourg"]))
    assert paths
    for path in paths:
        assert int(path) < drawing().villages["bourg"][1] + 56 - 32
