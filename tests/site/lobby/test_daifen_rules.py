"""What the catalogue of Daifen asks of the site: accounts, tables, the hours of forms (DA-ACC, DA-CON, DA-PAC)."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.core import mail
from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.clock.outage import note_alive
from heraut.site.clock.resolution import claim, compute, open_step, publish, resolve_due
from heraut.site.common.refusals import Refused
from heraut.site.games.daifen.table_forms import HIDDEN, PACES
from heraut.site.lobby.tables import join, leave, open_table
from heraut.site.lobby.takeover import check_successor
from heraut.site.matches import models as m
from heraut.site.matches.models import Match, Seat
from heraut.site.matches.orders import open_to_orders, save_orders
from heraut.site.matches.services import Closed
from tests.site.accounts.test_signup import CODE_PAGE, FORM, errors_of, mailed_code
from tests.site.conftest import PASSWORD
from tests.site.lobby.test_rulings import continent, seat

pytestmark = pytest.mark.django_db
Browser = Callable[[Player], Client]
SECOND = timedelta(seconds=1)


def table(host: Player, lords: int = 3, title: str = "Les brumes") -> Match:
    """A continent that waits."""
    options = {"continent": title, "lords": lords, "abandon_after": 5, **HIDDEN}
    return open_table(host, title, options, PACES["lent"], game="daifen", bots="random")


# Accounts


@pytest.mark.rule("DA-ACC-01")
@pytest.mark.parametrize("missing", ["username", "email", "password1"])
def test_registration_asks_for_a_name_an_address_and_a_password(client: Client, missing: str) -> None:
    assert errors_of(client.post("/compte/signup/", {key: FORM[key] for key in FORM if key != missing}))
    assert not Player.objects.exists()
    client.post("/compte/signup/", FORM)
    player = Player.objects.get()
    assert (player.username, player.email) == (FORM["username"], FORM["email"]) and player.check_password(PASSWORD)


@pytest.mark.rule("DA-ACC-02")
def test_a_code_confirms_the_address_is_sent_again_and_without_it_nobody_joins(
    client: Client, alice: Player, settings: LazySettings
) -> None:
    settings.MAIL = "smtp://mail.example.org"  # it sends its mails: one may fail to arrive
    waiting = table(alice)
    page = client.get("/compte/signup/").content.decode()
    assert "après trois jours, écrivez à qui tient ce site" in page and re.search(r"[\w.]+@[\w.]+", page)
    client.post("/compte/signup/", FORM)
    first = mailed_code()
    assert "trois jours" in client.get(CODE_PAGE).content.decode()
    answer = client.post(f"/table/{waiting.code}/rejoindre/", {"lord": "Aubert", "race": "orcs"})
    assert answer.headers["Location"].startswith("/compte/login/") and not waiting.seats.exists()

    cache.clear()  # some minutes later
    client.post(CODE_PAGE, {"action": "resend"}, follow=True)
    assert len(mail.outbox) == 2 and mail.outbox[1].to == [FORM["email"]]
    assert mailed_code() != first
    client.post(CODE_PAGE, {"code": mailed_code()}, follow=True)
    client.post(f"/table/{waiting.code}/rejoindre/", {"lord": "Aubert", "race": "orcs"})
    assert waiting.seats.get().user == Player.objects.get(username=FORM["username"])


@pytest.mark.rule("DA-ACC-03")
def test_the_form_says_that_mail_of_the_game_and_of_players_is_accepted(client: Client) -> None:
    page = client.get("/compte/signup/").content.decode().replace("&#39;", "'")
    assert "accepter les courriels du jeu et ceux des autres joueurs" in page
    assert "sans jamais montrer votre adresse" in page


@pytest.mark.rule("DA-ACC-04")
def test_a_player_reads_changes_and_deletes_what_is_kept_about_him(alice: Player, client_of: Browser) -> None:
    client = client_of(alice)
    assert client.get("/compte/donnees/").json()["account"]["email"] == alice.email
    client.post("/compte/", {"language": "en", "time_zone": "UTC", "theme": "auto"})
    alice.refresh_from_db()
    assert (alice.language, alice.time_zone, alice.mail_reports) == ("en", "UTC", True)
    client.post("/compte/supprimer/", {"password": PASSWORD, "sure": "on"})
    assert not Player.objects.exists()


@pytest.mark.rule("DA-ACC-05")
def test_one_account_an_address_and_one_kingdom_a_person_on_each_continent(
    alice: Player, bob: Player, client: Client
) -> None:
    client.post("/compte/signup/", {**FORM, "email": alice.email.upper()}, follow=True)
    assert Player.objects.count() == 2
    first, second = table(bob), table(bob, title="Ailleurs")
    join(first, alice, "Alix")
    with pytest.raises(Refused, match="seated"):
        join(first, alice, "Une autre")
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.create(match=first, name="x", user=alice)
    join(second, alice, "Alix")  # several continents with one account
    assert alice.seats.count() == 2


@pytest.mark.rule("DA-ACC-06")
def test_a_browser_an_address_and_a_connection_are_enough_to_play(client: Client, alice: Player) -> None:
    """From the first visit to the first report: plain forms and nothing else, no script, no program of one's own."""
    waiting = table(alice, lords=2)
    client.post("/compte/signup/", FORM)
    client.post(CODE_PAGE, {"code": mailed_code()})
    join(waiting, alice, "Alix")
    client.post(f"/table/{waiting.code}/rejoindre/", {"lord": "Aubert", "race": "nains"})
    for browser in (client, Client()):
        if browser is not client:
            browser.force_login(alice)
        browser.post(f"/table/{waiting.code}/joueur/confirmer/")
    waiting.refresh_from_db()
    assert waiting.status == m.RUNNING
    orders = f"/partie/{waiting.code}/ordres/"
    form = client.get(orders).content.decode()
    assert 'name="b-mine"' in form
    client.post(orders, {"fields": "1", "base": "0", "b-mine": "1", "do": "save"})
    assert seat_of(waiting).sheets.get().kept == "CONSTRUIRE Mine 1"
    resolve_due((waiting.deadline or timezone.now()) + SECOND)
    report = client.get(f"/partie/{waiting.code}/bilan/").content.decode()
    assert "1 Mine" in report


def seat_of(match: Match) -> Seat:
    """The seat of whoever has just signed up."""
    return match.seats.get(user__username=FORM["username"])


# Tables


@pytest.mark.rule("DA-CON-07")
def test_before_the_launch_anybody_withdraws_and_after_it_nobody_joins(
    alice: Player, bob: Player, charlie: Player, client_of: Browser
) -> None:
    waiting = table(charlie, lords=2)
    join(waiting, alice, "Alix")
    leave(waiting, alice)
    assert not waiting.seats.exists()
    running = continent(alice, None, host=charlie)
    with pytest.raises(Refused, match="started"):
        join(running, bob, "Bertrand")
    with pytest.raises(Refused, match="started"):
        leave(running, alice)
    client_of(bob).post(f"/table/{running.code}/rejoindre/", {"lord": "Bertrand", "race": "orcs"})
    assert not running.seats.filter(user=bob).exists() and running.seats.filter(user=alice).exists()


# The clock


@pytest.mark.rule("DA-PAC-05")
def test_no_form_is_taken_from_the_deadline_until_the_reports_are_out(alice: Player, bob: Player) -> None:
    match = continent(alice, bob)
    assert match.deadline is not None
    assert open_to_orders(match, match.deadline - SECOND) and not open_to_orders(match, match.deadline)
    late = match.deadline + SECOND
    held = claim(late)
    assert held is not None
    for moment in ("being resolved", "just after"):
        with pytest.raises(Closed):
            save_orders(seat(match, "j1"), "CONSTRUIRE Mine 1")
        if moment == "being resolved":
            computed = compute(held.match, open_step(held.match, late), late)
            Match.objects.filter(pk=match.pk).update(deadline=timezone.now() + timedelta(days=1))  # the claim counts
    assert publish(held, computed, late)
    match.refresh_from_db()
    assert match.step == 1 and match.steps.filter(number=1).exists()
    sheet, refusals = save_orders(seat(match, "j1"), "CONSTRUIRE Mine 1")
    assert (sheet.step, refusals) == (2, ())


@pytest.mark.rule("DA-PAC-08")
@pytest.mark.parametrize(("days", "hours"), [(0, 3), (3, 7), (20, 30)])
def test_deadlines_missed_by_a_stopped_server_are_resolved_once_when_it_is_back(
    alice: Player, bob: Player, days: int, hours: int
) -> None:
    pace = PACES["rapide"]
    match = continent(alice, bob, pace=pace)
    assert match.deadline is not None
    down, up = match.deadline - timedelta(hours=1), match.deadline + timedelta(days=days, hours=hours)
    note_alive("old", down, down)
    note_alive("new", up, up)
    missed = match.deadline
    assert resolve_due(up) == 1 and resolve_due(up) == 0
    match.refresh_from_db()
    assert (match.step, match.realm.turn) == (1, 2) and not match.activities.filter(kind="outage").exists()
    assert match.deadline is not None and match.deadline - up >= timedelta(hours=12) and match.deadline > missed
    paris = timezone.localtime(match.deadline)
    assert (paris.hour, paris.weekday() != 5) == (20, True)


@pytest.mark.rule("DA-FOG-08")
def test_a_host_who_has_seen_who_plays_does_not_sit_down(alice: Player, bob: Player, charlie: Player) -> None:
    """He sits down before the others or not at all; nor does he take over a kingdom later."""
    waiting = table(alice)
    for _ in range(2):  # alone, he goes and comes
        join(waiting, alice, "Aude")
        leave(waiting, alice)
    join(waiting, alice, "Aude")
    join(waiting, bob, "Bohort")
    leave(waiting, alice)
    with pytest.raises(Refused, match="host_knows"):
        join(waiting, alice, "Aude")
    with pytest.raises(Refused, match="host_knows"):
        check_successor(waiting, alice)
    check_successor(waiting, charlie)
