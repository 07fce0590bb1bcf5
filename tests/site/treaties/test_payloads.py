"""A hundred texts that try to become more than text: as letters, names of groups, clauses of treaties."""

from __future__ import annotations

import pytest

from heraut.site.accounts.models import Player
from heraut.site.matches.models import Match
from heraut.site.messaging import groups, sealed
from heraut.site.messaging.posting import answer
from heraut.site.notifications.models import Letter
from heraut.site.treaties.kinds import OTHER
from heraut.site.treaties.models import Treaty
from heraut.site.treaties.proposing import propose
from tests.site.messaging.builders import write
from tests.site.payloads import MARK, faults, payloads
from tests.site.treaties.conftest import Browser, SeatOf, act, page

pytestmark = pytest.mark.django_db


@pytest.mark.slow
def test_no_text_becomes_more_than_text(
    lands: Match, alice: Player, bob: Player, client_of: Browser, seat: SeatOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine, texts, pages = seat(lands, alice), payloads(), f"/partie/{lands.code}/"
    place = f"{pages}lettres/{write(mine, 'Bertrand', texts[0]).code}/"
    thread = groups.found(mine, texts[1][:60], ["Bertrand", "Dorothée"])
    for text in texts:
        write(mine, "Bertrand", text)
    answer(mine, thread, texts[2])
    monkeypatch.setattr("heraut.site.messaging.sealed.MOST", 200)
    monkeypatch.setattr("heraut.site.treaties.proposing.MOST_OPEN", 200)
    for text in texts:
        sealed.seal_letter(mine, thread, sealed.Seal(death=True), text)
        propose(mine, OTHER, ["Bertrand"], {"words": text[:600], "until": "9"})
    hers, his = client_of(alice), client_of(bob)
    for client in (hers, his):
        told = [page(client, f"{pages}lettres/"), page(client, place), page(client, f"{place}?page=1")]
        told += [page(client, f"{pages}lettres/{thread.code}/"), page(client, f"{pages}traites/")]
        assert all(MARK in text for text in told) and [one for text in told for one in faults(text)] == []
    for treaty in Treaty.objects.all():
        assert list(faults(page(his, f"{pages}traites/{treaty.code}/"))) == []
    refused = hers.post(f"{pages}traites/proposer/other/", {"with": texts[3], "until": texts[4], "words": texts[5]})
    assert MARK in refused.content.decode() and list(faults(refused.content.decode())) == []
    assert list(faults(act(his, Treaty.objects.all()[0], texts[6]))) == []
    mails = Letter.objects.filter(player=bob, kind__in=("letter", "treaty"))
    assert {mail.kind for mail in mails} == {"letter", "treaty"}
    for mail in mails:
        assert list(faults(mail.html, allowed_hosts=("127.0.0.1:8000",))) == [] and MARK in mail.text
        assert MARK not in mail.subject
