"""How much of a text is read: to the very line and sign that a game allows."""

from __future__ import annotations

import pytest

from heraut.engine.protocol import Bounds
from heraut.engine.sheets import Written, lines_read

BOUNDS = Bounds("XX-ORD-01", lines=3, width=10, signs=24)


def read(text: str) -> list[str]:
    """Of each line told of, the code of its refusal, "" for none."""
    return ["" if refusal is None else refusal.code for _, _, refusal in lines_read(text, BOUNDS)]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("a\nb\nc", ["", "", ""]),
        ("a\nb\nc\n\n  \n", ["", "", ""]),  # what is blank at the end is nothing
        ("a\nb\nc\nd", ["", "", "", "text_too_long"]),
        ("a" * 10, [""]),
        ("a" * 11, ["line_too_long"]),
        ("a" * 10 + "\n" + "b" * 10 + "\nccc", ["", "", "text_too_long"]),  # 25 signs, ends of lines included
        ("a" * 10 + "\n" + "b" * 10 + "\ncc", ["", "", ""]),  # 24
        ("a" * 99 + "\n" + "b" * 10 + "\ncc", ["line_too_long", "", ""]),  # of what is too long no more is counted
    ],
)
def test_a_text_is_read_to_the_last_sign_that_is_allowed(text: str, codes: list[str]) -> None:
    assert read(text) == codes


def test_the_line_too_many_tells_how_many_are_left_out() -> None:
    *_, (number, _, refusal) = lines_read("a\nb\nc\nd\ne\n", BOUNDS)
    assert refusal is not None
    assert (number, refusal.line, refusal.data) == (4, 4, {"most": 3, "signs": 24, "left": 2})


def test_what_is_written_out_has_the_same_bounds() -> None:
    fits, too_much = Written("", BOUNDS), Written("", BOUNDS)
    assert [fits.refusal(number, line) for number, line in enumerate(["a" * 10, "b" * 10, "cc"], start=1)] == [None] * 3
    assert [too_much.refusal(1, "a" * 10), too_much.refusal(2, "b" * 10)] == [None, None]
    refusal = too_much.refusal(3, "ccc")
    assert refusal is not None and refusal.code == "text_too_long"
    wide = Written("", BOUNDS).refusal(1, "a" * 11)
    assert wide is not None and wide.code == "line_too_long"
