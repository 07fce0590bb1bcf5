"""What goes wrong, what is empty, each form of a password: in the reader's language, in our look, with a way on."""

from __future__ import annotations

import logging
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import suppress
from html import unescape
from io import StringIO
from typing import Any
from urllib.parse import quote

import psycopg
import pytest
from django.conf import LazySettings
from django.contrib.auth.hashers import make_password
from django.core.cache import cache
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone

from heraut.site.accounts.guests import new_guest
from heraut.site.accounts.models import Count, Player
from heraut.site.common.errors import trouble_of
from heraut.site.common.words import site_words
from heraut.site.lobby import views
from heraut.site.matches.models import Match
from tests.site.accounts.test_pages import well_formed
from tests.site.accounts.test_signup import mailed_code
from tests.site.conftest import PASSWORD
from tests.site.lobby.builders import new_table

pytestmark = pytest.mark.django_db
NEW = "un tout autre mot de passe"


def sqlite_error(code: int) -> sqlite3.Error:
    """What SQLite says with this code."""
    error = sqlite3.OperationalError()
    error.sqlite_errorcode = code
    return error


@pytest.fixture(params=["fr", "en"])
def language(request: pytest.FixtureRequest) -> str:
    """Each language in turn."""
    return str(request.param)


@pytest.fixture
def browser(language: str) -> Client:
    """A passer-by who reads this language; what breaks is shown as players see it."""
    return Client(raise_request_exception=False, headers={"accept-language": language})


def looks_ours(answer: Any, language: str) -> str:
    """What the page says in its middle, once it is found to be one of ours, in this language."""
    page = str(answer.content.decode())
    well_formed(page)
    assert f'<html lang="{language}"' in page
    assert "css/heraut.css" in page
    middle = page[page.index("<main") : page.index("</main>")]
    assert re.search(r"<a [^>]*href=|<button", middle), "no way on"
    return unescape(middle)


def said(language: str, group: str, *keys: str) -> list[str]:
    """Sentences of the catalogue, as this reader gets them."""
    return [site_words(language).say(group, key, {}) for key in keys]


def test_400(browser: Client, language: str, settings: LazySettings) -> None:
    settings.DATA_UPLOAD_MAX_NUMBER_FIELDS = 2
    for answer in (
        browser.post("/compte/login/", {"a": 1, "b": 2, "c": 3}),
        browser.get("/", headers={"host": "ailleurs.example.org"}),  # before it is known who asks
    ):
        assert answer.status_code == 400
        assert all(words in looks_ours(answer, language) for words in said(language, "error", "400_title", "400"))


def test_403(client_of: Callable[[Player], Client], alice: Player, bob: Player, language: str) -> None:
    Player.objects.update(language=language)
    answer = client_of(bob).post(f"/table/{new_table(alice).code}/hote/annuler/", {"reason": "x"})
    assert answer.status_code == 403
    assert all(words in looks_ours(answer, language) for words in said(language, "error", "403_title", "403", "home"))


@pytest.mark.parametrize("reader", ["passer-by", "player"])
def test_404(browser: Client, client_of: Callable[[Player], Client], alice: Player, language: str, reader: str) -> None:
    Player.objects.update(language=language)
    client = browser if reader == "passer-by" else client_of(alice)
    for address in ("/nulle/part/", "/table/nulle-part/", "/partie/nulle-part/", "/partie/nulle-part/partie.json"):
        answer = client.get(address)
        assert answer.status_code == 404
        assert said(language, "error", "404_title")[0] in looks_ours(answer, language)


@pytest.mark.parametrize("sent", [{"HTTP_HOST": "evil.example"}, {"CONTENT_LENGTH": "900000"}, {}])
def test_what_a_visitor_does_wrong_is_one_line_of_the_journal(
    browser: Client, alice: Player, bob: Player, sent: dict[str, str]
) -> None:
    browser.force_login(bob)
    address = f"/table/{new_table(alice).code}/annonces/"
    console = next(one for one in logging.getLogger().handlers if type(one) is logging.StreamHandler)
    journal = StringIO()
    before = console.setStream(journal)
    try:
        assert browser.post(address, **sent).status_code in (400, 403, 413)  # type: ignore[arg-type]
    finally:
        console.setStream(before)
    assert len(journal.getvalue().splitlines()) == 1


def test_429(browser: Client, language: str) -> None:
    for _ in range(31):
        answer = browser.post("/compte/invite/")
        browser.cookies.clear()
    assert answer.status_code == 429
    assert all(words in looks_ours(answer, language) for words in said(language, "error", "429_title", "429"))


def test_500(browser: Client, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "reigns", lambda: 1 // 0)
    answer = browser.get("/palmares/")
    assert answer.status_code == 500
    assert all(words in looks_ours(answer, language) for words in said(language, "error", "500_title", "500"))


def test_405(browser: Client, language: str) -> None:
    """An address that is only sent to, opened from the history."""
    answer = browser.get("/compte/invite/")
    assert (answer.status_code, answer.headers["Allow"]) == (405, "POST")
    assert all(words in looks_ours(answer, language) for words in said(language, "error", "405_title", "405", "home"))


def test_what_was_written_is_shown_on_the_page_of_a_fault_with_the_way_back(
    alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A letter, sent from a page that is older than the login; and one that the site fails over."""
    old = Client(enforce_csrf_checks=True, raise_request_exception=False)
    form = {"text": "Trois pages <de> ma main", "password": "Sésame"}
    ours, theirs = "http://testserver/forums/?page=2", "http://ailleurs.example.org/forums/"
    for referer, shown in ((ours, True), (theirs, False)):
        page = old.post("/compte/login/", form, headers={"referer": referer}).content.decode()
        assert ("Trois pages &lt;de&gt; ma main" in page, 'href="/forums/?page=2"' in page) == (shown, shown)
        assert "Sésame" not in page
    monkeypatch.setattr(views, "reigns", lambda: 1 // 0)
    broken = Client(raise_request_exception=False).get("/palmares/?an=1")
    assert broken.status_code == 500 and 'href="/palmares/?an=1"' in broken.content.decode()


@pytest.fixture
def full(transactional_db: None) -> Iterator[None]:
    """A database that cannot grow any more, as on a full disk."""
    if connection.vendor != "sqlite":
        pytest.skip("SQLite alone can be told how large its file may grow")
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")  # other tests leave pages that are free
        cursor.execute("PRAGMA page_count")
        (pages,) = cursor.fetchone()
        cursor.execute(f"PRAGMA max_page_count = {pages}")
        with suppress(OperationalError):
            for number in range(10_000):  # whatever is left within its pages
                Count.objects.create(cache_key=f"{number}" * 40, value="x", expires=timezone.now())
        yield
        cursor.execute("PRAGMA max_page_count = 1073741823")


@pytest.fixture
def read_only(db: None) -> Iterator[None]:
    """A database that takes nothing, as on a disk that may only be read."""
    if connection.vendor != "sqlite":
        pytest.skip("of SQLite")
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only = ON")
        yield
        cursor.execute("PRAGMA query_only = OFF")


def test_a_database_that_takes_nothing_is_not_told_as_too_many_requests(
    browser: Client, language: str, read_only: None
) -> None:
    wanted = said(language, "error", "503_unwritten_title", "503_unwritten")
    for address, form in (("/compte/invite/", {}), ("/compte/login/", {"login": "Alice", "password": "x"})):
        answer = browser.post(address, form)
        assert answer.status_code == 503 and answer.headers["Retry-After"]
        assert all(words in looks_ours(answer, language) for words in wanted)
    assert browser.get("/tables/").status_code == 200  # what need not be written is read


def test_programs_are_told_the_same(browser: Client, language: str, read_only: None) -> None:
    answer = browser.get("/api/matches")
    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
    assert answer.json()["message"] == said(language, "api_fault", "unavailable")[0]


def test_a_full_disk_is_told_as_such(browser: Client, language: str, full: None) -> None:
    answers = [browser.post("/compte/invite/") for _ in range(25)]  # the first may find room in pages half empty
    assert 429 not in {answer.status_code for answer in answers}
    assert 503 in {answer.status_code for answer in answers}


@pytest.mark.parametrize(
    ("cause", "found"),
    [
        (sqlite_error(sqlite3.SQLITE_FULL), "unwritten"),
        (sqlite_error(sqlite3.SQLITE_IOERR_WRITE), "unwritten"),
        (sqlite_error(sqlite3.SQLITE_BUSY), "busy"),
        (sqlite_error(sqlite3.SQLITE_ERROR), ""),
        (psycopg.errors.DiskFull(), "unwritten"),
        (psycopg.errors.ReadOnlySqlTransaction(), "unwritten"),
        (psycopg.errors.LockNotAvailable(), "busy"),
        (psycopg.errors.AdminShutdown(), "busy"),
        (psycopg.OperationalError("connection refused"), "busy"),
        (psycopg.errors.SyntaxError(), ""),
    ],
)
def test_what_ails_a_database(cause: Exception, found: str) -> None:
    error = OperationalError()
    error.__cause__ = cause
    assert trouble_of(error) == found
    assert trouble_of(ValueError()) == trouble_of(None) == ""


def test_a_count_that_is_there_is_no_failure(db: None) -> None:
    assert cache.add("combien", 1) and not cache.add("combien", 2)
    assert cache.get("combien") == 1


def test_a_broken_seal(alice: Player, language: str) -> None:
    for client in (Client(enforce_csrf_checks=True, headers={"accept-language": language}),):
        answer = client.post("/compte/login/", {"login": "Alice", "password": "x"})
        assert answer.status_code == 403
        wanted = said(language, "error", "403_csrf_title", "403_csrf", "home")
        assert all(words in looks_ours(answer, language) for words in wanted)
    client.force_login(alice)
    Player.objects.update(language="en" if language == "fr" else "fr")  # the account's language goes before
    assert "lang=" in client.post("/compte/", {}).content.decode()
    looks_ours(client.post("/compte/", {}), "en" if language == "fr" else "fr")


@pytest.mark.parametrize(
    ("address", "group", "key"),
    [
        ("/", "lobby", "none"),
        ("/", "fame", "none"),
        ("/tables/", "lobby", "none_hint"),
        ("/palmares/", "fame", "none"),
        ("/compte/jetons/", "api", "none"),
        ("/compte/supprimer/", "account", "delete_no_seats"),
    ],
)
def test_what_is_empty_says_so_and_leads_on(
    client_of: Callable[[Player], Client], alice: Player, language: str, address: str, group: str, key: str
) -> None:
    Player.objects.update(language=language)
    assert said(language, group, key)[0] in looks_ours(client_of(alice).get(address), language)


def test_no_letters_yet(browser: Client, language: str) -> None:
    assert said(language, "letters", "none")[0] in unescape(browser.get("/lettres/").content.decode())


@pytest.mark.parametrize("form", ["password/change/", "reauthenticate/", "supprimer/"])
def test_forms_of_a_password_that_is_known(
    client_of: Callable[[Player], Client], alice: Player, language: str, form: str
) -> None:
    Player.objects.update(language=language)
    browser = client_of(alice)
    address = f"/compte/{form}"
    assert 'type="password"' in looks_ours(browser.get(address), language)
    refused = looks_ours(browser.post(address, {"password": "faux", "oldpassword": "faux", "sure": "on"}), language)
    assert re.search(r'class="errors', refused)
    wrong = said(language, "account_error", "incorrect_password", "enter_current_password")
    assert any(words in refused for words in wrong)


def test_the_forms_of_a_forgotten_password(browser: Client, alice: Player, language: str) -> None:
    Player.objects.update(language=language)
    looks_ours(browser.get("/compte/password/reset/"), language)
    looks_ours(browser.post("/compte/password/reset/", {"email": "rien"}), language)
    browser.post("/compte/password/reset/", {"email": alice.email})
    looks_ours(browser.get("/compte/password/reset/confirm/"), language)
    wrong = looks_ours(browser.post("/compte/password/reset/confirm/", {"code": "AAAA-AAAA"}), language)
    assert said(language, "account_error", "incorrect_code")[0] in wrong
    found = browser.post("/compte/password/reset/confirm/", {"code": mailed_code()}, follow=True)
    address = found.redirect_chain[-1][0]
    assert said(language, "password", "shuts_out")[0] in looks_ours(browser.get(address), language)
    assert re.search(r'class="errors', looks_ours(browser.post(address, {"password1": "court"}), language))
    done = browser.post(address, {"password1": NEW}, follow=True)
    assert said(language, "message", "password_changed")[0] in looks_ours(done, language)


def test_the_forms_of_a_first_password(client_of: Callable[[Player], Client], browser: Client, language: str) -> None:
    looks_ours(browser.get("/compte/signup/"), language)
    short = {"username": "Aubert", "email": "a@example.org", "password1": "court"}
    assert re.search(r'class="errors', looks_ours(browser.post("/compte/signup/", short), language))
    guest = client_of(new_guest(language))
    assert re.search(r'class="errors', looks_ours(guest.post("/compte/garder/", short), language))


def test_logging_in_with_a_wrong_password(browser: Client, alice: Player, language: str) -> None:
    for _ in range(5):
        refused = looks_ours(browser.post("/compte/login/", {"login": "Alice", "password": "faux"}), language)
        assert said(language, "account_error", "username_password_mismatch")[0] in refused
    closed = looks_ours(browser.post("/compte/login/", {"login": "Alice", "password": PASSWORD}), language)
    assert said(language, "account_error", "too_many_login_attempts")[0] in closed
    assert 'href="/compte/password/reset/' in closed


@pytest.mark.parametrize("page", ["/partie/{}/", "/partie/{}/bilan/?x=1&y=2", "/table/{}/"])
def test_who_is_not_logged_in_finds_the_way_to_a_match_that_may_be_his(
    page: str, browser: Client, language: str, alice: Player, client_of: Callable[[Player], Client]
) -> None:
    """A private match that does not say so: the page is the same whether it is there or not."""
    address = page.format("zzzzzzzzzz")
    answer = browser.get(address)
    assert answer.status_code == 404
    middle = looks_ours(answer, language)
    assert f"/compte/login/?next={quote(address)}" in unescape(middle)
    assert site_words(language).say("error", "404_match") in unescape(middle)
    for other in (browser.get("/nulle-part/"), client_of(alice).get(address)):
        assert other.status_code == 404 and "?next=" not in other.content.decode()


def test_a_private_match_does_not_betray_that_it_is_there(browser: Client, alice: Player, client: Client) -> None:
    client.post("/jouer/")
    Match.objects.update(password=make_password("mot de passe"))
    match = Match.objects.get()
    pages = []
    for code in (match.code, "z" * len(match.code)):
        answer = browser.get(f"/partie/{code}/")
        pages.append((answer.status_code, re.sub(f'{code}|value="[^"]*"', "", answer.content.decode())))
    assert pages[0] == pages[1] and pages[0][0] == 404
