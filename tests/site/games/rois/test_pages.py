"""Every page of a world, for a King, for one who fell, for a passer-by."""

from __future__ import annotations

import re

import html5lib
import pytest

from heraut.engine.protocol import Seat
from tests.site.games.rois.conftest import bend, new_world

pytestmark = pytest.mark.django_db

FOR_ALL = ("", "bilan/", "bilan/0/", "bilan/2/", "histoire/", "histoire/?tour=1", "statistiques/", "regles/",
           "spectateur/", "carte.svg", "carte.svg?pas=1", "partie.json", "film/", "film/?tour=1")  # fmt: skip
TOOLS = ("outils/gens/", "outils/cour/", "outils/plans/", "outils/plans/?duel=1",
         "outils/plans/?plan=ME,FL&contre=ogre", "outils/essai/")  # fmt: skip
FOR_KINGS = ("ordres/", "lettres/", *TOOLS)


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_king_reads_every_page(lang, match, alice, client_of):
    alice.language = lang
    alice.save()
    browser = client_of(alice)
    for page in FOR_ALL + FOR_KINGS:
        answer = browser.get(f"/partie/{match.code}/{page}")
        assert answer.status_code == 200, page
        if "html" in answer["Content-Type"]:
            html5lib.HTMLParser(strict=True).parse(answer.content.decode())


def test_everybody_reads_what_is_for_all(match, client):
    for page in FOR_ALL:
        answer = client.get(f"/partie/{match.code}/{page}")
        assert answer.status_code == 200, page
        if "html" in answer["Content-Type"]:
            html5lib.HTMLParser(strict=True).parse(answer.content.decode())


def test_what_is_for_kings_is_for_nobody_else(match, charlie, client, client_of):
    for page in FOR_KINGS:
        assert client.get(f"/partie/{match.code}/{page}").status_code == 302
        assert client_of(charlie).get(f"/partie/{match.code}/{page}").status_code == 404


def test_a_passer_by_reads_the_roll_of_kings_and_no_secrets(match, client):
    kings = match.rules.view(match.realm, None)["kingdoms"]
    for page in ("", "bilan/1/"):
        source = client.get(f"/partie/{match.code}/{page}").content.decode()
        assert "secret de chacun" in source
        if not page:
            assert all(one["name"] in source for one in kings.values())


@pytest.mark.rule("RO-VAR-03")
def test_open_relations_stand_on_the_roll(alice, bob, client):
    match = new_world(alice, bob, 2, open_relations=True)
    relations = match.rules.view(match.realm, None)["relations"]
    source = client.get(f"/partie/{match.code}/").content.decode()
    assert relations and ("Allié à" in source) == any(relation == "allied" for *_, relation in relations)
    assert "secret de chacun" not in source


def test_a_fallen_king_is_told_so_and_sees_what_all_see(match, alice, client_of):
    def fell(world):
        world.seat(Seat("j1")).fallen = match.step

    bend(match, fell)
    browser = client_of(alice)
    assert "est plus" in browser.get(f"/partie/{match.code}/").content.decode()
    for page in FOR_ALL:
        assert browser.get(f"/partie/{match.code}/{page}").status_code == 200


def test_cells_and_seasons_say_to_the_ear_whose_they_are(match, alice, client_of):
    browser, view = client_of(alice), match.rules.view(match.realm, Seat("j1"))
    king = next(one for one in view["own"]["characters"] if one["role"] == "king")
    board = browser.get(f"/partie/{match.code}/").content.decode()
    assert f'<span class="visually-hidden">{king["name"]}, Automne </span>' in board
    assert re.search(r'<g aria-hidden="true"><g class="over"><g id="rm-names">', board)  # the links say them
    desk = browser.get(f"/partie/{match.code}/?personne={king['number']}").content.decode()
    assert '<span class="visually-hidden">Automne</span><abbr title="Automne" aria-hidden="true">' in desk
