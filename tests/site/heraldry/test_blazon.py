"""Blazons read and written, and the arms that people bear."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heraut.engine import arms as map_arms
from heraut.site.heraldry import Arms, BlazonError, Charge, Field, arms_of_name, arms_of_number, parse, svg, write
from heraut.site.heraldry.bearers import COLOURS
from heraut.site.heraldry.blazon import ACCOMPANIED, FIGURES, METALS, ORDINARIES, PARTITIONS, TINCTURES, roundel

tinctures = st.sampled_from(sorted(TINCTURES))
fields = st.builds(Field, st.tuples(tinctures)) | st.builds(
    Field, st.tuples(tinctures, tinctures), st.sampled_from(sorted(PARTITIONS))
)
ordinaries = st.builds(Charge, st.sampled_from(sorted(ORDINARIES)), tinctures)
small = st.builds(Charge, st.sampled_from(sorted(FIGURES)), tinctures, st.sampled_from((1, 3)))
accompanied = st.builds(
    Arms,
    fields,
    st.builds(Charge, st.sampled_from(sorted(ACCOMPANIED)), tinctures),
    st.builds(Charge, st.sampled_from(sorted(FIGURES)), tinctures, st.just(3)),
)
any_arms = st.builds(Arms, fields, st.none() | ordinaries | small) | accompanied


@given(any_arms)
def test_a_blazon_written_is_read_back(arms: Arms) -> None:
    assert parse(write(arms)) == arms


@given(any_arms)
def test_arms_are_drawn_without_a_style(arms: Arms) -> None:
    drawn = svg(arms, lang="fr")
    ElementTree.fromstring(drawn)
    assert "style" not in drawn
    assert " id=" not in drawn  # many stand on one page


@pytest.mark.parametrize(
    ("text", "arms"),
    [
        ("d'azur au chevron d'or", Arms(Field(("azur",)), Charge("chevron", "or"))),
        ("D’Azur, au chevron d'or", Arms(Field(("azur",)), Charge("chevron", "or"))),
        ("de gueules à trois étoiles d'argent", Arms(Field(("gueules",)), Charge("étoile", "argent", 3))),
        ("parti d'or et de sinople", Arms(Field(("or", "sinople"), "parti"))),
        (
            "d'or à la fasce de sable accompagnée de trois tourteaux de gueules",
            Arms(Field(("or",)), Charge("fasce", "sable"), Charge("tourteau", "gueules", 3)),
        ),
    ],
)
def test_heralds_are_understood(text: str, arms: Arms) -> None:
    assert parse(text) == arms


@pytest.mark.parametrize(
    "text", ["", "azur", "d'azur au dragon d'or", "d'azur au chevron", "parti d'or", "d'azur au pal d'or et de sable"]
)
def test_what_is_no_blazon_is_refused(text: str) -> None:
    with pytest.raises(BlazonError):
        parse(text)


def test_english_says_the_same() -> None:
    assert write(parse("d'azur au chevron d'or"), "en") == "Azure, a chevron Or"
    three = "d'or à la fasce de sable accompagnée de trois tourteaux de gueules"
    assert write(parse(three), "en") == "Or, a fess Sable between three roundels Gules"


def test_the_first_hundred_lords_bear_different_arms() -> None:
    assert len({write(arms_of_number(number)) for number in range(1, 101)}) == 100


@pytest.mark.parametrize("number", range(1, 101))
def test_a_lords_arms_are_in_the_colours_of_his_lands(number: int) -> None:
    _, full, division = map_arms.arms_of(number)
    drawn = svg(arms_of_number(number))
    assert set(re.findall(r'fill="(#\w+)"', drawn)) == {full, "#fdf6df"}
    if division in ("chevron", "fess", "bend", "pale"):
        assert map_arms.ORDINARIES[division] in drawn


def test_a_name_always_bears_the_same_arms_however_it_is_written() -> None:
    assert arms_of_name("Mélusine d'Aulnay") == arms_of_name("melusine d aulnay")
    assert arms_of_name("Mélusine") != arms_of_name("Yseult")


@given(st.text(min_size=1, max_size=30))
def test_metal_never_lies_on_metal_nor_colour_on_colour(name: str) -> None:
    arms = arms_of_name(name)
    ground = arms.field.tinctures[0]
    other = arms.charge.tincture if arms.charge else arms.field.tinctures[1]
    assert (ground in METALS) != (other in METALS)
    assert {ground, other} <= {*METALS, *COLOURS}
    if arms.charge and arms.charge.figure in ("besant", "tourteau"):
        assert arms.charge.figure == roundel(arms.charge.tincture)


def test_names_seldom_bear_the_same_arms() -> None:
    assert len({write(arms_of_name(f"Seigneur {number}")) for number in range(100)}) > 75
