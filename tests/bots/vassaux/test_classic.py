"""The captain of the first release answers as he always has: others are measured against him."""

from __future__ import annotations

from typing import Any

import pytest

from heraut.bots.character import Character
from tests.bots.vassaux.matches import battle, bot, digest, magic

CLASSIC = Character("classic")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "number", "told"),
    [
        ({"scenario": 0}, 171, "4784e7ad05f56abb"),
        ({"scenario": 1}, 81, "1b70077fd29700c3"),
        ({"scenario": 2}, 203, "04bcf53ff4035b44"),
        ({"scenario": 3}, 28, "6a24f20b25339810"),
        ({"scenario": 4}, 187, "aecaf0a44dc9d26c"),
        (magic("NOIRE"), 171, "4784e7ad05f56abb"),
    ],
)
def test_he_answers_as_in_the_first_release(options: dict[str, Any], number: int, told: str) -> None:
    answers: list[str] = []
    captain = bot(CLASSIC, answers)
    battle(captain, captain, options, b"classic")
    assert (len(answers), digest(answers)) == (number, told)
