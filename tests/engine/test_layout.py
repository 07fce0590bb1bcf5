"""Reports as text: where lines break, and columns stand one below the other."""

from __future__ import annotations

import pytest

from heraut.engine.layout import WIDTH, entries, fold, heading, table, title, told


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("mot", ["* mot"]),
        ("x" * (WIDTH - 2), ["* " + "x" * (WIDTH - 2)]),  # it just fits
        ("x" * (WIDTH - 2) + " y", ["* " + "x" * (WIDTH - 2), "    y"]),
        ("yyy " + "x" * (WIDTH - 6), ["* yyy " + "x" * (WIDTH - 6)]),
        ("yyy " + "x" * (WIDTH - 5), ["* yyy", "    " + "x" * (WIDTH - 5)]),
        ("x" * 200, ["* " + "x" * 200]),  # nowhere to break
        ("x" * 200 + " y", ["* " + "x" * 200 + " y"]),
    ],
)
def test_a_line_breaks_at_the_last_blank_that_the_width_allows(text: str, lines: list[str]) -> None:
    assert fold(text, "* ", "    ") == lines


def test_a_blank_of_the_margin_is_no_place_to_break() -> None:
    long = "x" * WIDTH
    assert fold(f"yy {long}", "  ", "  ") == ["  yy", f"  {long}"]
    assert fold(long, "  ", "  ") == [f"  {long}"]


def test_no_word_is_lost_on_the_way() -> None:
    words = [f"mot{number}" for number in range(60)]
    lines = fold(" ".join(words), "", "   ")
    assert " ".join(lines).split() == words
    assert max(map(len, lines)) <= WIDTH and all(line.startswith("   mot") for line in lines[1:])


def test_details_stand_below_their_sentence_behind_its_mark() -> None:
    detail = "x" * 60 + " " + "y" * 60
    assert told("Dit", "+ ", [detail], "- ", "  ") == ["+ Dit", "  - " + "x" * 60, "    " + "y" * 60]


def test_columns_are_as_broad_as_their_broadest_entry_and_lean_to_their_side() -> None:
    rows = table("terre|hommes|s", [["Viken", "12", "a"], ["Östergötland", "1 200", "bb"]], "<><")
    assert rows == [
        "  terre         hommes  s",
        "  Viken             12  a",
        "  Östergötland   1 200  bb",
    ]
    assert table("a|b", [["x", ""]], "<<", "") == ["a  b", "x"]


def test_a_table_has_as_many_columns_as_its_head() -> None:
    with pytest.raises(ValueError, match="zip"):
        table("a|b", [["x"]], "<<")
    with pytest.raises(ValueError, match="zip"):
        table("a|b", [["x", "y"]], "<")


def test_values_stand_one_below_the_other_behind_the_longest_name() -> None:
    assert entries([("or", "12"), ("renommée", "3,5")]) == ["  or        12", "  renommée  3,5"]
    folded = entries([("or", "x" * 60 + " " + "y" * 60)])
    assert folded == ["  or  " + "x" * 60, "      " + "y" * 60]


def test_heads_are_as_broad_as_a_report() -> None:
    assert [len(line) for line in heading("La guerre")] == [0, WIDTH]
    rule, game, name, end = title("Daifen", "8 royaumes", "Rapport")
    assert rule == end and len(rule) == WIDTH
    assert len(game) == WIDTH - 2 and game.endswith("8 royaumes") and name == "  Rapport"
