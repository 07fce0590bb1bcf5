"""Queries written once: they say what Django would have said."""

from __future__ import annotations

import sys
from datetime import timedelta
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.db.models import F, Model
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

import heraut.site
from heraut.site.accounts.models import Player
from heraut.site.clock.models import Thought
from heraut.site.common.compiled_queries import CompiledQuery
from heraut.site.matches.models import Match
from heraut.site.matchpage.models import GuidedTurn
from heraut.site.messaging.models import Remark
from heraut.site.regency.models import Regency
from tests.site.matches.builders import give_orders, pass_deadline, running, seat_of

by_name = CompiledQuery(lambda name, pk: Player.objects.filter(pk__gte=pk, username=name).only("username"), str, int)


def test_a_prepared_query_is_asked_with_other_values_each_time(alice: Player, bob: Player) -> None:
    assert by_name("Alice", alice.pk) == [alice]
    assert by_name("Bob", alice.pk) == [bob]
    assert by_name("Alice", bob.pk + 1) == [] and by_name.first("Alice", bob.pk + 1) is None
    assert by_name.first("' OR 1=1 --", alice.pk) is None


def test_it_is_written_once(alice: Player) -> None:
    written = []

    def write(pk: int) -> object:
        written.append(pk)
        return Player.objects.filter(pk=pk).annotate(known_as=F("username"))

    prepared = CompiledQuery(write, int)  # type: ignore[arg-type]
    for _ in range(3):
        with CaptureQueriesContext(connection) as asked:
            found = prepared.first(alice.pk)
        assert found is not None and found.known_as == "Alice"  # type: ignore[attr-defined]
        assert len(asked) == 1
    assert len(written) == 1


def test_what_it_leaves_out_is_asked_for_when_it_is_read(alice: Player) -> None:
    with CaptureQueriesContext(connection) as asked:
        found = by_name.first("Alice", 0)
        assert found is not None and found.username == "Alice"
        assert len(asked) == 1
        assert found.email == alice.email
    assert len(asked) == 2


def queries() -> dict[str, CompiledQuery[Any]]:
    """Those of the site, by module and name."""
    modules = [module for name, module in list(sys.modules.items()) if name.startswith("heraut.site.")]
    found = {
        f"{module.__name__}.{name}": value
        for module in modules
        for name, value in vars(module).items()
        if isinstance(value, CompiledQuery)
    }
    sources = [path.read_text() for path in Path(heraut.site.__file__).parent.rglob("*.py")]
    assert len({id(one) for one in found.values()}) == sum(text.count("= CompiledQuery(") for text in sources)
    return found


@pytest.fixture
def told(alice: Player, bob: Player, client: Client) -> Match:
    """A match of which there is something for every query to find."""
    pass_deadline(running(alice, bots=1))
    match = running(alice, bob, bots=1)
    give_orders(match, alice)
    pass_deadline(match)
    give_orders(match, bob, seal=True)
    client.force_login(alice)
    now, seat = timezone.now(), seat_of(match, alice)
    GuidedTurn.objects.create(player=alice, game=match.game, seen=["taxes"])
    Remark.objects.create(match=match, number=1, author=seat, writer=alice, said=now, text="Salut")
    Thought.objects.create(seat=match.seats.get(user=None), step=match.step + 1, branch=0, bot="master", text="")
    days: dict[str, Any] = {"begins": now.date(), "ends": now.date(), "starts": now, "stops": now + timedelta(1)}
    Regency.objects.create(seat=seat, holder=alice, regent=bob, named=now, accepted=now, **days)
    return match


def shown(row: Model) -> dict[str, Any]:
    """All that a row has got from the database."""
    return {name: value for name, value in vars(row).items() if name != "_state"}


@pytest.mark.slow
def test_each_of_the_site_returns_what_django_would(told: Match) -> None:
    numbers = {0, 1, 2, told.pk, *told.seats.values_list("pk", flat=True), *Player.objects.values_list("pk", flat=True)}
    texts = {"", told.game, told.code, Session.objects.get().session_key}
    for name, query in queries().items():
        rows = 0
        for values in product(*(numbers if kind is int else texts for kind in query.kinds)):
            found = [shown(row) for row in query(*values)]
            assert found == [shown(row) for row in query.write(*values)], (name, values)
            rows += len(found)
        assert rows, f"{name} has found nothing to compare"
