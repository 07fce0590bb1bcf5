"""What the dearest touches of the table cost, in processor's time (`benchmarks/battles.py` measures the usual ones)."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from django.test import Client

from heraut.site.accounts.models import Player
from tests.busy import times_slower
from tests.site.games.vassaux.conftest import decision, new_match
from tests.site.games.vassaux.pages import Page

pytestmark = pytest.mark.django_db
MOST_SECONDS = 0.5


def host(*sizes: int) -> str:
    """Units of these sizes behind a Baron."""
    return "\n".join(["BARON CHEVALIER", *(f"VAVASSEUR {size} PAYSAN" for size in sizes)])


@pytest.mark.rule("SV-DEP-02")
@pytest.mark.parametrize("sizes", [(24,) * 12, tuple(range(18, 30)), tuple(range(29, 17, -1))], ids=str)
def test_a_host_of_hundreds_is_deployed_by_one_button_within_half_a_second_of_processor(
    client_of: Callable[[Player], Client], alice: Player, bob: Player, sizes: tuple[int, ...]
) -> None:
    match = new_match(alice, bob, choices={"host": host(*sizes)}, map="HASARD", table=20, limit=2400)
    player = next(one for one in (alice, bob) if decision(match, one) is not None)
    page, times = Page(client_of(player), match), []
    for _ in range(2):
        begun = time.process_time()
        page.send(do="deploy_all")
        times.append(time.process_time() - begun)
        assert len(page.lines) == 13, page.words
        page.send(do="clear")
    assert min(times) < MOST_SECONDS * times_slower(), times
