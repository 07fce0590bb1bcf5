"""The moon stands at the head of reports, mails and pages of a turn (DA-PAC-07)."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.clock.resolution import resolve_due
from heraut.site.games.daifen.moons import moon
from heraut.site.matches.models import Match, Step
from heraut.site.notifications.models import Letter
from tests.site.games.daifen.conftest import new_continent
from tests.site.matches.builders import running

pytestmark = pytest.mark.django_db

PARIS = ZoneInfo("Europe/Paris")


def page(client: Client, match: Match, path: str = "") -> str:
    """A page of this match, without its tags."""
    answer = client.get(f"/partie/{match.code}/{path}")
    assert answer.status_code == 200
    return " ".join(re.sub(r"<[^>]*>", " ", answer.content.decode()).split())


@pytest.mark.rule("DA-PAC-07")
@pytest.mark.parametrize(("lang", "words"), [("fr", "tour 4 · lune {}"), ("en", "turn 4 · moon {}")])
@pytest.mark.parametrize("path", ["", "ordres/", "bilan/", "histoire/", "regles/", "lettres/", "outils/assaut/"])
def test_every_page_of_a_match_begins_with_its_turn_and_the_moon_of_today(
    match: Match, alice: Player, client_of: type, lang: str, words: str, path: str
) -> None:
    alice.language = lang
    alice.save()

    assert words.format(moon(timezone.now())) in page(client_of(alice), match, path)


@pytest.mark.rule("DA-PAC-07")
def test_a_report_bears_the_moon_of_its_publication_and_not_of_its_reading(
    match: Match, alice: Player, client: Client, client_of: type
) -> None:
    published = datetime(2026, 2, 3, 12, tzinfo=PARIS)
    for turn in (0, 2, 3):
        Step.objects.filter(match=match, number=turn).update(resolved=published + turn * timedelta(days=7))

    for turn, number in ((2, moon(published) + 4), (3, moon(published) + 6)):
        assert f"lune {number}" in page(client_of(alice), match, f"bilan/{turn}/").partition("Votre formulaire")[0]
        for door in ("report", "chronicle"):
            told = client.get(f"/api/matches/{match.code}/turns/{turn}/{door}?lang=fr").json()["text"]
            assert f"tour {turn}, lune {number}" in told.split("\n\n")[0]
    first = client.get(f"/api/matches/{match.code}/turns/0/report?lang=en").json()["text"]
    assert f"First report, moon {moon(published)}" in first


@pytest.mark.rule("DA-PAC-07", "DA-REP-01")
def test_the_mails_of_the_start_and_of_a_turn_bear_the_moon_under_which_they_were_published(
    alice: Player, bob: Player
) -> None:
    match = new_continent(alice, bob)
    assert match.started is not None and match.deadline is not None
    resolved = match.deadline + timedelta(days=10)

    resolve_due(resolved)

    start, turn = (Letter.objects.get(player=alice, kind=kind) for kind in ("start", "turn"))
    assert f"Premier rapport, lune {moon(match.started)}" in start.text
    assert f"Bilan du tour 1, lune {moon(resolved)}" in turn.text
    assert f"lune {moon(resolved)}" in turn.html and moon(resolved) != moon(match.started)


def test_a_game_without_moons_speaks_of_none(alice: Player, client_of: type) -> None:
    match = running(alice, bots=1)

    assert "lune" not in page(client_of(alice), match)
    assert "lune" not in Letter.objects.get(player=alice, kind="start").text
