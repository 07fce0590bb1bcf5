"""Every page of the shell and of accounts: in both languages, well formed, under the content policy."""

from __future__ import annotations

import re

import html5lib
import pytest
from django.conf import LazySettings, settings
from django.test import Client, RequestFactory
from django.utils import translation

from heraut.site.accounts.former_addresses import keep, link_of
from heraut.site.accounts.models import Player
from heraut.site.error_pages import broken
from tests.site.accounts.test_signup import FORM

OUTSIDE = ["/", "/compte/login/", "/compte/signup/", "/compte/password/reset/", "/rien/", "/styleguide/"]
INSIDE = ["/compte/", "/compte/email/", "/compte/password/change/", "/compte/supprimer/", "/compte/logout/"]
INLINE = re.compile(r"<style|\sstyle=|<script(?![^>]*\ssrc=)|\son\w+=|javascript:", re.IGNORECASE)


def well_formed(page: str) -> None:
    """Raises where the page is no HTML; finds whatever the content policy would forbid."""
    html5lib.HTMLParser(strict=True).parse(page)
    assert not INLINE.search(page)
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert not re.search(r'(?:src|href|action)="(?:https?:)?//', page)
    assert page.count("<h1") == 1


@pytest.fixture(params=["fr", "en"])
def language(request: pytest.FixtureRequest) -> str:
    """Each language in turn."""
    return str(request.param)


@pytest.mark.parametrize("address", OUTSIDE)
def test_pages_for_anybody(client: Client, db: None, settings: LazySettings, address: str, language: str) -> None:
    settings.DEBUG = address == "/styleguide/"
    page = client.get(address, headers={"accept-language": language}).content.decode()
    assert f'<html lang="{language}"' in page
    well_formed(page)


@pytest.mark.parametrize("address", INSIDE)
def test_pages_of_a_player(client_of, alice: Player, address: str, language: str) -> None:
    Player.objects.update(language=language)
    page = client_of(alice).get(address)
    assert page.status_code == 200
    assert f'<html lang="{language}"' in page.content.decode()
    well_formed(page.content.decode())


def test_pages_of_a_code(client: Client, db: None, alice: Player, language: str) -> None:
    client.post("/compte/signup/", FORM, headers={"accept-language": language})
    well_formed(client.get("/compte/confirm-email/", headers={"accept-language": language}).content.decode())
    client = Client()
    client.post("/compte/password/reset/", {"email": alice.email})
    page = client.get("/compte/password/reset/confirm/", headers={"accept-language": language})
    assert alice.email in page.content.decode()
    well_formed(page.content.decode())


def test_a_site_that_sends_no_mail_says_where_the_code_is(client: Client, db: None, settings: LazySettings) -> None:
    client.post("/compte/signup/", FORM)
    page = client.get("/compte/confirm-email/").content.decode()
    assert 'href="/lettres/"' in page.partition("<main")[2]
    assert not re.search("est parti|avons envoyé|indésirables", page)  # nothing was sent
    settings.MAIL = "smtp://mail.example.org"
    page = client.get("/compte/confirm-email/").content.decode()
    assert "avons envoyé" in page and "indésirables" in page and 'href="/lettres/"' not in page


def test_the_page_where_an_account_is_taken_back(client: Client, alice: Player, language: str) -> None:
    keep(alice, "ancienne@example.org")
    for address in (link_of(alice.former_addresses.get()).removeprefix(settings.URL), "/compte/email/reprendre/1:x/"):
        page = client.get(address, headers={"accept-language": language}).content.decode()
        well_formed(page)
        assert f'<html lang="{language}"' in page


def test_pages_of_a_guest(client: Client, db: None, language: str) -> None:
    client.cookies["heraut_language"] = language
    client.post("/compte/invite/")
    for address in ("/compte/", "/compte/garder/", "/compte/supprimer/"):
        well_formed(client.get(address).content.decode())


@pytest.mark.parametrize("form", ["login", "signup", "password/reset"])
def test_errors_stand_beside_their_fields(client: Client, db: None, form: str) -> None:
    page = client.post(f"/compte/{form}/", {}).content.decode()
    well_formed(page)
    described = " ".join(re.findall(r'aria-describedby="([^"]+)"', page)).split()
    assert described
    for name in described:
        assert f'id="{name}"' in page
    assert 'aria-invalid="true"' in page


def test_a_broken_page_says_so_without_a_database(rf: RequestFactory, language: str) -> None:
    with translation.override(language):
        page = broken(rf.get("/"))
    assert page.status_code == 500
    well_formed(page.content.decode())


def test_a_form_without_its_seal_is_refused_politely(db: None) -> None:
    page = Client(enforce_csrf_checks=True).post("/compte/login/", {"login": "Alice", "password": "x"})
    assert page.status_code == 403
    assert "Sceau rompu" in page.content.decode()
    well_formed(page.content.decode())


def test_the_content_policy_allows_nothing_from_elsewhere(client: Client, db: None) -> None:
    headers = client.get("/compte/login/").headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"


def test_cookies_are_kept_from_scripts_and_other_sites(client: Client, alice: Player) -> None:
    answer = client.post("/compte/login/", {"login": "Alice", "password": "un mot de passe de seigneur"})
    assert answer.cookies["sessionid"]["httponly"]
    assert answer.cookies["sessionid"]["samesite"] == "Lax"
    for address, form in (("langue", {"language": "en"}), ("apparence", {"theme": "dark"})):
        (cookie,) = client.post(f"/compte/{address}/", form).cookies.values()
        assert cookie["httponly"]
        assert cookie["samesite"] == "Lax"


def test_pages_of_the_account_are_small_and_ask_the_database_little(
    client_of, alice: Player, django_assert_max_num_queries
) -> None:
    client = client_of(alice)
    with django_assert_max_num_queries(8):
        page = client.get("/compte/")
    assert len(page.content) < 60_000
