"""Two worlds that differ only in what a seat may not know: every page of the story is the same bytes to it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client

from heraut.games.vassaux.resolution import copy
from heraut.games.vassaux.state import Instructions
from heraut.site.accounts.models import Player
from heraut.site.matches.models import Match, Step
from tests.site.games.boards import answer, decision, seat_of
from tests.site.games.vassaux.battles import fought
from tests.site.games.vassaux.conftest import placed
from tests.site.matchpage.conftest import forget_views

pytestmark = [pytest.mark.django_db, pytest.mark.rule("SV-INF-02", "SV-SCN-32")]
PASSING = re.compile(rb'name="csrfmiddlewaretoken" value="\w+"|DTSTAMP:\w+|(?<=class="left">)[^<]+')
PAGES = (
    "bilan/", "bilan/0/", "bilan/1/", "histoire/", "histoire/?pas=1", "film/", "film/?pas=1", "statistiques/",
    "outils/chance/", "outils/melee/", "carte.svg", "carte.svg?pas=1", "presentation/", "spectateur/",
)  # fmt: skip


def told(client: Client, match: Match) -> dict[str, bytes]:
    """Every page of the story, without what changes by itself."""
    forget_views()
    return {page: PASSING.sub(b"", client.get(f"/partie/{match.code}/{page}").content) for page in PAGES}


@pytest.fixture
def duel(alice: Player, bob: Player) -> Match:
    """Scenario 3, in which each side has a secret number."""
    match = fought(alice, bob, turns=1, scenario=3)
    assert all(host.number for host in match.realm.hosts)
    return match


def test_numbers_and_instructions_of_the_other_change_no_page(
    duel: Match, client_of: Callable[[Player], Client], alice: Player
) -> None:
    own = duel.rules.view(duel.realm, seat_of(duel, alice).name)["seat"]
    readers = {"alice": client_of(alice), "passer-by": Client()}
    before = {name: told(client, duel) for name, client in readers.items()}
    twin = copy(duel.realm)
    twin.hosts[1 - own].number = 7 - twin.hosts[1 - own].number
    twin.hosts[1 - own].instructions = Instructions(cede=True, martyrs=True)
    placed(duel, twin)
    for name, client in readers.items():
        after = told(client, duel)
        assert [page for page in PAGES if after[page] != before[name][page]] == [], name


def test_the_secret_number_is_told_to_its_owner_alone_until_the_end(
    duel: Match, client_of: Callable[[Player], Client], alice: Player, bob: Player
) -> None:
    pages = {player: told(client_of(player), duel)["bilan/0/"].decode() for player in (alice, bob)}
    assert all("Votre nombre secret" in page for page in pages.values())
    assert "Votre nombre secret" not in told(Client(), duel)["bilan/0/"].decode()
    owner = next(player for player in (alice, bob) if decision(duel, player) is not None)
    answer(duel, owner, "ABANDONNER")
    assert duel.over
    page = told(client_of(alice), duel)["bilan/0/"].decode()
    assert page.count("Votre nombre secret") == 2, "both eyes, once all is over"
    assert "Votre nombre secret" not in told(Client(), duel)["bilan/0/"].decode()


def test_an_instruction_is_told_to_nobody_else(
    client_of: Callable[[Player], Client], alice: Player, bob: Player
) -> None:
    match = fought(alice, bob, turns=1)
    owner = next(player for player in (alice, bob) if decision(match, player) is not None)
    other = bob if owner == alice else alice
    answer(match, owner, "CONSIGNE CEDER OUI")
    assert any(b"instructed" in bytes(step.events) for step in Step.objects.filter(match=match))
    assert "Consigne reçue" in told(client_of(owner), match)["bilan/"].decode()
    for page in (*told(client_of(other), match).values(), *told(Client(), match).values()):
        assert "Consigne reçue" not in page.decode()
