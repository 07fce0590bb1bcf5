"""A family without a lord is told what hangs over it, how it gets one, and is not asked to march whom it has not."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import pytest
from django.test import Client

from heraut.site.accounts.models import Player
from heraut.site.matches.models import Match
from tests.games.fief.builders import Table
from tests.site.games.fief.conftest import new_match, placed

pytestmark = pytest.mark.django_db
Browser = Callable[[Player], Client]


def board(*hers: str, soldiers: int = 3, captive: bool = False) -> Table:
    """Alice holds Bourg with some men; of lords she has those named, or one whom Bob has taken."""
    table = Table(3, mode="points")
    for name in hers:
        table.lord(name, 0, "bourg")
    table.lord("henry", 1, "sigy")
    if captive:
        table.lord("arnaud", 0, "sigy", captor=1)
    table.lord("othon", 2, "sennecy")
    table.own(0, "bourg", fort="castle")
    if soldiers:
        table.troops(0, "bourg", soldiers)
    return table


def told(match: Match, table: Table, client: Client, phase: str = "move") -> tuple[str, str]:
    """What stands in the notice for those without a lord, and the page around it."""
    placed(match, table.phase(phase))
    page = unescape(client.get(f"/partie/{match.code}/").content.decode())
    found = re.search(r'id="sans-seigneur".*?</section>', page, re.S)
    return (found[0] if found else "", page)


@pytest.fixture
def match(alice: Player, bob: Player, charlie: Player) -> Match:
    """Three families."""
    return new_match(alice, bob, charlie, seats=3)


@pytest.mark.rule("FI-END-01")
def test_who_has_soldiers_left_is_not_at_risk(match: Match, alice: Player, browser: Browser) -> None:
    notice, page = told(match, board(soldiers=3), browser(alice))
    assert "Vous n'avez plus de seigneur" in notice and "3 points de soldats" in notice
    assert "FI-END-01" in notice and "FI-CRD-01" in notice and "FI-CRD-03" in notice and "éliminée." not in notice
    assert "faire marcher vos seigneurs" not in page and "Glissez un seigneur" not in page
    assert "aucun seigneur libre à faire marcher" in page and "finissez votre tour" in page


@pytest.mark.rule("FI-END-01")
def test_who_has_nothing_left_learns_when_it_ends(match: Match, alice: Player, browser: Browser) -> None:
    table = board(soldiers=0)
    table.hand(0, "arnaud")
    notice, _ = told(match, table, browser(alice))
    assert "à la fin du tour 1, votre famille est éliminée" in notice
    assert "Vous tenez Arnaud" in notice and "FI-CRD-03" not in notice


@pytest.mark.rule("FI-INH-02", "FI-INH-03")
def test_titles_that_wait_are_told_until_the_negotiations(match: Match, alice: Player, browser: Browser) -> None:
    table = board(soldiers=3)
    table.fief("r_bourg", 0, "bourg")
    assert "FI-INH-03" in told(match, table, browser(alice))[0]
    assert "FI-INH-03" not in told(match, board(soldiers=3), browser(alice))[0]


def test_whose_lords_are_all_taken_is_told_to_ransom_them(match: Match, alice: Player, browser: Browser) -> None:
    notice, page = told(match, board(captive=True), browser(alice))
    assert "Tous vos seigneurs sont prisonniers" in notice and "rançon" in notice
    assert "faire marcher vos seigneurs" not in page


def test_who_has_a_lord_is_told_nothing(match: Match, alice: Player, bob: Player, browser: Browser) -> None:
    notice, page = told(match, board("roland", captive=True), browser(alice))
    assert notice == "" and "faire marcher vos seigneurs" in page
    assert "sans-seigneur" not in browser(bob).get(f"/partie/{match.code}/").content.decode()
    assert "sans-seigneur" not in Client().get(f"/partie/{match.code}/").content.decode()


@pytest.mark.rule("FI-END-03")
def test_who_is_eliminated_is_told_why(match: Match, alice: Player, browser: Browser) -> None:
    table = board(soldiers=0)
    table.realm.families[0].alive = False
    assert "Votre famille est éliminée" in told(match, table, browser(alice))[0]
