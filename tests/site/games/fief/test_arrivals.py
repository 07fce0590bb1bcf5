"""The reach map on the table: by an address, for one's own lords and the others', without any script (FI-TOO-02)."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from heraut.engine.protocol import Seat
from heraut.games.fief.view import view
from heraut.site.accounts.models import Player
from heraut.site.games.fief.reach_map import reach_of
from tests.games.fief.builders import Table
from tests.site.games.fief.conftest import new_match, until

pytestmark = pytest.mark.rule("FI-TOO-02")
MOST_QUERIES, MOST_BYTES = 20, 300_000


def crossroads() -> Table:
    """A lord at Bourg; his neighbour at Villeneuve has an open village and no wish to talk."""
    table = Table(3)
    table.lord("arnaud", 0, "bourg")
    table.lord("charles", 0, "la_bussiere")
    table.lord("henry", 1, "villeneuve")
    table.troops(1, "villeneuve", 2)
    return table.phase("move")


def test_villages_are_marked_with_their_steps_and_sorted_by_what_they_take() -> None:
    found = reach_of(view(crossroads().realm, Seat("j1")), "arnaud", "fr")
    assert found is not None and found.name == "Arnaud" and found.stays == []
    marked = dict(re.findall(r'<g class="(\w+)" data-village="villeneuve".*?>(\d)</text>', found.marks))
    assert marked == {"leave": "1"}
    free = dict(re.findall(r'<g class="(free)" data-village="st_vivien".*?>(\d)</text>', found.marks))
    assert free == {"free": "1"}
    told = {sort: lines for sort, _, lines in found.told}
    assert "Saint-Vivien, 1 pas" in told["free"]
    assert "Villeneuve, 1 pas (accord de F1, ou assaut)" in told["leave"]
    assert "Charolles, 2 pas (accord de F1)" in told["leave"]


def test_a_family_reaches_what_the_nearest_of_its_lords_does() -> None:
    table = crossroads()
    seen = view(table.realm, Seat("j2"))  # another family's lords are asked about in the same way
    alone, all_of_them = reach_of(seen, "arnaud", "en"), reach_of(seen, "j1", "en")
    assert alone is not None and all_of_them is not None
    steps = {one.asked: re.search(r'data-village="st_andre".*?>(\d)</text>', one.marks) for one in (alone, all_of_them)}
    assert steps["arnaud"] is not None and steps["arnaud"][1] == "2"
    assert steps["j1"] is not None and steps["j1"][1] == "1"


def test_a_lord_who_cannot_leave_says_why() -> None:
    table = crossroads()
    table["arnaud"].captor = 1
    found = reach_of(view(table.realm, None), "arnaud", "fr")
    assert found is not None and found.told == []
    assert found.stays == ["Arnaud est captif, et suit qui le tient."]


def test_nobody_of_that_name_is_shown_nothing() -> None:
    assert reach_of(view(crossroads().realm, None), "<script>", "fr") is None


@pytest.mark.django_db
def test_the_page_shows_it_to_players_and_to_whoever_watches(
    alice: Player, bob: Player, client_of: Callable[[Player], Client]
) -> None:
    match = new_match(alice, bob)
    until(match, alice, "cards")
    lords = list(match.rules.view(match.realm, None)["lords"])
    for client in (client_of(alice), client_of(bob), Client()):
        address = f"/partie/{match.code}/"
        assert 'class="reach"' not in client.get(address).content.decode()
        for whose in (*lords, "j1"):
            with CaptureQueriesContext(connection) as queries:
                page = client.get(f"{address}?portee={whose}").content
            assert b'class="reach"' in page and b'class="reach-told"' in page
            assert whose == "j1" or f'<option value="{whose}" selected>'.encode() in page
            assert len(page) < MOST_BYTES and len(queries) <= MOST_QUERIES
