"""Every page of a continent, for a lord, for one who fell, for a passer-by."""

from __future__ import annotations

import re
from html import unescape
from time import process_time

import html5lib
import pytest

from heraut.games.daifen.herald import fixed_names
from heraut.games.daifen.races import BUILDINGS, RACES, TECHNOLOGIES
from heraut.site.matches.models import RUNNING
from tests.site.games.daifen.conftest import bend
from tests.site.matches.builders import pass_deadline
from tests.site.matchpage.conftest import forget_views

pytestmark = pytest.mark.django_db

FOR_ALL = ("", "bilan/", "bilan/0/", "bilan/2/", "histoire/", "histoire/?tour=1", "statistiques/", "regles/",
           "regles/?peuple=elfes", "spectateur/", "carte.svg", "echeances.ics", "partie.json", "film/", "film/?tour=1",
           "carte.svg?tour=1", "carte.svg?pas=1", "presentation/")  # fmt: skip
FOR_LORDS = ("ordres/", "ordres/?reprendre=1", "lettres/", "outils/atlas/", "outils/espions/", "outils/connaissances/",
             "outils/assaut/", "outils/essai/",
             "outils/assaut/?peuple=orcs&a-guerrier=5&d-guerrier=3&b-mur=1&or=20&calcul=1")  # fmt: skip


@pytest.mark.parametrize("page", FOR_ALL + FOR_LORDS)
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_lord_reads_every_page(page, lang, match, alice, client_of):
    alice.language = lang
    alice.save()
    answer = client_of(alice).get(f"/partie/{match.code}/{page}")
    assert answer.status_code == 200
    if "html" in answer["Content-Type"]:
        html5lib.HTMLParser(strict=True).parse(answer.content.decode())


@pytest.mark.parametrize("page", FOR_ALL)
def test_everybody_reads_what_is_for_all(page, match, client):
    answer = client.get(f"/partie/{match.code}/{page}")
    assert answer.status_code == 200
    if "html" in answer["Content-Type"]:
        html5lib.HTMLParser(strict=True).parse(answer.content.decode())


@pytest.mark.parametrize("page", FOR_LORDS)
def test_what_is_for_lords_is_for_nobody_else(page, match, charlie, client, client_of):
    assert client.get(f"/partie/{match.code}/{page}").status_code == 302
    assert client_of(charlie).get(f"/partie/{match.code}/{page}").status_code == 404


def test_a_fallen_lord_is_told_so_and_sees_what_all_see(match, alice, client_of):
    def fell(continent):
        continent.kingdoms["j1"].fallen = 3
        continent.kingdoms["j1"].buildings.clear()

    bend(match, fell)
    browser = client_of(alice)
    assert "n'est plus" in browser.get(f"/partie/{match.code}/").content.decode().replace("&#39;", "'")
    assert browser.get(f"/partie/{match.code}/ordres/").status_code == 404
    for page in FOR_ALL:
        assert browser.get(f"/partie/{match.code}/{page}").status_code == 200


def test_a_fallen_lord_reads_why_and_his_letters_and_names_no_regent(match, alice, bob, client_of):
    bend(match, lambda continent: continent.kingdoms["j1"].buildings.clear())
    pass_deadline(match)
    forget_views()
    browser, root = client_of(alice), f"/partie/{match.code}"
    page = browser.get(f"{root}/").content.decode().replace("&#39;", "'").replace("\u00a0", " ")
    assert match.status == RUNNING and "Plus un bâtiment debout : votre royaume n'est plus." in page
    told = page.split('<div class="notice bad">')[1].split("</div>")[0]
    assert f'href="{root}/bilan/{match.step}/"' in told and 'href="/tables/"' in told
    assert f'href="{root}/lettres/"' in page and browser.get(f"{root}/lettres/").status_code == 200
    assert f'href="{root}/regence/"' not in page and browser.get(f"{root}/regence/").status_code == 404
    assert f'href="{root}/regence/"' in client_of(bob).get(f"{root}/").content.decode()


def test_everybody_reads_how_a_continent_ends(match, alice, client, client_of):
    for browser in (client, client_of(alice)):
        assert "Sans limite de tours" in browser.get(f"/partie/{match.code}/").content.decode()


def test_the_greatest_assault_is_reckoned_in_good_time(match, alice, client_of):
    race = RACES["humains"]
    asked = {f"{side}-{unit}": "999999" for side in "ad" for unit in race.units} | {"calcul": "1", "peuple": "humains"}
    asked |= {f"b-{building}": "999999" for building in race.buildings}
    since = process_time()
    answer = client_of(alice).get(f"/partie/{match.code}/outils/assaut/", asked)
    assert answer.status_code == 200 and "La place est prise" in answer.content.decode()
    assert process_time() - since < 6


def odds_page(match, alice, client_of, **asked):
    """The calculator, asked in an address."""
    return client_of(alice).get(f"/partie/{match.code}/outils/assaut/", asked).content.decode()


def chance(page):
    """The chance of a pillage that a page shows."""
    return float(re.search(r'<meter min="0" max="1" value="([\d.]+)"', page)[1])


def test_the_calculator_takes_an_ally_and_a_supporter_of_any_race(match, alice, client_of):
    alone = {"a-guerrier": "12", "d-guerrier": "18", "peuple": "humains", "calcul": "1"}
    helped = {**alone, "allie": "orcs", "l-troll": "12"}
    page = odds_page(match, alice, client_of, **helped)
    assert chance(page) > chance(odds_page(match, alice, client_of, **alone)) + 0.2
    assert "Votre allié" in page and 'name="l-troll" ' in page
    held = odds_page(match, alice, client_of, **helped, **{"soutien": "nains", "s-chasseur_de_geants": "30"})
    assert chance(held) < 0.1 and "Ceux qui soutiennent la place" in held


def test_an_assault_on_a_place_of_which_nothing_is_known_says_that_it_is_supposed_empty(match, alice, client_of):
    asked = {"cible": match.realm.kingdoms["j2"].name, "a-guerrier": "12", "calcul": "1"}
    warning = "ces chances sont celles d&#39;une place vide, et vous ne savez rien"
    assert warning in odds_page(match, alice, client_of, **asked)
    assert "une place vide" not in odds_page(match, alice, client_of, **asked, **{"d-guerrier": "3"})


def test_the_units_of_an_ally_are_shown_and_what_was_typed_stays(match, alice, client_of):
    page = odds_page(match, alice, client_of, **{"a-guerrier": "7", "allie": "elfes", "montrer": "1"})
    assert 'name="a-guerrier" value="7"' in page and 'name="l-dryade"' in page
    assert 'id="chances"' not in page


def test_nelrks_fight_in_the_calculator_as_one_supposes(match, alice, client_of):
    asked = {"a-homme_lezard": "5", "d-guerrier": "9", "peuple": "humains", "calcul": "1"}
    strong, guarded = (
        chance(odds_page(match, alice, client_of, **asked, **{"n-homme_lezard": way})) for way in ("force", "garde")
    )
    assert strong > guarded + 0.1
    assert "Homme-lézard" in odds_page(match, alice, client_of, **asked, **{"n-homme_lezard": "inconnu"})


def read(browser, match, page):
    """The words of a page, tags and blanks made simple."""
    source = unescape(browser.get(f"/partie/{match.code}/{page}").content.decode())
    return " ".join(re.sub(r"<[^>]+>", " ", source).split())


def test_who_knows_nothing_is_told_what_brings_intellect(match, alice, client_of):
    race = match.realm.kingdoms["j1"].race
    bend(match, lambda continent: continent.kingdoms["j1"].technologies.clear())
    page = read(client_of(alice), match, "")
    names = fixed_names("fr")["building"]
    gain = [code for code in RACES[race].buildings if BUILDINGS[code].intellect_gain > 0]
    assert gain and all(names[code] in page.partition("Aucune connaissance encore.")[2][:200] for code in gain)


def test_a_knowledge_says_beforehand_that_it_would_wait(match, alice, client_of):
    def poor(continent):
        kingdom = continent.kingdoms["j1"]
        kingdom.technologies.clear()
        kingdom.intellect = 0
        kingdom.buildings = {"mine": 1}
        kingdom.units = {}

    bend(match, poor)
    listed = RACES[match.realm.kingdoms["j1"].race].technologies
    page = read(client_of(alice), match, "outils/connaissances/")
    roots = [TECHNOLOGIES[code] for code in listed if TECHNOLOGIES[code].requires is None]
    assert all(f"Il manquerait {root.cost} d'intellect" in page for root in roots)
    below = next(TECHNOLOGIES[code] for code in listed if TECHNOLOGIES[code].requires in listed)
    assert f"Demande d'abord {fixed_names('fr')['technology'][below.requires]}" in page
    bend(match, lambda continent: setattr(continent.kingdoms["j1"], "intellect", 500))
    page = read(client_of(alice), match, "outils/connaissances/")
    assert "Il manquerait" not in page and "à votre portée" in page
    base, line = str(0), f"DEVELOPPER {roots[0].fr}"
    client_of(alice).post(f"/partie/{match.code}/ordres/", {"base": base, "line": line, "do": "save"})
    page = read(client_of(alice), match, "outils/connaissances/")
    assert "dans votre formulaire" in page and page.count(line) == 0


def test_the_moon_is_explained(match, alice, client_of):
    source = client_of(alice).get(f"/partie/{match.code}/").content.decode()
    assert (
        "#DA-PAC-07" in source
        and 'id="DA-PAC-07"' in client_of(alice).get(f"/partie/{match.code}/regles/").content.decode()
    )
