"""Many letters: a page at a time, as many queries for a hundred as for a few; whatever is unread is counted."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from heraut.site.accounts.models import Player
from heraut.site.common.paging import LENGTH
from heraut.site.matches.models import Match, Seat
from heraut.site.matches.pace import Pace
from heraut.site.matches.services import open_match, start
from heraut.site.messaging.models import Message
from heraut.site.messaging.posting import thread_between
from heraut.site.messaging.reading import last_letters, lines, unread, view_for
from tests.site.lobby.test_lists import asked, other_page

pytestmark = pytest.mark.django_db
MANY = LENGTH + 8


def letters(match: Match, one: Seat, other: Seat, number: int, writer: Player, **fields: Any) -> Any:
    """A thread of so many letters, all from the other; the last one is the latest of all."""
    one.match = match
    thread, now = thread_between(one, other), timezone.now() - timedelta(hours=1)
    Message.objects.bulk_create(
        Message(thread=thread, author=other, writer=writer, sent=now + timedelta(seconds=n), text=f"Pli {n}.", **fields)
        for n in range(number)
    )
    return thread


@pytest.mark.slow
def test_a_thread_opens_at_its_latest_letters_and_leads_back(
    lands: Match, alice: Player, bob: Player, client_of: Any
) -> None:
    mine, his = (lands.seats.get(user=player) for player in (alice, bob))
    thread = letters(lands, mine, his, 5, bob)
    address, client = f"/partie/{lands.code}/lettres/{thread.code}/", client_of(alice)
    page, few = asked(client, address)
    assert page.count("<p>Pli") == 5
    letters(lands, mine, his, MANY, bob)
    page, many = asked(client, address)
    assert f"<p>Pli {MANY - 1}.</p>" in page and page.count("<p>Pli") == MANY + 5 - LENGTH
    assert many <= few + 1
    page, _ = asked(client, address + other_page(page, "prev"))
    assert page.count("<p>Pli") == LENGTH


@pytest.mark.slow
def test_the_list_of_threads_asks_the_same_whatever_its_length(alice: Player, bob: Player) -> None:
    match = open_match("gloire", "Tous", {"map": "EUROPE", "lords": MANY + 1}, Pace(grace=0))
    for number in range(MANY + 1):
        Seat.objects.create(match=match, name=f"s{number}", user=None if number else alice, bot="random")
    start(match)
    mine, *others = match.seats.all()
    mine.match = match
    counts, known = [], view_for(mine)
    assert known is not None
    for some in (others[:5], others[5:]):
        for other in some:
            letters(match, mine, other, 3, bob)
        with CaptureQueriesContext(connection) as queries:
            shown = lines(mine, last_letters(mine)[:LENGTH])
        counts.append(len(queries))
        assert {line.unread for line in shown} == {3} and {line.last.text for line in shown} == {"Pli 2."}
    assert counts[0] == counts[1] <= 5 and len(shown) == LENGTH
    assert unread(mine) == 3 * MANY
