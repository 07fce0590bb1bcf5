"""Lists for programs: a page at a time, and where the next one is."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from heraut.site.accounts.models import Player
from heraut.site.common.paging import LENGTH
from heraut.site.matches.orders import save_orders
from heraut.site.matches.services import write_activity
from tests.site.api.caller import Program, program_of
from tests.site.lobby.builders import new_table
from tests.site.matches.builders import running, seat_of
from tests.site.matchpage.test_long_histories import lengthened

pytestmark = pytest.mark.django_db
MANY = LENGTH + 8


def walked(program: Program, address: str, **query: Any) -> tuple[list[Any], list[int]]:
    """All entries, from page to page by the header `Link`; and how many queries each page took."""
    entries, counts = [], []
    following: str | None = f"/api{address}"
    while following:
        with CaptureQueriesContext(connection) as queries:
            answer = program.client.get(following, query)
        assert answer.status_code == 200
        counts.append(len(queries))
        entries += answer.json()
        link = answer.headers.get("Link", "")
        following = link.partition("<http://testserver")[2].partition(">")[0] or None
        assert not link or link.endswith('; rel="next"')
        query = {}
    return entries, counts


def test_turns_acts_and_receipts_come_a_page_at_a_time(alice: Player) -> None:
    match = running(alice, bots=2)
    lengthened(match, 5)
    program = program_of(alice)
    seat = seat_of(match, alice)
    save_orders(seat, "")
    write_activity(match, "silent", seats=["j1"], turn=1)
    lists = ("turns", "acts", "receipts")
    few = {one: walked(program, f"/matches/{match.code}/{one}")[1] for one in lists}
    lengthened(match, MANY)
    for turn in range(MANY):
        save_orders(seat_of(match, alice), "")
        write_activity(match, "silent", seats=["j1"], turn=turn)
    for one in lists:
        entries, counts = walked(program, f"/matches/{match.code}/{one}")
        assert len(entries) >= MANY and len(counts) == 2, one
        assert len({str(entry) for entry in entries}) == len(entries) or one == "acts"
        assert max(counts) <= few[one][0] + 1, one
    turns, counts = walked(program, f"/matches/{match.code}/turns", limit=100)
    assert [turn["turn"] for turn in turns] == list(range(match.step + 1)) and len(counts) == 1
    for wrong in ({"limit": 0}, {"limit": 101}, {"offset": -1}):
        assert program.get(f"/matches/{match.code}/turns", **wrong).status_code == 422


def test_the_list_of_matches_asks_the_same_whatever_its_length(alice: Player) -> None:
    program, counts = program_of(alice), []
    for number in (5, MANY):
        for _ in range(number):
            new_table(alice)
        program.get("/matches")
        with CaptureQueriesContext(connection) as queries:
            found = program.get("/matches").json()
        counts.append(len(queries))
    assert counts[0] == counts[1] and len(found["matches"]) == LENGTH and found["total"] == MANY + 5
