"""A sample of `make soak`: of each game one match that is soon over."""

from __future__ import annotations

import pytest

from benchmarks.soak import REHEARSALS, campaign

SHORT = {"gloire": 5, "daifen": 1, "vassaux": 2}  # the number of such a match; else the first


@pytest.mark.slow
@pytest.mark.parametrize("game", REHEARSALS)
def test_a_match_of_the_campaign_keeps_every_promise(game: str) -> None:
    steps, _, fault = campaign(game, SHORT.get(game, 0))
    assert (steps > 0, fault) == (True, "")
