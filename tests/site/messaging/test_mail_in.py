"""Answers to letters by mail, brought by SMTP: who may answer, what is taken of a mail, what is refused."""

from __future__ import annotations

import smtplib
import time
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from email.policy import SMTP

import pytest
from django.conf import LazySettings
from django.core.cache import cache
from django.test import Client

from heraut.site.accounts.models import Player
from heraut.site.lobby.takeover import ask_replacement, take_over
from heraut.site.matches.models import Match, Seat
from heraut.site.messaging import groups, mail_round
from heraut.site.messaging.mail_in import LARGEST
from heraut.site.messaging.models import Message, Thread
from heraut.site.messaging.posting import answer, block
from heraut.site.messaging.reply_address import addressed
from heraut.site.messaging.reply_text import as_text, unquoted
from heraut.site.notifications.mail import as_mail
from heraut.site.notifications.models import Letter
from tests.ports import free_port
from tests.site.conftest import new_player
from tests.site.messaging.builders import write
from tests.site.messaging.conftest import fell, know

pytestmark = pytest.mark.django_db(transaction=True)
Browser = Callable[[Player], Client]
SeatOf = Callable[[Match, Player], Seat]
Send = Callable[..., str]


@pytest.fixture
def server(settings: LazySettings) -> Iterator[int]:
    """The port of the server that takes answers, as the worker keeps it."""
    settings.MAIL_REPLY, port = "lettres.example.org", free_port()
    settings.MAIL_IN = f"127.0.0.1:{port}"
    mail_round.take_mail()
    mail_round.take_mail()  # it listens already
    yield port
    mail_round.stop_taking()


@pytest.fixture
def bring(server: int) -> Send:
    """Brings a mail by SMTP: what the server says, "" if it took it."""

    def send(to: str, sender: str, text: str = "Entendu.", envelope: str | None = None, **headers: str) -> str:
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = f"Un joueur <{sender}>", to, "Re: une lettre"
        for name, value in headers.items():
            mail[name.replace("_", "-")] = value
        html = text.startswith("<")
        mail.set_content(text, subtype="html" if html else "plain")
        with smtplib.SMTP("127.0.0.1", server, timeout=20) as line:
            try:
                line.sendmail(sender if envelope is None else envelope, [to], mail.as_bytes(policy=SMTP))
            except smtplib.SMTPRecipientsRefused as refused:
                return str(next(iter(refused.recipients.values()))[0])
            except smtplib.SMTPResponseException as refused:
                return str(refused.smtp_code)
        return ""

    return send


def reply_to(player: Player) -> str:
    """The address at which his last letter is answered, as his mail program finds it."""
    return str(as_mail(Letter.objects.filter(player=player, kind="letter").latest("pk"))["Reply-To"])


def refusal_of(player: Player) -> str:
    return Letter.objects.filter(player=player, kind="refused").latest("pk").text


@pytest.mark.slow
@pytest.mark.rule("GP-SITE-33", "GP-SITE-06")
def test_a_letter_is_answered_by_mail(lands: Match, alice: Player, bob: Player, bring: Send, seat: SeatOf) -> None:
    write(seat(lands, alice), "Bertrand", "Trêve ?", mark="HJ")
    reply = (
        "Oui, trêve.\n\nÀ demain.\n\nLe jeu. 26 nov. 2026 à 10:00, Héraut <heraut@example.org> a écrit :\n> Trêve ?\n"
    )
    assert bring(reply_to(bob).upper(), bob.email.upper(), reply, Message_ID="<1@x>") == ""
    message = Message.objects.latest("pk")
    assert (message.author.user, message.text, message.mark) == (bob, "Oui, trêve.\n\nÀ demain.", "HJ")
    assert seat(lands, alice).unread == 1 and reply_to(alice) != reply_to(bob)

    assert bring(reply_to(bob).upper(), bob.email.upper(), reply, Message_ID="<1@x>") == ""  # brought twice
    assert Message.objects.count() == 2
    assert bring(reply_to(alice), alice.email, "<p>Bien.</p><blockquote>Oui, trêve.</blockquote>") == ""
    assert Message.objects.latest("pk").text == "Bien."


@pytest.mark.slow
def test_a_group_is_answered_by_mail(
    lands: Match, alice: Player, bob: Player, dora: Player, bring: Send, seat: SeatOf
) -> None:
    thread = groups.found(seat(lands, alice), "Ligue", ["Bertrand", "Dorothée"])
    answer(seat(lands, alice), thread, "À tous.")
    assert bring(reply_to(dora), dora.email, "Présente.") == ""
    assert seat(lands, bob).unread == 2 and Message.objects.latest("pk").text == "Présente."


@pytest.mark.slow
def test_a_stranger_answered_by_mail_stays_a_stranger(
    continent: Match, alice: Player, bob: Player, bring: Send, seat: SeatOf
) -> None:
    write(seat(continent, alice), "Royaume de Bertrand", "Devinez.")
    mail = as_mail(Letter.objects.get(player=bob, kind="letter")).as_string()
    assert alice.email not in mail and "Aline" not in mail
    assert bring(reply_to(bob), bob.email, "Qui êtes-vous ?") == ""
    assert bob.email not in str(Letter.objects.filter(player=alice).values_list("text", "html", "headers"))


@pytest.mark.slow
def test_an_address_is_worth_nothing_to_anybody_else(
    lands: Match, alice: Player, bob: Player, dora: Player, bring: Send, seat: SeatOf
) -> None:
    write(seat(lands, alice), "Bertrand", "Trêve ?")
    to = reply_to(bob)
    local, _, domain = to.partition("@")
    for other in (
        f"{local[:-1]}{'0' if local[-1] != '0' else '1'}@{domain}",
        f"{local}@example.org",
        "heraut@" + domain,
    ):
        assert bring(other, bob.email) == "550"
    assert bring(to, dora.email, "Je suis Bertrand") == ""  # taken, for nobody can tell by the envelope; and refused
    assert "autre adresse" in refusal_of(bob) and "Je suis Bertrand" in refusal_of(bob)
    assert Message.objects.count() == 1 and not Letter.objects.filter(player=dora, kind="refused").exists()

    heir = new_player("Hilda")
    ask_replacement(seat(lands, bob))
    take_over(seat(lands, bob), heir)
    assert bring(to, bob.email) == bring(to, heir.email) == "550"


@pytest.mark.slow
def test_what_a_machine_answers_is_thrown_away(
    lands: Match, alice: Player, bob: Player, bring: Send, seat: SeatOf
) -> None:
    write(seat(lands, alice), "Bertrand", "Trêve ?")
    to, letters = reply_to(bob), Letter.objects.count()
    assert bring(to, bob.email, "Je suis absent.", Auto_Submitted="auto-replied") == ""
    assert bring(to, bob.email, "Liste", Precedence="bulk") == ""
    assert bring(to, bob.email, "Liste", List_Id="<a.b>") == ""
    assert bring(to, bob.email, "Non remis", envelope="") == ""
    assert (Message.objects.count(), Letter.objects.count()) == (1, letters)


@pytest.mark.slow
def test_rules_and_allowances_are_those_of_the_page(
    lands: Match, alice: Player, bob: Player, bring: Send, seat: SeatOf, settings: LazySettings
) -> None:
    thread = write(seat(lands, alice), "Bertrand", "Trêve ?")
    to = reply_to(bob)
    assert bring(to, bob.email, "> rien que cela\n") == "" and "aucun texte à vous" in refusal_of(bob)
    assert bring(to, bob.email, "x y z\n" * 700 + "x") == "" and "4201 caractères" in refusal_of(bob).replace(
        "\N{NARROW NO-BREAK SPACE}", ""
    )
    block(seat(lands, alice), thread, wanted=False)
    assert bring(to, bob.email, "Bloqué") == "" and "ne veut plus recevoir" in refusal_of(bob)
    block(seat(lands, alice), thread, wanted=True)
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "letter": "1/m/user", "letter_refused": "1/m/user"}
    cache.clear()
    assert bring(to, bob.email, "Un") == bring(to, bob.email, "Deux") == bring(to, bob.email, "Trois") == ""
    assert [one.text for one in Message.objects.order_by("pk")] == ["Trêve ?", "Un"]
    assert "Deux" in refusal_of(bob) and not Letter.objects.filter(text__contains="Trois").exists()
    Match.objects.update(status="over")
    cache.clear()
    assert bring(to, bob.email, "Fini") == "" and "La partie est finie" in refusal_of(bob)


def test_a_fallen_kingdom_writes_no_more_by_mail(
    continent: Match, alice: Player, bob: Player, bring: Send, seat: SeatOf
) -> None:
    know(continent, "j2", "j1")
    write(seat(continent, alice), "Royaume de Bertrand", "Salut")
    fell(continent, "j2")
    assert bring(reply_to(bob), bob.email, "D'outre-tombe") == "" and "déchu" in refusal_of(bob)


@pytest.mark.slow
def test_what_is_too_large_or_no_mail_at_all(
    lands: Match, alice: Player, bob: Player, bring: Send, seat: SeatOf, server: int
) -> None:
    write(seat(lands, alice), "Bertrand", "Trêve ?")
    to = reply_to(bob)
    assert bring(to, bob.email, "x y\n" * (LARGEST // 4)) == "552"
    for content in (
        b"",
        b"\xff" * 900 + b"\r\n\r\n",
        b"Content-Type: text/plain; charset=nul\r\n\r\n\xe9",
        b"Content-Type: x\r\n\r\n",
    ):
        with smtplib.SMTP("127.0.0.1", server, timeout=20) as line:
            line.sendmail(bob.email, [to], f"From: {bob.email}\r\n".encode() + content)
    assert Message.objects.count() == 1
    with smtplib.SMTP("127.0.0.1", server, timeout=20) as line:
        line.ehlo()
        line.mail(bob.email)
        assert line.rcpt(to)[0] == 250 and line.rcpt(to)[0] == 452


def test_without_a_domain_no_letter_says_where_to_answer(
    lands: Match, alice: Player, bob: Player, seat: SeatOf
) -> None:
    write(seat(lands, alice), "Bertrand", "Trêve ?")
    mail = as_mail(Letter.objects.get(player=bob, kind="letter"))
    assert mail["Reply-To"] is None and "simplement à ce courriel" not in mail.as_string()
    assert addressed(f"lettre-{Thread.objects.get().code}-{'0' * 32}@") is None


@pytest.mark.parametrize(
    ("mail", "own"),
    [
        ("Oui.\r\n\r\nOn Thu, 26 Nov 2026 at 10:00, Heraut\r\n<heraut@x.org> wrote:\r\n> Non ?\r\n", "Oui."),
        ("Oui.\n\n-----Message d'origine-----\nDe : Héraut\n", "Oui."),
        ("Oui.\n\nDe : Héraut <h@x>\nEnvoyé : jeudi\nÀ : Bob\n\nNon ?", "Oui."),
        ("Oui.\n-- \nBob", "Oui."),
        ("> Trêve ?\nOui.\n> Paix ?\nNon.", "Oui.\nNon."),
        ("Le roi a écrit : rien.\nOui.", "Le roi a écrit : rien.\nOui."),
    ],
)
def test_what_is_quoted_is_cut_off(mail: str, own: str) -> None:
    assert unquoted(mail) == own


def test_html_becomes_text() -> None:
    html = (
        '<head><style>p{}</style></head><p>Un &amp; deux<br>trois</p><div class="gmail_quote">q<br><p>q</div><p>quatre'
    )
    assert unquoted(as_text(html)) == "Un & deux\ntrois\n\nquatre"
    assert as_text("<script>alert(1)</script>a") == "a" and as_text("</p></blockquote>b") == "\n\nb"


@pytest.mark.slow
@pytest.mark.parametrize("html", ["<!--", "<a ", "<?", '<a x="', "<blockquote><b></i>"])
def test_no_mail_is_read_for_minutes(html: str) -> None:
    begun = time.process_time()
    as_text(html * (LARGEST // len(html)))
    assert time.process_time() - begun < 4


@pytest.mark.slow
@pytest.mark.parametrize(
    "head", ["Content-Type: text/plain" + ";\r\n a=b" * 20_000, "Message-ID: " + "(a\r\n " * 1_000]
)
def test_a_head_that_nobody_can_read_is_given_back(
    lands: Match, alice: Player, bob: Player, server: int, seat: SeatOf, head: str
) -> None:
    write(seat(lands, alice), "Bertrand", "Trêve ?")
    with smtplib.SMTP("127.0.0.1", server, timeout=60) as line, pytest.raises(smtplib.SMTPDataError, match="554"):
        line.sendmail(bob.email, [reply_to(bob)], f"From: {bob.email}\r\n{head}\r\n\r\nOui.".encode())
