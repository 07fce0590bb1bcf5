"""Warnings and bans, what follows from them, and appeals that another answers (GP-SITE-37, GP-RP-07)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.api.models import READ
from heraut.site.api.tokens import find, issue
from heraut.site.common.refusals import Refused
from heraut.site.lobby import takeover
from heraut.site.lobby.leaving import bar_and_free
from heraut.site.matches import host_actions
from heraut.site.matches.former_parts import sat_before
from heraut.site.messaging.reading import names, readable
from heraut.site.moderation import sanctions
from heraut.site.moderation.models import Sanction, StaffAct
from heraut.site.moderation.tally import counts
from heraut.site.notifications.models import Letter
from tests.site.conftest import PASSWORD
from tests.site.lobby.builders import kinds, new_table, running, sit
from tests.site.matches.builders import seat_of
from tests.site.messaging.builders import write
from tests.site.moderation.builders import new_staff

pytestmark = pytest.mark.django_db
Browser = Callable[[Player], Client]
LOGIN = "/compte/login/"


@pytest.fixture
def kalan(db: None) -> Player:
    """The referee."""
    return new_staff("Kalan")


def login(name: str) -> Client:
    """The browser of somebody who has typed his password."""
    client = Client()
    client.post(LOGIN, {"login": name, "password": PASSWORD})
    return client


@pytest.mark.rule("GP-SITE-37")
def test_a_ban_ends_sessions_offers_seats_and_says_why_at_the_door(
    alice: Player, bob: Player, kalan: Player, client_of: Browser
) -> None:
    match, table = running(alice, bob), new_table(alice)
    sit(table, bob)
    before, token = client_of(bob), issue(bob, "x", READ)
    form = {"do": "bannir", "days": 3, "reason": "quatre comptes en tout"}
    assert client_of(kalan).post("/moderation/arbitre/joueur/Bob/", form).status_code == 302
    assert before.get("/compte/").status_code == 302  # to the login
    assert find(token) is None
    assert match.seats.filter(user=None, offered=True).count() == 1 and not table.seats.exists()
    assert kinds(match)[-1] == "offered"
    at = Client()
    answer = at.post(LOGIN, {"login": "Bob", "password": PASSWORD})
    assert answer.headers["Location"] == "/compte/mesures/"
    page = at.get("/compte/mesures/").content.decode()
    assert "quatre comptes en tout" in page and "le site vous est fermé jusqu" in page
    assert at.get("/compte/").status_code == 302
    assert "quatre comptes" in Letter.objects.get(kind="sanction_site_ban").text
    assert StaffAct.objects.get(kind="site_ban").player == bob


def test_whose_session_a_ban_ends_is_told_and_keeps_his_data(bob: Player, kalan: Player) -> None:
    before = login("Bob")
    bar_and_free(bob, kalan, "quatre comptes", None)
    assert before.get("/compte/").headers["Location"].startswith(LOGIN)
    assert before.get(LOGIN).headers["Location"] == "/compte/mesures/"
    page = before.get("/compte/mesures/").content.decode()
    assert "quatre comptes" in page and "sans terme" in page and "/compte/supprimer/" in page
    assert before.get(LOGIN).status_code == 200  # another may log in
    assert before.get("/compte/").status_code == 302
    assert before.get("/compte/donnees/").json()["account"]["username"] == "Bob"
    assert Client().get("/compte/donnees/").status_code == 302
    at = login("Bob")
    wrong = {"password": "faux", "sure": "on"}
    assert at.post("/compte/supprimer/", wrong).status_code == 200 and Player.objects.filter(pk=bob.pk).exists()
    assert at.post("/compte/supprimer/", {**wrong, "password": PASSWORD}).status_code == 302
    assert not Player.objects.filter(pk=bob.pk).exists()


def test_what_a_ban_leaves_open_ends_with_it(bob: Player, kalan: Player) -> None:
    ban = bar_and_free(bob, kalan, "repos", None)
    at = login("Bob")
    assert at.get("/compte/donnees/").status_code == 200
    sanctions.lift(ban, kalan)
    assert at.get("/compte/donnees/").status_code == 302  # he may log in


def test_a_ban_for_a_time_ends_by_itself(bob: Player, kalan: Player) -> None:
    bar_and_free(bob, kalan, "repos", timezone.now() + timedelta(days=1))
    assert bob.barred
    Player.objects.filter(pk=bob.pk).update(barred_until=timezone.now() - timedelta(seconds=1))
    assert login("Bob").get("/compte/").status_code == 200


def test_the_longest_ban_counts(bob: Player, kalan: Player) -> None:
    first = bar_and_free(bob, kalan, "un", None)
    bar_and_free(bob, kalan, "deux", timezone.now() + timedelta(days=2))
    assert bob.barred_until == sanctions.FOR_EVER
    sanctions.lift(first, kalan)
    bob.refresh_from_db()
    assert bob.barred_until is not None and bob.barred_until.year < 9999
    assert bob.barred


def test_a_player_let_back_in_has_sat_at_his_former_tables(alice: Player, bob: Player, kalan: Player) -> None:
    match = running(alice, bob)
    sanctions.lift(bar_and_free(bob, kalan, "repos", None), kalan)
    assert sat_before(match, bob) and not sat_before(match, alice)


@pytest.mark.rule("GP-RP-07")
def test_whoever_is_banned_appeals_once_and_another_answers(bob: Player, kalan: Player, client_of: Browser) -> None:
    ban = bar_and_free(bob, kalan, "deux comptes", None)
    at = login("Bob")
    form = {"number": ban.pk, "appeal": "C'était ma sœur."}
    assert at.post("/compte/mesures/", form).status_code == 302
    assert "une fois" in at.post("/compte/mesures/", {**form, "appeal": "encore"}).content.decode()
    verdict = {"do": "juger", "number": ban.appeal.pk, "verdict": "Soit.", "granted": "on"}
    page = client_of(kalan).get("/moderation/arbitre/").content.decode()
    assert "C&#x27;était ma sœur." in page and "un autre que vous" in page
    assert "un autre" in client_of(kalan).post("/moderation/arbitre/", verdict).content.decode().lower()
    ban.refresh_from_db()
    assert ban.lifted is None
    other = new_staff("Hyliath")
    assert client_of(other).post("/moderation/arbitre/", verdict).status_code == 302
    bob.refresh_from_db()
    assert not bob.barred and "Soit." in Letter.objects.get(kind="appeal_answered").text
    assert login("Bob").get("/compte/").status_code == 200
    assert client_of(other).post("/moderation/arbitre/", verdict).status_code == 200  # it has its answer


def test_one_who_is_not_banned_reads_no_one_elses_measures(alice: Player, bob: Player, kalan: Player) -> None:
    ban = bar_and_free(bob, kalan, "deux comptes", None)
    assert Client().get("/compte/mesures/").headers["Location"].startswith(LOGIN)
    at = login("Alice")
    assert "deux comptes" not in at.get("/compte/mesures/").content.decode()
    assert at.post("/compte/mesures/", {"number": ban.pk, "appeal": "moi"}).status_code == 404
    wrong = Client()
    wrong.post(LOGIN, {"login": "Bob", "password": "faux"})
    assert wrong.get("/compte/mesures/").status_code == 302


@pytest.mark.rule("GP-RP-07")
def test_an_appeal_that_is_granted_gives_the_seat_back(
    alice: Player, bob: Player, kalan: Player, client_of: Browser
) -> None:
    match = running(alice, bob)
    seat = seat_of(match, bob)
    ban = sanctions.ban_from_match(seat, kalan, "deux comptes")
    appeal = sanctions.appeal(ban, "Non.")
    with pytest.raises(Refused, match="not_your_appeal"):
        sanctions.answer(appeal, bob, "moi-même", granted=True)
    sanctions.answer(appeal, new_staff("Hyliath"), "Soit.", granted=True)
    seat.refresh_from_db()
    assert seat.meant_for == bob
    mails = list(Letter.objects.filter(player=bob).order_by("pk"))
    assert [letter.kind for letter in mails[-2:]] == ["appeal_answered", "appointed"]
    assert "Votre siège" in mails[-2].text and "hôte" not in mails[-1].text
    assert "vous est proposé" in client_of(bob).get("/").content.decode()
    takeover.take_over(seat, bob)
    seat.refresh_from_db()
    assert seat.user == bob


def test_a_ban_from_the_site_that_is_lifted_gives_seats_back(
    alice: Player, bob: Player, charlie: Player, kalan: Player, client_of: Browser
) -> None:
    lost, kept, shut = (running(alice, bob, bots=number) for number in range(3))
    sanctions.ban_from_match(seat_of(shut, bob), kalan, "injures")
    taken = seat_of(lost, bob)
    ban = bar_and_free(bob, kalan, "repos", None)
    taken.refresh_from_db()
    takeover.take_over(taken, charlie)
    at = client_of(kalan)
    assert at.post("/moderation/arbitre/joueur/Bob/", {"do": "lever", "number": ban.pk}).status_code == 302
    assert [seat.match for seat in takeover.offered_seats(bob).filter(meant_for=bob)] == [kept]
    mail = Letter.objects.get(kind="sanction_lifted", player=bob).text
    assert "levée" in mail and "Votre siège" in mail
    ban.refresh_from_db()
    with pytest.raises(Refused, match="settled"):
        sanctions.appeal(ban, "trop tard")
    page = client_of(bob).get("/compte/mesures/").content.decode()
    assert page.count("Faire appel") == 1  # against the ban from a match, which holds


def test_whoever_comes_back_after_a_ban_finds_letters_and_orders(
    alice: Player, bob: Player, charlie: Player, kalan: Player
) -> None:
    match = running(alice, bob)
    hers, seat = seat_of(match, alice), seat_of(match, bob)
    write(seat, names(match)[hers.name][0], "la mienne")
    ban = bar_and_free(bob, kalan, "repos", None)
    write(hers, names(match)[seat.name][0], "pendant ce temps")
    sanctions.lift(ban, kalan)
    seat.refresh_from_db()
    takeover.take_over(seat, bob)
    assert {one.text for one in readable(seat)} == {"la mienne", "pendant ce temps"} and seat.unread == 1
    assert kinds(match)[-1] == "came_back"
    ban = sanctions.ban_from_match(seat, kalan, "encore")
    seat.refresh_from_db()
    takeover.take_over(seat, charlie)
    assert not readable(seat) and kinds(match)[-1] == "taken_over"
    sanctions.lift(ban, kalan)
    host_actions.resign(seat)  # and then it is nobody's own
    takeover.take_over(seat, bob)
    assert not readable(seat) and kinds(match)[-1] == "taken_over"


@pytest.mark.rule("GP-SITE-37")
def test_whoever_is_banned_from_a_match_is_told_where_he_looks_for_it(
    alice: Player, bob: Player, kalan: Player, client_of: Browser
) -> None:
    match, at = running(alice, bob), client_of(bob)
    table = f"/table/{match.code}/"
    ban = sanctions.ban_from_match(seat_of(match, bob), kalan, "deux comptes")
    for page in ("ordres", "lettres"):
        answer = at.get(f"/partie/{match.code}/{page}/")
        assert (answer.status_code, answer.headers["Location"]) == (302, table)
        assert client_of(kalan).get(f"/partie/{match.code}/{page}/").status_code == 404
    assert "/compte/mesures/" in at.get("/").content.decode()
    for address in (table, f"/partie/{match.code}/"):
        page = at.get(address).content.decode()
        assert "deux comptes" in page and "/compte/mesures/" in page
        assert 'href="/compte/mesures/"' not in client_of(kalan).get(address).content.decode()
    at.get("/compte/mesures/")
    assert "/compte/mesures/" not in at.get("/").content.decode()  # told once
    sanctions.lift(ban, kalan)
    assert "deux comptes" not in at.get(f"/partie/{match.code}/").content.decode()


def test_a_warning_is_told_at_home_until_it_is_read(bob: Player, kalan: Player, client_of: Browser) -> None:
    at = client_of(bob)
    assert "/compte/mesures/" not in at.get("/").content.decode()
    sanctions.warn(bob, kalan, "Du calme.")
    for _ in range(2):
        assert "/compte/mesures/" in at.get("/").content.decode()
    assert "Du calme." in at.get("/compte/mesures/").content.decode()
    assert "/compte/mesures/" not in at.get("/").content.decode()


def test_a_refused_appeal_leaves_all_as_it_is(bob: Player, kalan: Player) -> None:
    ban = bar_and_free(bob, kalan, "deux comptes", None)
    sanctions.answer(sanctions.appeal(ban, "Non."), new_staff("Hyliath"), "Si.", granted=False)
    bob.refresh_from_db()
    assert bob.barred


def test_a_warning_is_told_and_a_member_of_the_staff_not_banned(bob: Player, kalan: Player, client_of: Browser) -> None:
    at = client_of(kalan)
    assert at.post("/moderation/arbitre/joueur/Bob/", {"do": "avertir", "reason": "Du calme."}).status_code == 302
    assert "Du calme." in Letter.objects.get(kind="sanction_warning", player=bob).text
    page = client_of(bob).get("/compte/mesures/").content.decode()
    assert "Du calme." in page and "Faire appel" in page
    other = new_staff("Hyliath")
    at.post(f"/moderation/arbitre/joueur/{other.username}/", {"do": "bannir", "reason": "moi seul"})
    assert not Sanction.objects.filter(player=other).exists()
    typed = at.post("/moderation/arbitre/joueur/Bob/", {"do": "bannir", "days": 0, "reason": "trop long"}).content
    assert "trop long" in typed.decode() and Sanction.objects.count() == 1


def test_the_count_of_a_year_has_figures_and_no_names_and_outlives_accounts(
    bob: Player, kalan: Player, client_of: Browser
) -> None:
    now = timezone.now()
    appeal = sanctions.appeal(sanctions.warn(bob, kalan, "Du calme."), "Non.")
    appeal.at = now - timedelta(days=4)
    sanctions.answer(appeal, new_staff("Hyliath"), "Soit.", granted=True)
    bob.delete()
    rows = {kind: (number, days) for kind, number, days in dict(counts())[timezone.localtime(now).year]}
    assert rows["warning"] == (1, None) and rows["appeal"] == (1, None) and rows["appeal_granted"] == (1, None)
    assert rows["appeal_answered"] == (1, 4) and rows["site_ban"] == (0, None)
    page = Client().get("/moderation/").content.decode()
    assert "Avertissements" in page and "Bob" not in page and "Kalan" not in page
