"""Orders as text (GP-GEN-13, -14, -18, -19): what is read, what is refused and where, what is written back."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from heraut.engine.protocol import Refusal, Seat
from heraut.engine.rng import Rng
from heraut.games import gloire
from heraut.games.gloire import orders as o
from heraut.games.gloire.atlas import atlas
from heraut.games.gloire.decision import SheetDecision
from heraut.games.gloire.orders import BY_CODE, ForeignKnight, Order
from heraut.games.gloire.state import ArmyId, KnightId, LandName, Realm
from tests.games.gloire.builders import (
    decision,
    find,
    garrison,
    knight,
    lord,
    one,
    place,
    realm,
    refused,
    run,
    seats,
)

THULE, TURKU = LandName("THULE"), LandName("TURKU")
B = Seat("j2")
QUICK = settings(max_examples=120, deadline=None, derandomize=True)


@cache
def court() -> Realm:
    """Turn 2; Seigneur A holds Turku, with a garrison (#1) and Élie-Noël d'Ors, who has an army (#101)."""
    state = realm(3, starts=("TURKU", "NARVIK", "DOLON"))
    state.turn = 2
    garrison(state, "j1", "TURKU", 100)
    knight(state, "j1", "Élie-Noël d'Ors", "TURKU", men=50)
    knight(state, "j1", "Guy", "TURKU")
    return state


SELF, ELIE, GUY = KnightId(1), KnightId(101), KnightId(201)

# each order as a player may type it, as it is understood, and as it is written back
EVERY_ORDER: list[tuple[str, Order, str]] = [
    ("abd", o.Abdicate(), "ABD"),
    ("REN Guy «Jean d’Ors»", o.Rename(GUY, "Jean d'Ors"), 'REN Guy "Jean d\'Ors"'),
    ("Dem #1", o.Demobilise(ArmyId(1)), "DEM #1"),
    ("LIB GUY", o.Dismiss(GUY), "LIB Guy"),
    ("IMP 05 turku", o.Tax(5, TURKU), "IMP 5 TURKU"),
    ("RED 100 Turku", o.Redistribute(100, TURKU), "RED 100 TURKU"),
    ("INI 0 50 100", o.SetRetreat(0, 50, 100), "INI 0 50 100"),
    ("DEF #101 40", o.Defend(ArmyId(101), 40), "DEF #101 40"),
    ("CHE 5", o.CallKnights(5), "CHE 5"),
    ("ARM TURKU 500", o.Levy(TURKU, 500), "ARM TURKU 500"),
    ("ARM TURKU 500 -", o.Levy(TURKU, 500), "ARM TURKU 500"),
    ("ARM TURKU 500 Guy", o.Levy(TURKU, 500, GUY), "ARM TURKU 500 Guy"),
    ("AFF Guy #1", o.Assign(GUY, ArmyId(1)), "AFF Guy #1"),
    ('TSF "elie noel d ors" Guy 5', o.Transfer(ELIE, GUY, 5), 'TSF "Élie-Noël d\'Ors" Guy 5'),
    (
        'TSF Guy "seigneur b / Le  Roux" 5',
        o.Transfer(GUY, ForeignKnight(B, "Le  Roux"), 5),
        'TSF Guy "Seigneur B/Le  Roux" 5',
    ),
    ("GAR Guy 5", o.LeaveGarrison(GUY, 5), "GAR Guy 5"),
    ("ATT Guy KYMIA", o.Attack(GUY, LandName("KYMIA")), "ATT Guy KYMIA"),
    ("ATT Guy kymia 0", o.Attack(GUY, LandName("KYMIA"), 0), "ATT Guy KYMIA 0"),
    ('GUE "Seigneur B"', o.DeclareWar(B), 'GUE "Seigneur B"'),
    ("ALL seigneur-b", o.OfferAlliance(B), 'ALL "Seigneur B"'),
    ("PAI SEIGNEUR'B", o.OfferPeace(B), 'PAI "Seigneur B"'),
    ('ANN "Seigneur B"', o.CancelAlliance(B), 'ANN "Seigneur B"'),
    ('APP "Seigneur B"', o.CallToArms(B), 'APP "Seigneur B"'),
    ("MOV Guy VAASA", o.Move(GUY, LandName("VAASA")), "MOV Guy VAASA"),
    ('ORG 8 500 "Fleur de Lys"', o.OrganiseJoust(8, 500, "Fleur de Lys"), 'ORG 8 500 "Fleur de Lys"'),
    ("PAR Guy", o.EnterJoust(GUY), "PAR Guy"),
    ("PAR Guy - lys", o.EnterJoust(GUY, None, "lys"), "PAR Guy - lys"),
    ('PAR Guy "Seigneur B" Lys', o.EnterJoust(GUY, B, "Lys"), 'PAR Guy "Seigneur B" Lys'),
    ('PAR Guy "Seigneur B"', o.EnterJoust(GUY, B), 'PAR Guy "Seigneur B"'),
    ('VND "Seigneur B" TURKU 0', o.Sell(B, TURKU, 0), 'VND "Seigneur B" TURKU 0'),
    ('ACH "Seigneur B" THULE 700', o.Buy(B, THULE, 700), 'ACH "Seigneur B" THULE 700'),
    ('ESP "lohrar jarvi"', o.Spy(LandName("LOHRAR-JARVI")), "ESP LOHRAR-JARVI"),
    ("FOR TURKU Palissade", o.Fortify(TURKU, 1), "FOR TURKU palissade"),
    ("FOR THULE MURAILLE", o.Fortify(THULE, 2), "FOR THULE muraille"),
    ("FOR TURKU enceinte", o.Fortify(TURKU, 3), "FOR TURKU enceinte"),
]


def parsed(line: str, state: Realm | None = None) -> tuple[Order, ...]:
    """The orders of this text, in which nothing is refused."""
    reading = decision(state or court(), "j1").parse(line)
    assert reading.refusals == ()
    return reading.answer


def only_refusal(line: str) -> Refusal:
    """The one refusal of this line."""
    reading = decision(court(), "j1").parse(line)
    assert (len(reading.refusals), reading.answer) == (1, ())
    return reading.refusals[0]


@pytest.mark.rule("GP-GEN-19")
@pytest.mark.parametrize(("typed", "order", "written"), EVERY_ORDER)
def test_every_order_is_read_and_written_back(typed: str, order: Order, written: str) -> None:
    assert parsed(typed) == (order,)
    assert decision(court(), "j1").write((order,)) == written
    assert parsed(written) == (order,)


@pytest.mark.rule("GP-GEN-19")
def test_no_code_is_forgotten_above() -> None:
    assert {order.code for _, order, _ in EVERY_ORDER} == set(BY_CODE)
    assert len(BY_CODE) == 26


@pytest.mark.rule("GP-GEN-19")
@pytest.mark.parametrize("typed", ["att guy kymia", "Ätt GÜY Kymià", "  ATT\tGuy\u00a0 KYMIA \r", 'ATT "Guy" «KYMIA»'])
def test_codes_and_names_are_told_without_regard_to_case_accents_and_blanks(typed: str) -> None:
    assert parsed(typed) == (o.Attack(GUY, LandName("KYMIA")),)


@pytest.mark.rule("GP-GEN-19", "GP-PAR-01")
def test_passwords_are_kept_as_they_are_typed() -> None:
    orders = parsed("PAR Guy - LYS\nPAR Guy - lys\nPAR Guy - \"l'été; - d'or\"")
    words = [order.password for order in orders if isinstance(order, o.EnterJoust)]

    assert words == ["LYS", "lys", "l'été; - d'or"]


@pytest.mark.rule("GP-GEN-19")
def test_a_quoted_dash_is_a_word_and_a_bare_one_an_absence() -> None:
    assert parsed('PAR Guy - "-"') == (o.EnterJoust(GUY, None, "-"),)
    assert parsed("PAR Guy - -") == (o.EnterJoust(GUY),)
    assert parsed(decision(court(), "j1").write((o.EnterJoust(GUY, None, "-"),))) == (o.EnterJoust(GUY, None, "-"),)
    assert only_refusal("ATT - KYMIA").data["argument"] == 1


@pytest.mark.rule("GP-GEN-19")
def test_comments_and_blank_lines_are_no_orders_and_lines_keep_their_numbers() -> None:
    text = '; my plan\n\nCHE 1 ; one "more\nPAR Guy - "a;b"\n   ;\nXYZ 1\nCHE;5\n'

    reading = decision(court(), "j1").parse(text)

    assert reading.answer == (o.CallKnights(1), o.EnterJoust(GUY, None, "a;b"))
    assert [(refusal.line, refusal.code) for refusal in reading.refusals] == [
        (6, "unknown_code"),
        (7, "missing_argument"),
    ]


@pytest.mark.rule("GP-GEN-19")
@pytest.mark.parametrize(
    ("typed", "land"),
    [
        ("THU", "THULE"),
        ("thulé", "THULE"),
        ("loh", "LOHRAR-JARVI"),
        ("Vadvet", "VADVET-JAKKO"),
        ("LIVO-JOKI", "LIVO-JOKI"),
        ("livon", "LIVONIE"),
    ],
)
def test_a_land_may_be_shortened_to_a_beginning_that_fits_no_other(typed: str, land: str) -> None:
    assert parsed(f"ESP {typed}") == (o.Spy(LandName(land)),)


@pytest.mark.rule("GP-GEN-19")
@pytest.mark.parametrize(
    ("typed", "code"), [("LIV", "ambiguous_land"), ("VA", "ambiguous_land"), ("ATLANTIDE", "unknown_land")]
)
def test_a_beginning_that_fits_several_lands_or_none_is_refused(typed: str, code: str) -> None:
    refusal = only_refusal(f"ESP {typed}")

    assert (refusal.code, refusal.data["argument"]) == (code, 1)


@pytest.mark.rule("GP-GEN-19")
def test_a_beginning_too_short_is_refused_with_the_only_land_that_it_may_mean() -> None:
    refusal = only_refusal("ESP TH")

    assert (refusal.code, refusal.data["nearest"]) == ("unknown_land", "THULE")


@pytest.mark.rule("GP-GEN-19")
@pytest.mark.parametrize("map_name", ["SCANDINAVIE", "MOYEN-ORIENT", "EUROPE"])
def test_every_land_is_read_by_its_name_and_by_its_label_in_both_languages(map_name: str) -> None:
    state = realm(2, map=map_name)

    for name, spot in atlas(map_name).places.items():
        for typed in {name, *spot.label.values()}:
            assert parsed(f'ESP "{typed}"', state) == (o.Spy(LandName(name)),), typed


@pytest.mark.rule("GP-GEN-19")
@pytest.mark.parametrize(
    ("line", "code", "argument"),
    [
        ("ATT", "missing_argument", 1),
        ("ATT Guy", "missing_argument", 2),
        ("IMP 5", "missing_argument", 2),
        ("ATT Nobody KYMIA 80", "unknown_knight", 1),
        ('ATT "Seigneur B" KYMIA 80', "unknown_knight", 1),
        ("ATT Guy NOWHERE 80", "unknown_land", 2),
        ("ATT Guy KYMIA many", "not_a_number", 3),
        ("ATT Guy KYMIA -5", "not_a_number", 3),
        ("ATT Guy KYMIA 5.5", "not_a_number", 3),
        ("ATT Guy KYMIA ٣", "not_a_number", 3),
        ("ATT Guy KYMIA 1000000000", "number_too_large", 3),
        ("ATT Guy KYMIA 80 90", "extra_argument", 4),
        ("ABD now", "extra_argument", 1),
        ("DEM 1", "not_an_army", 1),
        ("DEM #", "not_an_army", 1),
        ("DEM #1a", "not_an_army", 1),
        ("DEM #3", "unknown_army", 1),
        ("DEM #123456789", "unknown_army", 1),
        ("DEM #1234567890", "not_an_army", 1),
        ("GUE Nobody", "unknown_lord", 1),
        ("TSF Guy Nobody/Jean 5", "unknown_lord", 2),
        ('TSF Guy "Seigneur B/" 5', "foreign_knight_without_name", 2),
        ("TSF Guy Nobody 5", "unknown_knight", 2),
        ('TSF "Seigneur B/Jean" Guy 5', "unknown_knight", 1),
        ("FOR TURKU tower", "unknown_work", 2),
        ('REN Guy "Jean', "open_quote", 2),
        ("PAR Guy lys", "unknown_lord", 2),
        ("VND Nobody TURKU 5", "unknown_lord", 1),
        ("RED TURKU 100", "not_a_number", 1),
    ],
)
def test_a_line_that_cannot_be_read_is_refused_with_its_place_and_that_of_the_faulty_argument(
    line: str, code: str, argument: int
) -> None:
    reading = decision(court(), "j1").parse(f"CHE 1\n{line}\nCHE 2")

    (refusal,) = reading.refusals
    assert (refusal.code, refusal.line, refusal.data["argument"]) == (code, 2, argument)
    assert refusal.rule in ("GP-GEN-19", "GP-GEN-13")
    assert reading.answer == (o.CallKnights(1), o.CallKnights(2))


@pytest.mark.rule("GP-GEN-19")
@pytest.mark.parametrize(
    ("line", "text"),
    [
        ('REN Guy "Jean d', "Jean d"),
        ("REN Guy « Jean", "Jean"),
        ("CHE 1234567890123456789012", "12345678901234567890"),  # twenty digits tell it
        ("ABCDEFGHIJABCDEFGHIJABCDEFGHIJABC", "ABCDEFGHIJABCDEFGHIJABCDEFGHIJ"),
        ("ATT Guy KYMIA 80 90 70", "90"),
    ],
)
def test_a_refusal_repeats_what_could_not_be_read(line: str, text: str) -> None:
    assert only_refusal(line).data["text"] == text


@pytest.mark.rule("GP-GEN-19")
def test_of_many_lands_that_may_be_meant_five_are_named() -> None:
    lands = only_refusal("ESP S").data["lands"]  # not SVEALAND, the sixth
    assert lands == ["SAVO", "SCANIE", "SEELAND", "SMALAND", "SVARTSEN"]


@pytest.mark.rule("GP-GEN-19")
@pytest.mark.parametrize("line", ["XYZ", "ATTT Guy KYMIA", "-", '""', "#1 DEM", "«Guy» ATT KYMIA"])
def test_an_unknown_code_is_refused(line: str) -> None:
    assert only_refusal(line).code == "unknown_code"


# What is refused at entry, and what is not


@pytest.mark.rule("GP-GEN-13")
@pytest.mark.parametrize(
    ("line", "rule", "code"),
    [
        ("IMP 11 TURKU", "GP-IMP-01", "out_of_range"),
        ("IMP 5 THULE", "GP-IMP-01", "not_your_land"),
        ("RED 0 TURKU", "GP-RED-01", "out_of_range"),
        ("RED 5 NARVIK", "GP-RED-01", "not_your_land"),
        ("INI 1 2 101", "GP-INI-01", "out_of_range"),
        ("CHE 6", "GP-CHE-01", "out_of_range"),
        ("ARM TURKU 4", "GP-ARM-01", "out_of_range"),
        ("ARM NARVIK 500", "GP-ARM-01", "not_your_land"),
        ("AFF Guy #101", "GP-AFF-02", "not_a_garrison"),
        ("TSF Guy Guy 5", "GP-TSF-01", "same_knight"),
        ("GAR Guy 0", "GP-GAR-01", "out_of_range"),
        ("ATT Guy DOLON", "GP-ATT-01", "out_of_reach"),
        ("MOV Guy TURKU", "GP-MOV-01", "out_of_reach"),
        ("MOV Guy MIKELI", "GP-MOV-01", "out_of_reach"),
        ('LIB "Seigneur A"', "GP-LIB-01", "lord_knight"),
        ("REN Guy 5e", "GP-RNM-01", "bad_name"),
        ('GUE "Seigneur A"', "GP-DIP-02", "yourself"),
        ("ORG 1 500 lys", "GP-ORG-01", "out_of_range"),
        ('ORG 2 500 ""', "GP-ORG-01", "bad_password"),
    ],
)
def test_what_is_malformed_or_not_one_s_own_is_refused_at_entry(line: str, rule: str, code: str) -> None:
    reading = decision(court(), "j1").parse(f"CHE 1\n{line}")

    assert [(refusal.rule, refusal.code, refusal.line) for refusal in reading.refusals] == [(rule, code, 2)]
    assert reading.answer == (o.CallKnights(1),)


@pytest.mark.rule("GP-GEN-13", "GP-DIP-02")
def test_a_dead_lord_is_addressed_in_vain_but_his_joust_may_be_asked_for() -> None:
    state = realm(3, starts=("TURKU", "NARVIK", "DOLON"))
    dead = run(state, {"j2": "ABD"}, 1).state

    for code in ("GUE", "ALL", "PAI", "ANN", "APP"):
        assert refused(dead, "j1", f'{code} "Seigneur B"') == [("GP-DIP-02", "dead_lord")]
    assert refused(dead, "j1", 'PAR "Seigneur A" "Seigneur B" lys') == []


@pytest.mark.rule("GP-GEN-13")
@pytest.mark.parametrize(
    "line",
    [
        'VND "Seigneur B" NARVIK 5',  # not his, perhaps by phase 12
        'VND "Seigneur B" KYMIA 5',
        "FOR NARVIK palissade",
        "FOR KYMIA enceinte",
        "ATT Guy TURKU",  # his own
        "ATT Guy ALAND 999999",  # more than he has
        'ACH "Seigneur B" TURKU 999999',
        "AFF Guy #1\nDEM #1",
        "TSF Guy Élie-Noël-d'Ors 99999",
        'PAI "Seigneur B"\nANN "Seigneur B"\nAPP "Seigneur B"',
        "RED 999999 TURKU",
    ],
)
def test_what_may_become_possible_in_the_turn_is_taken(line: str) -> None:
    assert refused(court(), "j1", line) == []


@pytest.mark.rule("GP-GEN-13")
@pytest.mark.parametrize(
    "line",
    [
        'TSF Guy "Seigneur B/Personne" 5',
        'TSF Guy "Seigneur B/Seigneur B" 5',  # unarmed and far away
        'PAR Guy "Seigneur B" wrong',
        "PAR Guy - nothing",  # not a royal turn
        "MOV Guy KYMIA",
    ],
)
def test_nothing_secret_is_tested_at_entry(line: str) -> None:
    bare, told = realm(3, starts=("TURKU", "NARVIK", "DOLON")), realm(3, starts=("TURKU", "NARVIK", "DOLON"))
    for state in (bare, told):
        state.turn = 2
        knight(state, "j1", "Guy", "TURKU", men=10)
    knight(told, "j2", "Personne", "KYMIA", men=500)
    lord(told, "j2").treasury = 1

    assert decision(bare, "j1").parse(line) == decision(told, "j1").parse(line)
    assert refused(bare, "j1", line) == []


@pytest.mark.rule("GP-GEN-13")
def test_a_sheet_made_elsewhere_is_checked_as_a_written_one() -> None:
    other = decision(court(), "j1")
    sheet: tuple[Order, ...] = (
        o.CallKnights(1),
        o.Attack(KnightId(2), THULE),
        o.Demobilise(ArmyId(9)),
        o.Spy(LandName("LUNE")),
        o.DeclareWar(Seat("j9")),
        o.Transfer(GUY, ForeignKnight(Seat("j1"), "Guy"), 5),
        o.Fortify(TURKU, 4),
        o.EnterJoust(GUY, Seat("j9"), "lys"),
    )

    assert [refusal.line for refusal in other.check(sheet)] == [2, 3, 4, 5, 6, 7, 8]
    assert other.check(tuple(order for _, order, _ in EVERY_ORDER)) == []


# Names and numbers


@pytest.mark.rule("GP-GEN-14", "GP-RNM-01")
def test_a_new_name_breaks_no_other_order_of_the_turn() -> None:
    state = court()

    step = run(state, {"j1": "REN Guy Alix\nAFF Guy #1\nATT Guy KYMIA 1"}, 1, 6, 7)

    assert one(step, "assigned", "j1").data["knight"] == "Alix"
    assert find(step, "battle", "j1")


@pytest.mark.rule("GP-GEN-14", "GP-TSF-01")
def test_another_lord_s_knight_is_known_by_the_name_he_bore_when_the_turn_was_opened() -> None:
    state = realm(3, starts=("TURKU", "NARVIK", "DOLON"))
    knight(state, "j1", "Guy", "TURKU", men=50)
    ode = knight(state, "j2", "Ode", "TURKU")
    ysé = knight(state, "j2", "Ysé", "TURKU")

    step = run(state, {"j2": "REN Ode Alix\nREN Ysé Ode", "j1": 'TSF Guy "Seigneur B/ode" 20'}, 1, 6)

    assert step.state.knights[ode.id].army is not None
    assert step.state.knights[ysé.id].army is None


@pytest.mark.rule("GP-GEN-14")
def test_an_order_holds_numbers_and_only_a_foreign_knight_a_name() -> None:
    assert parsed("TSF Guy Élie-Noël-d'Ors 1") == (o.Transfer(GUY, ELIE, 1),)
    assert parsed('TSF Guy "Seigneur A/Élie-Noël d\'Ors" 1') == (o.Transfer(GUY, ELIE, 1),)
    assert parsed('TSF Guy "Seigneur B/Élie-Noël d\'Ors" 1') == (
        o.Transfer(GUY, ForeignKnight(B, "Élie-Noël d'Ors"), 1),
    )


@pytest.mark.rule("GP-GEN-18")
def test_a_sheet_may_hold_any_number_of_orders() -> None:
    assert len(parsed("ESP TURKU\n" * 1000)) == 1000


@pytest.mark.rule("GP-GEN-19", "GP-GEN-13", "GP-GEN-14")
def test_example_28_names_shared_by_lords_and_knights() -> None:
    names = {"j1": "Jon Snow", "j2": "Abélard de Laguerre", "j3": "Sophie"}
    state = gloire.setup(seats(3), {"lords": 3, "names": names}, Rng(b"28")).state
    place(state, ("TURKU", "ESTLAND", "BORNHOLM"))
    aubert = knight(state, "j1", "Aubert le Roux", "TURKU")
    knight(state, "j2", "Aubert le Roux", "ESTLAND")

    read = parsed(
        'att "aubert le roux" kymia 80\n'
        'TSF "Jon Snow" "Abelard de Laguerre/Aubert le Roux" 20\n'
        "ARM TURKU 500 -\n"
        'PAR "Jon Snow" - x\n'
        'TSF "Jon Snow" "Sophie/Guy" 5',
        state,
    )

    assert read == (
        o.Attack(aubert.id, LandName("KYMIA"), 80),
        o.Transfer(SELF, ForeignKnight(Seat("j2"), "Aubert le Roux"), 20),
        o.Levy(TURKU, 500, None),
        o.EnterJoust(SELF, None, "x"),
        o.Transfer(SELF, ForeignKnight(Seat("j3"), "Guy"), 5),
    )
    assert refused(state, "j1", "ATT Aubert KYMIA 80") == [("GP-GEN-13", "unknown_knight")]
    assert refused(state, "j1", 'PAR "Jon Snow" lys') == [("GP-GEN-13", "unknown_lord")]


# Anything at all

PIECES = st.sampled_from(
    [
        *BY_CODE,
        *("Guy", '"Élie-Noël d\'Ors"', '"Seigneur A"', "«Seigneur B»", '"Seigneur B/Le Roux"', "Seigneur-B/»"),
        *("TURKU", "kymia", "LOH", "liv", "#1", "#2", "#", "0", "5", "101", "999999999", "-", '"-"', '""', "«", '"'),
        *("palissade", "e", "lys", '"«l»"', "«été; »", ";", "\t", "\u00a0", "\x1f", "\x85", "\u2028", "/"),
    ]
)
LINES = st.lists(PIECES, min_size=1, max_size=6).map(" ".join)


def check_anything(pen: SheetDecision, text: str) -> None:
    """A text is read without an exception, and what was understood of it is written and read back the same."""
    reading = pen.parse(text)

    assert pen.check(reading.answer) == []
    assert all(1 <= refusal.line <= text.count("\n") + 1 for refusal in reading.refusals)
    again = pen.parse(pen.write(reading.answer))
    assert (again.answer, again.refusals) == (reading.answer, ())
    assert pen.write(again.answer) == pen.write(reading.answer)


@pytest.mark.rule("GP-GEN-19")
@QUICK
@given(st.text(max_size=200))
@example("\x00")
@example('ORG 2 500 "\u2028"')
def test_no_text_whatever_is_more_than_a_refusal(text: str) -> None:
    check_anything(decision(court(), "j1"), text)


@pytest.mark.slow
@pytest.mark.rule("GP-GEN-19")
@QUICK
@given(st.lists(LINES, max_size=12).map("\n".join))
@example('PAR Guy - "«l»"')
@example('TSF Guy "Seigneur B/a;b «c» - " 5')
def test_orders_put_together_at_random_are_read_or_refused_and_written_back(text: str) -> None:
    check_anything(decision(court(), "j1"), text)


@pytest.mark.rule("GP-GEN-19")
@QUICK
@given(st.sampled_from(EVERY_ORDER), st.integers(0, 40), st.integers(0, 3), st.text(max_size=3))
def test_a_line_with_a_slip_of_the_pen_is_read_or_refused(
    row: tuple[str, Order, str], position: int, removed: int, added: str
) -> None:
    line = row[0]
    at = position % (len(line) + 1)

    check_anything(decision(court(), "j1"), line[:at] + added + line[at + removed :])


@pytest.mark.slow
@pytest.mark.rule("GP-GEN-19")
@QUICK
@given(st.lists(st.sampled_from([order for _, order, _ in EVERY_ORDER]), max_size=20))
def test_what_is_written_reads_back_as_the_same_sheet(sheet: list[Order]) -> None:
    assert parsed(decision(court(), "j1").write(tuple(sheet))) == tuple(sheet)


@pytest.mark.rule("GP-GEN-19", "GP-ORG-01")
@QUICK
@given(st.text(min_size=1, max_size=30))
def test_a_password_that_is_taken_is_the_one_that_was_typed(password: str) -> None:
    order = o.OrganiseJoust(2, 500, password)
    pen = decision(court(), "j1")

    if not pen.check((order,)):
        assert parsed(pen.write((order,))) == (order,)


@pytest.mark.rule("GP-GEN-19", "GP-GEN-13")
def test_random_sheets_are_legal_and_read_back() -> None:
    state = court()
    pen = decision(state, "j1")

    for n in range(200):
        sheet = pen.sample(Rng(bytes([n])))
        assert pen.check(sheet) == []
        assert pen.parse(pen.write(sheet)).answer == sheet


@pytest.mark.rule("GP-GEN-13")
@pytest.mark.parametrize(
    "order",
    [
        o.Defend(ArmyId(2), 5), o.Defend(ArmyId(1), -1),
        o.Assign(KnightId(2), ArmyId(1)), o.Assign(KnightId(1), ArmyId(2)),
        o.Move(KnightId(2), LandName("THULE")), o.Move(KnightId(1), LandName("ATLANTIDE")),
        o.Attack(KnightId(2), LandName("THULE")), o.Attack(KnightId(1), LandName("ATLANTIDE")),
        o.LeaveGarrison(KnightId(2), 5), o.LeaveGarrison(KnightId(1), 0),
        o.Transfer(KnightId(2), KnightId(1), 5), o.Transfer(KnightId(1), KnightId(2), 5),
        o.Transfer(KnightId(2), ForeignKnight(Seat("j2"), "Guy"), 5), o.Transfer(KnightId(1), KnightId(1), 5),
        o.Transfer(KnightId(1), ForeignKnight(Seat("j2"), "Guy"), 0),
        o.Rename(KnightId(2), "Guy"), o.Rename(KnightId(1), "5"), o.Dismiss(KnightId(2)), o.Dismiss(KnightId(1)),
        o.Levy(LandName("NARVIK"), 5, KnightId(2)), o.Levy(LandName("DOLON"), 5), o.Levy(LandName("NARVIK"), 4),
        o.Attack(KnightId(1), LandName("THULE"), -1), o.CallKnights(0), o.CallKnights(6),
        o.OrganiseJoust(2, -1, "lys"), o.OrganiseJoust(101, 500, "lys"), o.OrganiseJoust(2, 500, " lys"),
        o.EnterJoust(KnightId(2)), o.EnterJoust(KnightId(1), None, " lys"), o.EnterJoust(KnightId(1), None, ""),
        o.SetRetreat(-1, 0, 0), o.SetRetreat(0, 101, 0), o.SetRetreat(0, 0, 101),
        o.Redistribute(0, LandName("NARVIK")), o.Redistribute(5, LandName("DOLON")),
        o.Tax(-1, LandName("NARVIK")), o.Tax(11, LandName("NARVIK")), o.Tax(5, LandName("DOLON")),
        o.Fortify(LandName("NARVIK"), 0), o.Fortify(LandName("NARVIK"), 4), o.Fortify(LandName("ATLANTIDE"), 1),
    ],
)  # fmt: skip
def test_an_order_that_a_program_hands_in_is_refused_for_any_one_name_or_number_that_is_wrong(order: o.Order) -> None:
    state = realm(2, starts=["NARVIK", "DOLON"])
    for seat, home in (("j1", "NARVIK"), ("j2", "DOLON")):
        garrison(state, seat, home, 10)
    assert {army.lord: army.id for army in state.armies.values()} == {"j1": 1, "j2": 2}

    assert [refusal.line for refusal in decision(state, "j1").check((order,))] == [1]
