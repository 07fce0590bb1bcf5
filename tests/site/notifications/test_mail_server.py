"""When it is the mail server that fails: letters wait, none counts as refused, and no player's address is blamed."""

from __future__ import annotations

import threading
from datetime import timedelta
from time import monotonic, sleep
from typing import Any

import pytest
from django.db import connections
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.notifications import claims, mail_server, sender
from heraut.site.notifications.claims import take
from heraut.site.notifications.decision_mails import withdraw
from heraut.site.notifications.models import FAILED, SENT, WAITING, Letter, MailServer, trouble
from heraut.site.notifications.sender import MINUTES, REST, send_due
from tests.busy import times_slower
from tests.ports import free_port
from tests.site.conftest import new_player
from tests.site.matches.builders import running
from tests.site.notifications.office import Office, mumbling, opened, wait_for
from tests.site.notifications.test_sender import write

pytestmark = pytest.mark.django_db(transaction=True)
SECOND = timedelta(seconds=1)


def untouched() -> None:
    """No letter has been refused, and nobody's address is at fault."""
    assert set(Letter.objects.values_list("status", "tries", "claimed_until")) == {(WAITING, 0, None)}
    assert not Player.objects.exclude(mail_failing="").exists()


def test_a_dead_mail_server_is_left_alone_longer_each_time_and_costs_no_letter_a_try(
    alice: Player, bob: Player, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    settings.MAIL = f"smtp://127.0.0.1:{(port := free_port())}"
    for key in "abc":
        write(alice, key)
    now = began = timezone.now()
    for fails in range(1, 2 * len(MINUTES)):
        assert send_due(now) == 0
        untouched()
        found = MailServer.objects.get()
        assert (found.fails, found.since) == (fails, began) and "refused" in found.error
        assert found.until == now + timedelta(minutes=REST[min(fails, len(REST)) - 1])
        assert send_due(found.until - SECOND) == 0 and MailServer.objects.get().fails == fails  # not even asked
        now = found.until
    assert f"the mail server 127.0.0.1:{port} takes no letters since" in caplog.text
    with opened(port) as office:
        assert send_due(now) == 3 and len(office.raw) == 3
    assert trouble() is None


@pytest.mark.parametrize("greeting", [b"421 4.3.2 closing\r\n", b"554 5.7.1 go away\r\n", b"", b"220 mail", b"hm\r\n"])
def test_a_server_that_does_not_let_us_in_is_at_fault(
    alice: Player, settings: Any, monkeypatch: pytest.MonkeyPatch, greeting: bytes
) -> None:
    monkeypatch.setattr(mail_server, "TIMEOUT", 0.5)
    write(alice)
    with mumbling(greeting) as port:
        settings.MAIL = f"smtp://127.0.0.1:{port}"
        assert send_due() == 0
    untouched()
    assert trouble() is not None


@pytest.mark.parametrize("answer", ["421 4.3.2 closing", "451 4.3.0 later", "452 4.3.1 disk full", "550 5.7.1 not you"])
def test_what_is_said_of_our_own_address_is_no_fault_of_the_letter(alice: Player, office: Office, answer: str) -> None:
    office.sender = answer
    write(alice)
    assert send_due() == 0
    untouched()
    found = trouble()
    assert found is not None and found.error == answer


@pytest.mark.parametrize("where", ["recipient", "text"])
def test_a_server_that_goes_away_meanwhile_is_at_fault(alice: Player, bob: Player, office: Office, where: str) -> None:
    if where == "recipient":
        office.answer_to[alice.email] = "421 4.3.2 closing"
    else:
        office.answer = "421 4.3.2 closing"
    write(alice)
    assert send_due() == 0
    untouched()
    assert trouble() is not None


@pytest.mark.parametrize(
    ("stage", "answer", "status", "tries", "blamed"),
    [
        ("recipient", "550 no such user", FAILED, 0, True),
        ("recipient", "550 5.1.1 no such user", FAILED, 0, True),
        ("recipient", "552 5.2.2 mailbox full", FAILED, 0, True),
        ("recipient", "450 4.2.0 greylisted", WAITING, 1, False),
        ("recipient", "550 5.7.1 relaying denied", WAITING, 1, False),  # to anybody: the host may mend it
        ("recipient", "530 authentication required", WAITING, 1, False),
        ("text", "451 4.7.1 later", WAITING, 1, False),
        ("text", "554 5.7.1 this is spam", FAILED, 0, False),
        ("text", "554 no", FAILED, 0, False),
        ("text", "550 5.1.1 no such user", FAILED, 0, True),  # servers that look at the recipient last
    ],
)
def test_whose_fault_an_answer_is(
    alice: Player, office: Office, stage: str, answer: str, status: str, tries: int, blamed: bool
) -> None:
    if stage == "recipient":
        office.answer_to[alice.email] = answer
    else:
        office.answer = answer
    write(alice)
    assert send_due() == 0
    letter = Letter.objects.get()
    assert (letter.status, letter.tries, letter.error) == (status, tries, answer)
    alice.refresh_from_db()
    assert bool(alice.mail_failing) is blamed
    assert trouble() is None


def test_a_letter_over_which_the_line_breaks_again_and_again_holds_up_nobody(
    alice: Player, bob: Player, office: Office
) -> None:
    office.hangs_up_on.add(alice.email)
    broken, now, tries = write(alice, "broken"), timezone.now(), []
    write(bob, "first")
    for _ in range(3):  # over this one; after the other has left; with no other
        send_due(now)
        broken.refresh_from_db()
        tries.append(broken.tries)
        now += timedelta(minutes=20)
    assert tries == [0, 1, 1]  # only where others get through, it must be the letter
    assert Letter.objects.get(key="first").status == SENT
    for count in range(2 * len(MINUTES)):
        later = write(bob, str(count))
        send_due(now)
        later.refresh_from_db()
        assert later.status == SENT
        now += timedelta(days=1)
    broken.refresh_from_db()
    alice.refresh_from_db()
    assert (broken.status, alice.mail_failing) == (FAILED, "")


def test_a_server_that_speaks_a_byte_at_a_time_is_cut_off(
    alice: Player, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mail_server, "LIMIT", 1.0)
    write(alice)
    with mumbling(b"220 a", every=0.2) as port:
        settings.MAIL = f"smtp://127.0.0.1:{port}"
        begun = monotonic()
        assert send_due() == 0
    assert monotonic() - begun < 5 * times_slower()
    untouched()


def test_no_letter_outlives_its_claim(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two workers, a slow server, and claims that last less than all letters take: nothing leaves twice."""
    monkeypatch.setattr(claims, "LEASE", timedelta(seconds=4))
    office.seconds = 0.6
    for count in range(8):
        write(None, str(count))

    def work() -> None:
        while Letter.objects.filter(status=WAITING).exists():
            send_due()
            sleep(0.05)
        connections.close_all()

    workers = [threading.Thread(target=work) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
    assert len(office.arrived) == 8 and set(office.arrived.values()) == {1}


def test_a_claim_is_of_one_letter(alice: Player) -> None:
    first, second = write(alice, "a"), write(alice, "b")
    assert [take(Letter.objects.all()) for _ in range(3)] == [first, second, None]


def test_who_has_lost_his_claim_changes_nothing_but_a_letter_that_has_left_has_left(
    alice: Player, office: Office
) -> None:
    write(alice)
    now = timezone.now()
    late = take(Letter.objects.all(), now)
    assert late is not None
    again = take(Letter.objects.all(), now + claims.LEASE + SECOND)
    assert again == late
    refusal = mail_server.LetterRefused("550 5.1.1 no", for_good=True, address=True)
    sender.refuse(late, now, refusal)
    assert Letter.objects.get().status == WAITING
    sender.mark_sent(late, now)
    sender.refuse(again, now, refusal)
    assert Letter.objects.get().status == SENT
    alice.refresh_from_db()
    assert alice.mail_failing == ""


def test_it_is_your_turn_is_withdrawn_unless_a_worker_may_have_sent_it(alice: Player) -> None:
    match = running(alice, bots=1)
    Letter.objects.all().delete()
    for key in "ab":
        Letter.objects.filter(pk=write(alice, key, kind="asked").pk).update(match=match)
    held = take(Letter.objects.all())
    withdraw(match, ["j1"])
    assert list(Letter.objects.all()) == [held]


@pytest.mark.parametrize(
    ("language", "told"), [("fr", "Le serveur de courriel ne prend"), ("en", "The e-mail server has")]
)
def test_whoever_runs_the_site_is_told_on_its_pages_and_nobody_else(
    alice: Player, settings: Any, client_of: Any, language: str, told: str
) -> None:
    settings.MAIL = f"smtp://127.0.0.1:{free_port()}"
    host = new_player("Aude", is_superuser=True, language=language)
    Player.objects.update(language=language)
    write(alice)
    send_due()
    page = client_of(host).get("/").content.decode()
    assert told in page and "Connection refused" in page
    assert told not in client_of(alice).get("/").content.decode()
    health = client_of(alice).get("/sante").json()
    assert health["mail_server"] is False
    MailServer.objects.update(fails=0)
    assert told not in client_of(host).get("/").content.decode()


def test_a_slow_server_is_given_its_time_and_a_slice_ends(
    alice: Player, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    office.seconds = 0.5
    for count in range(30):
        write(alice, str(count))
    begun = monotonic()
    sent = send_due()
    assert 0 < sent < 30 and monotonic() - begun < 8 * times_slower()
    untouched_yet = Letter.objects.filter(status=WAITING, claimed_until=None, tries=0).count()
    assert untouched_yet == 30 - sent
    wait_for(lambda: len(office.raw) == sent, 1)
