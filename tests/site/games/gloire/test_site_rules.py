"""What the rulebook asks of the pages of a match (GP-SITE-16 to 22), where no other test says it whole."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.utils import timezone, translation
from django.utils.formats import date_format

from heraut.games.gloire.atlas import MAPS, atlas
from heraut.games.gloire.state import Army
from heraut.site.accounts.models import Player
from heraut.site.games.gloire.constant_forms import read, usual
from heraut.site.matches.models import Match
from tests.site.matchpage.conftest import keep, new_match, resolve

pytestmark = pytest.mark.django_db


@pytest.fixture
def page_of(match, alice, client_of):
    """A page as Alice reads it."""
    client = client_of(alice)
    return lambda page: unescape(client.get(f"/partie/{match.code}/{page}").content.decode())


def land_of(match: Match, lord: str | None) -> str:
    """A land of this lord; of nobody without one."""
    return next(name for name, land in match.realm.lands.items() if land.owner == lord)


@pytest.mark.rule("GP-SITE-16")
def test_a_foreign_knight_is_typed_and_never_listed(match, page_of) -> None:
    knights = match.realm.knights.values()
    foreign = {knight.name for knight in knights if knight.lord != "j1"} - {
        lord.name
        for lord in match.realm.lords.values()  # whose own names everyone knows
    }
    page = page_of("ordres/")
    offered = re.findall(r"<option[^>]*>([^<]*)", page)
    assert foreign and any(knight.name in " ".join(offered) for knight in knights if knight.lord == "j1")
    assert not [name for name in foreign if name in page]


@pytest.mark.rule("GP-SITE-16")
def test_orders_are_added_changed_moved_and_deleted(match, alice, client_of) -> None:
    browser, address, land = client_of(alice), f"/partie/{match.code}/ordres/", land_of(match, "j1")

    def change(base: int, **fields: str) -> str:
        browser.post(address, {"base": str(base), **fields})
        return str(match.seats.get(user=alice).sheets.latest("sequence").text).strip()

    assert change(0, do="add", code="CHE", number="2") == "CHE 2"
    assert change(1, do="add", code="IMP", level="3", land=land) == f"CHE 2\nIMP 3 {land}"
    assert change(2, do="change:1", rewritten="CHE 1") == f"CHE 1\nIMP 3 {land}"
    assert change(3, do="up:2") == f"IMP 3 {land}\nCHE 1"
    assert change(4, do="drop:1") == "CHE 1"


@pytest.mark.rule("GP-SITE-16")
def test_the_page_warns_of_an_order_that_will_be_ignored_and_takes_it(match, alice, client_of, page_of) -> None:
    realm = match.realm
    knight = realm.knights[realm.lords["j1"].knight]
    own = next(name for name in atlas("SCANDINAVIE").places[knight.land].neighbours)
    realm.lands[own].owner = "j1"
    keep(match, realm)
    line = f'ATT "{knight.name}" {own}'
    client_of(alice).post(f"/partie/{match.code}/ordres/", {"do": "save", "text": line, "base": "0"})
    assert match.seats.get(user=alice).sheets.get().kept
    assert "l'attaque serait annulée" in page_of("ordres/")


@pytest.mark.rule("GP-SITE-18")
@pytest.mark.parametrize("zone", ["Europe/Paris", "America/Montreal"])
def test_the_deadline_is_shown_in_the_reader_s_own_time_and_counts_down(match, page_of, zone: str) -> None:
    Player.objects.update(time_zone=zone)
    with timezone.override(zone):
        hour = date_format(timezone.localtime(match.deadline), "H:i")
    countdown = re.search(r'<time class="countdown[^"]*" datetime="([^"]+)"[^>]*>(.*?)</time>', page_of(""))
    assert countdown and hour in countdown[2]
    assert re.search(r'class="left">\d+ (j|h|min)', countdown[2])


@pytest.mark.rule("GP-SITE-19", "GP-INF-10")
def test_the_reports_of_every_turn_are_kept(match, page_of) -> None:
    told = [page_of(f"bilan/{turn}/") for turn in range(3)]
    assert len({page.split("<h1")[1] for page in told}) == 3
    resolve(match)
    again = page_of("bilan/1/")
    title = re.search(r"<h[12][^>]*>[^<]*\b1\b[^<]*<", again)
    assert title and title[0] in told[1]


@pytest.mark.rule("GP-SITE-20")
@pytest.mark.parametrize("owner", ["j1", "j2", None])
def test_a_click_on_a_land_tells_its_happiness_population_and_neighbours(match, page_of, owner: str | None) -> None:
    realm, name = match.realm, land_of(match, owner)
    realm.lands[name].happiness, realm.lands[name].population = 12.3, 23456
    keep(match, realm)
    board = page_of("")
    assert f'?terre={name}#fiche" data-land="{name}"' in board  # the click
    number = match.rules.view(realm, "j1")["lords"][owner]["number"] if owner else 0
    assert re.search(rf'data-land="{name}"[^>]*class="t o{number} ', board)  # coloured by owner
    card = page_of(f"fiche/?terre={name}")
    assert "12,3" in card and "23\u202f456" in card
    linked = re.findall(r'<a href="\?terre=([\w-]+)#fiche"', card)
    assert set(linked) == set(atlas("SCANDINAVIE").places[name].neighbours)


@pytest.mark.rule("GP-SITE-21")
def test_the_map_shows_the_reader_s_knights_garrisons_and_works_on_every_land(match, page_of, client) -> None:
    realm = match.realm
    mine = [name for name, land in realm.lands.items() if land.owner == "j1"]
    for place, name in enumerate(mine):
        realm.lands[name].fortification = 1 + place % 3
        realm.armies[900 + place] = Army(id=900 + place, lord="j1", men=700 + place, land=name)
    for place, knight in enumerate(one for one in realm.knights.values() if one.lord == "j1"):
        knight.land = mine[place % len(mine)]  # of more than three in a land the map tells the number
    foreign = next(name for name, land in realm.lands.items() if land.owner == "j2")
    realm.lands[foreign].fortification = 3
    keep(match, realm)
    forces = page_of("").partition('<g class="forces">')[2].partition("</svg>")[0]
    knights = [id for id, knight in realm.knights.items() if knight.lord == "j1"]
    assert sorted(map(int, re.findall(r'data-knight="(\d+)"', forces))) == sorted(knights)
    assert len(re.findall(r'href="#fort[123]"', forces)) == forces.count('href="#guard"') == len(mine)
    passer_by = client.get(f"/partie/{match.code}/").content.decode()
    assert not re.search(r'href="#fort|href="#guard"|data-knight', passer_by)


@pytest.mark.rule("GP-SITE-21")
def test_the_statistics_give_every_lord_s_figures_turn_by_turn(match, page_of) -> None:
    page = page_of("statistiques/")
    for title in ("Renommée globale", "Nombre de terres", "Bonheur", "Population"):
        assert title in page
    view = match.rules.view(match.realm, None)
    tables = re.findall(r"<table.*?</table>", page, re.DOTALL)
    assert len(tables) == 4
    for lord in view["lords"].values():
        assert all(lord["name"] in table for table in tables)


@pytest.mark.rule("GP-SITE-22")
@pytest.mark.parametrize("scale", MAPS)
def test_each_scale_has_its_map_and_its_statistics(alice, bob, client_of, scale: str) -> None:
    match = new_match(alice, bob, 1, options={"map": scale})
    page = client_of(alice).get(f"/partie/{match.code}/").content.decode()
    assert page.count('class="t o') == len(atlas(scale).places)
    assert 'class="knight"' in page
    assert client_of(alice).get(f"/partie/{match.code}/statistiques/").content.count(b'<svg class="plot"') == 4


@pytest.mark.parametrize("language, written", [("fr", "0 ; 500 ; 1500 ; 5000"), ("en", "0; 500; 1500; 5000")])
def test_a_list_of_figures_has_the_spaces_of_its_language(language, written):
    with translation.override(language):
        assert usual("fortification_price") == written
    assert read("fortification_price", written) == [0, 500, 1500, 5000]
