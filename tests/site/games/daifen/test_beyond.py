"""A continent beyond its pages: programs, letters, the record, the end."""

from __future__ import annotations

import json

import pytest

from heraut.engine.match import verify
from heraut.site.matches import models as m
from heraut.site.matches.records import record_of
from heraut.site.notifications.models import Letter
from tests.site.api.caller import program_of
from tests.site.games.daifen.conftest import bend, new_continent
from tests.site.matchpage.conftest import resolve

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def by_letter(settings):
    settings.MAIL = "smtp://mail.example.org"


def test_programs_send_forms_whole_or_not_at_all(match, alice):
    program = program_of(alice)
    good = program.put(f"/matches/{match.code}/orders", text="CONSTRUIRE Mine 1")
    assert good.status_code == 200 and good.json()["kept"] == "CONSTRUIRE Mine 1"
    checked = program.post(f"/matches/{match.code}/orders/check", text="CONSTRUIRE Mine 99\nEXPLORER 1").json()
    assert [line["state"] for line in checked["lines"]] == ["refused", "good"] and checked["understood"] == 0
    bad = program.put(f"/matches/{match.code}/orders", text="CONSTRUIRE Mine 99")
    assert bad.status_code == 409 and "formulaire" in bad.content.decode()
    assert program.get(f"/matches/{match.code}/orders").json()["kept"] == "CONSTRUIRE Mine 1"


def test_programs_are_told_of_no_seat_but_their_own(match, alice, charlie):
    hers = program_of(alice).get(f"/matches/{match.code}").json()
    assert [(seat["lord"], seat["player"]) for seat in hers["seats"]] == [("Aline", "Alice")]
    assert program_of(charlie).get(f"/matches/{match.code}").json()["seats"] == []
    assert "names" not in hers["options"] and "races" not in hers["options"]


def test_each_turn_is_told_by_letter(match, alice):
    resolve(match)
    letter = Letter.objects.filter(player=alice, kind="turn").latest("pk")
    assert "Bilan du tour 4" in letter.text and "Votre royaume" in letter.html


def test_the_record_gives_away_nothing_before_the_end(match, alice, client_of):
    text = client_of(alice).get(f"/partie/{match.code}/partie.json").content.decode()
    assert json.loads(text)["options"]["lords"] == 6
    assert not [name for name in ("Bertrand", "Sire 3") if name in text]


def test_a_finished_continent_is_uncovered_to_its_players_and_verifies(alice, bob, client, client_of):
    match = new_continent(alice, bob, 2)
    match.seats.update(bot="random")

    def last(continent):
        for kingdom in list(continent.living())[1:]:
            kingdom.buildings.clear()

    bend(match, last)
    resolve(match)
    match.refresh_from_db()
    assert match.status == m.OVER and match.result.road == "conquest"
    text = client_of(bob).get(f"/partie/{match.code}/").content.decode()
    assert "Le continent découvert" in text and "Royaume d&#39;Aline" in text
    assert "Le continent découvert" not in client.get(f"/partie/{match.code}/").content.decode()
    other = client_of(bob).get(f"/partie/{match.code}/bilan/1/?seigneur=j1")
    assert other.status_code == 200 and "Aline" in other.content.decode()
    assert "Aline" in client.get("/palmares/").content.decode()


def test_a_continent_played_through_verifies(alice, bob):
    match = new_continent(alice, bob, 3)
    record = record_of(match)
    verify(match.rules, record)
