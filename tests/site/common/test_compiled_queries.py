"""Queries written once: they say what Django would have said."""

from __future__ import annotations

from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from heraut.site.accounts.models import Player
from heraut.site.common.compiled_queries import CompiledQuery

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
