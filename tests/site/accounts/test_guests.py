"""Playing at once without an account, and keeping the seat by signing up."""

from __future__ import annotations

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmed
from django.conf import LazySettings
from django.test import Client

from heraut.games.daifen.naming import default_name
from heraut.site.accounts.forms import ClaimForm
from heraut.site.accounts.guests import DEMO_NAME
from heraut.site.accounts.models import Player
from heraut.site.matches.models import Match, Seat
from tests.site.accounts.test_signup import CODE_PAGE, FORM, errors_of, mailed_code
from tests.site.conftest import PASSWORD, new_player

pytestmark = pytest.mark.django_db


@pytest.fixture
def guest(client: Client) -> Player:
    """A guest who has just sat down in a match; `client` is his browser."""
    player = client.post("/compte/invite/", {"next": "/compte/"}, follow=True).wsgi_request.user
    match = Match.objects.create(code="aaaa", game="gloire", title="Essai", seed=b"", commitment="")
    Seat.objects.create(match=match, name="j1", user=player)
    return Player.objects.get()


def test_a_passer_by_plays_at_once(client: Client, guest: Player) -> None:
    assert guest.guest
    assert not guest.has_usable_password()
    assert client.get("/compte/").wsgi_request.user == guest
    assert "Garder ma place" in client.get("/compte/").content.decode()


def test_a_guest_goes_on_to_a_page_of_ours_alone(client: Client) -> None:
    assert client.post("/compte/invite/", {"next": "/compte/"}).headers["Location"] == "/compte/"
    for elsewhere in ("//example.com/", "https://example.com/", "/\\example.com/", "home", "compte/", ""):
        assert Client().post("/compte/invite/", {"next": elsewhere}).headers["Location"] == "/", elsewhere


def test_a_guest_reads_the_hours_of_his_browser_and_keeps_them(client: Client) -> None:
    client.post("/compte/invite/", {"time_zone": "America/Montreal"})
    assert Player.objects.get().time_zone == "America/Montreal"
    client.post("/compte/garder/", FORM)  # a browser without scripts names none
    assert Player.objects.get().time_zone == "America/Montreal"
    client.post("/compte/garder/", FORM | {"time_zone": "Asia/Tokyo"})
    assert Player.objects.get().time_zone == "Asia/Tokyo"


def test_a_guest_may_log_out_and_is_told_what_it_costs(client: Client, guest: Player) -> None:
    assert client.get("/compte/").content.decode().count('href="/compte/logout/"') == 3  # two menus, and the page
    told = client.get("/compte/logout/").content.decode()
    assert "perd sa place" in told and 'href="/compte/garder/"' in told
    assert client.post("/compte/logout/").status_code == 302
    assert not client.get("/regles/").wsgi_request.user.is_authenticated


def test_a_guest_who_signs_up_keeps_the_seat(client: Client, guest: Player) -> None:
    page = client.post("/compte/garder/", FORM, follow=True)
    assert page.redirect_chain[-1][0] == CODE_PAGE
    assert Player.objects.get().guest
    client.post(CODE_PAGE, {"code": mailed_code()})
    player = Player.objects.get()
    assert (player.pk, player.guest, player.username, player.email) == (
        guest.pk,
        False,
        FORM["username"],
        FORM["email"],
    )
    assert Seat.objects.get().user == player
    client.logout()
    assert client.login(username=FORM["username"], password=PASSWORD)


@pytest.mark.parametrize(("asked", "goes_on"), [("/table/aaaa/", True), ("//example.com/", False)])
def test_a_guest_comes_back_to_the_page_that_wanted_an_account(
    client: Client, guest: Player, asked: str, goes_on: bool
) -> None:
    client.get("/compte/garder/", {"next": asked})
    client.post("/compte/garder/", FORM)
    assert (client.post(CODE_PAGE, {"code": mailed_code()}).headers["Location"] == asked) is goes_on


def test_a_guest_may_try_again_when_the_code_never_came(client: Client, guest: Player) -> None:
    client.post("/compte/garder/", FORM)
    page = client.post("/compte/garder/", {**FORM, "email": "autre@example.org"}, follow=True)
    assert page.redirect_chain[-1][0] == CODE_PAGE
    client.post(CODE_PAGE, {"code": mailed_code()})
    assert Player.objects.get().email == "autre@example.org"


def test_a_guest_confirms_no_address_and_sets_no_password_but_by_claiming_the_seat(
    client: Client, guest: Player
) -> None:
    for page in ("/compte/email/", "/compte/password/set/"):
        assert client.get(page).headers["Location"] == "/compte/garder/"
        sent = {"email": "x@example.org", "action_add": "", "password1": PASSWORD}
        assert client.post(page, sent).headers["Location"] == "/compte/garder/"
    assert not EmailAddress.objects.exists() and not Player.objects.get().has_usable_password()


def test_a_confirmed_address_alone_makes_no_player(guest: Player) -> None:
    address = EmailAddress.objects.create(user=guest, email="x@example.org", verified=True)
    email_confirmed.send(EmailAddress, request=None, email_address=address)
    assert Player.objects.get().guest


def test_a_guest_cannot_take_the_name_of_a_player(client: Client, guest: Player) -> None:
    Player.objects.create_user("Aubért de Narvik")
    assert "trop semblable" in errors_of(client.post("/compte/garder/", FORM))


def test_a_guest_whose_name_is_taken_in_the_same_moment_chooses_another(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.post("/compte/invite/")
    judged = ClaimForm.clean

    def clean(form: ClaimForm) -> Any:
        new_player(FORM["username"])
        return judged(form)

    monkeypatch.setattr(ClaimForm, "clean", clean)
    assert "trop semblable" in errors_of(client.post("/compte/garder/", FORM))
    assert Player.objects.filter(guest=True).count() == 1


def test_a_player_has_nothing_to_claim(client_of, alice: Player) -> None:
    assert client_of(alice).get("/compte/garder/").headers["Location"] == "/compte/"


def test_guests_are_counted(client: Client) -> None:
    answers = [Client().post("/compte/invite/").status_code for _ in range(31)]
    assert answers[0] == 302
    assert answers[-1] == 429


def test_the_demonstration_has_a_way_in_of_one_click(client: Client, settings: LazySettings) -> None:
    assert client.get("/compte/demo/").status_code == 404
    settings.DEMO = True
    assert "/compte/demo/" in client.get("/").content.decode()
    assert client.get("/compte/demo/", follow=True).wsgi_request.user.username == DEMO_NAME
    assert default_name(DEMO_NAME, ()).endswith(DEMO_NAME)  # his kingdom is called by his whole name
    assert Client().post("/compte/demo/", follow=True).wsgi_request.user == Player.objects.get()
