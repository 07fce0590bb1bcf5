"""The map of a page: its files are their reader's alone, its layers come two at a time, and it is a list as well."""

from __future__ import annotations

import gzip
import re

import html5lib
import pytest
from django.test import RequestFactory

from heraut.engine.rng import Rng
from heraut.games.rois.picture.grid import middle
from heraut.site.games.rois import map_list, scene
from heraut.site.matchpage.match_access import MatchAccess
from tests.games.rois.scramble import scramble
from tests.site.games.rois.conftest import bend

pytestmark = pytest.mark.django_db


def board(browser, match, query=""):
    """The page of the year."""
    answer = browser.get(f"/partie/{match.code}/{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def files(page):
    """The addresses of ground and layers."""
    ground = re.search(r'href="([^"]*/sol/[^"#]*)#sea"', page)
    more = re.search(r'data-more="([^"]*)"', page)
    return ground[1], more[1]


def access(match, user, query=""):
    """A request of a player for his page."""
    request = RequestFactory().get(f"/partie/{match.code}/{query}")
    request.user, request.session = user, {}
    return MatchAccess(request, match)


@pytest.mark.rule("RO-INFO-01")
def test_the_files_of_a_map_are_its_readers_alone(match, alice, bob, client, client_of):
    for address in files(board(client_of(alice), match)):
        answer = client_of(alice).get(address)
        assert answer.status_code == 200 and answer["Content-Type"] == "image/svg+xml"
        assert answer["Cache-Control"].startswith("private") and "immutable" in answer["Cache-Control"]
        packed = client_of(alice).get(address, headers={"Accept-Encoding": "gzip"})
        assert gzip.decompress(packed.content) == answer.content and len(packed.content) < 40_000
        assert client_of(bob).get(address).status_code == 404, "another King knows another world"
        assert client.get(address).status_code == 404, "a passer-by knows none"
        assert client_of(alice).get(address.replace(".svg", "0.svg")).status_code == 404


def test_the_ground_of_a_former_year_is_still_there(match, alice, client_of):
    from tests.site.matchpage.conftest import resolve

    ground, more = files(board(client_of(alice), match))
    resolve(match)
    match.refresh_from_db()
    assert client_of(alice).get(ground).status_code == 200
    assert client_of(alice).get(more).status_code == 200


@pytest.mark.rule("RO-INFO-01", "RO-INFO-02")
def test_the_map_does_not_move_when_hidden_facts_change(match, alice, client_of):
    seat = match.seats.get(user=alice).name
    before = scene.map_context(access(match, alice), scene.Asked())["map"]
    bend(match, lambda world: vars_of(world, scramble(world, seat, Rng(b"hidden"))))
    after = scene.map_context(access(match, alice), scene.Asked())["map"]
    assert after.svg == before.svg and after.listed == before.listed and after.names == before.names


def vars_of(world, other):
    """Puts all of another world into this one."""
    for name in world.__struct_fields__:
        setattr(world, name, getattr(other, name))


def test_two_layers_are_shown_and_a_script_may_ask_for_the_others(match, alice, client_of):
    page = board(client_of(alice), match)
    assert 'data-layers="owners routes"' in page and 'id="rm-under-owners"' in page
    assert 'id="rm-under-wealth"' not in page
    page = board(client_of(alice), match, "?couche=wealth&couche=exploration&couche=age&couche=nothing")
    assert 'data-layers="wealth exploration"' in page and 'id="rm-under-wealth"' in page
    layers = client_of(alice).get(files(page)[1]).content.decode()
    assert all(f'id="{part}-{name}"' in layers for part in ("under", "lines", "over") for name in scene.KNOWN_LAYERS)


def test_a_province_is_a_link_a_name_and_an_entry_of_a_list(match, alice, client_of):
    mine = access(match, alice)
    home = mine.view["own"]["home"]
    shown = scene.map_context(mine, scene.Asked(chosen=home, keep={"person": "1"}))["map"]
    assert shown.svg.count("<a href=") == 162
    assert f'<a href="?person=1&amp;province={home}#province" data-n="{home}" aria-current="true">' in shown.svg
    name = mine.view["own"]["map"][str(home)]["name"]
    assert f"<title>{name} ({home}), " in shown.svg and f'<option value="{name}">' in shown.names
    assert scene.province_named(mine.view, name) == scene.province_named(mine.view, name.lower()[:-1]) == home
    assert scene.province_named(mine.view, str(home)) == home
    assert scene.province_named(mine.view, "163") == scene.province_named(mine.view, "") == 0
    entries = [entry for ring in shown.listed.rings for entry in ring.entries]
    assert {entry.number for entry in entries} == {int(number) for number in mine.view["own"]["map"]}
    assert shown.listed.rings[0].entries[0].number == home and entries[0].chosen


def test_what_may_answer_a_question_is_lit_and_the_others_say_why(match, alice):
    mine = access(match, alice)
    home = mine.view["own"]["home"]
    other = next(int(number) for number in mine.view["own"]["map"] if int(number) != home)
    asked = scene.Asked(lit=frozenset({home}), reasons={other: "Trop <loin>"}, notes={home: "Ici"})
    shown = scene.map_context(mine, asked)["map"]
    assert shown.svg.count(" data-lit") == 1 and f'data-n="{home}" data-lit' in shown.svg
    assert "\nTrop &lt;loin&gt;</title>" in shown.svg and "\nIci</title>" in shown.svg
    assert 'class="veil"' in shown.svg
    entries = {entry.number: entry for ring in shown.listed.rings for entry in ring.entries}
    assert entries[home].lit and entries[other].why == "Trop <loin>"


def test_reach_routes_and_events_are_offered_where_there_are_any(match, alice):
    mine = access(match, alice)
    home = mine.view["own"]["home"]
    there = home + 1 if home % 18 else home - 17
    bare = scene.map_context(mine, scene.Asked())["map"]
    assert [one.name for one in bare.choices] == [*scene.KNOWN_LAYERS, "routes"]
    route = scene.Route(1, "Aline", home, ((1, there, "sure"), (2, home, "unknown")))
    full = scene.map_context(
        mine, scene.Asked(person=1, routes=[route], reach={there: 1}, events=[(home, "battle")], notes={home: "x"})
    )["map"]
    assert [one.name for one in full.choices][-4:] == ["reach", "routes", "notes", "events"]
    assert {one.name for one in full.choices if one.shown} == {"owners", "events"}
    assert 'class="leg sure"' in full.svg and 'class="leg unknown"' in full.svg and 'class="route chosen"' in full.svg
    assert 'class="r1"' in full.svg and 'class="happened battle"' in full.svg and 'class="quill"' in full.svg


def test_directions_go_the_shorter_way_around_the_world():
    assert map_list.direction(19, 20) == "e" and map_list.direction(19, 36) == "w"
    assert map_list.direction(20, 2) == "nw" and map_list.direction(20, 3) == "ne"
    assert middle(19)[0] < middle(36)[0]


def test_the_map_is_sound_html_and_light(match, alice, client_of):
    page = board(client_of(alice), match)
    html5lib.HTMLParser(strict=True).parse(page)
    part = page[page.index('<div class="rmap-place"') : page.index('id="rmap-list"')]
    assert len(part.encode()) < 80_000
