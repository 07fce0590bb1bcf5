"""Logging in and out, forgotten passwords, another address (GP-SITE-07)."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.utils import timezone

from heraut.site.accounts.models import FormerAddress, Player
from tests.site.accounts.test_signup import CODE_PAGE, FORM, errors_of, mailed_code
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


@pytest.mark.parametrize(("language", "so_long"), [("fr", "un quart d'heure"), ("en", "a quarter of an hour")])
def test_mails_with_a_code_say_for_how_long_for_whom_and_where(
    client: Client, client_of, alice: Player, language: str, so_long: str
) -> None:
    Player.objects.update(language=language)
    client.post("/compte/signup/", FORM, headers={"accept-language": language})
    client.post("/compte/password/reset/", {"email": alice.email})
    mover = client_of(alice)
    mover.post("/compte/email/", {"email": "reine@example.org", "action_add": ""})
    mover.post("/compte/reauthenticate/?next=/compte/email/", {"password": PASSWORD})
    welcome, forgotten, moved = (str(sent.body) for sent in mail.outbox[-3:])
    for told, name, page in (
        (welcome, FORM["username"], CODE_PAGE),
        (forgotten, "Alice", "/compte/password/reset/confirm/"),
        (moved, "Alice", CODE_PAGE),
    ):
        assert so_long in told and name in told and f"http://127.0.0.1:8000{page}" in told


def test_a_password_that_has_changed_is_told_with_the_name_of_the_account(client_of, alice: Player) -> None:
    client_of(alice).post("/compte/password/change/", {"oldpassword": PASSWORD, "password1": NEW})
    assert "du compte d'Alice" in mail.outbox[-1].body
    assert "(heure de Paris)" in mail.outbox[-1].body and "Si ce n'est pas vous" in mail.outbox[-1].body


def test_the_address_of_a_forgotten_password_is_not_explained_as_at_a_sign_up(client: Client) -> None:
    page = client.get("/compte/password/reset/").content.decode()
    assert "Adresse de courriel" in page and "bilans" not in page


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
    client.post("/compte/reauthenticate/?next=/compte/email/", {"password": PASSWORD})
    alice.refresh_from_db()
    assert alice.email == "alice@example.org"
    client.post(CODE_PAGE, {"code": mailed_code()})
    alice.refresh_from_db()
    assert alice.email == "reine@example.org"
    assert [address.email for address in EmailAddress.objects.all()] == ["reine@example.org"]
    assert mail.outbox[-1].to == ["alice@example.org"]  # the former address is told


def change_address(client: Client, address: str) -> None:
    """Asks for another address as its page does, with the password, and types the code."""
    client.post("/compte/email/", {"email": address, "action_add": ""})
    client.post("/compte/reauthenticate/?next=/compte/email/", {"password": PASSWORD})
    client.post(CODE_PAGE, {"code": mailed_code()})


def way_back() -> str:
    """The link of the last mail to a former address."""
    told = next(sent for sent in reversed(mail.outbox) if "adresse a changé" in sent.subject)
    return next(iter(re.findall(r"http://127.0.0.1:8000(/compte/email/reprendre/\S+)", str(told.body))))


def test_an_address_is_changed_by_whoever_knows_the_password(client_of, alice: Player) -> None:
    client = client_of(alice)
    page = client.post("/compte/email/", {"email": "reine@example.org", "action_add": ""}, follow=True)
    assert "tapez votre mot de passe" in page.content.decode()
    assert errors_of(client.post("/compte/reauthenticate/?next=/compte/email/", {"password": "faux"}))
    assert not mail.outbox


def test_whoever_has_the_former_address_takes_the_account_back(client_of, alice: Player) -> None:
    thief, program = client_of(alice), program_of(alice)
    change_address(thief, "voleur@example.org")
    told = mail.outbox[-1]
    assert told.to == ["alice@example.org"]
    assert "Alice" in told.body and "password/reset" not in told.body
    browser, link = Client(), way_back()
    assert "alice@example.org" in browser.get(link).content.decode()
    assert errors_of(browser.post(link, {"password1": "court"}))
    home = browser.post(link, {"password1": NEW}, follow=True)
    alice.refresh_from_db()
    assert home.wsgi_request.user == alice
    assert (alice.email, alice.check_password(NEW)) == ("alice@example.org", True)
    assert [(one.email, one.primary, one.verified) for one in EmailAddress.objects.all()] == [(alice.email, True, True)]
    assert thief.get("/compte/").status_code == 302
    assert program.get("/me").status_code == 401
    gone = Client().get(link)
    assert gone.status_code == 404 and "a déjà servi" in gone.content.decode()


def test_a_thief_who_changes_the_address_twice_has_no_way_back(client_of, alice: Player) -> None:
    thief = client_of(alice)
    change_address(thief, "voleur@example.org")
    owners = way_back()
    change_address(thief, "autre@example.org")
    thiefs = way_back()
    Client().post(thiefs, {"password1": NEW})
    alice.refresh_from_db()
    assert alice.email == "voleur@example.org"
    Client().post(owners, {"password1": PASSWORD})
    alice.refresh_from_db()
    assert (alice.email, alice.check_password(PASSWORD)) == ("alice@example.org", True)


def test_a_code_that_a_thief_still_holds_serves_no_more(client_of, alice: Player) -> None:
    change_address(client_of(alice), "voleur@example.org")
    owners, thief = way_back(), Client()
    thief.post("/compte/password/reset/", {"email": "voleur@example.org"})
    page = thief.post("/compte/password/reset/confirm/", {"code": mailed_code()}, follow=True)
    Client().post(owners, {"password1": NEW})
    refused = thief.post(page.redirect_chain[-1][0], {"password1": "le mot de passe du voleur"})
    assert "n'est plus celle du compte" in unescape(errors_of(refused))
    alice.refresh_from_db()
    assert alice.check_password(NEW)


def test_the_way_back_of_a_thief_ends_with_the_owners(client_of, alice: Player) -> None:
    thief = client_of(alice)
    change_address(thief, "voleur@example.org")
    owners = way_back()
    change_address(thief, "autre@example.org")
    Client().post(owners, {"password1": NEW})
    assert Client().get(way_back()).status_code == 404


def test_the_way_back_is_open_for_seven_days(client_of, alice: Player) -> None:
    change_address(client_of(alice), "voleur@example.org")
    FormerAddress.objects.update(until=timezone.now() - timedelta(seconds=1))
    assert Client().post(way_back(), {"password1": NEW}).status_code == 404
    assert not Client().post("/compte/email/reprendre/1:faux/", {"password1": NEW}).wsgi_request.user.is_authenticated


def test_an_address_that_another_account_has_now_is_not_taken_from_it(client_of, alice: Player, bob: Player) -> None:
    change_address(client_of(alice), "reine@example.org")
    EmailAddress.objects.filter(user=bob).update(email="alice@example.org")
    assert "a déjà cette adresse" in errors_of(Client().post(way_back(), {"password1": NEW}))


def test_an_address_that_was_never_confirmed_leads_back_to_nothing(client_of, alice: Player) -> None:
    EmailAddress.objects.update(verified=False)
    change_address(client_of(alice), "reine@example.org")
    assert "reprendre" not in mail.outbox[-1].body
    assert not FormerAddress.objects.exists()


def test_another_players_address_cannot_be_taken(client_of, alice: Player, bob: Player) -> None:
    client = client_of(alice)
    client.post("/compte/email/", {"email": bob.email, "action_add": ""})
    client.post("/compte/reauthenticate/?next=/compte/email/", {"password": PASSWORD})
    client.post(CODE_PAGE, {"code": mailed_code()} if "-" in mail.outbox[-1].body else {"code": "x"})
    alice.refresh_from_db()
    assert alice.email == "alice@example.org"


def test_a_confirmed_address_ends_the_warning_of_failing_mail(client_of, alice: Player) -> None:
    Player.objects.update(mail_failing="550 no such user")
    client = client_of(alice)
    assert "550 no such user" in client.get("/compte/").content.decode()
    change_address(client, "reine@example.org")
    assert "550" not in client.get("/compte/").content.decode()


@pytest.mark.slow
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
