"""What may be entered, and what is refused without telling anything (ORD, GEN-07)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heraut.engine.rng import Rng
from heraut.games.rois import orders as o
from heraut.games.rois.orders import SILENCE, Sheet
from heraut.games.rois.sheet.errors import Unread
from heraut.games.rois.sheet.reading import LONGEST_RANGE, read_units
from heraut.games.rois.sheet.writing import write_units
from heraut.games.rois.state import ABILITIES, Creation, Tactic, World

from .builders import (
    decision,
    feature,
    free_hero,
    item,
    king,
    meet,
    one,
    person,
    play,
    reasons,
    refused,
    sheet,
    units,
    world,
)


def busy() -> World:
    """A King with a Hero, three units, an item, and a stranger whom he knows."""
    state = world(3)
    person(state, 1, 41)  # 4
    units(state, 1, 41, "LE", "LE", "GA", leader=0)
    for kind in ("BF", "PG", "RT"):
        item(state, kind, king(state, 1))  # 11, 12 and 13
    meet(state, 1, 2)
    free_hero(state, 42, known_to=1)  # 5
    free_hero(state, 43)  # 6, unknown
    return state


REFUSED = [
    ("RO-ORD-01", "MO 0", "unknown_province"),
    ("RO-ORD-01", "MO 163", "unknown_province"),
    ("RO-ORD-03", "SE 0", "too_few"),
    ("RO-ORD-03", "SE 1 {DANSE}", "plan_unknown_tactic"),
    ("RO-ORD-04", "RE ZZ 1", "unknown_type"),
    ("RO-ORD-04", "RE LE 0", "too_few"),
    ("RO-ORD-05", "HI 2", "not_hireable"),
    ("RO-ORD-05", "HI 4", "not_hireable"),
    ("RO-ORD-06", "DI 99", "not_own_unit"),
    ("RO-ORD-07", "FI 1", "not_own_hero"),
    ("RO-ORD-07", "FI 2", "not_own_hero"),
    ("RO-ORD-08", "LE 99 G", "not_own_unit"),
    ("RO-ORD-08", "LE 1 2", "not_own_character"),
    ("RO-ORD-09", "PI 99", "not_own_unit"),
    ("RO-ORD-10", "CA ZZ", "unknown_spell"),
    ("RO-ORD-10", "CA FI", "combat_spell"),
    ("RO-ORD-11", "US 0", "too_few"),
    ("RO-ORD-12", "EN 1", "oneself"),
    ("RO-ORD-13", "PR ZZ", "unknown_ability"),
    ("RO-ORD-14", "SP 163", "unknown_province"),
    ("RO-ORD-15", "DE 163", "unknown_province"),
    ("RO-ORD-15", "DE 0", "unknown_province"),
    ("RO-ORD-16", "PU 1", "oneself"),
    ("RO-ORD-17", "TR 1", "oneself"),
    ("RO-ORD-18", "GI 0 4", "too_few"),
    ("RO-ORD-18", "GI 0 OR 2", "too_few"),
    ("RO-ORD-18", "GI 3 OR 0", "too_few"),
    ("RO-ORD-20", "HI 6", "unknown_character"),
    ("RO-ORD-20", "PU 6", "unknown_character"),
    ("RO-ORD-20", "TR 77", "unknown_character"),
    ("RO-ORD-20", "EN 6", "unknown_character"),
    ("RO-ORD-20", "CA TE 6", "unknown_character"),
    ("RO-ORD-22", "RE LE", "missing_argument"),
    ("RO-ORD-22", "EX 3", "extra_argument"),
    ("RO-ORD-22", "DI 3-1", "bad_range"),
    ("RO-ORD-22", "RE LE 1 POUR 0", "too_few"),
    ("RO-ORD-22", "RE LE 1 POUR", "extra_argument"),
    ("RO-ORD-22", "RE LE 1 AVEC 4", "extra_argument"),
    ("RO-ORD-22", "DANSE 3", "unknown_code"),
    ("RO-ORD-22", "MO x", "not_a_number"),
    ("RO-ORD-22", "MO 12345678", "number_too_large"),
    ("RO-ORD-23", "CA CL", "missing_target"),
    ("RO-ORD-23", "CA DG 4", "extra_target"),
    ("RO-ORD-23", "CA TM 200", "unknown_province"),
    ("RO-ORD-23", "US 12 4", "extra_item_target"),
    ("RO-ORD-23", "US 13", "missing_item_target"),
    ("RO-ORD-23", "US 13 163", "unknown_province"),
    ("RO-ITEM-05", "GI 3 OR 4", "gold_to_own"),
]


@pytest.mark.rule(
    *(f"RO-ORD-{n:02}" for n in (*range(3, 18), 20, 22, 23) if n not in (2,)), "RO-ORD-01", "RO-ORD-18", "RO-GEN-07"
)
def test_what_the_table_of_orders_refuses_at_entry() -> None:
    for rule, text, code in REFUSED:
        found = refused(busy(), "j1", f"@1\n1: {text}")
        assert [(code, 2)] == [(each[1], each[2]) for each in found], (text, found)
        assert found[0][0] in (rule, "RO-ENC-04"), (text, found)
    assert {rule for rule, _, _ in REFUSED} >= {f"RO-ORD-{n:02}" for n in (1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14)}


ACCEPTED = [
    ("MO 42", o.Move(42)),
    ("MO 1", o.Move(1)),
    ("MO 162", o.Move(162)),
    ("EX", o.Explore()),
    ("SE 2", o.Search(2)),
    ("SE 1 {ST, CA-FI, ME, SC}", o.Search(1, (Tactic("ST"), Tactic("CA", spell="FI"), Tactic("ME"), Tactic("SC")))),
    ("SE 1 {}", o.Search(1, ())),
    ("RE LE 2", o.Recruit("LE", 2)),
    ("re le 2 pour 4", o.Recruit("LE", 2, 4)),
    ("HI 5", o.Hire(5)),
    ("DI *", o.Disband(o.ALL)),
    ("DI 1,2-3,2", o.Disband((1, 2, 3))),
    ("FI 4", o.Dismiss(4)),
    ("LE 1-2 4", o.Leave((1, 2), 4)),
    ("LE * G", o.Leave(o.ALL, o.GARRISON)),
    ("PI *", o.PickUp(o.ALL)),
    ("CA GU", o.Cast("GU")),
    ("CA GU 4", o.Cast("GU", (4,))),
    ("CA PA G 42", o.Cast("PA", (42,), garrison=True)),
    ("CA PA 2", o.Cast("PA", (2,))),
    ("CA VO 42 43", o.Cast("VO", (42, 43))),
    ("US 99", o.Use(99)),
    ("US #99 3", o.Use(99, (3,))),
    ("EN 4 {GI-11}", o.Meet(4, (Tactic("GI", item=11),))),
    ("PR TA", o.Practise("TA")),
    ("SP 42", o.Spy(42)),
    ("DE", o.Defend()),
    ("DE 42", o.Defend(42)),
    ("PU 2", o.Pursue(2)),
    ("TR 2", o.Trail(2)),
    ("GI 11 4", o.GiveItem(11, 4)),
    ("GI 3 OR 2", o.GiveGold(3, 2)),
]


@pytest.mark.rule("RO-ORD-02", "RO-ORD-15", "RO-ORD-16", "RO-ORD-17", "RO-ORD-18", "RO-ORD-22", "RO-ORD-23")
@pytest.mark.parametrize(("text", "order"), ACCEPTED)
def test_an_order_is_read_as_written_and_written_back(text: str, order: o.Order) -> None:
    state = busy()
    answer = sheet(state, "j1", f"@1\n3 : {text} ; un mot")

    assert [(each.character, each.season, each.order) for each in answer.actions] == [(1, 3, order)]
    assert sheet(state, "j1", decision(state, "j1").write(answer)) == answer


@pytest.mark.rule("RO-ORD-22")
@pytest.mark.parametrize(
    ("numbers", "text"), [((7,), "7"), ((7, 8), "7-8"), ((1, 2, 3, 5, 8, 9), "1-3,5,8-9"), (o.ALL, "*")]
)
def test_units_in_a_row_are_written_as_a_range(numbers: tuple[int, ...], text: str) -> None:
    assert write_units(numbers) == text and read_units(text) == numbers


@pytest.mark.rule("RO-ORD-22")
def test_a_range_of_five_hundred_units_is_the_longest() -> None:
    assert len(read_units("7-506")) == LONGEST_RANGE == 500
    with pytest.raises(Unread, match="bad_range"):
        read_units("7-507")


@pytest.mark.rule("RO-ORD-22", "RO-ENC-02")
@pytest.mark.parametrize("text", ["PLAN {ME", "PLAN ME}", "DUEL ME", "PLAN"])
def test_a_plan_stands_between_braces(text: str) -> None:
    assert [code for _, code, _ in refused(busy(), "j1", f"@1\n{text}")] == ["missing_braces"]


@pytest.mark.rule("RO-ORD-22")
def test_the_first_word_decides_what_a_line_is() -> None:
    """FI is an order behind a season, a tactic inside braces; CA and MA are what their place makes them."""
    text = "@1\n1: FI 4\n2: CA GU\n3: PR MA\n4: SE 1 {FI, CA-CA, CA-MA}\n5: GI 3 OR 2\nPLAN {FI, ME}\nDUEL {ME}"
    answer = sheet(busy(), "j1", text)

    assert [each.order.code for each in answer.actions] == ["FI", "CA", "PR", "SE", "GI"]
    assert [(each.duel, [tactic.code for tactic in each.plan]) for each in answer.plans] == [
        (False, ["FI", "ME"]),
        (True, ["ME"]),
    ]


@pytest.mark.rule("RO-ORD-22")
def test_the_same_twice_is_refused_and_empty_braces_erase() -> None:
    state = busy()
    twice = "@1\n1: EX\n1: DE\nPLAN {}\nPLAN {ME}\nDUEL {}\nDUEL {}\n@4\n2: EX\n@1\n3: EX"
    assert refused(state, "j1", twice) == [("RO-ORD-22", "said_twice", line) for line in (3, 5, 7, 10)]
    king(state, 1, plan=(Tactic("ME"),), duel=(Tactic("FL"),))
    after = play(state, {"j1": "@1\nPLAN {}\nDUEL {FL, ME}"}).state
    assert after.characters[1].plan == () and [each.code for each in after.characters[1].duel] == ["FL", "ME"]


@pytest.mark.rule("RO-ORD-21")
def test_the_dead_and_strangers_receive_no_orders() -> None:
    state = busy()
    state.characters[4].died = 1

    assert refused(state, "j1", "@4\n1: EX\n2: EX") == [("RO-ORD-21", "dead_character", 1)]
    assert refused(state, "j1", "@2\n1: EX") == [("RO-ORD-21", "not_own_character", 1)]


@pytest.mark.rule("RO-ORD-19")
def test_the_orders_of_the_kingdom_are_read_and_written_back() -> None:
    state = busy()
    text = "\n".join([
        "@ROYAUME", "TRAITE 2", "ROMPRE 3", "SCIENCE 2", "DON 2 4", "ELECTION", "VOTE BLANC",
        'NOM C4 "Aliénor la Brune"',
        'NOM U1 "La Hardie"', 'NOM P41 "Montjoie"', "HERITIER {F, elfe, couard, TA 2, ME 2}",
    ])  # fmt: skip
    answer = sheet(state, "j1", text)

    assert [type(order).__name__ for order in answer.realm] == [
        "Treat", "Break", "Exchange", "Donate", "CallVote", "Vote", "Rename", "Rename", "Rename", "NameHeir",
    ]  # fmt: skip
    assert sheet(state, "j1", decision(state, "j1").write(answer)) == answer
    for line, code in [
        ("TRAITE 1", "own_kingdom"), ("TRAITE 9", "unknown_kingdom"), ("DON 2 0", "too_few"),
        ("VOTE 8", "unknown_kingdom"),
        ('NOM C2 "X"', "not_own_thing"), ('NOM U77 "X"', "not_own_thing"), ('NOM P42 "X"', "not_own_thing"),
        ('NOM C1 ""', "bad_name"), (f'NOM C1 "{"x" * 41}"', "bad_name"), ("NOM C1 X", "bad_rename"),
        ("HERITIER {F, elfe, couard, TA 3, ME 1}", "bad_talents"),
        ("HERITIER {F, troll, couard, TA 2, ME 2}", "bad_heir"),
        ("HERITIER {F, elfe, couard, TA 2, ME 2, DR 0}", "too_few"),
        ("HERITIER {F, elfe, couard, TA 2, TA 2}", "bad_heir"), ("HERITIER {F, elfe, couard, TA, ME 2}", "bad_heir"),
        ("HERITIER {F, elfe, couard, ZZ 2, ME 2}", "bad_heir"),
        ("DANSE", "unknown_realm_code"),
    ]:  # fmt: skip
        assert [each[1] for each in refused(state, "j1", f"@ROYAUME\n{line}")] == [code], line


@pytest.mark.rule("RO-ORD-19", "RO-CHAR-20")
@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"race": "troll"}, "bad_heir"),
        ({"temper": "calm"}, "bad_heir"),
        ({"sex": "X"}, "bad_heir"),
        ({"levels": {}}, "bad_heir"),
        ({"levels": {"TA": 2, "ZZ": 2}}, "bad_heir"),
        ({"levels": dict.fromkeys(ABILITIES, 1)}, "bad_talents"),
        ({"levels": {"TA": 2, "ME": 2, "DR": 0}}, "too_few"),
        ({}, ""),
    ],
)
def test_a_form_that_a_program_sends_is_judged_like_a_line(fields: dict[str, Any], code: str) -> None:
    form = Creation(**{"sex": "F", "race": "elf", "temper": "coward", "levels": {"TA": 2, "ME": 2}, **fields})
    found = decision(busy(), "j1").check(Sheet(realm=(o.NameHeir(form),)))
    assert [each.code for each in found] == ([code] if code else [])
    assert code != "too_few" or found[0].data == {"number": 0}


@pytest.mark.rule("RO-ORD-19", "RO-SET-03")
def test_names_are_given_at_the_end_of_the_year() -> None:
    state = busy()
    text = '@ROYAUME\nNOM C4 "Aude"\nNOM U1 "La Hardie"\nNOM P41 "Montjoie"'
    after = play(state, {"j1": text}).state

    assert (after.characters[4].name, after.units[1].name, after.provinces[41].name) == (
        "Aude",
        "La Hardie",
        "Montjoie",
    )


@pytest.mark.rule("RO-ORD-19")
def test_what_is_gone_at_the_end_of_the_year_is_given_no_name() -> None:
    step = play(busy(), {"j1": '@1\n1: DI 1\n@ROYAUME\nNOM U1 "La Hardie"'})
    assert 1 not in step.state.units and one(step, "not_renamed", "j1").data["text"] == "La Hardie"


@pytest.mark.rule("RO-ORD-22")
def test_legal_lines_are_kept_beside_refused_ones() -> None:
    reading = decision(busy(), "j1").parse("EX\n@1\n1: EX\n2: MO 999\nbizarre\n@99\n1: EX\n@ROYAUME\nTRAITE 2")

    assert [each.line for each in reading.refusals] == [1, 4, 5, 6]
    assert len(reading.answer.actions) == 1 and len(reading.answer.realm) == 1


@pytest.mark.rule("RO-ORD-22")
@pytest.mark.parametrize(("head", "code"), [("@99", "not_own_character"), ("@Aude", "not_a_number")])
def test_the_lines_below_a_refused_head_are_refused_with_it_and_not_again(head: str, code: str) -> None:
    found = refused(busy(), "j1", f"{head}\n1: EX\n2: MO 999\n@1\n1: MO 999")
    assert [each[1:] for each in found] == [(code, 1), ("unknown_province", 5)]


@pytest.mark.rule("RO-TURN-10", "RO-TURN-07")
def test_silence_and_an_empty_sheet_are_two_things() -> None:
    owed = decision(busy(), "j1")

    assert owed.parse("").answer == owed.parse(" silence ").answer == SILENCE == owed.default
    assert owed.parse("@ROYAUME").answer == Sheet() and owed.parse(owed.write(Sheet())).answer == Sheet()


@pytest.mark.rule("RO-GEN-07", "RO-FEAT-04")
def test_what_the_kingdom_cannot_know_is_never_refused_but_ignored() -> None:
    """A place that may not exist, an item of nobody, a Hero who has gone: accepted, then ignored with a reason."""
    state = busy()
    feature(state, 41)
    meet(state, 1, 2)
    step = play(state, {"j1": "@1\n1: SE 2\n2: HI 5\n3: GI 99 4\n4: MO 100\n5: SP 100"})

    assert reasons(step) == ["no_such_feature", "not_free_here", "item_not_carried", "not_adjacent", "too_far"]
    assert step.state.characters[1].province == 41


WORDS = [
    "@1", "@ROYAUME", "1:", "2:", "MO", "SE", "RE", "LE", "PLAN", "DUEL", "{", "}", ",", "ST", "CA-FI", "US-11", "*",
    "G", "4", "41", "12-15", "POUR", "OR", "GI", "NOM", "C1", '"', "TRAITE", "HERITIER", "\n", ";", "é", "0", "-1",
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.rule("RO-ORD-22", "RO-ENC-02")
@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(WORDS), max_size=40), st.text(max_size=30))
def test_no_text_makes_the_reader_stumble(words: list[str], noise: str) -> None:
    owed = decision(busy(), "j1")
    for text in (" ".join(words), " ".join(words) + noise, "@1\n1: " + " ".join(words), "@ROYAUME\n" + noise):
        reading = owed.parse(text)
        assert not owed.check(reading.answer)
        again = owed.parse(owed.write(reading.answer))
        assert again.answer == reading.answer and not again.refusals


def test_a_sample_is_legal_and_reads_back() -> None:
    state = busy()
    owed = decision(state, "j1")
    for n in range(40):
        answer = owed.sample(Rng(str(n).encode()))
        assert owed.check(answer) == [] and owed.parse(owed.write(answer)).answer == answer
