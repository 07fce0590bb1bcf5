"""Comments of spectators: apart from those who play, until the match is over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from heraut.site.accounts.models import Player
from heraut.site.matches.models import OVER, Match
from heraut.site.moderation.models import Report
from heraut.site.privacy.closing import close
from heraut.site.privacy.export import everything_about
from heraut.site.spectators.models import Comment
from tests.site.conftest import new_player
from tests.site.matches.builders import running, seat_of
from tests.site.regency.builders import in_force

pytestmark = pytest.mark.django_db
Browser = Callable[[Player], Client]


@pytest.fixture(autouse=True)
def fresh() -> None:
    """Nobody has asked anything yet."""
    cache.clear()


def send(client: Client, match: Match, do: str = "say", **fields: Any) -> Any:
    """A form of the stand, sent."""
    return client.post(f"/partie/{match.code}/tribune/", {"do": do, **fields})


def read(client: Client, match: Match, query: str = "") -> str:
    """The stand."""
    return str(client.get(f"/partie/{match.code}/tribune/{query}").content.decode())


def test_spectators_talk_and_players_read_it_when_all_is_over(
    alice: Player, bob: Player, charlie: Player, client_of: Browser
) -> None:
    match = running(alice, bots=1)
    send(client_of(charlie), match, text="Elle va perdre <b>Oulu</b>.")
    assert "Elle va perdre &lt;b&gt;Oulu&lt;/b&gt;." in read(client_of(bob), match)
    in_force(seat_of(match, alice), bob)
    for page in ("", "tribune/", "spectateur/", "bilan/", "histoire/"):
        for player in (alice, bob):
            assert "Elle va perdre" not in client_of(player).get(f"/partie/{match.code}/{page}").content.decode()
    assert "Elle va perdre" not in read(Client(), match)
    assert send(client_of(alice), match, text="Non !").status_code == 404
    assert send(Client(), match, text="Non !").status_code == 404
    Match.objects.filter(pk=match.pk).update(status=OVER)
    assert "Elle va perdre" in read(client_of(alice), match)
    send(client_of(alice), match, text="Si !")
    assert Comment.objects.count() == 2


@pytest.mark.parametrize(("text", "why"), [("  ", "Écrivez"), ("x" * 401, "401 caractères"), ("\u202e", "Écrivez")])
def test_what_cannot_be_said_is_told_and_stays_typed(
    alice: Player, charlie: Player, client_of: Browser, text: str, why: str
) -> None:
    match = running(alice, bots=1)
    page = send(client_of(charlie), match, text=text).content.decode()
    assert why in page and not Comment.objects.exists()
    assert text.strip()[:10] in page


def test_so_many_a_minute(alice: Player, charlie: Player, client_of: Browser) -> None:
    match = running(alice, bots=1)
    for number in range(8):
        page = send(client_of(charlie), match, text=f"Remarque {number}")
    assert Comment.objects.count() == 6 and "trop souvent" in page.content.decode()


def test_the_host_removes_and_everybody_reports(alice: Player, charlie: Player, client_of: Browser) -> None:
    host, dora = new_player("Hote"), new_player("Dora")
    match = running(alice, bots=1)
    Match.objects.filter(pk=match.pk).update(host=host)
    send(client_of(charlie), match, text="Une injure.")
    number = Comment.objects.get().pk
    assert send(client_of(dora), match, "remove", comment=number).status_code == 404
    assert "Dites pourquoi" in send(client_of(dora), match, "report", comment=number, reason=" ").content.decode()
    send(client_of(dora), match, "report", comment=number, reason="C'est une injure.")
    assert send(client_of(charlie), match, "report", comment=number, reason="moi").status_code == 200
    assert "?propos=" in read(client_of(dora), match) and "?propos=" not in read(client_of(charlie), match)
    told = Report.objects.get()
    assert (told.kind, told.author, told.excerpt, told.match) == ("comment", dora, "Une injure.", match)
    assert told.written_by == "Charlie"
    assert "Retirer" in read(client_of(host), match, f"?propos={number}")
    send(client_of(host), match, "remove", comment=number)
    shown = read(client_of(dora), match)
    assert "Une injure" not in shown and "Remarque retirée" in shown
    other = running(new_player("Eva"), bots=1)
    assert "n&#39;est plus là" in send(client_of(dora), other, "report", comment=number, reason="x").content.decode()


def test_a_mediator_removes_and_a_host_who_plays_does_not(alice: Player, charlie: Player, client_of: Browser) -> None:
    match, mediator = running(alice, bots=1), new_player("Mediateur")
    match.mediators.add(mediator)
    send(client_of(charlie), match, text="Une injure.")
    number = Comment.objects.get().pk
    assert match.host == alice
    assert send(client_of(alice), match, "remove", comment=number).status_code == 404
    send(client_of(mediator), match, "remove", comment=number)
    assert Comment.objects.get().removed


def test_they_are_exported_and_go_with_the_account(alice: Player, charlie: Player, client_of: Browser) -> None:
    match = running(alice, bots=1)
    send(client_of(charlie), match, text="À moi.")
    assert [one["text"] for one in everything_about(charlie)["comments"]] == ["À moi."]
    close(charlie)
    assert not Comment.objects.exists()
