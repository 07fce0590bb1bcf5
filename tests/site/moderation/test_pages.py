"""Pages of those who keep the peace, full of what waits: valid HTML, in both languages, with few questions."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import html5lib
import pytest
from django.conf import LazySettings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.lobby.leaving import bar_and_free
from heraut.site.matches.models import Match
from heraut.site.moderation import faults, mediation, relations, reports, sanctions, supporters
from heraut.site.moderation.models import Trace
from tests.site.conftest import new_player
from tests.site.lobby.builders import running
from tests.site.moderation.builders import mediate, new_staff, play_turn, report_of

pytestmark = pytest.mark.django_db
MOST_QUERIES = 24


@pytest.fixture
def match(alice: Player, bob: Player, charlie: Player) -> Match:
    """A match in which everything has happened."""
    found = running(alice, bob, host=charlie, bots=1)
    mediate(found, charlie, new_player("Dagobert"))
    mediation.call(found, charlie, new_player("Enguerrand"))
    play_turn(found)
    for number in range(3):
        report_of(found, (alice, bob)[number % 2], shared=True)
        reports.report(alice, "post", "/", "des <b>mots</b>", "une raison", found if number else None)
        mediation.note(found, charlie, f"note {number} <i>x</i>")
    faults.settle(report_of(found, alice), charlie, "réponse", "annonce <u>x</u>")
    relations.confirm(relations.declare(alice, bob, "friends"), bob)
    relations.declare(charlie, alice, "family")
    for player in (alice, bob):
        Trace.objects.create(player=player, day=timezone.localdate(), address="a", browser="b")
    return found


@pytest.fixture
def kalan(alice: Player, settings: LazySettings) -> Player:
    """The referee, who has done everything."""
    settings.SUPPORTERS = True
    kalan, other = new_staff("Kalan"), new_staff("Hyliath")
    guilty = new_player("Ganelon")
    sanctions.appeal(sanctions.warn(guilty, other, "un <b>mot</b>"), "non <i>!</i>")
    sanctions.appeal(sanctions.warn(alice, kalan, "un autre"), "non plus")
    bar_and_free(guilty, other, "raison", timezone.now() + timedelta(days=2))
    supporters.join(alice, kalan, timezone.localdate())
    return kalan


def read(client: Client, address: str, **posted: object) -> str:
    """A page that is valid, and asks little."""
    with CaptureQueriesContext(connection) as asked:
        answer = client.post(address, posted) if posted else client.get(address)
    text = answer.content.decode()
    assert answer.status_code == 200, address
    assert "private" in answer.headers["Cache-Control"]
    html5lib.HTMLParser(strict=True).parse(text)
    ids = re.findall(r'\sid="([^"]*)"', text)
    assert sorted(ids) == sorted(set(ids)), address
    assert posted or len(asked) <= MOST_QUERIES, (address, len(asked))
    assert "<b>mot" not in text and "<i>" not in text and "<u>x" not in text
    return text


@pytest.mark.parametrize("language", ["fr", "en"])
def test_all_pages_are_valid_and_ask_little(
    language: str, match: Match, alice: Player, charlie: Player, kalan: Player,
    client_of: Callable[[Player], Client],
) -> None:  # fmt: skip
    Player.objects.update(language=language)
    at, fault = client_of(Player.objects.get(pk=kalan.pk)), match.faults.filter(status="new")[0]
    arbitration = f"/table/{match.code}/arbitrage/"
    assert ("Aides de camp" if language == "fr" else "Mediators") in read(at, arbitration)
    read(at, f"{arbitration}{fault.pk}/")
    assert 'id="bilan"' in read(at, f"{arbitration}{fault.pk}/", do="lire")
    read(at, arbitration, do="noter", note="")
    read(at, "/moderation/arbitre/")
    assert "Bob" in read(at, "/moderation/arbitre/", do="traces")
    for name in ("Alice", "Ganelon", "Kalan"):
        read(at, f"/moderation/arbitre/joueur/{name}/")
    assert "Bob" in read(at, "/moderation/arbitre/joueur/Alice/", do="traces")
    for act in ("doubles", "index"):
        assert "Alice" in read(at, f"/moderation/arbitre/partie/{match.code}/", do=act)
    read(client_of(charlie), f"/table/{match.code}/")
    mine = client_of(Player.objects.get(pk=alice.pk))
    for address in (f"/partie/{match.code}/fautes/", f"/partie/{match.code}/signaler/", "/compte/mesures/"):
        read(mine, address)
    read(mine, "/compte/relations/")
    read(Client(), "/moderation/")
