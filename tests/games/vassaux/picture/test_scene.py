"""The table as its page draws it: who stands where, what tells units and states apart, overlays, the draft."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from heraut.games.vassaux.picture.layers import LAYERS, charged_by, shot_by
from heraut.games.vassaux.picture.notes import Notes
from heraut.games.vassaux.picture.scene import Looks, overlay_file, scene, scene_file, style
from heraut.games.vassaux.picture.troops import hull, tags
from heraut.games.vassaux.preview import Given, Preview, preview
from heraut.games.vassaux.preview.rehearsal import next_question
from heraut.games.vassaux.setup import elements_of
from heraut.games.vassaux.state import Battle
from heraut.games.vassaux.table.field import Field
from heraut.games.vassaux.tables import maps
from heraut.games.vassaux.tables.codes import MapCode
from heraut.games.vassaux.view import view
from tests.games.vassaux.builders import changed, decision, line, lord, marked, table, troop

NOTHING_OUTSIDE = re.compile(r"(?:src|href)=[\"'](?!#)|url\((?!#)|@import|https?://(?!www\.w3\.org/2000/svg)")
HILL = [("SLOPE", 12, 14, 8, 10), ("HILLTOP", 12.5, 13.5, 8.5, 9.5)]
ARCHERS = {"profile": "SOLDAT", "weapon": "LIGHT_MISSILE", "armour": "LIGHT"}


@pytest.fixture
def battle() -> Battle:
    """Swordsmen and archers in the south, two troops in the north, a wood and a house between them."""
    return table(
        [troop(*line((6000, 5000), 5)), troop(*line((9000, 4000), 4), **ARCHERS)],
        [troop(*line((6000, 8000), 4)), troop(*line((9500, 6500), 3))],
        elements=[("WOOD", 2, 4, 6, 8), ("HOUSE", 11, 12, 5, 6), *HILL],
    )  # fmt: skip


def drawn(state: Battle, seat: str | None = "j1", lang: str = "fr", **looks: Any) -> ElementTree.Element:
    """The drawing, read as XML."""
    return ElementTree.fromstring(scene_file(view(state, seat), Looks(**looks), lang=lang))


def units(root: ElementTree.Element) -> dict[str, ElementTree.Element]:
    """The groups that can be chosen, by their names."""
    return {one.get("data-group", ""): one for one in root.iter() if one.get("data-group")}


def hung(root: ElementTree.Element, name: str) -> ElementTree.Element:
    """The tag of a group, with its badges."""
    return next(one for one in root.iter() if one.get("data-tag") == name)


def of_class(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    """The elements of this class."""
    return [one for one in root.iter() if name in (one.get("class") or "").split()]


def drafted(state: Battle, lines: Sequence[str], chosen: int) -> Preview:
    """What these lines come to."""
    owed, given = decision(state), []
    now: Any = owed
    for text in lines:
        reading = now.parse(text)
        assert not reading.refusals, reading.refusals
        given.append(Given(now, reading.answer))
        now = next_question(now, reading.answer)
    return preview(owed, given, now, chosen)


def test_every_man_is_drawn_where_he_stands_once(battle: Battle) -> None:
    men = [one for one in drawn(battle).iter() if one.get("data-man")]
    places = {}
    for one in men:
        x, y = map(float, re.findall(r"-?[\d.]+", one.get("transform", ""))[:2])
        places[int(one.get("data-man", ""))] = (round(x * 10), battle.settings.height - round(y * 10))
    assert len(men) == len(places)
    assert places == battle.at


def test_units_are_buttons_with_names_in_both_languages(battle: Battle) -> None:
    state = marked(battle, 2, alert=True)
    french, english = (units(drawn(state, lang=lang)) for lang in ("fr", "en"))
    assert set(french) == {"1", "2", "3", "51", "52", "53"}
    assert all(one.get("role") == "button" and one.get("tabindex") == "0" for one in french.values())
    assert french["2"].get("aria-label", "").endswith("(2), 5 hommes, en alerte")
    assert english["2"].get("aria-label", "").endswith("(2), 5 men, on alert")


@pytest.mark.parametrize(
    ("fields", "badge"),
    [
        ({"alert": True}, "#b-alert"),
        ({"fortified": True}, "#b-fortified"),
        ({"effects": ["LUNE_VOILEE"]}, "#b-enchanted"),
    ],
)  # fmt: skip
def test_a_state_has_a_badge_of_its_own(battle: Battle, fields: dict[str, Any], badge: str) -> None:
    before, after = (hung(drawn(one), "2") for one in (battle, marked(battle, 2, **fields)))
    assert badge not in [one.get("href") for one in before.iter()]
    assert badge in [one.get("href") for one in after.iter()]


def test_who_has_acted_is_told_by_a_tick_as_well_as_by_grey(battle: Battle) -> None:
    root = drawn(marked(battle, 2, ordered=True))
    assert "acted" in (units(root)["2"].get("class") or "")
    assert of_class(hung(root, "2"), "tag-tick")


def test_contact_and_confusion_are_seen_and_said() -> None:
    state = table([troop((6000, 5000), (6500, 5000), (9900, 5000))], [troop((6000, 5500), (7000, 5500))])
    state.units[2].men, state.units[2].band = [201, 202], [203]
    root = drawn(state)
    found = units(root)
    assert "au contact" in found["2"].get("aria-label", "")
    assert found["B2"].get("aria-label", "").endswith("1 homme, confus")
    assert "#b-confused" in [one.get("href") for one in hung(root, "B2").iter()]
    assert "#g-lost" in [one.get("href") for one in found["B2"].iter()]


def test_sides_differ_by_shape_and_arms_by_silhouette(battle: Battle) -> None:
    found = units(drawn(battle))
    plates = {name: {one.get("href") for one in unit.iter() if one.get("href")} for name, unit in found.items()}
    assert "#plate0" in plates["2"] and "#plate1" in plates["52"]
    assert "#g-sword" in plates["2"] and "#g-bow" in plates["3"]
    assert "#g-crown" in plates["1"]  # the Lord, on foot
    definitions = scene(view(battle, "j1"), Looks())
    assert re.search(r'id="plate0"><circle[^>]*/><circle', definitions)
    assert re.search(r'id="plate1"><circle[^>]*/><rect', definitions)


def test_a_rider_has_the_base_of_one() -> None:
    state = table([troop((6000, 5000), fighter="", profile="CHEVALIER", weapon="MELEE", armour="KNIGHT", mounted=True)])
    unit = units(drawn(state))["2"]
    assert "scale(1.5)" in of_class(unit, "man")[0].get("transform", "")
    assert "#g-horse" in [one.get("href") for one in unit.iter()]


def test_the_leader_is_ringed_and_shows_which_way_his_unit_looks(battle: Battle) -> None:
    north, south = (of_class(units(drawn(battle))[name], "leader") for name in ("52", "2"))
    assert len(north) == len(south) == 1
    assert of_class(north[0], "lead")
    assert "180)" in of_class(north[0], "nose")[0].get("transform", "")
    assert "rotate(0)" in of_class(south[0], "nose")[0].get("transform", "")


def test_terrain_keeps_the_outline_that_the_rules_know(battle: Battle) -> None:
    (wood,) = of_class(drawn(battle), "s-wood")
    assert [wood.get(key) for key in ("x", "y", "width", "height")] == ["200", "700", "200", "200"]


@pytest.mark.parametrize("code", sorted(maps()))
def test_every_map_is_drawn(code: MapCode) -> None:
    state = table([troop((7500, 1000))])
    state.settings = msgspec.structs.replace(state.settings, map=code, elements=elements_of(code))
    codes = {one.code for one in state.settings.elements}
    kinds = {"HILLTOP": "top", "LOW_WALL": "wall", "HOUSE": "cast"}
    root = drawn(state)
    for one in codes - {"OPEN"}:
        assert of_class(root, f"s-{kinds.get(one, one.lower())}"), one


# Overlays


@pytest.mark.parametrize("layer", sorted(LAYERS))
@pytest.mark.parametrize("chosen", [0, 2, 3, 52, -2, 99])
def test_every_overlay_can_be_drawn_for_anybody(battle: Battle, layer: str, chosen: int) -> None:
    drawn(battle, chosen=chosen, layer=layer)
    ElementTree.fromstring(overlay_file(view(battle, None), Looks(chosen, layer)))


def test_ranges_are_those_of_the_rules(battle: Battle) -> None:
    found = of_class(drawn(battle, chosen=3, layer="portee"), "ring")
    rings = {one.get("class", "").split()[1]: float(one.get("r", "0")) for one in found}
    assert rings == {"march": 250, "charge": 425, "run": 450, "shot": 325}  # two rulers and a base; three of an arrow


def test_sight_is_told_by_the_code_that_resolves() -> None:
    state = table(
        [troop((7500, 2000))],
        [troop((7500, 12000)), troop((3000, 9000)), troop((12000, 9000))],
        elements=[("HOUSE", 7, 8, 6, 7), ("WOOD", 4.4, 5.4, 5, 6.5)],
    )
    eyes = of_class(drawn(state, chosen=2, layer="vue"), "eye")
    assert sorted(one.get("class", "").split()[1] for one in eyes) == [
        "clear",
        "covered",
        "covered",
        "hidden",
    ]  # the Lord too


def test_threats_name_whom_the_enemy_could_charge_and_shoot(battle: Battle) -> None:
    field = Field(battle)
    assert charged_by(field, battle.units[53]) == [2, 3]
    assert shot_by(field, battle.units[3]) == [53]
    aims = of_class(drawn(battle, chosen=53, layer="menaces"), "aim")
    assert [one.get("class") for one in aims] == ["aim side1 charge"] * 2


# The draft


def test_a_march_is_drawn_with_its_rulers_ghosts_and_who_may_react(battle: Battle) -> None:
    known = drafted(battle, ["ORDRE 2 MAR", "ALLER 6000,6500"], 2)
    root = drawn(battle, chosen=2, preview=known)
    ghosts = {int(one.get("data-ghost", "0")): one for one in root.iter() if one.get("data-ghost")}
    assert known.standing is not None
    assert set(ghosts) == set(known.standing.ghosts)
    said = [one.text for one in root.iter() if one.tag.endswith("text")]
    assert "1,5 sur 2,5 R" in said
    assert [one for one in said if one and re.match(r"5\d\s", one)]
    (ticks,) = of_class(root, "way-ticks")
    assert ticks.get("d", "").count("M") == 1


def test_a_charge_marks_each_contact_and_its_target(battle: Battle) -> None:
    (target,) = [one for one in drafted(battle, [], 3).targets if one.kind == "charge"][:1]
    known = drafted(battle, target.lines, 3)
    root = drawn(battle, chosen=3, preview=known)
    assert known.standing is not None and known.standing.contacts
    assert len(of_class(root, "touch")) == len(known.standing.contacts)
    assert "aimed" in (units(root)[str(target.group)].get("class") or "")


def test_what_may_be_named_is_outlined_with_its_odds(battle: Battle) -> None:
    known = drafted(battle, [], 3)
    root = drawn(battle, chosen=3, preview=known)
    assert len(of_class(root, "option")) == len({one.group for one in known.targets})
    assert any("à terre" in (one.text or "") for one in root.iter())


# What binds all of it


def test_nothing_comes_from_outside(battle: Battle) -> None:
    text = scene_file(view(battle, "j1"), Looks(2, "portee", drafted(battle, ["ORDRE 2 MAR"], 2)))
    assert not NOTHING_OUTSIDE.search(text)
    assert "style=" not in text.replace("<style", "")  # the policy of the site admits none


def test_secrets_are_not_drawn() -> None:
    state = table([troop((6000, 5000))], [troop((6000, 9000))], scenario=3)
    state.hosts[1].number = 4
    told = changed(state)
    told.hosts[1].number = 2
    for layer in ("", *LAYERS):
        assert scene_file(view(state, "j1"), Looks(2, layer)) == scene_file(view(told, "j1"), Looks(2, layer))


def test_names_of_players_are_escaped(battle: Battle) -> None:
    battle.units[2] = marked(battle, 2, sheet=renamed(battle, 'Œil <b>"&')).units[2]
    assert "Œil &lt;b>&quot;&amp; (2)" in scene(view(battle, "j1"), Looks())
    drawn(battle)


def renamed(battle: Battle, name: str) -> Any:
    """The sheet of unit 2 under another name."""
    return msgspec.structs.replace(battle.units[2].sheet, name=name)


def test_every_class_of_the_drawing_has_a_style(battle: Battle) -> None:
    seen = set()
    for layer in ("", *LAYERS):
        root = drawn(battle, chosen=3, layer=layer, preview=drafted(battle, [], 3))
        seen |= {name for one in root.iter() for name in (one.get("class") or "").split()}
    bare = {"scene", "unit", "leader", "man", "draft-way", "s-land", "ground", "troops", "tags", "tagged", "ghost"}
    bare |= {"aim", "grid", "exit", "t-HOUSE"}
    styled = set(re.findall(r"\.([a-zA-Z][\w-]*)", style()))
    assert seen - styled - bare == set()


# Small things


def test_a_hull_holds_all_its_discs_and_no_more_corners_than_it_needs() -> None:
    path = hull([(0, 0), (100, 0), (50, 10)], 30)
    corners = [tuple(map(int, one.split())) for one in re.findall(r"-?\d+ -?\d+", path)]
    assert min(x for x, _ in corners) == -30 and max(x for x, _ in corners) == 130
    assert len(corners) == len(set(corners)) < 30


def test_tags_keep_off_one_another_and_off_the_men() -> None:
    close = table([troop(*line((7000, 5000), 4)), troop(*line((7000, 5600), 4))], [troop(*line((7000, 6300), 4))])
    found = list(tags(Field(close)).values())
    assert len(found) == 5  # the Lords' too
    for tag in found:
        assert not any(tag.covers(other.x, other.y, 10) for other in found if other is not tag)
        assert not any(tag.covers(x / 10, 1500 - y / 10, 10) for x, y in close.at.values())


def test_labels_keep_within_the_table_and_off_one_another() -> None:
    notes = Notes(1500, 1500, [])
    for _ in range(5):
        notes.add((10, 1490), "54 peut réagir : 31 %", "side1")
    assert len(notes.boxes) == 5
    for x, y, half in notes.boxes:
        assert half <= x <= 1500 - half and 19 <= y <= 1481
    assert len({(x, y) for x, y, _ in notes.boxes}) == 5


def test_a_lord_is_told_by_a_crown_on_his_tag() -> None:
    state = table(lords=(lord((5000, 5000)), lord((9000, 9000))))
    assert of_class(hung(drawn(state), "1"), "tag-crown")
