"""The head of a mail, byte by byte, as it comes to the mail server: nothing that was typed makes a header."""

from __future__ import annotations

import re
from email.header import decode_header, make_header
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.mail import get_connection, send_mail

from heraut.site.accounts.models import Player
from heraut.site.accounts.names import check_name
from heraut.site.common.input_cleaning import check_line
from heraut.site.common.refusals import Refused
from heraut.site.lobby.waiting_list import check_lord
from heraut.site.matches.adapters import names
from heraut.site.matches.models import Match
from heraut.site.matches.services import start
from heraut.site.notifications.models import FAILED, Letter
from heraut.site.notifications.outbox import stop_headers, stop_url
from heraut.site.notifications.sender import send_due
from tests.site.matches.builders import gathering, running
from tests.site.notifications.office import Office
from tests.site.notifications.test_sender import write

pytestmark = pytest.mark.django_db(transaction=True)

OURS = {
    "From", "To", "Subject", "Date", "Message-ID", "Auto-Submitted", "MIME-Version", "Content-Type",
    "Content-Transfer-Encoding", "List-Unsubscribe", "List-Unsubscribe-Post", "X-Peer", "X-MailFrom", "X-RcptTo",
}  # fmt: skip
EVIL = [
    "=?utf-8?q?a=0D=0ABcc:_tous=40example.org?=",
    "La table =?utf-8?b?YQ0KQmNjOiB0b3VzQGV4YW1wbGUub3Jn?= ronde",
    "=?us-ascii?q?=0A?= =?utf-8?q?Bcc:x?=",
    "a\r\nBcc: tous@example.org",
    "a\u2028Bcc: tous@example.org\x85Cc: x\x0bCc: y",
    "é" * 199,
    "x" * 199,
    "=?" * 99,
    "A quiet title, in plain words",
]


def head(office: Office) -> list[tuple[str, str]]:
    """The headers of the only mail that was taken: name and value, folded lines joined by their line end."""
    (raw,) = office.raw
    block, _, _ = raw.partition(b"\r\n\r\n")
    assert b"\n" not in block.replace(b"\r\n", b"") and b"\r" not in block.replace(b"\r\n", b"")
    lines = re.sub(rb"\r\n(?=[ \t])", b"\x00", block).decode("ascii").split("\r\n")
    assert all(re.fullmatch(r"[!-9;-~]+: .*", line) for line in lines), lines
    return [(name, value) for name, _, value in (line.partition(": ") for line in lines)]


def read_by_people(value: str) -> str:
    """A header as a mail program shows it."""
    return str(make_header(decode_header(value.replace("\x00", ""))))


@pytest.mark.parametrize("evil", EVIL)
def test_a_subject_is_one_header_and_says_what_was_typed(alice: Player, office: Office, evil: str) -> None:
    Letter.objects.filter(pk=write(alice).pk).update(subject=evil)
    assert send_due() == 1
    found = head(office)
    assert {name for name, _ in found} <= OURS and len(dict(found)) == len(found)
    shown = read_by_people(dict(found)["Subject"])
    assert shown == " ".join(re.sub(r"[\x00-\x1f\x7f-\x9f\u2028]", " ", evil).split())
    lines = [line for name, value in found if name == "Subject" for line in f"Subject: {value}".split("\x00")]
    assert all(len(line) <= 76 for line in lines)  # RFC 2047


@pytest.mark.parametrize("title", EVIL[:3])
def test_a_match_that_has_such_a_title_already_writes_harmless_mails(alice: Player, office: Office, title: str) -> None:
    match = gathering(alice, bots=1)
    Match.objects.filter(pk=match.pk).update(title=title)
    Letter.objects.all().delete()
    match.refresh_from_db()
    start(match)
    assert send_due() == 1
    assert "Bcc" not in dict(head(office)) and title in read_by_people(dict(head(office))["Subject"])


def test_what_a_mail_program_unsubscribes_by_leaves_whole(alice: Player, office: Office, settings: Any) -> None:
    settings.URL = "https://un-nom-de-site-plutot-long.parties-de-strategie.example.org"
    settings.HOST = "un-nom-de-site-plutot-long.parties-de-strategie.example.org"
    running(alice, bots=1)
    assert send_due() == 1
    (raw,) = office.raw
    url = stop_url(alice, "reports")
    assert len(url) > 110
    assert b"\r\nList-Unsubscribe: <%s>\r\n" % url.encode() in raw
    assert b"\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n" in raw
    assert stop_headers(alice, "reports")["List-Unsubscribe"] == f"<{url}>"
    found = dict(head(office))
    assert re.fullmatch(r"<[0-9a-f]{32}@un-nom-de-site[a-z.-]+>", found["Message-ID"])
    assert not any("=?" in value for name, value in found.items() if name not in ("Subject", "From"))


def test_a_long_address_leaves_whole(office: Office) -> None:
    address = f"{'a' * 64}@{'b' * 60}.{'c' * 60}.example.org"
    write(None, address=address)
    assert send_due() == 1
    assert dict(head(office))["To"] == address


def test_an_address_is_told_to_the_server_as_it_was_typed_or_not_at_all(office: Office) -> None:
    """Python decodes addresses too: this one would go to somebody else."""
    write(None, address="=?utf-8?q?victime=40example.org?=@evil.example")
    assert send_due() == 0 and not office.raw
    assert Letter.objects.get().status == FAILED


def test_account_mails_go_the_same_way(office: Office) -> None:
    outbox = get_connection("heraut.site.notifications.outbox.OutboxBackend")
    send_mail("=?utf-8?q?x=0D=0ABcc:_y?=", "Un code", None, ["x@example.org"], connection=outbox)
    assert send_due() == 1
    assert "Bcc" not in dict(head(office))


@pytest.mark.parametrize("evil", EVIL[:3])
def test_names_and_titles_refuse_it(alice: Player, evil: str) -> None:
    with pytest.raises(ValidationError):
        check_line(evil)
    with pytest.raises(ValidationError):
        check_name(evil)
    with pytest.raises(Refused):
        check_lord(gathering(alice, bots=1), evil)


@pytest.mark.parametrize(("language", "told"), [("fr", "ne peut pas y figurer"), ("en", "cannot stand here")])
@pytest.mark.parametrize("game", names())
def test_a_table_is_not_opened_under_such_a_title(
    alice: Player, client_of: Any, language: str, told: str, game: str
) -> None:
    Player.objects.update(language=language)
    page = client_of(alice).post(f"/tables/nouvelle/?jeu={game}", {"title": EVIL[0], "lord": "Alice"})
    assert page.status_code == 200 and told in page.content.decode()
    assert not Match.objects.exists()


def test_nobody_signs_up_under_such_an_address(client: Any) -> None:
    form = {"username": "Aude", "email": "=?utf-8?q?x=40y.org?=@evil.example", "password1": "Montjoie Saint Denis"}
    page = client.post("/compte/signup/", form)
    assert page.status_code == 200
    assert not Player.objects.filter(username="Aude").exists()
