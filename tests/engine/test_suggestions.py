"""What a misspelt word may have meant."""

from __future__ import annotations

import pytest

from heraut.engine.suggestions import begun_or_held, closest, nearest_codes, nearest_name

NAMES = {"kymia": "Kymia", "ile de gotland": "Île de Gotland", "gotaland": "Götaland", "vastergotland": "Västergötland"}


@pytest.mark.parametrize(
    ("wanted", "name"),
    [
        ("ky", "Kymia"),  # begun
        ("gotland", "Île de Gotland"),  # held, as a word
        ("land", ""),  # no word of any name
        ("ymia", ""),  # neither begun nor held
        ("", ""),
    ],
)
def test_a_name_is_found_by_its_beginning_or_by_a_word_of_it(wanted: str, name: str) -> None:
    assert begun_or_held(wanted, NAMES) == name


def test_the_first_name_that_a_word_begins_is_taken_before_all_likeness() -> None:
    assert nearest_name("g", NAMES) == "Götaland"
    assert nearest_name("gotalnd", NAMES) == "Götaland"
    assert nearest_name("zzz", NAMES) == ""


def test_names_with_the_same_first_letter_need_be_less_like_it() -> None:
    names = {"aubert": "Aubert", "bertrand": "Bertrand"}
    assert nearest_name("abrt", names, 0.9) == ""
    assert nearest_name("abrt", names, 0.9, 0.6) == "Aubert"
    assert nearest_name("ubert", names, 0.7, 0.6) == "Aubert"  # none begins with its letter: any that is like it


def test_the_most_alike_is_the_closest() -> None:
    assert closest("viken", ["värmland", "vikan", "vikken"]) == "vikken"
    assert closest("viken", ["oulu"]) == ""


@pytest.mark.parametrize(
    ("wanted", "codes"),
    [
        ("ATTAQUE", ["ATT"]),  # the code and more
        ("ATR", ["ATT", "ABR"]),  # both as close
        ("IPM", ["IMP"]),  # two letters of three are enough
        ("IXX", []),
        ("ZZZ", []),
    ],
)
def test_all_codes_that_are_equally_close_are_told(wanted: str, codes: list[str]) -> None:
    assert nearest_codes(wanted, ["ATT", "ABR", "IMP"]) == codes
