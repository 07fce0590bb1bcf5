"""What players are told by mail: in full, in their language, as they chose, and never twice."""

from __future__ import annotations

from datetime import date, timedelta
from html import unescape

import pytest
from django.core import mail
from django.core.mail import EmailMultiAlternatives, get_connection
from django.test import Client

from heraut.engine.protocol import Seat as SeatName
from heraut.engine.protocol import seen_by
from heraut.site.accounts.models import Player
from heraut.site.matches.models import Match
from heraut.site.matches.pace import Pace
from heraut.site.matches.services import start
from heraut.site.matches.steps import stored_events
from heraut.site.matches.turn_status import consequence, statuses_of
from heraut.site.notifications import html_report
from heraut.site.notifications.match_mails import announce_muster
from heraut.site.notifications.models import Letter
from heraut.site.notifications.outbox import post
from heraut.site.notifications.reminders import notice, remind
from tests.site.matches.builders import gathering, give_orders, pass_deadline, planned, running, seat_of

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def test_the_start_brings_the_first_report_to_each_player_in_his_language(alice: Player, bob: Player) -> None:
    bob.language, bob.time_zone = "en", "America/Montreal"
    bob.save()
    running(alice, bob, bots=1)
    french, english = (Letter.objects.get(player=player, kind="start") for player in (alice, bob))
    assert "commence" in french.subject
    assert "begins" in english.subject
    assert "23:00" in french.text
    assert "17:00" in english.text  # the same moment, there
    for told, whose in ((french, "Les heures sont celles de Paris."), (english, "Times are those of Montreal.")):
        assert whose in told.text.replace("Montréal", "Montreal") and whose.split()[-1][:5] in told.html
    assert "<h2>" in english.html


@pytest.mark.rule("GP-SITE-19")
def test_a_turn_brings_the_report_in_full_as_text_and_html(alice: Player) -> None:
    match = running(alice, bots=1)
    give_orders(match, alice)
    pass_deadline(match)
    letter = Letter.objects.get(kind="turn")
    seat = seat_of(match, alice)
    step = match.steps.get(number=1)
    events = stored_events(step.events)
    report = match.rules.report(match.rules.view(match.realm, seat.name), seen_by(events, SeatName(seat.name)), "fr")
    assert report.strip() in letter.text
    assert f"Le tour 1 de la partie «\N{NO-BREAK SPACE}{match.title}\N{NO-BREAK SPACE}» est joué" in letter.text
    assert f"/partie/{match.code}/bilan/1/\n" in letter.text and f'/partie/{match.code}/bilan/1/"' in letter.html
    assert ":</a>" not in letter.html  # what is a link does not end as if something followed
    assert "IMP 3" in letter.html
    assert letter.key == f"turn:{match.pk}:1:j1"


def test_a_letter_tells_a_seat_nothing_that_it_may_not_know(alice: Player, bob: Player) -> None:
    match = running(alice, bob)
    save = give_orders(match, alice)
    pass_deadline(match)
    line = save.sheets.get().kept
    theirs = Letter.objects.get(kind="turn", player=bob)
    assert line not in theirs.text + theirs.html


def test_the_silent_player_is_told_what_followed(alice: Player, bob: Player) -> None:
    match = running(alice, bob)
    give_orders(match, alice)
    pass_deadline(match)
    told = Letter.objects.get(kind="turn", player=bob).text
    assert "aucun ordre n'avait été reçu" in told and "1 tour manqué. La règle" in told
    assert "Vous n'avez pas donné d'ordres" not in told  # of the coming turn nothing is said yet
    assert "aucun ordre n'avait été reçu" not in Letter.objects.get(kind="turn", player=alice).text


def test_who_refuses_reports_gets_none_and_who_has_no_address_neither(alice: Player, bob: Player) -> None:
    alice.mail_reports = False
    alice.save()
    bob.email = ""
    bob.save()
    match = running(alice, bob)
    pass_deadline(match)
    assert not Letter.objects.filter(kind__in=("start", "turn")).exists()


def test_writing_a_letter_twice_leaves_one(alice: Player) -> None:
    match = running(alice, bots=1)
    letter = Letter.objects.get(kind="start")
    letter.pk = None
    post([letter, letter])
    assert Letter.objects.filter(match=match).count() == 1


def test_the_last_report_says_that_the_match_is_over(alice: Player) -> None:
    match = gathering(alice, bots=1)
    match.options = {**match.options, "turn_limit": 1}
    match.save()
    start(match)
    pass_deadline(match)
    letter = Letter.objects.get(kind="end")
    assert "l'emporte" in letter.subject.replace("’", "'") and "l'emporte" in letter.text
    assert "Les ordres sont reçus" not in letter.text


def test_a_muster_asks_whatever_letters_are_refused(alice: Player) -> None:
    alice.mail_reports = alice.mail_reminders = False
    alice.save()
    announce_muster(gathering(alice, bots=1))
    letter = Letter.objects.get(kind="muster")
    assert "confirmez" in letter.text
    assert letter.headers == {}


# Reminders


@pytest.mark.rule("GP-SITE-18")
def test_a_reminder_says_what_is_missing_and_what_follows(alice: Player, bob: Player) -> None:
    match = running(alice, bob, pace=Pace(grace=2))
    give_orders(match, alice)
    assert remind(planned(match) - 25 * HOUR) == 0
    assert remind(planned(match) - 24 * HOUR) == 1
    letter = Letter.objects.get(kind="reminder")
    assert letter.player == bob
    pending = match.rules.pending(match.realm)
    status = statuses_of(match, pending, planned(match))["j2"]
    assert consequence(match, status) in letter.text
    assert "il vous restera 1 délai" in letter.text
    assert remind(planned(match) - HOUR) == 0
    pass_deadline(match)
    match.refresh_from_db()
    assert match.shift == 24 * HOUR  # what the letter had said


def test_a_delay_of_minutes_is_told_in_minutes(alice: Player, bob: Player) -> None:
    match = running(alice, bob, pace=Pace(seconds=300, grace=2))
    status = statuses_of(match, match.rules.pending(match.realm), planned(match))["j2"]
    assert "le tour attendra une fois, 5 min de plus" in consequence(match, status)


def test_where_the_others_wait_for_a_seal_its_want_is_a_reason_to_remind(alice: Player) -> None:
    match = running(alice, bots=1, pace=Pace(early=True))
    give_orders(match, alice)
    remind(planned(match) - HOUR)
    assert "sans être scellés" in Letter.objects.get(kind="reminder").text


def test_a_deadline_that_was_moved_is_reminded_of_again(alice: Player) -> None:
    match = running(alice, bots=1)
    remind(planned(match) - HOUR)
    Match.objects.filter(pk=match.pk).update(deadline=planned(match) + 72 * HOUR)
    remind(planned(match) + 70 * HOUR)
    assert Letter.objects.filter(kind="reminder").count() == 2


def test_the_absent_and_the_unwilling_are_not_reminded(alice: Player, bob: Player) -> None:
    match = running(alice, bob)
    alice.mail_reminders = False
    alice.save()
    bob.absent_from = date.today()
    bob.save()
    remind(planned(match) - HOUR)
    assert not Letter.objects.filter(kind="reminder").exists()


def test_fast_tables_have_no_reminders() -> None:
    assert notice(Pace(seconds=600)) == timedelta(0)
    assert notice(Pace()) == 24 * HOUR
    assert notice(Pace(weekdays=tuple(range(7)))) == 6 * HOUR


# Refusing letters


def stop_address(player: Player) -> str:
    """The address in the header of a letter that this player got."""
    letter = Letter.objects.filter(player=player, kind="start").latest("pk")
    assert letter.headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    return letter.headers["List-Unsubscribe"].strip("<>").removeprefix("http://127.0.0.1:8000")


def test_a_mail_program_refuses_letters_in_one_click_and_a_page_takes_it_back(alice: Player) -> None:
    running(alice, bots=1)
    address = stop_address(alice)
    assert address in Letter.objects.get(kind="start").text
    browser = Client(enforce_csrf_checks=True)
    assert browser.get(address).status_code == 200  # scanners follow links: nothing happens
    alice.refresh_from_db()
    assert alice.mail_reports
    assert browser.post(address, {"List-Unsubscribe": "One-Click"}).status_code == 200
    alice.refresh_from_db()
    assert (alice.mail_reports, alice.mail_reminders) == (False, True)
    browser.post(address, {"again": "1"})
    alice.refresh_from_db()
    assert alice.mail_reports


def test_nobody_refuses_letters_for_another(alice: Player, bob: Player, client: Client) -> None:
    running(alice, bob)
    address = stop_address(alice)
    wrong = [address.replace(f"/{alice.pk}/", f"/{bob.pk}/"), address.replace("reports", "account")]
    wrong += [address.replace(alice.unsubscribe_key or "-", "x"), address[:-12] + "/reports/"]
    for each in wrong:
        if each != address:
            assert client.post(each).status_code == 404, each
    bob.refresh_from_db()
    assert bob.mail_reports


# The page that stands for a mail server


def test_who_has_no_address_is_told_why_no_letter_there_is_his(client_of, alice: Player) -> None:
    Player.objects.update(email="")
    assert "aucun de ces courriels n'est pour vous" in unescape(client_of(alice).get("/lettres/").content.decode())


def test_letters_are_shown_on_a_page_on_ones_own_machine(alice: Player, client: Client) -> None:
    running(alice, bots=1)
    letter = Letter.objects.get()
    assert letter.subject in client.get("/lettres/").content.decode()
    shown = client.get(f"/lettres/{letter.pk}/")
    assert "sandbox" in shown.headers["Content-Security-Policy"]
    assert client.get(f"/lettres/{letter.pk}/?text").content.decode() == letter.text


@pytest.mark.parametrize(("name", "value"), [("MAIL", "smtp://mail.example.org"), ("HOST", "heraut.example.org")])
def test_letters_are_shown_to_nobody_on_a_public_site(
    alice: Player, client: Client, settings: object, name: str, value: str
) -> None:
    running(alice, bots=1)
    setattr(settings, name, value)
    assert client.get("/lettres/").status_code == 404
    assert client.get(f"/lettres/{Letter.objects.get().pk}/").status_code == 404
    settings.MAIL, settings.HOST = "page", "127.0.0.1"  # type: ignore[attr-defined]
    assert client.get("/lettres/", REMOTE_ADDR="192.0.2.7").status_code == 404


# The outbox of Django


def test_the_codes_of_the_account_pages_go_through_the_same_outbox(alice: Player) -> None:
    with get_connection("heraut.site.notifications.outbox.OutboxBackend") as connection:
        message = EmailMultiAlternatives("Votre code", "2pz04Bd0", to=[alice.email, "inconnu@example.org"])
        message.attach_alternative("<b>2pz04Bd0</b>", "text/html")
        connection.send_messages([message])
    known, unknown = Letter.objects.filter(kind="account")
    assert (known.player, known.html) == (alice, "<b>2pz04Bd0</b>")
    assert (unknown.player, unknown.address) == (None, "inconnu@example.org")
    assert mail.outbox == []


# The report as HTML


def test_the_report_becomes_headings_orders_lists_and_tables() -> None:
    report = "\n".join(
        [
            "═" * 40,
            "  GLOIRE ET POUVOIR          Scandinavie",
            "  Bilan du tour 7 pour Pépin",
            "═" * 40,
            "",
            "── Vos ordres ─────────",
            "",
            "  Phase 3 : Impôts",
            "    3  IMP 5 LIVO-JOKI",
            "       Livo-Joki rapporte 3 007 écus ;",
            "       bonheur 10,5 < 12.",
            "",
            "── Les seigneurs ──────",
            "",
            "  rang  seigneur             titre    terres",
            "     1  Galehaut des Îles    marquis       9",
            "    12  Ide de Bouillon      –             3",
            "",
            "  Guerres",
            "  · Pépin contre Ide",
            "    et Edwige.",
            "",
            "  Moyennes        au début du tour 8 : bonheur 15,1,",
            "                  population 16 500",
            "  Joutes royales  tour 10",
        ]
    )
    html = html_report.html(report)
    assert '<p class="scene">GLOIRE ET POUVOIR · Scandinavie</p><h1>Bilan du tour 7 pour Pépin</h1>' in html
    assert "<h2>Vos ordres</h2><h3>Phase 3 : Impôts</h3>" in html
    assert '<span class="number">3</span> <code>IMP 5 LIVO-JOKI</code>' in html
    assert "<p>Livo-Joki rapporte 3 007 écus ; bonheur 10,5 &lt; 12.</p>" in html
    assert '<td class="figure" data-head="rang">12</td><td data-head="seigneur">Ide de Bouillon</td>' in html
    assert '<td data-head="titre">–</td><td class="figure" data-head="terres">3</td>' in html
    assert "<h3>Guerres</h3>" in html
    assert "<p>Pépin contre Ide et Edwige.</p>" in html
    assert '<th scope="row">Moyennes</th><td>au début du tour 8 : bonheur 15,1, population 16 500</td>' in html
