"""Letters leave over real SMTP; what fails is tried again, and what fails for good is shown to the player."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.notifications.claims import LEASE, take
from heraut.site.notifications.models import FAILED, SENT, WAITING, Letter
from heraut.site.notifications.sender import KEPT, MINUTES, forget_old, send_due
from tests.site.notifications.office import Office

pytestmark = pytest.mark.django_db(transaction=True)


def write(player: Player | None, key: str = "k", kind: str = "turn", address: str = "") -> Letter:
    """A letter that is due."""
    return Letter.objects.create(
        key=key,
        player=player,
        kind=kind,
        address=address or (player.email if player else "x@example.org"),
        subject="Bilan du tour 7 : Åland est à vous",
        text="Vos chevaliers…\n",
        html="<h1>Vos chevaliers…</h1>",
        headers={"List-Unsubscribe": "<http://127.0.0.1:8000/lettres/stop/>"},
        due=timezone.now(),
    )


def test_a_letter_leaves_once_with_text_html_and_headers(alice: Player, office: Office) -> None:
    write(alice)
    assert (send_due(), send_due()) == (1, 0)
    (mail,) = office.mails
    assert mail["Subject"] == "Bilan du tour 7 : Åland est à vous"
    assert mail["To"] == alice.email
    assert mail["Message-ID"].endswith("@127.0.0.1>")
    assert mail["List-Unsubscribe"].startswith("<http")
    text, html = mail.get_body(("plain",)), mail.get_body(("html",))
    assert text is not None and text.get_content().strip() == "Vos chevaliers…"
    assert html is not None and "<h1>" in html.get_content()
    assert Letter.objects.get().status == SENT


def test_a_letter_that_waited_goes_to_the_present_address_and_what_proves_one_there(
    alice: Player, office: Office
) -> None:
    write(alice), write(alice, "code", "account")
    Player.objects.filter(pk=alice.pk).update(email="reine@example.org")
    assert send_due() == 2
    assert [mail["To"] for mail in office.mails] == ["reine@example.org", "alice@example.org"]
    assert Letter.objects.get(key="k").address == "reine@example.org"


@pytest.mark.parametrize("broken", ["\n", "\r\nBcc: tous@example.org\r\n", "\x07\t", "\u2028"])
def test_no_name_breaks_the_subject_of_a_letter(alice: Player, office: Office, broken: str) -> None:
    Letter.objects.filter(pk=write(alice).pk).update(subject=f"La table{broken}ronde")
    assert send_due() == 1
    (mail,) = office.mails
    assert "\n" not in mail["Subject"] and mail["Bcc"] is None
    alice.refresh_from_db()
    assert alice.mail_failing == ""


def test_a_letter_is_not_sent_before_its_time_nor_while_another_worker_has_it(alice: Player, office: Office) -> None:
    letter = write(alice)
    now = timezone.now()
    assert send_due(letter.due - timedelta(seconds=1)) == 0
    assert take(Letter.objects.all(), now) == letter
    assert send_due(now) == 0
    assert send_due(now + LEASE + timedelta(minutes=1)) == 1  # that worker is dead


def test_a_refused_letter_waits_longer_each_time_and_then_fails(alice: Player, office: Office) -> None:
    office.answer_to[alice.email] = "450 4.2.1 box busy"
    write(alice)
    now = timezone.now()
    for tries, minutes in enumerate(MINUTES, start=1):
        assert send_due(now) == 0
        letter = Letter.objects.get()
        assert (letter.status, letter.tries) == (WAITING, tries)
        assert letter.due == now + timedelta(minutes=minutes)
        assert letter.error == "450 4.2.1 box busy"
        now = letter.due
    send_due(now)
    assert Letter.objects.get().status == FAILED
    alice.refresh_from_db()
    assert alice.mail_failing == "450 4.2.1 box busy"


@pytest.mark.parametrize(("language", "told"), [("fr", "Nos courriels ne vous"), ("en", "Our e-mails no longer")])
def test_a_refusal_for_good_is_shown_to_the_player_and_a_mail_that_arrives_clears_it(
    alice: Player, bob: Player, office: Office, client_of: Any, language: str, told: str
) -> None:
    Player.objects.update(language=language)
    office.answer_to[alice.email] = "550 5.1.1 no such box"
    write(alice, "a")
    write(bob, "b")
    assert send_due() == 1  # bob's leaves all the same
    alice.refresh_from_db()
    assert alice.mail_failing.startswith("550")
    assert Letter.objects.get(key="a").status == FAILED
    page = client_of(alice).get("/compte/").content.decode()
    notice = page[page.index('class="notice bad') :].partition("</div>")[0]
    assert told in notice and "550 5.1.1 no such box" in notice
    assert 'href="/compte/email/"' in notice  # the remedy: another address
    assert "notice bad" not in client_of(bob).get("/compte/").content.decode()
    del office.answer_to[alice.email]
    write(alice, "c")
    send_due()
    alice.refresh_from_db()
    assert alice.mail_failing == ""
    assert "notice bad" not in client_of(alice).get("/compte/").content.decode()


@pytest.mark.parametrize("answer", ["451 4.7.1 greylisted, come back later", "421 busy"])
def test_a_refusal_for_now_is_tried_again(alice: Player, office: Office, answer: str) -> None:
    office.answer = answer
    write(alice)
    send_due()
    letter = Letter.objects.get()
    assert (letter.status, letter.error[:3]) == (WAITING, answer[:3])
    alice.refresh_from_db()
    assert alice.mail_failing == ""
    office.answer = "250 OK"
    assert send_due(letter.due) == 1


def test_a_code_is_not_kept_once_it_has_left(office: Office) -> None:
    write(None, kind="account")
    send_due()
    letter = Letter.objects.get()
    assert (letter.status, letter.subject, letter.text, letter.html) == (SENT, "", "", "")


def test_an_address_that_no_server_could_be_told_stops_nobody(alice: Player, office: Office) -> None:
    for place, address in enumerate(
        ("pas une\nadresse@example.org", "=?utf-8?q?x=0ABcc?=@example.org", "sans.arobase")
    ):
        write(None, f"a{place}", address=address)
    write(alice, "b")
    assert send_due() == 1
    assert Letter.objects.filter(status=FAILED).count() == 3 and len(office.raw) == 1


def test_a_letter_that_cannot_be_written_down_stops_nobody_and_is_no_fault_of_the_address(
    alice: Player, bob: Player, office: Office
) -> None:
    Letter.objects.filter(pk=write(alice, "a").pk).update(headers={"To": "quelqu'un d'autre"})  # two of them
    write(bob, "b")
    assert send_due() == 1
    assert Letter.objects.get(key="a").status == FAILED
    alice.refresh_from_db()
    assert alice.mail_failing == ""


def test_where_mail_is_a_page_letters_stay_there(alice: Player, settings: Any) -> None:
    settings.MAIL = "page"
    write(alice)
    assert send_due() == 1
    assert Letter.objects.get().text


def test_letters_are_thrown_away_a_month_after_they_left_and_not_before(alice: Player, office: Office) -> None:
    write(alice, "gone")
    send_due()
    write(alice, "waiting")
    now = timezone.now()
    assert forget_old(now + KEPT - timedelta(days=1)) == 0
    forget_old(now + KEPT + timedelta(days=1))
    assert [letter.key for letter in Letter.objects.all()] == ["waiting"]
