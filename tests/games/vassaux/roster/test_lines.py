"""A list as text: read, written, read again; and what cannot be read, line by line (SV-DP-01, SV-OST-10)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heraut.engine.protocol import Refusal, SetupError
from heraut.engine.rng import Rng
from heraut.games import vassaux
from heraut.games.vassaux.roster import Entry, Roster, read_roster, ready_made
from heraut.games.vassaux.roster.entries import TRADES
from heraut.games.vassaux.roster.lines import BOUNDS, NAME_LENGTH, name_fault, read_lines, write_lines
from heraut.games.vassaux.state import Gear
from heraut.games.vassaux.tables import ARMOURS, FIGHTERS, POWERS, PROFILES, SCHOOLS, TITLES, WEAPONS, hosts
from tests.games.vassaux.builders import SEATS

NAMES = st.text(max_size=NAME_LENGTH).map(lambda text: " ".join(text.split())).filter(lambda name: not name_fault(name))
POWER_LISTS = st.lists(st.sampled_from(list(POWERS)), max_size=3).map(tuple)
CHANGES = st.tuples(st.sampled_from(TRADES), st.sampled_from(TRADES)) | st.just(("", ""))


@st.composite
def entries(draw: Any, *, lord: bool) -> Entry:
    """Any entry made of known words, legal or not."""
    common = {
        "title": draw(st.sampled_from(list(TITLES))),
        "name": draw(NAMES),
        "powers": draw(POWER_LISTS),
        "size": 1 if lord else draw(st.integers(0, 9999)),
        "gear": Gear(*draw(st.tuples(*[st.integers(0, 9)] * 3))) if lord else Gear(0, 1, 1),
    }
    if draw(st.booleans()):
        return Entry(**common, fighter=draw(st.sampled_from(list(FIGHTERS))))
    up, down = draw(CHANGES)
    return Entry(
        **common,
        profile=draw(st.sampled_from(list(PROFILES))),
        weapon=draw(st.sampled_from(list(WEAPONS))),
        armour=draw(st.sampled_from(list(ARMOURS))),
        mounted=draw(st.booleans()),
        up=up,
        down=down,
    )


ROSTERS = st.builds(
    Roster,
    entries(lord=True),
    st.lists(entries(lord=False), max_size=13).map(tuple),
    st.sampled_from(["", *SCHOOLS]),
)


@pytest.mark.slow
@given(ROSTERS)
@settings(max_examples=200)
def test_what_is_written_is_read_back(roster: Roster) -> None:
    text = write_lines(roster)

    assert read_lines(text) == roster
    assert len(text) <= BOUNDS.signs and max(map(len, text.splitlines())) <= BOUNDS.width


@given(st.text(max_size=400))
@settings(max_examples=200)
def test_whatever_is_typed_gives_a_list_or_reasons(text: str) -> None:
    found = read_lines(text)

    assert isinstance(found, Roster) or (found and all(isinstance(one, Refusal) for one in found))


@pytest.mark.parametrize("code", hosts())
def test_ready_made_hosts_are_written_and_read_back(code: str) -> None:
    assert read_lines(write_lines(ready_made(code))) == ready_made(code)


def test_a_list_is_read_as_people_type_it() -> None:
    found = read_lines(
        "# les miens\n\nbaron Chevalier armes mêlée armure chevalier monté equipement 1 0 1 nom Aymeric le Vieux\n"
        "Héros 10 écuyer armes mêlée armure renforcée changer at df pouvoirs féroce  # sauvages\nmagie verte"
    )

    assert found == Roster(
        Entry(
            "BARON", "CHEVALIER", "MELEE", "KNIGHT", mounted=True, gear=Gear(1, 0, 1), name="Aymeric le Vieux"
        ),
        (Entry("HEROS", "ECUYER", "MELEE", "REINFORCED", up="at", down="df", size=10, powers=("FEROCE",)),),
        "VERTE",
    )  # fmt: skip


LORD = "BARON CHEVALIER\n"


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("\n \n# rien", "empty_list", 0),
        ("BARON CHEVALIE", "unknown_word", 1),
        (LORD + "COMTE 8 BRETTEUR", "unknown_word", 2),
        (LORD + "VASSAL 8", "unknown_word", 2),
        (LORD + "VASSAL 8 BRETTEUR ARMES MELEE", "fighter_is_whole", 2),
        (LORD + "VASSAL 8 ECUYER ARMES", "unknown_word", 2),
        (LORD + "VASSAL 8 ECUYER ARMES MELEE ARMES MELEE", "said_twice", 2),
        (LORD + "VASSAL 8 ECUYER MONTE CHEVAL", "unknown_word", 2),
        (LORD + "VASSAL 8 ECUYER CHANGER AT", "two_trades", 2),
        (LORD + "VASSAL 99999 ECUYER", "no_number", 2),
        (LORD + "VASSAL 8 ECUYER NOM", "bad_unit_name", 2),
        (LORD + "VASSAL 8 ECUYER NOM " + "x" * 41, "bad_unit_name", 2),
        (LORD + "VASSAL 8 ECUYER NOM a\u202eb", "bad_unit_name", 2),
        ("BARON CHEVALIER EQUIPEMENT 1 1", "three_numbers", 1),
        ("BARON CHEVALIER EQUIPEMENT 1 1e309 1", "no_number", 1),
        (LORD + "MAGIE BLEUE", "unknown_word", 2),
        (LORD + "VASSAL 8 ECUYER " + "x" * 300, "line_too_long", 2),
        (LORD + "VASSAL 8 ECUYER\n" * 50, "text_too_long", 41),
    ],
)
def test_what_cannot_be_read_names_its_line(text: str, code: str, line: int) -> None:
    found = read_lines(text)
    assert isinstance(found, list)

    assert [(one.code, one.line) for one in found] == [(code, line)]
    for lang in ("fr", "en"):
        assert vassaux.explain(found[0], lang)


def test_a_unit_may_have_a_name_of_forty_letters() -> None:
    found = read_lines(LORD + "VASSAL 8 ECUYER NOM " + "x" * 40)
    assert isinstance(found, Roster) and found.units[0].name == "x" * 40


def test_a_misspelt_word_is_guessed_at() -> None:
    found = read_lines(LORD + "VASSAL 8 BRETEUR")

    assert isinstance(found, list)
    assert found[0].data == {"text": "BRETEUR", "known": ["BRETTEUR"]}


@pytest.mark.rule("SV-OST-10")
def test_a_match_is_set_up_by_lists_as_text() -> None:
    text = write_lines(ready_made("FRANC_400"))
    step = vassaux.setup(SEATS, {"hosts": {"j1": text}}, Rng(b"x"))
    same = vassaux.setup(SEATS, {"hosts": {"j1": "FRANC_400"}}, Rng(b"x"))

    assert step.state == same.state
    with pytest.raises(SetupError) as caught:
        vassaux.setup(SEATS, {"hosts": {"j1": text + "VASSAL 8 BRETEUR\nHEROS x"}}, Rng(b"x"))
    assert [(one.code, one.line, one.data["seat"]) for one in caught.value.refusals] == [
        ("unknown_word", 6, "j1"),
        ("unknown_word", 7, "j1"),
    ]


@pytest.mark.parametrize(
    "data",
    [
        '{"a":' + "[" * 100_000,
        '{"\ud800":1}',
        '{"lord":{"title":"BARON","size":1e309},"units":[]}',
        '{"lord":{"title":"BARON","gear":' + "[" * 50_000,
        '{"lord":{"title":"BARON"},"units":[{"title":"VASSAL","size":' + "9" * 5_000 + "}]}",
        [[]] * 1000,
        {"lord": 1},
        "FRANC",
        "\x00",
    ],
)
def test_odd_data_are_refused_and_explained(data: Any) -> None:
    found = read_roster(data, "j1")

    assert isinstance(found, list) and len(found) == 1
    assert vassaux.explain(found[0], "fr")
