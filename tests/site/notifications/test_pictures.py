"""The map in a mail: a picture that mail programs show, or the drawing as it is."""

from __future__ import annotations

import gzip
import struct

import pytest
from django.test import Client

from heraut.site.accounts.models import Player
from heraut.site.matches.adapters import adapter
from heraut.site.notifications import pictures
from heraut.site.notifications.mail import as_mail
from heraut.site.notifications.models import Letter
from heraut.site.notifications.sender import send_due
from tests.site.games.fief.conftest import new_match
from tests.site.matches.builders import pass_deadline, running
from tests.site.notifications.office import Office

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_map_stands_in_the_mail_and_is_not_kept(office: Office, alice: Player) -> None:
    pass_deadline(running(alice, bots=1))
    assert send_due() + send_due() == 2  # on a busy machine a picture may take a whole slice
    mail = office.mails[1]
    html = mail.get_body(("related", "html"))
    assert html is not None
    [picture] = [part for part in mail.walk() if part.get_content_type() == "image/png"]
    assert picture["Content-ID"] == "<carte>" and 'src="cid:carte"' in str(mail.get_body(("html",)).get_content())  # type: ignore[union-attr]
    data = picture.get_content()
    wide, high = struct.unpack(">II", data[16:24])
    assert wide == pictures.WIDTH and high > 600 and len(data) < pictures.LARGEST_PNG
    assert [bytes(letter.picture) for letter in Letter.objects.all()] == [b"", b""]


def test_the_names_on_it_are_written_in_our_letters_on_any_machine() -> None:
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 20">'
    with_words, without = (pictures.png_of(f'{head}<text y="15">{text}</text></svg>') for text in ("Västerbotten", ""))
    assert len(with_words) > 3 * len(without)


@pytest.mark.parametrize("svg", ["<svg", "x" * (pictures.LARGEST_SVG + 1)])
def test_what_cannot_be_drawn_goes_as_it_is(alice: Player, svg: str) -> None:
    letter = Letter(key="k", player=alice, address="a@example.org", subject="x", text="x", html='<img src="cid:carte">')
    letter.picture, letter.written = gzip.compress(svg.encode()), alice.date_joined
    [attached] = as_mail(letter).iter_attachments()
    assert (attached.get_filename(), attached.get_content_type()) == ("carte.svg", "image/svg+xml")


def test_who_reads_his_mails_on_the_site_sees_the_drawing(alice: Player) -> None:
    running(alice, bots=1)
    answer = Client().get(f"/lettres/{Letter.objects.get().pk}/")
    assert "data:image/svg+xml;base64," in answer.content.decode() and "cid:" not in answer.content.decode()
    assert "script" not in answer["Content-Security-Policy"]


def test_a_board_is_drawn_too(alice: Player) -> None:
    match = new_match(alice, bot="random", seats=3)
    view = match.rules.view(match.realm, match.seats.get(user=alice).name)
    assert pictures.png_of(adapter("fief").picture(view, "fr", match.seats.get(user=alice).name))[:4] == b"\x89PNG"
