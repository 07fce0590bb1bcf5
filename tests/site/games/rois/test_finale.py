"""The end of a world: Emperor, offices, scores, everybody remembered; the whole world to those who played it."""

from __future__ import annotations

import re

import html5lib
import pytest

from heraut.engine.protocol import Seat
from heraut.engine.words import LANGUAGES, catalogue
from heraut.games.registry import GAMES
from heraut.site.common.words import site_words
from heraut.site.matches.state_storage import states
from tests.site.games.rois.conftest import bend, new_world
from tests.site.games.rois.test_story import words_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished(alice, bob):
    """A short match, played to its end."""
    match = new_world(alice, bob, 8, short=True)
    assert match.over
    return match


@pytest.mark.rule("RO-VIC-05", "RO-VIC-06")
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_end_names_the_emperor_the_offices_and_every_score(lang, finished, alice, client_of):
    alice.language = lang
    alice.save()
    source = client_of(alice).get(f"/partie/{finished.code}/fin/").content.decode()
    html5lib.HTMLParser(strict=True).parse(source)
    page, end = words_of(source), finished.rules.view(finished.realm, None)["end"]
    kings = finished.rules.view(finished.realm, None)["kingdoms"]
    assert kings[str(end["emperor"])]["name"] in page
    for one in end["offices"].values():
        assert one["name"] in page
    for number, score in end["scores"].items():
        if not kings[number]["fallen"]:
            assert f"{score / 100:.2f}".replace(".", "," if lang == "fr" else ".") in page
    assert all(one["name"] in page for one in kings.values())
    assert source.count('class="plot"') == 5


@pytest.fixture
def outdone(finished):
    """The same, but its Emperor was elected and another King has more points, of which his alignment took some."""

    def change(world):
        first, second, *_ = world.living()
        world.road, world.emperor = "election", first.number
        first.alignment, second.alignment = "neutral", "good"
        world.offices = {
            "emperor": first.king,
            "chancellor": second.king,
            "treasurer": second.king,
            "marshal": second.king,
        }
        world.scores = dict.fromkeys(world.kingdoms, 0) | {first.number: 2000, second.number: 31 * 76}

    bend(finished, change)
    finished.result_data = {"scores": {"j2": 1.0}, "road": "election"}
    finished.save()
    return finished


@pytest.mark.rule("RO-VIC-05", "RO-VIC-06")
@pytest.mark.parametrize(
    ("lang", "title", "count", "crown", "road"),
    [
        (
            "fr", "{0} est Empereur du Monde, par le vote des souverains ; {1} l'emporte aux points (23,56).",
            "23,56 points (31 − 24 % d'alignement)", "Être élu par les souverains (l'Empereur : {0})",
            "aux points, après l'élection",
        ),
        (
            "en", "{0} is World Emperor, by the vote of the sovereigns; {1} wins on points (23.56).",
            "23.56 points (31 − 24% for alignment)", "Being elected by the sovereigns (the Emperor: {0})",
            "on points, after the election",
        ),
    ],
)  # fmt: skip
def test_who_wins_on_points_is_not_said_to_be_the_emperor(lang, title, count, crown, road, outdone, alice, client_of):
    alice.language = lang
    alice.save()
    first, second = (outdone.realm.characters[one.king].name for one in list(outdone.realm.living())[:2])
    source = client_of(alice).get(f"/partie/{outdone.code}/fin/").content.decode()
    html5lib.HTMLParser(strict=True).parse(source)
    page = words_of(source).replace("\xa0", " ").replace("\u202f", " ").replace("’", "'")
    assert title.format(first, second) in page and count in page
    taken = re.findall(r'<li class="taken"><strong>(.*?)</strong>', source)
    assert len(taken) == 1 and crown.format(first) in page and crown.format(first) not in taken[0]
    assert "/regles/rois/RO-VIC-05/" in source
    fame = words_of(client_of(alice).get("/palmares/").content.decode()).replace("’", "'")
    assert road in fame


def test_an_emperor_who_wins_has_two_roads_taken(finished, alice, client_of):
    source = client_of(alice).get(f"/partie/{finished.code}/fin/").content.decode()
    assert ", et l'emporte aux points (" in words_of(source).replace("’", "'")
    assert len(re.findall(r'<li class="taken">', source)) == 2


def test_every_road_of_every_game_has_its_words_in_the_lists():
    for lang in LANGUAGES:
        for game, entry in GAMES.items():
            for road in catalogue(entry.packages.game, lang).names["road"]:
                assert site_words(lang).has("road", road), (game, road)


def test_a_passer_by_sees_the_scores_and_no_curves(finished, client):
    source = client.get(f"/partie/{finished.code}/fin/").content.decode()
    html5lib.HTMLParser(strict=True).parse(source)
    assert 'class="plot"' not in source and "Le monde à la fin" in words_of(source)


def lands_on(svg: str) -> set[str]:
    """The numbers of the provinces whose name is on a map."""
    return set(re.findall(r'<tspan class="n"[^>]*>(\d+)</tspan>', svg))


def test_the_film_shows_the_whole_world_to_those_who_played_it(finished, alice, client_of):
    browser = client_of(alice)
    for year in range(finished.step + 1):
        svg = browser.get(f"/partie/{finished.code}/carte.svg?pas={year}").content.decode()
        assert svg.startswith("<svg")
        known = set()
        for number in finished.realm.kingdoms:
            view = finished.rules.view(states_of(finished)[year], Seat(f"j{number}"))
            known |= set(view.get("own", {}).get("map", {}))
        assert lands_on(svg) == known
    assert browser.get(f"/partie/{finished.code}/film/").status_code == 200


def states_of(match):
    """The states of a match, by year."""
    return {number: match.rules.load(state) for number, state in states(match.pk, range(match.step + 1))}


def test_nobody_else_sees_the_whole_world(finished, charlie, client, client_of):
    for browser in (client, client_of(charlie)):
        before = browser.get(f"/partie/{finished.code}/carte.svg?pas=2").content.decode()
        assert lands_on(before) == set()


def test_nobody_else_is_offered_a_film_that_shows_nothing(finished, alice, client, client_of):
    place = f"/partie/{finished.code}/"
    film = client.get(f"{place}film/?tour=1").content.decode()
    html5lib.HTMLParser(strict=True).parse(film)
    assert "ne se montre qu'à ceux qui la jouent" in words_of(film).replace("’", "'")
    assert "<img" not in film and "data-share" not in film and "film.js" not in film
    for page in ("", "fin/", "bilan/"):
        assert f"{place}film/" not in client.get(place + page).content.decode()
        assert f"{place}film/" in client_of(alice).get(place + "fin/").content.decode()
    hers = client_of(alice).get(f"{place}film/?tour=1").content.decode()
    assert "data-share" in hers and "Seuls ceux qui jouent ou ont joué cette partie" in words_of(hers)
    assert f"{place}film/" not in client.get("/").content.decode()


def test_what_the_end_has_uncovered_is_no_longer_said_to_be_secret(finished, client):
    world = client.get(f"/partie/{finished.code}/").content.decode()
    assert "secret de chacun" not in world and "carte.svg" in world


def test_players_read_each_others_years_when_all_is_over(finished, alice, charlie, client_of):
    address = f"/partie/{finished.code}/bilan/3/?seigneur=j3"
    name = finished.rules.view(states_of(finished)[3], None)["kingdoms"]["3"]["name"]
    assert f"Bilan adressé à\xa0: {name}" in client_of(alice).get(address).content.decode()
    assert 'name="seigneur"' not in client_of(charlie).get(address).content.decode()
    for year in range(finished.step + 1):
        for seat in ("j1", "j2", "j4"):
            answer = client_of(alice).get(f"/partie/{finished.code}/bilan/{year}/?seigneur={seat}")
            assert answer.status_code == 200
            html5lib.HTMLParser(strict=True).parse(answer.content.decode())


def test_the_year_of_a_world_that_is_over_asks_for_nothing(finished, alice, client_of):
    source = client_of(alice).get(f"/partie/{finished.code}/").content.decode()
    html5lib.HTMLParser(strict=True).parse(source)
    assert "rmap" in source and "La partie est finie." in words_of(source)
    for asking in ('id="taches"', 'id="ordre"', 'id="grille"', "sans ordre", "vous pouvez sceller"):
        assert asking not in source
