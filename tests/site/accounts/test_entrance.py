"""Logging in and out, forgotten passwords, another address (GP-SITE-07)."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from heraut.site.accounts.models import Player
from tests.site.accounts.test_signup import CODE_PAGE, errors_of, mailed_code
from tests.site.api.caller import program_of
from tests.site.conftest import PASSWORD

LOGIN = "/compte/login/"
NEW = "un tout autre mot de passe"


@pytest.mark.parametrize("login", ["Alice", "alice", "alice@example.org"])
def test_a_player_logs_in_by_name_or_address(client: Client, alice: Player, login: str) -> None:
    home = client.post(LOGIN, {"login": login, "password": PASSWORD}, follow=True)
    assert home.wsgi_request.user == alice


def test_the_page_asked_for_comes_after_the_login_but_never_another_site(client: Client, alice: Player) -> None:
    form = {"login": "Alice", "password": PASSWORD}
    assert client.post(f"{LOGIN}?next=/compte/", form).headers["Location"] == "/compte/"
    client.logout()
    assert client.post(f"{LOGIN}?next=https://example.com/", form).headers["Location"] == "/"


def test_five_wrong_passwords_close_the_door_even_to_the_right_one(client: Client, alice: Player) -> None:
    for _ in range(5):
        assert "ne vont pas ensemble" in errors_of(client.post(LOGIN, {"login": "Alice", "password": "faux"}))
    page = client.post(LOGIN, {"login": "Alice", "password": PASSWORD})
    assert "Attendez" in errors_of(page)
    assert not page.wsgi_request.user.is_authenticated


def test_logging_out_takes_a_click_not_a_link(client_of, alice: Player) -> None:
    client = client_of(alice)
    assert client.get("/compte/logout/").wsgi_request.user.is_authenticated
    home = client.post("/compte/logout/", follow=True)
    assert not home.wsgi_request.user.is_authenticated


@pytest.mark.rule("GP-SITE-07")
def test_a_forgotten_password_is_replaced_with_a_mailed_code(client: Client, alice: Player) -> None:
    client.post("/compte/password/reset/", {"email": alice.email})
    page = client.post("/compte/password/reset/confirm/", {"code": mailed_code()}, follow=True)
    client.post(page.redirect_chain[-1][0], {"password1": NEW})
    alice.refresh_from_db()
    assert alice.check_password(NEW)
    assert mail.outbox[-1].subject == "Votre mot de passe a changé"


def test_a_wrong_code_replaces_nothing(client: Client, alice: Player) -> None:
    client.post("/compte/password/reset/", {"email": alice.email})
    page = client.post("/compte/password/reset/confirm/", {"code": "AAAA-AAAA"})
    assert errors_of(page)
    assert client.post("/compte/password/reset/complete/", {"password1": NEW}).status_code == 302
    alice.refresh_from_db()
    assert alice.check_password(PASSWORD)


def test_asking_for_an_unknown_address_looks_the_same(client: Client, alice: Player) -> None:
    known = client.post("/compte/password/reset/", {"email": alice.email})
    unknown = Client().post("/compte/password/reset/", {"email": "personne@example.org"})
    assert known.headers["Location"] == unknown.headers["Location"]
    assert mail.outbox[-1].subject == "Aucun compte à cette adresse"


def test_the_mail_is_in_the_language_of_the_account(client: Client, alice: Player) -> None:
    Player.objects.update(language="en")
    client.post("/compte/password/reset/", {"email": alice.email}, headers={"accept-language": "fr"})
    assert mail.outbox[-1].subject.startswith("Your code")


def test_a_password_is_changed_by_whoever_knows_it(client_of, alice: Player) -> None:
    client = client_of(alice)
    page = client.post("/compte/password/change/", {"oldpassword": "faux", "password1": NEW})
    assert "mot de passe actuel" in errors_of(page)
    page = client.post("/compte/password/change/", {"oldpassword": PASSWORD, "password1": NEW}, follow=True)
    assert page.wsgi_request.user.is_authenticated
    alice.refresh_from_db()
    assert alice.check_password(NEW)


@pytest.mark.parametrize("way", ["change", "reset"])
@pytest.mark.parametrize(("language", "said"), [("fr", "révoque vos jetons"), ("en", "revokes your tokens")])
def test_a_new_password_ends_other_sessions_and_revokes_tokens(
    client_of, alice: Player, bob: Player, way: str, language: str, said: str
) -> None:
    Player.objects.update(language=language)
    browser, elsewhere, program, others = client_of(alice), client_of(alice), program_of(alice), program_of(bob)
    if way == "change":
        address, form = "/compte/password/change/", {"oldpassword": PASSWORD}
    else:
        browser = Client(headers={"accept-language": language})
        browser.post("/compte/password/reset/", {"email": alice.email})
        found = browser.post("/compte/password/reset/confirm/", {"code": mailed_code()}, follow=True)
        address, form = found.redirect_chain[-1][0], {}
    assert said in browser.get(address).content.decode()
    browser.post(address, {**form, "password1": NEW})
    assert browser.get("/compte/").status_code == 200  # whoever did it stays
    assert elsewhere.get("/compte/").status_code == 302
    assert (program.get("/me").status_code, others.get("/me").status_code) == (401, 200)


@pytest.mark.rule("GP-SITE-07")
def test_the_former_address_serves_until_the_new_one_is_confirmed(client_of, alice: Player) -> None:
    client = client_of(alice)
    client.post("/compte/email/", {"email": "reine@example.org", "action_add": ""})
    alice.refresh_from_db()
    assert alice.email == "alice@example.org"
    client.post(CODE_PAGE, {"code": mailed_code()})
    alice.refresh_from_db()
    assert alice.email == "reine@example.org"
    assert [address.email for address in EmailAddress.objects.all()] == ["reine@example.org"]
    assert mail.outbox[-1].to == ["alice@example.org"]  # the former address is told


def test_another_players_address_cannot_be_taken(client_of, alice: Player, bob: Player) -> None:
    client = client_of(alice)
    client.post("/compte/email/", {"email": bob.email, "action_add": ""})
    client.post(CODE_PAGE, {"code": mailed_code()} if "-" in mail.outbox[-1].body else {"code": "x"})
    alice.refresh_from_db()
    assert alice.email == "alice@example.org"


def test_a_confirmed_address_ends_the_warning_of_failing_mail(client_of, alice: Player) -> None:
    Player.objects.update(mail_failing="550 no such user")
    client = client_of(alice)
    assert "550 no such user" in client.get("/compte/").content.decode()
    client.post("/compte/email/", {"email": "reine@example.org", "action_add": ""})
    client.post(CODE_PAGE, {"code": mailed_code()})
    assert "550" not in client.get("/compte/").content.decode()


def test_a_stranger_who_guesses_locks_out_himself_and_nobody_else(client: Client, alice: Player) -> None:
    stranger = {"REMOTE_ADDR": "203.0.113.7"}
    for login in ("Alice", "alice", "ALICE ", "Alice", "alice", "alice@example.org", *["Alice"] * 3):
        client.post(LOGIN, {"login": login, "password": "faux"}, **stranger)
    assert "Attendez" in errors_of(client.post(LOGIN, {"login": "Alice", "password": PASSWORD}, **stranger))
    home = client.post(LOGIN, {"login": "Alice", "password": PASSWORD}, follow=True, REMOTE_ADDR="198.51.100.2")
    assert home.wsgi_request.user == alice


@pytest.mark.django_db
def test_guessing_at_many_accounts_from_one_address_is_limited_too(client: Client) -> None:
    told = [errors_of(client.post(LOGIN, {"login": f"Nom {number}", "password": "faux"})) for number in range(11)]
    assert ["Attendez" in errors for errors in told] == [False] * 10 + [True]


def test_the_addresses_of_one_home_count_as_one(client: Client, alice: Player) -> None:
    for number in range(5):
        client.post(LOGIN, {"login": "Alice", "password": "faux"}, REMOTE_ADDR=f"2001:db8:1:2::{number}")
    page = client.post(LOGIN, {"login": "Alice", "password": PASSWORD}, REMOTE_ADDR="2001:db8:1:2::ffff")
    assert "Attendez" in errors_of(page)
