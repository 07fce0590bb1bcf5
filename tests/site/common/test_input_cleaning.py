"""What is typed into any page reaches the database without control characters."""

from __future__ import annotations

import json
from urllib.parse import quote

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from heraut.site.accounts.models import Player
from heraut.site.matches.models import Match
from heraut.site.matches.receipts import receipt_text
from tests.site.accounts.test_signup import FORM
from tests.site.matches.builders import give_orders, running

pytestmark = pytest.mark.django_db

TABLE = {"title": "La \x00table\x07", "preset": "weekly", "map": "SCANDINAVIE", "play": "on"}


def test_titles_names_and_words_lose_their_control_characters(alice: Player, client_of) -> None:
    answer = client_of(alice).post("/tables/nouvelle/", {**TABLE, "lord": "Yvain\x00", "word": "Mont\x1bjoie\x9f"})
    assert answer.status_code == 302
    match = Match.objects.get()
    seat = match.seats.get()
    assert (match.title, seat.lord, seat.word) == ("La table", "Yvain", "Montjoie")


BREAKS = ["\n", "\r\n", "\t", "\u2028", "\u202e"]


@pytest.mark.parametrize("field", ["title", "lord", "word"])
@pytest.mark.parametrize("broken", BREAKS)
def test_a_title_a_name_and_a_word_are_one_line(alice: Player, client_of, field: str, broken: str) -> None:
    form = {**TABLE, "title": "La table", "lord": "Yvain", "word": "Montjoie", field: f"Bcc{broken}x"}
    answer = client_of(alice).post("/tables/nouvelle/", form)
    assert field in answer.context["form"].errors
    assert not Match.objects.exists()


@pytest.mark.parametrize("broken", BREAKS)
def test_so_are_the_names_of_players_and_tokens(alice: Player, client: Client, client_of, broken: str) -> None:
    client.post("/compte/signup/", {**FORM, "username": f"Yvain{broken}x"})
    client_of(alice).post("/compte/jetons/", {"name": f"un{broken}deux", "scope": "read"})
    assert Player.objects.count() == 1 and not alice.tokens.exists()


@pytest.mark.parametrize("act", [{"days": 1}, {"hours": 5}])
def test_so_are_the_reasons_of_a_host(alice: Player, bob: Player, client_of, act: dict[str, int]) -> None:
    match = running(alice, bob)
    word = "pause" if "days" in act else "prolonger"
    client_of(alice).post(f"/table/{match.code}/hote/{word}/", {**act, "reason": "panne\nBcc: tous@example.org"})
    assert not match.activities.exists()


def test_an_address_loses_them_too(client: Client) -> None:
    assert client.get("/tables/", {"place": "EUR\x00OPE"}).wsgi_request.GET["place"] == "EUROPE"


@pytest.mark.parametrize("kind", ["multipart/form-data; boundary=x", "application/x-www-form-urlencoded"])
def test_a_form_is_checked_against_forgery_all_the_same(kind: str) -> None:
    body = (
        b'--x\r\nContent-Disposition: form-data; name="next"\r\n\r\n/\x00\r\n--x--\r\n'
        if "x" in kind[-1]
        else b"next=%00"
    )
    answer = Client(enforce_csrf_checks=True).post("/compte/invite/", body, content_type=kind)
    assert answer.status_code == 403
    assert not Player.objects.exists()


def test_a_program_that_sends_a_form_is_refused_as_before(client: Client) -> None:
    assert client.post("/api/receipts/verify", {"receipt": "\x00"}).status_code in (400, 401, 404, 422)


def test_so_does_a_cookie(client: Client) -> None:
    answer = client.get("/", headers={"cookie": 'lang="e\\000n"; theme="\\237x"'})
    assert (answer.wsgi_request.COOKIES["lang"], answer.wsgi_request.COOKIES["theme"]) == ("en", "x")


def test_no_address_holds_any(alice: Player, client: Client, client_of) -> None:
    """Not even where a database would look for it, and say that there is none: PostgreSQL cannot be asked."""
    match = running(alice, bots=1)
    with CaptureQueriesContext(connection) as asked:
        for address in (f"/partie/{match.code}%00/", f"/table/%C2%9F{match.code}/", f"/api/matches/{match.code}%00"):
            assert client.get(address).status_code == 404
    assert not [query for query in asked if "matches_match" in query["sql"]]


@pytest.mark.parametrize("signature", ["é", "\u202e🏰", "0" * 16])
def test_signatures_of_any_letters_are_merely_wrong(alice: Player, client: Client, signature: str) -> None:
    match = running(alice, bots=1)
    assert client.get(f"/lettres/stop/{alice.pk}/{quote(signature)}/reports/").status_code == 404
    Player.objects.update(unsubscribe_key="k" * 43)
    assert client.get(f"/lettres/stop/{alice.pk}/{quote(signature)}/reports/").status_code == 404
    assert client.get(f"/partie/{match.code}/pouls/0/{quote(signature)}/").status_code == 404
    give_orders(match, alice)
    receipt = json.loads(receipt_text(match.seats.get(user=alice).sheets.get())) | {"signature": signature}
    told = client.post("/api/receipts/verify", receipt, content_type="application/json")
    assert told.json()["verdict"] == "forged"
