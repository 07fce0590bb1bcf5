"""Pieces of pages that are kept: what is given back is what was made, and no more than there is room for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.core.cache import caches
from django.utils.safestring import SafeString

from heraut.site.matchpage.fragments import fragment


@pytest.fixture(autouse=True)
def empty() -> Iterator[None]:
    """Nothing is kept from one test to the next."""
    yield
    for store in ("pieces", "sheets", "lines"):
        caches[store].clear()


def test_a_piece_is_made_once_and_given_back_as_it_was() -> None:
    calls = 0

    def make() -> SafeString:
        nonlocal calls
        calls += 1
        return SafeString("<b>é</b>")

    found = {fragment(make, "lines", 7, "fr") for _ in range(3)}
    assert found == {"<b>é</b>"} and all(isinstance(each, SafeString) for each in found)
    assert fragment(lambda: SafeString("8"), "lines", "7", "fr") == "8", "a text is not a number"
    assert calls == 1


@pytest.mark.parametrize("store", ["pieces", "sheets", "lines"])
def test_old_pieces_give_way(store: str) -> None:
    room = settings.CACHES[store]["OPTIONS"]["MAX_ENTRIES"]
    for number in range(room + 10):
        fragment(lambda number=number: SafeString(number), number, store=store)
    assert fragment(lambda: SafeString("again"), 0, store=store) == "again"
    assert fragment(lambda: SafeString("again"), room + 9, store=store) == str(room + 9)
    assert settings.CACHES[store]["BACKEND"].endswith("LocMemCache"), "in memory, and bounded there"
