"""The order form: its text, its limits, its refusals (DA-ORD), and what construction, training, knowledge allow."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heraut.engine.protocol import Reading, Refusal, Seat
from heraut.engine.rng import Rng
from heraut.games import daifen
from heraut.games.daifen import orders as o
from heraut.games.daifen.decision import EMPTY, SILENT
from heraut.games.daifen.naming import plain_type
from heraut.games.daifen.orders import BY_CODE, SILENCE, Form, Order
from heraut.games.daifen.races import BUILDINGS, TECHNOLOGIES, UNITS
from heraut.games.daifen.sheet.reading import BUILDING_WORDS, LARGEST_NUMBER, TECHNOLOGY_WORDS, UNIT_WORDS
from heraut.games.daifen.state import Continent, KingdomName
from tests.games.daifen.builders import (
    A,
    B,
    C,
    D,
    acquainted,
    continent,
    decision,
    endow,
    fell,
    find,
    form,
    know,
    one,
    play,
    refused,
)

RICH = {"guerrier": 20, "archer": 10, "espion": 10, "caravane": 5, "scribe": 3, "harpie": 4, "dryade": 2}


def rich(number: int = 5) -> Continent:
    """j1 has everything that an order may need; all know all."""
    state = acquainted(number)
    endow(state, "j1", gold=1000, intellect=100, units=RICH, buildings={"carriere": 5, "caserne": 2, "temple": 1})
    return state


def read(text: str, state: Continent | None = None) -> tuple[Order, ...]:
    return form(state or rich(), "j1", text).orders


# DA-ORD-21: the text

LINES: list[tuple[str, Order]] = [
    ("CONSTRUIRE Tour de guet 2", o.Build("tour_de_guet", 2)),
    ("construire tour_de_guet 2", o.Build("tour_de_guet", 2)),
    ("Construire TOUR-DE-GUÉT 2", o.Build("tour_de_guet", 2)),
    ("CONSTRUIRE Carrières 1", o.Build("carriere", 1)),
    ('CONSTRUIRE "Carrière" 1 # une de plus', o.Build("carriere", 1)),
    ("ENTRAÎNER guerriers 3", o.Train("guerrier", 3)),
    ("DEVELOPPER Flèches", o.Develop("fleches")),
    ("développer fleches", o.Develop("fleches")),
    (f"ATTAQUER {B} : Guerrier 3, Archer 2", o.Attack(KingdomName(B), (("guerrier", 3), ("archer", 2)))),
    (f'ATTAQUER "{B}":archer 2,guerrier 3', o.Attack(KingdomName(B), (("guerrier", 3), ("archer", 2)))),
    (f"ATTAQUER {B} : Guerrier 1, Guerrier 2", o.Attack(KingdomName(B), (("guerrier", 3),))),
    ("SOUTENIR  brumeVAL  :  Archer  1", o.Support(KingdomName(B), (("archer", 1),))),
    (f"DONNER {B} : OR 12", o.Give(KingdomName(B), "or", 12)),
    (f"DONNER {B} : intellect 4", o.Give(KingdomName(B), "intellect", 4)),
    (f"DONNER {B} : Caravane 2", o.Give(KingdomName(B), "caravane", 2)),
    ("EXPLORER 2", o.Explore(2)),
    (f"ESPIONNER {B} 1", o.SpyOn(KingdomName(B), 1)),
    (f'VOLER "{B}" 2', o.Steal(KingdomName(B), 2)),
    (f"SABOTER {B} 3", o.Sabotage(KingdomName(B), 3)),
    (f"INDIQUER {A} A {B}", o.Reveal(KingdomName(A), KingdomName(B))),
    (f'INDIQUER "{C}" à "{B}"', o.Reveal(KingdomName(C), KingdomName(B))),
    ("CONTRE-ESPIONNER 2", o.Guard(2)),
    (f"RUMEUR {B} : armee_forte", o.Rumour(KingdomName(B), "ARMEE_FORTE", None)),
    (f'RUMEUR {A} : "Tout va bien : 3 # 4"', o.Rumour(KingdomName(A), None, "Tout va bien : 3 # 4")),
]


@pytest.mark.rule("DA-ORD-21")
@pytest.mark.parametrize(("line", "order"), LINES)
def test_a_line_is_read_and_written_back(line: str, order: Order) -> None:
    assert read(line) == (order,)
    written = decision(rich(), "j1").write(Form((order,)))
    assert read(written) == (order,)
    for name in (A, B, C):
        assert (f'"{name}"' in written) is (name in written)  # every kingdom between quotes


@pytest.mark.rule("DA-ORD-16", "DA-ORD-10")
def test_the_largest_number_is_a_number_like_another() -> None:
    state = rich()
    endow(state, "j1", gold=LARGEST_NUMBER)

    assert read(f"DONNER {B} : OR {LARGEST_NUMBER}", state) == (o.Give(KingdomName(B), "or", LARGEST_NUMBER),)
    assert read("EXPLORER 000000000002") == (o.Explore(2),)
    assert refused(state, "j1", f"DONNER {B} : OR {LARGEST_NUMBER + 1}") == [("DA-ORD-16", "number_too_large", 1)]


@pytest.mark.rule("DA-ATK-01", "DA-SUP-01")
@pytest.mark.parametrize(("kind", "rule"), [(o.Attack, "DA-ATK-01"), (o.Support, "DA-SUP-01")])
def test_an_expedition_of_nobody_is_refused(kind: type[o.Expedition], rule: str) -> None:
    refusals = decision(rich(), "j1").check(Form((kind(KingdomName(B), ()),)))

    assert [(refusal.rule, refusal.code) for refusal in refusals] == [(rule, "no_units")]


@pytest.mark.rule("DA-ORD-21")
def test_names_with_digits_and_words_of_the_language_are_read() -> None:
    state = acquainted(2, kingdoms={"j1": "Ville A Vendre", "j2": "Orage 14"})
    state = acquainted(3, kingdoms={"j1": "Ville A Vendre", "j2": "Orage 14", "j3": "Lys d'Or"})
    endow(state, "j1", units={"espion": 20})

    assert read("ESPIONNER Orage 14 2", state) == (o.SpyOn(KingdomName("Orage 14"), 2),)
    assert read("INDIQUER Ville A Vendre A Orage 14", state)[0] == o.Reveal(
        KingdomName("Ville A Vendre"), KingdomName("Orage 14")
    )
    assert read('INDIQUER Orage 14 A "Lys d’Or"', state)[0] == o.Reveal(
        KingdomName("Orage 14"), KingdomName("Lys d'Or")
    )


@pytest.mark.rule("DA-ORD-21")
def test_blank_lines_and_comments_are_no_orders() -> None:
    assert read("\n# rien ce tour\n  \nEXPLORER 1 # ou deux ?\n") == (o.Explore(1),)


@pytest.mark.rule("DA-ORD-21")
@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("DANSER 3", "unknown_code"),
        ("CONSTRUIRE", "missing_argument"),
        ("CONSTRUIRE 3", "missing_argument"),
        ("CONSTRUIRE Mine", "missing_argument"),
        ("CONSTRUIRE Mine deux", "not_a_number"),
        ("CONSTRUIRE Mine -2", "not_a_number"),
        ("CONSTRUIRE Mine 2.5", "not_a_number"),
        ("CONSTRUIRE Mine 99999999999", "number_too_large"),
        ("CONSTRUIRE Château 1", "unknown_type"),
        ("DEVELOPPER", "missing_argument"),
        (f"ATTAQUER {B} Guerrier 3", "missing_colon"),
        (f"ATTAQUER {B} :", "missing_argument"),
        (f"ATTAQUER {B} : Guerrier", "missing_argument"),
        (f"ATTAQUER {B} : Guerrier 3,", "missing_argument"),
        (f'ATTAQUER "{B} : Guerrier 3', "open_quote"),
        (f'ATTAQUER "{B}" là : Guerrier 3', "extra_argument"),
        ('ATTAQUER "" : Guerrier 3', "missing_argument"),
        (f"DONNER {B} : Amour 1", "unknown_type"),
        ("EXPLORER", "missing_argument"),
        ("EXPLORER beaucoup", "not_a_number"),
        (f"INDIQUER {B}", "missing_argument"),
        (f"RUMEUR {B} : il est fou", "unknown_statement"),
        ("ASSOCIATION PEUT-ETRE", "not_a_vote"),
    ],
)
def test_a_line_that_cannot_be_read_is_refused_with_its_number(line: str, code: str) -> None:
    faults = refused(rich(), "j1", f"EXPLORER 1\n{line}")

    assert [(fault[1], fault[2]) for fault in faults] == [(code, 2)]


@pytest.mark.rule("DA-ORD-21")
@pytest.mark.parametrize(
    ("line", "text"),
    [
        (f'ATTAQUER "{B} : Guerrier 3', f"{B} : Guerrier 3"),
        (f'DONNER "{B}" : OR 3 "' + "x" * 41, "x" * 40),
        (f'ATTAQUER "{B}" là : Guerrier 3', f'"{B}" là'),
        ("EXPLORER " + "x" * 41, "x" * 40),
        ("EXPLORER " + "9" * 41, "9" * 40),
    ],
)
def test_a_refusal_repeats_what_could_not_be_read(line: str, text: str) -> None:
    (refusal,) = decision(rich(), "j1").parse(line).refusals
    assert refusal.data["text"] == text


@pytest.mark.rule("DA-ORD-21")
@pytest.mark.parametrize(
    ("line", "choices"),
    [
        ("CONSTRUIRE Xyzzyx 1", "mine carriere barricades marche tour_de_guet tour_de_garde caserne temple mur moulin "
                                "bibliotheque eglise donjon"),
        ("ENTRAINER Xyzzyx 1", "guerrier archer cavalier espion scribe gardien moine caravane adepte paladin templier "
                               "amazone valkyrie inquisiteur"),
        ("DEVELOPPER Xyzzyx", "fleches cheval taille mysticisme religion croisades poulies architecture"),
        (f"DONNER {B} : Xyzzyx 1", ""),  # anything may be given, of whatever people
    ],
)  # fmt: skip
def test_an_unknown_type_is_refused_with_those_of_one_s_own_people(line: str, choices: str) -> None:
    (refusal,) = decision(rich(), "j1").parse(line).refusals
    assert refusal.code == "unknown_type" and sorted(refusal.data["choices"]) == sorted(choices.split())


@pytest.mark.rule("DA-ORD-21")
def test_no_word_stands_for_two_types() -> None:
    for types, words in ((BUILDINGS, BUILDING_WORDS), (UNITS, UNIT_WORDS), (TECHNOLOGIES, TECHNOLOGY_WORDS)):
        for code, kind in types.items():
            for field in ("code", "fr", "en", "fr_many", "en_many"):
                if hasattr(kind, field):
                    assert words[plain_type(getattr(kind, field))] == code


# The form as a whole


@pytest.mark.rule("DA-ORD-01")
def test_a_form_is_all_that_a_lord_owes_and_all_that_he_can_do() -> None:
    pending = daifen.pending(continent(3))

    assert {owed.kind for owed in pending.values()} == {"order_sheet"}
    assert len(BY_CODE) == 14 and pending[Seat("j1")].answers() is None


@pytest.mark.rule("DA-ORD-02")
def test_only_the_form_handed_over_counts_whole_and_alone() -> None:
    """Earlier ones leave no trace: the engine is given one form a lord, and keeps none."""
    state = rich()
    first, last = "CONSTRUIRE Mine 1\nEXPLORER 1", "CONSTRUIRE Mine 2"
    form(state, "j1", first)

    after = play(state, {"j1": last}).state.kingdoms[Seat("j1")]

    assert (after.buildings["mine"], after.units["espion"]) == (2, RICH["espion"])


@pytest.mark.rule("DA-ORD-03")
def test_nothing_is_deducted_when_a_form_is_read() -> None:
    state = rich()
    before = daifen.dump(state)

    form(state, "j1", f"CONSTRUIRE Mine 2\nDONNER {B} : OR 100\nEXPLORER 5")

    assert daifen.dump(state) == before


@pytest.mark.rule("DA-ORD-04")
def test_silence_does_nothing_and_leaves_all_spies_on_guard() -> None:
    state = rich(2)
    step = play(state)
    after = step.state.kingdoms[Seat("j1")]

    assert (after.units, after.gold) == (RICH, 1050)
    assert find(step, "no_form", "j1") and not find(step, "orders_used")


@pytest.mark.rule("DA-ORD-05")
def test_a_form_serves_one_turn() -> None:
    once = play(rich(2), {"j1": "CONSTRUIRE Mine 1"}).state

    assert play(once).state.kingdoms[Seat("j1")].buildings["mine"] == 1


@pytest.mark.rule("DA-ORD-06")
def test_one_wrong_line_refuses_the_whole_form_and_every_fault_is_listed() -> None:
    reading = decision(rich(), "j1").parse("CONSTRUIRE Mine 1\nDANSER\nATTAQUER Nulle-Part : Guerrier 1\nEXPLORER 99\n")

    assert [(fault.line, fault.code) for fault in reading.refusals] == [
        (2, "unknown_code"),
        (3, "unknown_kingdom"),
        (4, "too_few_units"),
    ]
    assert reading.answer == SILENCE  # nothing of it is in force


def faults_of(text: str, state: Continent | None = None) -> list[tuple[int, str, int | None]]:
    """Line, code and what was asked for, of every refusal of this form."""
    reading = decision(state or rich(), "j1").parse(text)
    assert reading.answer == SILENCE
    return [(fault.line, fault.code, fault.data.get("asked")) for fault in reading.refusals]


@pytest.mark.rule("DA-ORD-06", "DA-ORD-10")
def test_a_line_refused_for_one_reason_still_counts_for_the_gold_of_all() -> None:
    state = rich()
    endow(state, "j1", gold=30, buildings={"caserne": 1})
    text = "CONSTRUIRE Tour de garde 1\nENTRAINER Guerrier 4\nDONNER Nulle-Part : OR 3\nEXPLORER 1\n"  # 15 + 12 + 3

    assert faults_of(text, state) == [(1, "building_needs", None), (2, "no_places", 4), (3, "unknown_kingdom", None)]
    more = faults_of(f"{text}DONNER {B} : OR 1\nDONNER Nulle-Part : OR 1\nEXPLORER 1", state)
    assert more[3:] == [(5, "too_little_gold", 31), (6, "unknown_kingdom", None), (6, "too_little_gold", 32)]


@pytest.mark.rule("DA-ORD-06", "DA-TRN-02", "DA-BLD-02")
def test_refused_lines_count_for_places_and_buildings() -> None:
    assert faults_of("ENTRAINER Archer 4\nENTRAINER Guerrier 3\nENTRAINER Scribe 3") == [
        (1, "unit_needs", None),
        (2, "no_places", 7),
    ]
    assert faults_of("CONSTRUIRE Telhin 4\nCONSTRUIRE Mine 2\nCONSTRUIRE Mine 1") == [
        (1, "foreign_building", None),
        (2, "too_many", 6),
        (3, "too_many", 7),
    ]


@pytest.mark.rule("DA-ORD-06", "DA-ORD-09", "DA-ORD-12")
def test_refused_lines_count_for_units_and_targets() -> None:
    state = rich(6)
    fell(state, "j6")
    living = [state.kingdoms[Seat(f"j{n}")].name for n in (2, 3, 4, 5)]
    text = f"ATTAQUER {state.kingdoms[Seat('j6')].name} : Guerrier 18\n"
    text += "\n".join(f"ATTAQUER {name} : Guerrier 1" for name in living)

    assert faults_of(f"{text}\nATTAQUER {living[0]} : Archer 1", state) == [
        (1, "fallen_kingdom", None),
        (4, "too_many", 4),
        (4, "too_few_units", 21),
        (5, "too_many", 5),
        (5, "too_few_units", 22),
    ]


@pytest.mark.rule("DA-ORD-06", "DA-ORD-21")
@pytest.mark.parametrize(
    ("line", "codes"),
    [
        ("CONSTRUIRE Château deux", ["unknown_type", "not_a_number"]),
        ("ENTRAINER Caravane 0", ["no_training_building", "too_few"]),
        ("ENTRAINER Cavalier 0", ["unit_needs", "too_few"]),
        ("ATTAQUER Nulle-Part : Guerrier 99, Espion 1, Roi 1", [
            "unknown_kingdom", "unknown_type", "not_offensive", "too_few_units",
        ]),
        (f"SOUTENIR {A} : Guerrier 0, Harpie 9", ["too_few", "own_kingdom", "not_defensive", "too_few_units"]),
        ("DONNER Nulle-Part : Amour beaucoup", ["unknown_kingdom", "unknown_type", "not_a_number"]),
        ("DONNER Nulle-Part : INTELLECT 101", ["unknown_kingdom", "too_little_intellect"]),
        ("VOLER Nulle-Part onze", ["unknown_kingdom", "not_a_number"]),
        ("VOLER Nulle-Part 11", ["unknown_kingdom", "too_few_units"]),
        (f"INDIQUER Nulle-Part A {A}", ["unknown_kingdom", "own_kingdom"]),
        ("INDIQUER Nulle-Part A Ailleurs", ["unknown_kingdom", "unknown_kingdom"]),
        ("RUMEUR Nulle-Part : il est fou", ["unknown_kingdom", "unknown_statement"]),
        (f'RUMEUR Nulle-Part : "{"x" * 141}"', ["unknown_kingdom", "bad_rumour"]),
    ],
)  # fmt: skip
def test_every_fault_of_a_line_is_told_at_once(line: str, codes: list[str]) -> None:
    assert [code for _, code, _ in faults_of(line)] == codes


@pytest.mark.rule("DA-ORD-06", "DA-ORD-18")
def test_who_is_friend_foe_and_one_too_many_is_told_both() -> None:
    state = rich(6)
    names = [found.name for found in state.kingdoms.values()][1:]
    text = "\n".join([f"SOUTENIR {names[3]} : Archer 1", *[f"ATTAQUER {name} : Guerrier 1" for name in names[:4]]])

    assert [(line, code) for line, code, _ in faults_of(text, state)] == [(5, "friend_and_foe"), (5, "too_many")]


@pytest.mark.rule("DA-ORD-06")
def test_what_does_not_exist_and_what_is_not_above_nought_takes_nothing_of_the_account() -> None:
    made = (
        o.Build("chateau", 9),
        o.Train("roi", 9),
        o.Develop("alchimie"),
        o.Build("mine", -50),
        o.Guard(-5),
        o.Give(KingdomName(B), "or", -900),
        o.Give(KingdomName(B), "or", 1001),
    )

    codes = [(fault.line, fault.code) for fault in decision(rich(), "j1").check(Form(made))]

    assert codes == [
        (1, "foreign_building"),
        (2, "foreign_unit"),
        (3, "foreign_technology"),
        *[(line, "too_few") for line in (4, 5, 6)],
        (7, "too_little_gold"),
    ]


NOWHERE = KingdomName("Xanadou")


@pytest.mark.rule("DA-ORD-06", "DA-ORD-08", "DA-ORD-16", "DA-FOG-09")
@pytest.mark.parametrize(
    ("order", "faults"),
    [
        (o.Attack(NOWHERE, (("guerrier", 1),)), [("DA-FOG-09", "unknown_kingdom")]),
        (o.Attack(KingdomName(A), (("guerrier", 1),)), [("DA-ORD-08", "own_kingdom")]),
        (o.Attack(KingdomName(B), (("roi", 1),)), [("DA-ORD-21", "unknown_type"), ("DA-ORD-09", "too_few_units")]),
        (o.Attack(KingdomName(B), (("guerrier", 0),)), [("DA-ORD-16", "too_few")]),
        (o.Attack(KingdomName(B), ()), [("DA-ATK-01", "no_units")]),
        (o.Support(KingdomName(B), ()), [("DA-SUP-01", "no_units")]),
        (o.Support(KingdomName(B), (("archer", -1),)), [("DA-ORD-16", "too_few")]),
        (o.Give(KingdomName(B), "amour", 1), [("DA-ORD-21", "unknown_type")]),
        (o.Give(NOWHERE, "or", 1), [("DA-FOG-09", "unknown_kingdom")]),
        (o.Give(KingdomName(B), "intellect", 0), [("DA-ORD-16", "too_few")]),
        (o.SpyOn(NOWHERE, 1), [("DA-FOG-09", "unknown_kingdom")]),
        (o.Steal(KingdomName(B), 0), [("DA-ORD-16", "too_few")]),
        (o.Explore(-1), [("DA-ORD-16", "too_few")]),
        (o.Explore(LARGEST_NUMBER + 1), [("DA-ORD-16", "too_few"), ("DA-ORD-09", "too_few_units")]),
        (o.Guard(0), [("DA-ORD-16", "too_few")]),
        (o.Reveal(NOWHERE, KingdomName(B)), [("DA-FOG-09", "unknown_kingdom")]),
        (o.Reveal(KingdomName(B), NOWHERE), [("DA-FOG-09", "unknown_kingdom")]),
        (o.Rumour(NOWHERE, "OR_PEU", None), [("DA-FOG-09", "unknown_kingdom")]),
        (o.Rumour(KingdomName(B), None, None), [("DA-RUM-05", "unknown_statement")]),
        (o.Vote(True), [("DA-END-05", "no_association")]),
    ],
)
def test_an_order_that_a_program_hands_in_is_refused_for_any_name_or_number_that_is_wrong(
    order: Order, faults: list[tuple[str, str]]
) -> None:
    found = decision(rich(), "j1").check(Form((o.Explore(1), order)))
    assert [(fault.rule, fault.code, fault.line) for fault in found] == [(*fault, 2) for fault in faults]


@pytest.mark.rule("DA-ORD-07")
@pytest.mark.parametrize("text", ["", "\n \n", "# rien"])
def test_an_empty_form_is_a_form(text: str) -> None:
    state = rich(2)
    assert form(state, "j1", text) == Form()
    step = play(state, {"j1": text})

    assert one(step, "orders_used", "j1").data["lines"] == []
    assert decision(state, "j1").write(Form()) == EMPTY
    assert decision(state, "j1").parse(SILENT).answer == SILENCE == decision(state, "j1").default


@pytest.mark.rule("DA-ORD-07", "DA-ORD-04")
@pytest.mark.parametrize("text", ["SILENCE", "silence", " Silence\n"])
def test_a_form_that_is_the_word_silence_is_a_wrong_form_and_not_none(text: str) -> None:
    owed = decision(rich(2), "j1")

    assert [(fault.line, fault.code) for fault in owed.parse(text).refusals] == [(1, "unknown_code")]
    assert owed.parse(owed.write(SILENCE)) == Reading(SILENCE)
    assert not owed.write(SILENCE).isprintable()  # nobody types it, and the pages take it out


@pytest.mark.rule("DA-ORD-08")
@pytest.mark.parametrize("line", [
    "ATTAQUER {} : Guerrier 1", "SOUTENIR {} : Guerrier 1", "DONNER {} : OR 1", "ESPIONNER {} 1", "VOLER {} 1",
    "SABOTER {} 1", "RUMEUR {} : OR_PEU", "INDIQUER {} A Brumeval", "INDIQUER Brumeval A {}",
])  # fmt: skip
def test_an_order_needs_a_living_kingdom_that_its_author_knows(line: str) -> None:
    state = continent(5)
    know(state, "j1", "j2", "j3")
    fell(state, "j3")
    endow(state, "j1", units=RICH)

    assert refused(state, "j1", line.format(D)) == [("DA-FOG-09", "unknown_kingdom", 1)]
    assert refused(state, "j1", line.format(C)) == [("DA-ORD-08", "fallen_kingdom", 1)]
    own = refused(state, "j1", line.format(A))
    allowed = line.startswith(("RUMEUR", "INDIQUER {}"))
    assert own == ([] if allowed else [("DA-ORD-08", "own_kingdom", 1)])


@pytest.mark.rule("DA-ORD-09", "DA-SPY-02")
def test_each_unit_serves_one_line() -> None:
    state = rich()
    text = f"ATTAQUER {B} : Guerrier 12\nSOUTENIR {C} : Guerrier 8\n"

    assert refused(state, "j1", text) == []
    assert refused(state, "j1", text + f"DONNER {D} : Guerrier 1") == [("DA-ORD-09", "too_few_units", 3)]
    spies = f"EXPLORER 3\nVOLER {B} 2\nCONTRE-ESPIONNER 3\nINDIQUER {B} A {C}\n"
    assert refused(state, "j1", spies + "EXPLORER 1") == []
    assert refused(state, "j1", spies + f"DONNER {B} : Espion 2") == [("DA-ORD-09", "too_few_units", 5)]
    twice = o.Attack(KingdomName(B), (("guerrier", 15), ("guerrier", 15)))
    assert [fault.code for fault in decision(state, "j1").check(Form((twice,)))] == ["too_few_units"]
    assert refused(state, "j1", f"ATTAQUER {B} : Valkyrie 1") == [("DA-ORD-09", "too_few_units", 1)]


@pytest.mark.rule("DA-ORD-10")
def test_all_gold_spent_and_given_together_must_be_there() -> None:
    state = rich()
    endow(state, "j1", gold=50)
    text = "CONSTRUIRE Mine 1\nENTRAINER Guerrier 5\n"  # 20 + 15

    assert refused(state, "j1", text + f"DONNER {B} : OR 15") == []
    assert refused(state, "j1", text + f"DONNER {B} : OR 16") == [("DA-ORD-10", "too_little_gold", 3)]
    fault = decision(state, "j1").parse(text + f"DONNER {B} : OR 16").refusals[0]
    assert (fault.data["asked"], fault.data["owned"]) == (51, 50)


@pytest.mark.rule("DA-ORD-11", "DA-TEC-03")
def test_intellect_given_must_be_there_while_technologies_are_not_paid_at_entry() -> None:
    state = rich()
    endow(state, "j1", intellect=10)

    assert refused(state, "j1", f"DONNER {B} : INTELLECT 10\nDEVELOPPER Flèches\nDEVELOPPER Poulies") == []
    assert refused(state, "j1", f"DONNER {B} : INTELLECT 6\nDONNER {C} : INTELLECT 5") == [
        ("DA-ORD-11", "too_little_intellect", 2)
    ]


@pytest.mark.rule("DA-ORD-12", "DA-ORD-13", "DA-ORD-14", "DA-ORD-15", "DA-ORD-17", "DA-GIF-01")
@pytest.mark.parametrize(
    ("rule", "line"),
    [
        ("DA-ORD-12", "ATTAQUER {} : Guerrier 1"),
        ("DA-ORD-13", "SOUTENIR {} : Guerrier 1"),
        ("DA-ORD-14", "DONNER {} : OR 1"),
    ],
)
def test_three_kingdoms_may_be_attacked_supported_or_given_to(rule: str, line: str) -> None:
    """DA-EX-13."""
    state = rich(6)
    kingdoms = [found.name for found in state.kingdoms.values()][1:]
    lines = [line.format(name) for name in kingdoms]

    assert refused(state, "j1", "\n".join(lines[:3])) == []
    assert refused(state, "j1", "\n".join(lines[:4])) == [(rule, "too_many", 4)]
    again = refused(state, "j1", "\n".join([*lines[:3], lines[0]]))
    assert again == ([("DA-ORD-14", "too_many", 4)] if rule == "DA-ORD-14" else [])  # gifts are never merged


@pytest.mark.rule("DA-ORD-15", "DA-ORD-17")
def test_one_rumour_and_one_vote_a_turn() -> None:
    """DA-EX-13."""
    state = rich(4)
    fell(state, "j4")

    assert refused(state, "j1", f"RUMEUR {B} : OR_PEU\nRUMEUR {C} : OR_PEU") == [("DA-ORD-15", "too_many", 2)]
    assert refused(state, "j1", "ASSOCIATION OUI\nASSOCIATION OUI") == [("DA-ORD-17", "too_many", 2)]
    for text in (f"RUMEUR {B} : OR_PEU\nRUMEUR {C} : OR_PEU", "ASSOCIATION OUI\nASSOCIATION OUI"):
        (refusal,) = decision(state, "j1").parse(text).refusals
        assert (refusal.data["asked"], refusal.data["most"]) == (2, 1)


@pytest.mark.rule("DA-ORD-16")
@pytest.mark.parametrize("line", [
    "CONSTRUIRE Mine 0", "ENTRAINER Guerrier 0", f"ATTAQUER {B} : Guerrier 0", f"ATTAQUER {B} : Archer 1, Guerrier 0",
    f"DONNER {B} : OR 0", "EXPLORER 0", f"VOLER {B} 0", "CONTRE-ESPIONNER 0",
])  # fmt: skip
def test_every_quantity_is_at_least_one(line: str) -> None:
    assert refused(rich(), "j1", line) == [("DA-ORD-16", "too_few", 1)]


@pytest.mark.rule("DA-ORD-16")
@pytest.mark.parametrize(
    "text",
    [
        "CONSTRUIRE Mine 0\nCONSTRUIRE Mine 5",
        "ENTRAINER Guerrier 0\nENTRAINER Guerrier 6",
        f"DONNER {B} : OR 0\nDONNER {B} : OR 1000",
        f"DONNER {B} : INTELLECT 0\nDONNER {B} : INTELLECT 100",
        "EXPLORER 0\nEXPLORER 10",
    ],
)
def test_a_quantity_of_nothing_takes_nothing_from_the_other_lines(text: str) -> None:
    assert refused(rich(), "j1", text) == [("DA-ORD-16", "too_few", 1)]


@pytest.mark.rule("DA-ORD-17")
def test_lines_that_repeat_one_another_add_up() -> None:
    state = rich()
    text = (
        f"CONSTRUIRE Mine 1\nCONSTRUIRE Mine 2\nENTRAINER Guerrier 1\nENTRAINER Guerrier 1\nSOUTENIR {B} : Archer 2\n"
    )
    step = play(state, {"j1": text + f"SOUTENIR {B} : Archer 1, Guerrier 1\nEXPLORER 1\nEXPLORER 2"})

    assert one(step, "build_done", "j1").data["buildings"] == {"mine": 3}
    assert one(step, "train_done", "j1").data["units"] == {"guerrier": 2}
    assert one(step, "support_back", "j1").data["units"] == {"archer": 3, "guerrier": 1}
    assert len(find(step, "explore_event", "j1")) == 3


@pytest.mark.rule("DA-ORD-18")
def test_nobody_attacks_and_supports_one_kingdom() -> None:
    lines = [f"ATTAQUER {B} : Guerrier 1", f"SOUTENIR {B} : Guerrier 1"]

    for text in (lines, lines[::-1]):
        assert refused(rich(), "j1", "\n".join(text)) == [("DA-ORD-18", "friend_and_foe", 2)]


@pytest.mark.rule("DA-ORD-19")
def test_nobody_is_told_of_the_forms_of_others() -> None:
    step = play(rich(), {"j1": "CONSTRUIRE Mine 1\nEXPLORER 1", "j2": ""})

    for event in find(step, "orders_used") + find(step, "no_form"):
        assert event.seen_by is not None and len(event.seen_by) == 1
    assert {event.kind for event in step.events if event.seen_by is None} == {"turn_header"}


@pytest.mark.rule("DA-ORD-20")
def test_a_line_whose_target_is_gone_is_void_and_the_others_run() -> None:
    state = rich()
    entered = form(
        state,
        "j1",
        f"ATTAQUER {B} : Guerrier 5\nDONNER {B} : OR 100\nDONNER {B} : INTELLECT 5\nVOLER {B} 2\n"
        f"SOUTENIR {C} : Archer 1\nINDIQUER {B} A {C}\nINDIQUER {C} A {B}\nRUMEUR {B} : OR_PEU\nCONSTRUIRE Mine 1",
    )
    gone = daifen.rule(state, "ELIMINER j2").state
    step = daifen.advance(gone, {Seat("j1"): entered}, Rng(b"void"))
    after = step.state.kingdoms[Seat("j1")]

    assert [event.data["line"].split()[0] for event in find(step, "orders_void", "j1")] == [
        "ATTAQUER", "DONNER", "DONNER", "VOLER", "INDIQUER", "INDIQUER", "RUMEUR"
    ]  # fmt: skip
    assert after.units == RICH and after.buildings["mine"] == 1
    assert (after.gold, after.intellect) == (1000 - 20 + 50, 100 + 1 + 3)  # its Temple and its Scribes
    assert one(step, "support_back", "j1")


# Construction, training, knowledge: what the form allows


@pytest.mark.rule("DA-BLD-01")
def test_a_building_needs_its_race_and_its_technology() -> None:
    state = rich()

    assert refused(state, "j1", "CONSTRUIRE Telhin 1") == [("DA-BLD-01", "foreign_building", 1)]
    assert refused(state, "j1", "DEVELOPPER Flèches\nCONSTRUIRE Tour de garde 1") == [
        ("DA-BLD-01", "building_needs", 2)
    ]
    endow(state, "j1", technologies=["fleches"])
    assert refused(state, "j1", "CONSTRUIRE Tour de garde 1\nCONSTRUIRE Eglise 1") == []


@pytest.mark.rule("DA-BLD-02")
@pytest.mark.parametrize(("technologies", "most"), [([], 5), (["poulies"], 6), (["poulies", "architecture"], 7)])
def test_five_buildings_a_turn_and_one_more_with_each_technology(technologies: list[str], most: int) -> None:
    """DA-EX-08."""
    state = rich()
    endow(state, "j1", technologies=technologies)

    assert refused(state, "j1", f"CONSTRUIRE Mine 2\nCONSTRUIRE Moulin {most - 2}") == []
    assert refused(state, "j1", f"CONSTRUIRE Mine 2\nCONSTRUIRE Moulin {most - 1}") == [("DA-BLD-02", "too_many", 2)]


@pytest.mark.rule("DA-BLD-04")
def test_buildings_are_not_limited_in_number_nor_repaired_nor_pulled_down() -> None:
    state = rich(2)
    endow(state, "j1", buildings={"mine": 500})

    assert play(state, {"j1": "CONSTRUIRE Mine 5"}).state.kingdoms[Seat("j1")].buildings == {"mine": 505}
    assert not {"REPARER", "DEMOLIR", "DETRUIRE"} & set(BY_CODE)


@pytest.mark.rule("DA-TRN-01", "DA-TRN-03")
def test_a_unit_needs_its_building_and_its_technology_at_the_start_of_the_turn() -> None:
    state = rich()

    assert refused(state, "j1", "ENTRAINER Caravane 1") == [("DA-TRN-01", "no_training_building", 1)]
    assert refused(state, "j1", "CONSTRUIRE Marché 1\nENTRAINER Caravane 1") == [
        ("DA-TRN-01", "no_training_building", 2)
    ]
    assert refused(state, "j1", "DEVELOPPER Cheval\nENTRAINER Cavalier 1") == [("DA-TRN-01", "unit_needs", 2)]
    endow(state, "j1", technologies=["cheval"], buildings={"caserne": 1, "marche": 1})
    assert refused(state, "j1", "ENTRAINER Cavalier 1\nENTRAINER Caravane 3") == []


@pytest.mark.rule("DA-TRN-02", "DA-TRN-03")
def test_each_building_gives_three_places_to_the_units_of_its_own_type() -> None:
    """DA-EX-01: two Casernes give six places, and none to units of the Temple."""
    state = rich()
    endow(state, "j1", technologies=["fleches"], buildings={"caserne": 2, "temple": 1})
    five = "ENTRAINER Guerrier 1\nENTRAINER Archer 1\nENTRAINER Espion 3\n"

    assert refused(state, "j1", five) == []
    assert refused(state, "j1", five + "ENTRAINER Guerrier 1\nENTRAINER Scribe 3") == []
    assert refused(state, "j1", five + "ENTRAINER Guerrier 2") == [("DA-TRN-02", "no_places", 4)]
    assert refused(state, "j1", "CONSTRUIRE Caserne 1\nENTRAINER Guerrier 7") == [("DA-TRN-02", "no_places", 2)]
    assert refused(state, "j1", "ENTRAINER Scribe 4") == [("DA-TRN-02", "no_places", 1)]


@pytest.mark.rule("DA-TRN-04")
def test_spies_come_from_the_caserne() -> None:
    state = rich()

    assert refused(state, "j1", "ENTRAINER Espion 6") == []
    endow(state, "j1", buildings={"temple": 3})
    assert refused(state, "j1", "ENTRAINER Espion 1") == [("DA-TRN-01", "no_training_building", 1)]


@pytest.mark.rule("DA-TRN-06")
@pytest.mark.parametrize("unit", ["Vétéran", "Homme-lézard", "Automate", "Mercenaire nelrk", "Squelette", "Troll"])
def test_special_units_and_those_of_other_races_are_not_trained(unit: str) -> None:
    assert refused(rich(), "j1", f"ENTRAINER {unit} 1") == [("DA-TRN-06", "foreign_unit", 1)]


@pytest.mark.rule("DA-TEC-01", "DA-TEC-02")
def test_a_technology_is_of_the_race_new_asked_once_and_behind_the_one_it_requires() -> None:
    state = rich()

    assert refused(state, "j1", "DEVELOPPER Fanatisme") == [("DA-TEC-02", "foreign_technology", 1)]
    assert refused(state, "j1", "DEVELOPPER Flèches\nDEVELOPPER fleches") == [("DA-TEC-02", "technology_twice", 2)]
    assert refused(state, "j1", "DEVELOPPER Religion\nDEVELOPPER Mysticisme") == [("DA-TEC-02", "technology_needs", 1)]
    assert refused(state, "j1", "DEVELOPPER Mysticisme\nDEVELOPPER Religion\nDEVELOPPER Croisades") == []
    endow(state, "j1", technologies=["fleches", "mysticisme"])
    assert refused(state, "j1", "DEVELOPPER Flèches") == [("DA-TEC-02", "technology_owned", 1)]
    assert refused(state, "j1", "DEVELOPPER Religion") == []


@pytest.mark.rule("DA-TEC-06")
def test_any_number_of_technologies_may_be_developed_in_a_turn() -> None:
    state = rich()
    endow(state, "j1", intellect=130, race="humains")
    text = "\n".join(
        f"DEVELOPPER {name}"
        for name in ("Flèches", "Cheval", "Taille", "Mysticisme", "Religion", "Croisades", "Poulies", "Architecture")
    )

    assert len(play(state, {"j1": text}).state.kingdoms[Seat("j1")].technologies) == 8


@pytest.mark.rule("DA-ATK-01", "DA-SUP-01", "DA-SPY-01")
def test_only_offensive_units_attack_and_only_defensive_ones_support() -> None:
    state = rich()

    for unit in ("Espion", "Scribe", "Caravane"):
        assert refused(state, "j1", f"ATTAQUER {B} : {unit} 1") == [("DA-ATK-01", "not_offensive", 1)]
        assert refused(state, "j1", f"SOUTENIR {B} : {unit} 1") == [("DA-SUP-01", "not_defensive", 1)]
    for unit in ("Harpie", "Dryade"):
        assert refused(state, "j1", f"ATTAQUER {B} : {unit} 1") == []
        assert refused(state, "j1", f"SOUTENIR {B} : {unit} 1") == [("DA-SUP-01", "not_defensive", 1)]
    assert decision(state, "j1").check(Form((o.Attack(KingdomName(B), ()),)))[0].code == "no_units"


@pytest.mark.rule("DA-SPY-29")
def test_a_kingdom_is_revealed_to_another_known_one() -> None:
    state = rich()

    assert refused(state, "j1", f"INDIQUER {A} A {B}\nINDIQUER {C} A {B}") == []
    assert refused(state, "j1", f"INDIQUER {B} A {B}") == [("DA-SPY-29", "revealed_to_itself", 1)]
    assert refused(state, "j1", f"INDIQUER {B} A {A}") == [("DA-ORD-08", "own_kingdom", 1)]


@pytest.mark.rule("DA-RUM-05")
@pytest.mark.parametrize(
    ("text", "fit"), [("x", True), ("x" * 140, True), ("x" * 141, False), ("un\u0000deux", False), ("a\tb", True)]
)
def test_a_free_rumour_has_up_to_140_signs_of_plain_text(text: str, fit: bool) -> None:
    expected = [] if fit else [("DA-RUM-05", "bad_rumour", 1)]

    assert refused(rich(), "j1", f'RUMEUR {B} : "{text}"') == expected


@pytest.mark.rule("DA-RUM-05")
def test_bad_rumours_are_refused_however_they_were_made() -> None:
    for text in ("", 'x"y', "a\nb", " a", "a  b"):
        assert [fault.code for fault in decision(rich(), "j1").check(Form((o.Rumour(KingdomName(B), None, text),)))]
    assert decision(rich(), "j1").check(Form((o.Rumour(KingdomName(B), "OR_MOYEN", None),)))[0].rule == "DA-RUM-05"


@pytest.mark.rule("DA-SPY-24", "DA-TEC-07")
def test_exploring_is_allowed_when_nobody_is_left_to_be_found() -> None:
    assert refused(rich(), "j1", "EXPLORER 1") == []


# Fuzzing


def mangle(text: str, rng: Rng) -> str:
    """A form after an accident."""
    pieces = list(text) or [" "]
    for _ in range(rng.randint(1, 12)):
        spot = rng.randint(0, len(pieces) - 1)
        fault = rng.randint(0, 3)
        if fault == 0:
            pieces[spot] = rng.choice(list('":#,A 0é\n\u00a0\u2028-«»?;9\u0000'))
        elif fault == 1:
            pieces[spot] = ""
        elif fault == 2:
            pieces.insert(spot, rng.choice(['"', ":", "#", " A ", "99999999999999", ",", "\n"]))
        else:
            other = rng.randint(0, len(pieces) - 1)
            pieces[spot], pieces[other] = pieces[other], pieces[spot]
    return "".join(pieces)


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(seed=st.binary(min_size=1, max_size=8))
def test_no_accident_to_a_form_raises_anything(seed: bytes) -> None:
    rng, state = Rng(seed), rich()
    owed = decision(state, "j1")
    text = mangle(owed.write(owed.sample(rng)), rng)

    reading = owed.parse(text)

    for refusal in reading.refusals:
        assert refusal.line > 0
        for lang in ("fr", "en"):
            assert daifen.explain(refusal, lang).endswith(f"({refusal.rule})")
    if not reading.refusals:
        assert owed.check(reading.answer) == []
        assert owed.parse(owed.write(reading.answer)).answer == reading.answer


@pytest.mark.slow
@settings(max_examples=100, deadline=None)
@given(text=st.text(max_size=300))
def test_no_text_at_all_raises_anything(text: str) -> None:
    for refusal in decision(rich(), "j1").parse(text).refusals:
        assert isinstance(refusal, Refusal) and daifen.explain(refusal, "fr")


def test_a_form_of_a_megabyte_is_read_in_good_time() -> None:
    owed = decision(rich(), "j1")

    for text in (
        ':"' * 500_000,
        "ATTAQUER " + ":" * 1_000_000,
        "INDIQUER " + " A" * 300_000,
        "INDIQUER B A",
        "x" * 1_000_000,
    ):
        assert owed.parse(text).refusals
