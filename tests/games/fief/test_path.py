"""How far an answer travels from its text to the report: whoever mends a rule has to read no more than that."""

from __future__ import annotations

import sys
from pathlib import Path
from types import FrameType

import pytest

from heraut.engine.match import Match, rng_of
from heraut.games import fief
from tests.games.fief.builders import seats

HOUSE = Path(fief.__file__).parent.parent.parent
MOST = 16  # of the game
BESIDE = (
    "/view/",
    "/storage.py",
)  # what a seat sees, and how a state is stored: beside this way


def entered(match: Match[object, object]) -> set[str]:
    """The modules in which a function runs while the next answer of the match goes from text to report."""
    match.pending()
    seat, decision = next(iter(match.pending().items()))
    text = decision.write(decision.sample(rng_of(match.record).at("sample", len(match.record.steps))))
    seen: set[str] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_name != "<module>":
            path = Path(frame.f_code.co_filename)
            if path.is_relative_to(HOUSE):
                seen.add(str(path.relative_to(HOUSE)))

    sys.setprofile(note)
    try:
        answer = match.pending()[seat].parse(text).answer
        events = match.advance({seat: answer})
        known = [event for event in events if event.seen_by is None or seat in event.seen_by]
        fief.report(fief.view(match.state, seat), known, "fr")
    finally:
        sys.setprofile(None)
    return seen


@pytest.mark.slow
def test_an_answer_enters_few_modules() -> None:
    match: Match[object, object] = Match.new(fief, seats(3), {}, bytes(32))
    paths = []
    for _ in range(150):
        kind = next(iter(match.pending().values())).kind
        found = entered(match)
        if kind == "purchase":
            paths.append(found)
    usual = sorted(paths, key=len)[len(paths) // 2]
    of_the_game = {module for module in usual if "games/fief" in module and not any(part in module for part in BESIDE)}
    assert len(of_the_game) <= MOST, " ".join(sorted(of_the_game))
