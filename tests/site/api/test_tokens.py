"""Tokens: made by their player, shown once, good for what they say and no longer than he wants."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from heraut.site.accounts.models import Player
from heraut.site.api import bearer
from heraut.site.api.models import READ, Token
from heraut.site.api.tokens import MOST, issue
from heraut.site.privacy.closing import close
from heraut.site.privacy.export import everything_about
from tests.site.accounts.test_pages import well_formed
from tests.site.api.caller import Program, program_of

pytestmark = pytest.mark.django_db
TOKEN = re.compile(r"heraut_[\w-]{43}")
FORM = {"name": "Mon tableur", "scope": "read"}


def test_a_token_is_shown_once_and_kept_as_a_hash(client_of, alice: Player) -> None:
    browser: Client = client_of(alice)
    page = browser.post("/compte/jetons/", FORM)
    (shown,) = set(TOKEN.findall(page.content.decode()))
    assert Program(shown).get("/me").json()["name"] == "Alice"
    assert "no-store" in page.headers["Cache-Control"]
    again = browser.get("/compte/jetons/").content.decode()
    assert "Mon tableur" in again
    assert not TOKEN.search(again)
    assert shown not in str(Token.objects.values()) + str(everything_about(alice))


def test_a_revoked_token_opens_nothing(client_of, alice: Player, bob: Player) -> None:
    program, token = program_of(alice), Token.objects.get()
    client_of(bob).post(f"/compte/jetons/{token.pk}/revoquer/")
    assert program.get("/me").status_code == 200
    client_of(alice).post(f"/compte/jetons/{token.pk}/revoquer/")
    answer = program.get("/games")
    assert (answer.status_code, answer.json()["code"]) == (401, "bad_token")
    assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_a_closed_account_closes_its_tokens(alice: Player, bob: Player) -> None:
    hers, his = program_of(alice), program_of(bob)
    Player.objects.filter(pk=alice.pk).update(is_active=False)
    close(bob)
    assert hers.get("/me").status_code == his.get("/me").status_code == 401


def test_a_player_has_so_many_tokens_and_no_more(client_of, alice: Player, bob: Player) -> None:
    for number in range(MOST):
        issue(alice, f"n° {number}", READ)
    page = client_of(alice).post("/compte/jetons/", FORM).content.decode()
    assert not TOKEN.search(page)
    assert "révoquez-en un" in page
    assert Token.objects.filter(user=alice).count() == MOST
    assert TOKEN.search(client_of(bob).post("/compte/jetons/", FORM).content.decode())


@pytest.mark.parametrize("form", [{}, {"name": "", "scope": "read"}, {"name": "x", "scope": "host"}])
def test_a_token_needs_a_name_and_a_scope(client_of, alice: Player, form: dict[str, str]) -> None:
    well_formed(client_of(alice).post("/compte/jetons/", form).content.decode())
    assert not Token.objects.exists()


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_pages_of_the_interface(client_of, client: Client, alice: Player, language: str) -> None:
    Player.objects.update(language=language)
    browser = client_of(alice)
    well_formed(browser.get("/compte/jetons/").content.decode())
    well_formed(browser.post("/compte/jetons/", FORM).content.decode())
    reference = client.get("/api/", headers={"accept-language": language})
    well_formed(reference.content.decode())
    assert "PUT /api/matches/{code}/orders" in reference.content.decode()


def test_a_login_alone_opens_nothing_to_a_program(client_of, alice: Player) -> None:
    assert client_of(alice).get("/api/me").status_code == 401


def test_a_token_opens_no_page(alice: Player) -> None:
    assert program_of(alice).client.get("/compte/").status_code == 302


def test_faults_are_told_in_the_callers_language(alice: Player) -> None:
    Player.objects.update(language="en")
    program = program_of(alice)
    assert program.get("/matches/nowhere").json()["message"] == "There is nothing here that you may see."
    assert Program().get("/matches/nowhere").json()["message"].startswith("Il n'y a rien ici")
    english = Program().client.get("/api/nowhere", headers={"accept-language": "en"})
    assert english.json()["code"] == "not_found"
    assert "nothing" in english.json()["message"]


def test_every_fault_is_json(alice: Player) -> None:
    program = program_of(alice)
    refused = program.client.delete("/api/games")
    assert (refused.status_code, refused.json()["code"], refused.headers["Allow"]) == (405, "not_allowed", "GET")
    for broken in ("{", '"x"', "[]", '{"text": "\\ud800"}', '{"text": "a\\u0000b"}', '{"text": 3}'):
        answer = program.client.post("/api/matches/x/orders/check", broken, content_type="application/json")
        assert answer.status_code in (400, 404, 422)
        assert set(answer.json()) == {"code", "message", "where"}
    assert program.get("/matches", limit=1000).json()["where"] == ["query.limit"]


def test_a_token_has_its_own_rate(alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(bearer.RATES, "ask", "3/m/key")
    hers, his = program_of(alice), program_of(bob)
    assert [hers.get("/games").status_code for _ in range(4)] == [200, 200, 200, 429]
    late = hers.get("/games")
    assert (late.json()["code"], late.headers["Retry-After"]) == ("too_many", "60")
    assert his.get("/games").status_code == 200
    assert [Program().get("/games").status_code for _ in range(4)] == [200, 200, 200, 429]
