"""The picture of a table and the film of a battle: well formed, complete, and nothing from outside."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from heraut.engine.conformance import random_player
from heraut.engine.match import Match, replay
from heraut.engine.play import play
from heraut.engine.protocol import Event, Seat
from heraut.engine.rng import Rng
from heraut.games import vassaux
from heraut.games.vassaux.picture import film, table_svg
from heraut.games.vassaux.picture.arms import PIPS, UNITS
from heraut.games.vassaux.picture.scenery import house
from heraut.games.vassaux.state import Battle
from heraut.games.vassaux.tables import CONSTANTS, maps
from heraut.games.vassaux.view import view
from tests.games.vassaux.promises import BLACK

NOTHING_OUTSIDE = re.compile(r"(?:src|href)=[\"'](?!#)|url\((?!#)|@import|https?://(?!www\.w3\.org/2000/svg)")


@pytest.fixture(scope="module")
def battle() -> Match[Any, Any]:
    """A whole battle of chance against the reaction table."""
    return play(vassaux, {Seat("j1"): random_player}, {}, b"picture", max_steps=2000)


def middle(battle: Match[Any, Any]) -> tuple[Battle, list[tuple[Event, ...]]]:
    """The battle half-way, with the events of its last steps."""
    moments = [(match.state, match.events) for match in replay(vassaux, battle.record)]
    half = len(moments) // 2
    return moments[half][0], [events for _, events in moments[half - 12 : half + 1]]


def drawn(state: Battle, lang: str = "fr", told: Any = ()) -> ElementTree.Element:
    """The picture, read as XML."""
    return ElementTree.fromstring(table_svg(view(state, None), lang=lang, told=told))


def by_id(root: ElementTree.Element) -> dict[str, ElementTree.Element]:
    """The pieces by their keys; each key stands once."""
    found = [(node.get("id", ""), node) for node in root.iter() if node.get("id")]
    assert len(dict(found)) == len(found)
    return dict(found)


def places(root: ElementTree.Element) -> Iterator[tuple[int, float, float]]:
    """Where figures are drawn, in mR."""
    for key, node in by_id(root).items():
        if re.fullmatch(r"f\d+", key) and "gone" not in node.get("class", ""):
            x, y = re.findall(r"-?[\d.]+", node.get("transform", ""))
            yield int(key[1:]), 10 * float(x), 15_000 - 10 * float(y)


@pytest.mark.slow
def test_every_figure_is_drawn_where_it_stands(battle: Match[Any, Any]) -> None:
    state, _ = middle(battle)
    found = {figure: (x, y) for figure, x, y in places(drawn(state))}
    assert found.keys() == state.at.keys()
    assert all(
        abs(x - state.at[figure][0]) < 1 and abs(y - state.at[figure][1]) < 1 for figure, (x, y) in found.items()
    )


@pytest.mark.slow
def test_everything_referred_to_is_there(battle: Match[Any, Any]) -> None:
    state, told = middle(battle)
    root = drawn(state, told=told)
    used = {node.get("href", "")[1:] for node in root.iter() if node.tag.endswith("use")}
    painted = set(re.findall(r"url\(#([^)]+)\)", ElementTree.tostring(root, encoding="unicode")))
    assert (used | painted) <= by_id(root).keys()


@pytest.mark.slow
def test_what_was_done_lately_is_traced(battle: Match[Any, Any]) -> None:
    state, told = middle(battle)
    plain, traced = drawn(state), drawn(state, told=told)
    assert len(by_id(traced)["over"]) > len(by_id(plain)["over"])
    shot = Event("SV-SHT-04", "shot", {"unit": 3, "target": 54, "dice": [4], "line": [1000, 2000, 1000, 5000]})
    march = Event("SV-MOV-01", "moved", {"unit": 2, "start": [500, 500], "path": [[1500, 500], [1500, 2000]]})
    over = ElementTree.tostring(by_id(drawn(state, told=[[shot], [march]]))["over"], encoding="unicode")
    assert "M100 1300L100 1000" in over and "shot" in over  # 10 mR a unit, y downwards
    assert "M50 1450L150 1450L150 1300" in over and over.count("faded") == 1
    assert len(re.findall(r"M[\d.]+ [\d.]+L[\d.]+ [\d.]+(?=[M\"])", over)) >= 2  # a tick at each ruler


@pytest.mark.slow
def test_confusion_dice_and_losses_show(battle: Match[Any, Any]) -> None:
    state, _ = middle(battle)
    state = vassaux.load(vassaux.dump(state))
    unit = state.units[4]
    unit.band, unit.men = unit.men[-1:], unit.men[:-1]
    unit.dice, unit.simple = [1, 5], "CHA"
    root = drawn(state)
    assert "confused" in by_id(root)[f"f{unit.band[0]}"].get("class", "")
    label = ElementTree.tostring(by_id(root)["l4"], encoding="unicode")
    assert "#composed1" in label and "#composed5" in label and "#simple3" in label


@pytest.mark.rule("SV-GEN-07")
def test_composed_simple_and_invocation_dice_are_told_apart_by_their_colours() -> None:
    host = {**BLACK, "units": BLACK["units"][:1]}
    state = vassaux.setup([Seat("j1"), Seat("j2")], {"magic": True, "hosts": {"j1": host}}, Rng(b"dice")).state
    state.units[2].dice, state.units[2].simple = [3], "MAR"
    found = by_id(drawn(state))
    colours = {
        kind: {rect.get("fill") for face in PIPS for rect in found[f"{kind}{face}"] if rect.tag.endswith("rect")}
        for kind in ("composed", "simple", "invocation")
    }
    assert all(len(fills) == 1 for fills in colours.values()) and len(set.union(*colours.values())) == 3
    text = table_svg(view(state, None))
    used = [text.count(f'href="#{die}"') for die in ("composed3", "simple1", "invocation5")]
    assert used == [1, 1, 1]  # by the unit, and the four of the Invoker beside the reserve of his host
    assert re.search(r'#invocation5"[^>]*/><text[^>]*>4<', text)


@pytest.mark.rule("SV-RED-03", "SV-SCN-51", "SV-SCN-12", "SV-SCN-41")
def test_what_is_no_base_is_drawn_too() -> None:
    state = vassaux.setup([Seat("j1"), Seat("j2")], {"scenario": 1}, Rng(b"marks")).state
    assert table_svg(view(state, None)).count('class="exit"') == 2  # the villagers' road
    state.settings = msgspec.structs.replace(state.settings, scenario=5, map="M0")
    state.units[3].markers = [(4000, 7000), (7500, 9000), (11000, 3000)]
    state.hosts[0].objective, state.hosts[1].point = "line", (9000, 2000)
    text = table_svg(view(state, None))
    assert text.count('class="marker"') == 3 and "translate(400 800)" in text
    assert 'd="M0 1200H1500"' in text and "translate(900 1300)" in text
    state.edge = "W"
    assert table_svg(view(state, None)).count("rotate(270)") == 5


@pytest.mark.rule("SV-GEO-01")
def test_the_scale_is_that_of_a_real_table() -> None:
    # SV-EX-04: with figures of 28 mm a ruler is 6 cm, and two rulers of way are 12 cm
    state = vassaux.setup([Seat("j1"), Seat("j2")], {}, Rng(b"scale")).state
    assert "1R : 6 cm, figurines de 28 mm" in table_svg(view(state, None))
    assert "1R: 6 cm, 28 mm figures" in table_svg(view(state, None), lang="en")
    assert CONSTANTS.ruler_cm * 2 == 12


def test_a_long_name_is_shortened_and_escaped() -> None:
    names = {"j1": "Guillaume <le Bâtard>, duc des Normands", "j2": "B & C"}
    state = vassaux.setup([Seat("j1"), Seat("j2")], {"names": names}, Rng(b"names")).state
    text = table_svg(view(state, None))
    assert "Guillaume &lt;le Bâtard&gt;, du…" in text and "B &amp; C" in text


@pytest.mark.parametrize("code", [*maps(), "HASARD"])
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_every_map_in_both_languages(code: str, lang: str) -> None:
    scenario = {"M1": 1, "M2": 2, "M3": 3, "M4": 4}.get(code, 0)
    state = vassaux.setup([Seat("j1"), Seat("j2")], {"map": code, "scenario": scenario}, Rng(b"maps")).state
    state.lit, state.edge, state.points = [1] * 9, "E", [(7500, 7500)]
    root = drawn(state, lang)
    assert root.get("aria-label") and not NOTHING_OUTSIDE.search(ElementTree.tostring(root, encoding="unicode"))


def test_each_unit_of_a_host_has_a_charge_of_its_own() -> None:
    assert len(set(UNITS)) == len(UNITS) == CONSTANTS.units_max + 1  # the Lord's, and one each


def test_a_roof_is_made_of_four_faces() -> None:
    assert house(0, 0, 100, 40).count("<path") == house(0, 0, 40, 100).count("<path") == 4


@pytest.mark.slow
def test_a_film_holds_the_whole_battle_and_needs_nothing_else(battle: Match[Any, Any]) -> None:
    steps = [(vassaux.view(match.state, None), match.events) for match in replay(vassaux, battle.record)]
    page = film(steps, "en")
    assert not NOTHING_OUTSIDE.search(page) and "@@" not in page and '<html lang="en">' in page
    data = json.loads(re.search(r'id="film">(.*?)</script>', page, re.DOTALL).group(1))  # type: ignore[union-attr]
    shown: dict[str, dict[str, str]] = {}
    for frame in data["frames"]:
        shown |= frame["pieces"]
    last = {key: node for key, node in by_id(drawn(battle.state)).items() if key in shown}
    assert len(last) == len(shown)
    assert all(node.get("transform") == shown[key]["t"] for key, node in last.items())
    told = [frame["words"] for frame in data["frames"]]
    assert all(bool(words["fr"]) == bool(words["en"]) for words in told) and any(words["fr"] for words in told)


def test_a_film_cannot_be_broken_by_a_name(battle: Match[Any, Any]) -> None:
    seen = msgspec.json.decode(msgspec.json.encode(vassaux.view(battle.state, None)))
    seen["battle"]["units"]["2"]["sheet"]["name"] = "</script><script>alert(1) @@SCRIPT@@"
    page = film([(seen, ())])
    assert page.count("@@SCRIPT@@") == 2  # once a language
    assert "</script><script>alert" not in page and "<script>alert" not in table_svg(seen)
