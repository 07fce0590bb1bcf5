"""The sixth game on the site: its lists, its pages, and the interface for programs."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from heraut.site.accounts.models import Player
from heraut.site.clock.resolution import resolve_due
from heraut.site.lobby.quick_match import play_at_once
from heraut.site.matches import models as m
from heraut.site.matches.adapters import names
from heraut.site.matches.models import Match
from tests.site.api.caller import Program, program_of
from tests.sixth_game import NAME

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("site")]
Browser = Callable[[Player], Client]


@pytest.fixture
def match(site: None, alice: Player) -> Match:
    """Alice against two bots; a round ends with her seal."""
    return play_at_once(alice, NAME, "Aude")


def test_it_stands_beside_the_others(client: Client) -> None:
    assert names()[-1] == NAME
    for address in ("/", "/tables/", f"/regles/{NAME}/"):
        page = client.get(address, headers={"Accept-Language": "fr"})
        assert page.status_code == 200 and "L&#39;Enchère scellée" in page.content.decode(), address
    assert "SB-04" in page.content.decode()
    home = client.get("/", headers={"Accept-Language": "fr"}).content.decode()
    assert NAME.capitalize() not in home, "its card bears its name, not that of its package"


def test_a_program_plays_it_to_its_end(match: Match, alice: Player) -> None:
    program = program_of(alice)
    assert NAME in [one["name"] for one in program.get("/games").json()]
    assert "SB-03" in [rule["id"] for rule in program.get(f"/games/{NAME}/rules").json()]
    refused = program.put(f"/matches/{match.code}/orders", text="MISE 21").json()
    assert (refused["checked"]["refused"], refused["kept"]) == (1, "")
    for turn, bid in enumerate((9, 8, 3), start=1):
        view = program.get(f"/matches/{match.code}/view").json()
        assert (view["turn"], view["own"]["seat"]) == (turn, "j1")
        assert all(set(lord) == {"name", "points"} for lord in view["lords"].values()), "a purse is its owner's secret"
        saved = program.put(f"/matches/{match.code}/orders", text=f"MISE {bid}", seal=True)
        assert saved.status_code == 200 and saved.json()["kept"] == f"MISE {bid}"
        resolve_due()
        told = program.get(f"/matches/{match.code}/turns/{turn}/report", lang="en").json()["text"]
        assert f"You pay {bid} crowns" in told
        assert "You pay" not in Program().get(f"/matches/{match.code}/turns/{turn}/report", lang="en").json()["text"]
    sheet = program.get(f"/matches/{match.code}").json()
    assert (sheet["status"], sheet["result"]["road"]) == (m.OVER, "points")


def test_its_pages_show_to_each_what_he_may_see(match: Match, alice: Player, bob: Player, client_of: Browser) -> None:
    lady, other = client_of(alice), client_of(bob)
    assert lady.post(f"/partie/{match.code}/ordres/", {"crowns": "99", "base": "0"}).status_code == 409
    for page in ("", "ordres/", "bilan/", "bilan/0/", "lettres/", "regles/", "spectateur/"):
        assert lady.get(f"/partie/{match.code}/{page}").status_code == 200, page
    assert lady.get(f"/partie/{match.code}/histoire/").status_code == 404
    Match.objects.filter(pk=match.pk).update(private=False)
    assert "Couronnes" not in other.get(f"/partie/{match.code}/").content.decode()
    assert other.get(f"/partie/{match.code}/ordres/").status_code == 404


def test_who_has_spent_all_seals_nothing_and_the_match_goes_on(match: Match, alice: Player, client_of: Browser) -> None:
    lady, address = client_of(alice), f"/partie/{match.code}/ordres/"
    for crowns in ("20", "", "0"):
        assert lady.post(address, {"crowns": crowns, "base": "0"}).status_code == 302, crowns
        resolve_due()
    match.refresh_from_db()
    assert (match.status, match.realm.lords["j1"].purse) == (m.OVER, 0)


def test_a_table_is_opened_for_it(alice: Player, client_of: Browser) -> None:
    lady, address = client_of(alice), f"/tables/nouvelle/?jeu={NAME}"
    assert lady.get(address).status_code == 200
    asked = {"title": "La vente", "preset": "sealed", "lords": "4", "play": "on", "lord": "Aude", "bots": "on"}
    opened = lady.post(address, asked)
    assert opened.status_code == 302, opened.content.decode()
    assert "une salle de 4 seigneurs" in lady.get(opened["Location"]).content.decode()
    assert lady.post(address, {**asked, "lords": "7"}).status_code == 200


def test_its_rules_are_looked_up_one_by_one_and_searched(client: Client) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "fr"
    alone = client.get(f"/regles/{NAME}/SB-02/").content.decode()
    assert "<h1>SB-02</h1>" in alone and f"/regles/{NAME}/SB-03/" in alone
    for address in ("/regles/?q=SB-02", f"/regles/{NAME}/?q=SB-02"):
        assert f'href="/regles/{NAME}/SB-02/"' in client.get(address).content.decode(), address


def test_what_it_does_without_is_said_in_words(match: Match, client: Client) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "fr"
    taught = client.get("/apprendre/").content.decode()
    assert "Pas encore de leçon" in taught and f'href="/regles/{NAME}/"' in taught
    assert client.get(f"/apprendre/{NAME}/").status_code == 404
    assert client.get(f"/partie/{match.code}/presentation/").status_code == 404


def test_its_end_has_a_page_without_a_film_of_maps(match: Match, alice: Player, client_of: Browser) -> None:
    lady = client_of(alice)
    for crowns in ("9", "8", "3"):
        lady.post(f"/partie/{match.code}/ordres/", {"crowns": crowns, "base": "0", "do": "seal"})
        resolve_due()
    end = lady.get(f"/partie/{match.code}/fin/").content.decode()
    assert "Aude" in end and "/film/" not in end
    assert lady.get(f"/partie/{match.code}/film/").status_code == 404
