"""A table behind a password: nothing of it is told, and nobody comes in, by any page or by the API (GP-SITE-12)."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import pytest
from django.contrib.auth.hashers import make_password
from django.test import Client

from heraut.site.accounts.models import Player
from heraut.site.api.interface import api
from heraut.site.lobby.muster import successor
from heraut.site.lobby.takeover import ask_replacement
from heraut.site.matches.models import Match
from tests.site.api.caller import Program, program_of
from tests.site.lobby.builders import lords, new_table, running, seat_of, sit

pytestmark = [pytest.mark.django_db, pytest.mark.rule("GP-SITE-12")]
Browser = Callable[[Player], Client]
PASSWORD = "sésame"
LISTS = ("/", "/tables/", "/palmares/", "/api/matches", "/api/matches?status=running", "/api/matches?status=gathering")


@pytest.fixture
def table(alice: Player) -> Match:
    """A table behind a password, with Alice at it."""
    table = new_table(alice, private=True, password=PASSWORD)
    sit(table, alice)
    return table


@pytest.fixture
def match(alice: Player, bob: Player) -> Match:
    """A match behind a password, one of its lords offered to others."""
    match = running(alice, bob)
    Match.objects.filter(pk=match.pk).update(private=True, password=make_password(PASSWORD))
    ask_replacement(seat_of(match, bob))
    return match


def secrets_of(match: Match) -> list[str]:
    """What a stranger must not read anywhere: names, title, seed, and what is kept of the password."""
    password = Match.objects.values_list("password", flat=True).get(pk=match.pk)
    return ["Alice", "de Narvik", match.title, match.commitment, password]


def test_a_stranger_with_the_link_reads_nothing(table: Match, match: Match, client: Client, charlie: Player) -> None:
    for one in (table, match):
        pages = (*LISTS, f"/table/{one.code}/", f"/partie/{one.code}/", f"/partie/{one.code}/carte.svg")
        pages += (f"/partie/{one.code}/partie.json", f"/partie/{one.code}/echeances.ics")
        routes = ("", "/view", "/acts", "/turns", "/turns/0/events", "/turns/0/report", "/record")
        for program in (Program(), program_of(charlie)):
            for route in routes:
                answer = program.get(f"/matches/{one.code}{route}")
                assert answer.status_code == 404, route
        for page in pages:
            told = client.get(page).content.decode()
            assert not [secret for secret in secrets_of(one) if secret in told], page
            assert one.code not in told or one.code in page


def test_a_calendar_follows_the_address_of_a_player_until_he_leaves_his_seat(
    match: Match, alice: Player, charlie: Player, client_of: Browser
) -> None:
    page = client_of(alice).get(f"/partie/{match.code}/").content.decode()
    address = unescape(re.findall(r'href="([^"]+echeances\.ics[^"]*)"', page)[0])
    program = Client()
    answer = program.get(address)
    assert answer.status_code == 200 and b"VEVENT" in answer.content
    other = "0" if address[-1] != "0" else "1"
    for wrong in (
        address[:-1] + other,
        address.replace("siege=", "siege=9"),
        address.replace("siege=", f"siege={5000 * '9'}"),
        address.partition("&")[0] + "&cle=",
    ):
        assert program.get(wrong).status_code == 404
    assert program.get(address.replace("echeances.ics", "partie.json")).status_code == 404
    seat = seat_of(match, alice)
    seat.user = charlie
    seat.save()
    assert program.get(address).status_code == 404


def test_without_the_password_nobody_comes_in_or_does_anything(
    table: Match, match: Match, charlie: Player, client_of: Browser
) -> None:
    browser = client_of(charlie)
    assert browser.post(f"/table/{table.code}/rejoindre/", {"lord": "Charles"}).status_code == 404
    take = {"seat": match.seats.get(offered=True).pk}
    assert browser.post(f"/table/{match.code}/joueur/reprendre/", take).status_code == 404
    assert browser.post(f"/table/{match.code}/entrer/", {"table_password": ""}).status_code == 200
    assert browser.post(f"/table/{match.code}/entrer/", {"table_password": PASSWORD + "s"}).status_code == 200
    assert browser.get(f"/partie/{match.code}/").status_code == 404
    assert (lords(table), charlie.seats.count()) == (["Alice"], 0)


def test_the_password_of_one_table_opens_no_other(
    table: Match, match: Match, charlie: Player, client_of: Browser
) -> None:
    browser = client_of(charlie)
    browser.post(f"/table/{table.code}/entrer/", {"table_password": PASSWORD})
    assert "Alice" in browser.get(f"/table/{table.code}/").content.decode()
    assert browser.get(f"/partie/{match.code}/").status_code == 404
    assert "Alice" not in client_of(charlie).get(f"/table/{table.code}/").content.decode()  # nor another session


def test_no_program_can_sit_down_and_no_session_opens_the_api(
    match: Match, charlie: Player, client_of: Browser
) -> None:
    changing = {
        (method, address)
        for address, methods in api.get_openapi_schema()["paths"].items()
        for method in methods
        if method != "get"
    }
    assert changing == {
        ("post", "/api/matches/{code}/orders/check"),
        ("put", "/api/matches/{code}/orders"),
        ("post", "/api/receipts/verify"),
    }
    browser = client_of(charlie)
    browser.post(f"/table/{match.code}/entrer/", {"table_password": PASSWORD})
    assert browser.get(f"/partie/{match.code}/").status_code == 200
    assert browser.get(f"/api/matches/{match.code}").status_code == 404


def test_twenty_wrong_passwords_in_five_minutes_close_the_door_even_to_the_right_one(
    table: Match, match: Match, client: Client
) -> None:
    def tried(password: str, one: Match = table, **asker: str) -> int:
        return client.post(f"/table/{one.code}/entrer/", {"table_password": password}, **asker).status_code

    assert [tried(f"essai {number}", (table, match)[number % 2]) for number in range(20)] == [200] * 20
    assert tried(PASSWORD) == 429
    assert tried(PASSWORD, HTTP_X_FORWARDED_FOR="192.0.2.1") == 429  # whatever address he claims
    assert "Alice" not in client.get(f"/table/{table.code}/").content.decode()
    assert tried(PASSWORD, REMOTE_ADDR="192.0.2.2") == 302  # another visitor is not kept out


def test_the_next_table_is_behind_the_same_password(alice: Player) -> None:
    table = new_table(alice, private=True, password=PASSWORD)
    follower = successor(table)
    assert follower.private and follower.password == table.password
