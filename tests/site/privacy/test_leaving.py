"""Taking one's data, and leaving for good."""

from __future__ import annotations

import json

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.matches.models import CANCELLED, OVER, RUNNING, Match, Seat, Sheet
from heraut.site.notifications.models import Letter
from tests.site.accounts.test_signup import errors_of
from tests.site.conftest import PASSWORD


def seat_of(player: Player, code: str, status: str = RUNNING) -> Seat:
    """A seat of the player in a match of its own, with one version of orders."""
    match = Match.objects.create(code=code, game="gloire", title="Nord", seed=b"", commitment="", status=status)
    seat = Seat.objects.create(match=match, name="j1", user=player, lord="Kalan", notes="Méfiance")
    when = timezone.now()
    Sheet.objects.create(seat=seat, step=1, sequence=1, text="ATT Galahad Thulé 200", saved=when, hash="", signature="")
    return seat


@pytest.fixture
def letter(alice: Player) -> Letter:
    """A letter to alice."""
    fields = {"kind": "report", "address": alice.email, "subject": "Bilan", "text": "Salut", "due": timezone.now()}
    return Letter.objects.create(key="a", player=alice, **fields)


@pytest.mark.rule("GP-SITE-13")
def test_who_leaves_offers_the_seat_and_his_orders_stay(client_of, alice: Player, letter: Letter) -> None:
    seat = seat_of(alice, "a")
    client = client_of(alice)
    assert "Nord" in client.get("/compte/supprimer/").content.decode()
    home = client.post("/compte/supprimer/", {"password": PASSWORD, "sure": "on"}, follow=True)
    assert not home.wsgi_request.user.is_authenticated
    assert not Player.objects.exists()
    assert not Letter.objects.exists()
    seat.refresh_from_db()
    assert (seat.user, seat.offered, seat.notes, seat.lord) == (None, True, "", "Kalan")
    told = seat.match.activities.get()  # by nobody's name: the account is gone
    assert (told.kind, told.author, told.data) == ("resigned", None, {"seats": ["j1"]})
    assert seat.sheets.count() == 1


def test_who_leaves_is_told_what_goes_with_him_and_of_no_seat_of_a_cancelled_table(client_of, alice: Player) -> None:
    seat_of(alice, "a", CANCELLED)
    told = client_of(alice).get("/compte/supprimer/").content.decode()
    assert "messages aux forums" in told and "Nord" not in told


def test_a_seat_of_a_match_that_is_over_is_not_offered(client_of, alice: Player) -> None:
    seat = seat_of(alice, "a", OVER)
    client_of(alice).post("/compte/supprimer/", {"password": PASSWORD, "sure": "on"})
    seat.refresh_from_db()
    assert (seat.user, seat.offered) == (None, False)


@pytest.mark.parametrize("form", [{"password": "faux", "sure": "on"}, {"password": PASSWORD}])
def test_nobody_leaves_by_mistake(client_of, alice: Player, form: dict[str, str]) -> None:
    assert errors_of(client_of(alice).post("/compte/supprimer/", form))
    assert Player.objects.exists()


def test_a_guest_leaves_without_a_password(client: Client, db: None) -> None:
    client.post("/compte/invite/")
    client.post("/compte/supprimer/", {"sure": "on"})
    assert not Player.objects.exists()


def test_a_player_takes_all_his_data_and_nobody_elses(client_of, alice: Player, bob: Player, letter: Letter) -> None:
    seat_of(alice, "a")
    seat_of(bob, "b")
    answer = client_of(alice).get("/compte/donnees/")
    assert "attachment" in answer.headers["Content-Disposition"]
    data = json.loads(answer.content)
    assert data["account"]["email"] == alice.email
    assert [seat["match__code"] for seat in data["seats"]] == ["a"]
    assert data["seats"][0]["sheets"][0]["text"] == "ATT Galahad Thulé 200"
    assert data["letters"][0]["subject"] == "Bilan"
    assert "password" not in answer.content.decode()


def test_a_code_stands_in_no_file(client: Client, client_of, alice: Player) -> None:
    mail.get_connection("heraut.site.notifications.outbox.OutboxBackend").send_messages(
        [mail.EmailMessage("Votre code : BCDF-GHJK", "BCDF-GHJK", to=[alice.email])]
    )
    told = client_of(alice).get("/compte/donnees/").content.decode()
    assert '"kind": "account"' in told
    assert "BCDF" not in told


@pytest.mark.parametrize("page", ["", "donnees/", "supprimer/", "garder/", "email/", "password/change/"])
def test_a_stranger_is_asked_to_log_in(client: Client, db: None, page: str) -> None:
    assert client.get(f"/compte/{page}").headers["Location"].startswith("/compte/login/")
