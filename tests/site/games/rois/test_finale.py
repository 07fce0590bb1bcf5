"""The end of a world: Emperor, offices, scores, everybody remembered; the whole world to those who played it."""

from __future__ import annotations

import re

import html5lib
import pytest

from heraut.engine.protocol import Seat
from heraut.site.matches.state_storage import states
from tests.site.games.rois.conftest import new_world
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
