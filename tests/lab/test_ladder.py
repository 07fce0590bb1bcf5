"""The ladder: who wins stands above, intervals shrink, and a page keeps the sections of the other games."""

from __future__ import annotations

from typing import Any

import pytest

from heraut.engine.protocol import Seat
from heraut.lab.simulate import MatchResult

pytest.importorskip("openskill", reason="the extra `lab` is not installed: pip install 'heraut[lab]'")

from heraut.lab.ladder import replaced, rungs, section


def result(entered: dict[str, str], scores: dict[str, float]) -> MatchResult:
    """A match that ended so."""
    bots: Any = entered
    return MatchResult("00", 9, {Seat(seat): score for seat, score in scores.items()}, "road", 0.1, bots, bots)


def duels(strong: int, weak: int) -> list[MatchResult]:
    """So many won by `a`, so many by `b`."""
    entered = {"j1": "a", "j2": "b"}
    won, lost = {"j1": 1.0, "j2": 0.0}, {"j1": 0.0, "j2": 1.0}
    return [result(entered, won)] * strong + [result(entered, lost)] * weak


@pytest.mark.slow
def test_who_wins_more_stands_above() -> None:
    first, second = rungs(duels(15, 5))
    assert (first.bot, second.bot) == ("a", "b")
    assert first.points > 1000 > second.points
    assert (first.wins.wins, first.wins.matches, first.fair) == (15, 20, 0.5)
    assert first.interval[0] <= first.points <= first.interval[1]
    assert rungs(duels(5, 15))[0].bot == "b"
    backwards = rungs(duels(15, 5)[::-1])[0]  # bots do not learn: the order of their matches says nothing
    assert backwards.points == pytest.approx(first.points, abs=50)


@pytest.mark.slow
def test_more_matches_say_more() -> None:
    def width(matches: int) -> int:
        low, high = rungs(duels(matches, matches))[0].interval
        return high - low

    assert width(100) < width(10)


def test_allies_win_together_and_a_draw_is_shared() -> None:
    three = {"j1": "a", "j2": "b", "j3": "b"}
    (allied, drawn) = (result(three, {"j1": 1.0, "j2": 1.0, "j3": 0.0}), result(three, {"j1": 0.5, "j2": 0.5, "j3": 0}))
    of = {rung.bot: rung for rung in rungs([allied])}
    assert (of["a"].wins.wins, of["b"].wins.wins, of["b"].wins.matches) == (1.0, 1.0, 2)
    assert of["a"].fair == pytest.approx(2 / 3)
    assert {rung.bot: rung.wins.wins for rung in rungs([drawn])} == {"a": 0.5, "b": 0.5}


def test_a_bot_alone_is_not_rated() -> None:
    (only,) = rungs([result({"j1": "a", "j2": "a"}, {"j1": 1.0, "j2": 0.0})])
    assert only.points == 1000


def test_a_page_keeps_the_sections_of_the_other_games() -> None:
    page = "# Title\n"
    for game in ("fief", "gloire", "rois"):
        page = replaced(page, game, section(game, f"{game} first.", rungs(duels(2, 1)), f"heraut ladder {game}"))
    again = replaced(page, "gloire", section("gloire", "gloire again.", rungs(duels(1, 2)), "heraut ladder gloire"))
    assert [line for line in again.splitlines() if line.startswith("#")] == [
        "# Title",
        "## fief",
        "## gloire",
        "## rois",
    ]
    assert "gloire again." in again and "gloire first." not in again and "rois first." in again
    assert (
        replaced(again, "gloire", section("gloire", "gloire first.", rungs(duels(2, 1)), "heraut ladder gloire"))
        == page
    )
