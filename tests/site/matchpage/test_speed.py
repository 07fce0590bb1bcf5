"""Thirty lords in Europe: queries, bytes and time of each page (issue 3), and a map that costs next to nothing (W6)."""

from __future__ import annotations

import time
from statistics import median

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from heraut.site.games.gloire.drawing import map_svg
from tests.site.matchpage.conftest import new_match
from tests.site.matchpage.test_entry import FOR_ALL, FOR_LORDS

pytestmark = pytest.mark.django_db
MOST_QUERIES, MOST_BYTES, MOST_SECONDS = 20, 300_000, 0.150


@pytest.fixture
def europe(alice, bob):
    """Thirty lords, two turns in."""
    return new_match(alice, bob, 2, lords=30, options={"map": "EUROPE"})


def test_every_page_is_small_quick_and_asks_little_of_the_database(europe, alice, client_of, capsys):
    client = client_of(alice)
    lines = []
    for page in FOR_ALL + FOR_LORDS:
        url, times = f"/partie/{europe.code}/{page}", []
        client.get(url)
        for _ in range(3):
            begun = time.process_time()
            with CaptureQueriesContext(connection) as queries:
                answer = client.get(url)
            times.append(time.process_time() - begun)
        lines.append(f"{len(queries):3} queries {len(answer.content):7} bytes {1000 * median(times):6.1f} ms  {page}")
        assert len(queries) <= MOST_QUERIES and len(answer.content) < MOST_BYTES, lines[-1]
        assert min(times) < MOST_SECONDS, lines[-1]
    with capsys.disabled():
        print("\n" + "\n".join(lines))


def test_the_map_of_a_match_is_a_few_bytes_and_less_than_half_a_millisecond(europe):
    view = europe.rules.view(europe.realm, "j1")
    assert len(map_svg(view, "fr")) < 90_000
    times = []
    for _ in range(20):
        begun = time.process_time()
        map_svg(view, "fr")
        times.append(time.process_time() - begun)
    assert min(times) < 0.0005
