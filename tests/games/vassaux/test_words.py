"""What players write and read: notation, refusals, reports, in both languages."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heraut.engine.protocol import Refusal, SetupError
from heraut.engine.rng import Rng
from heraut.engine.sheets import UNFIT
from heraut.games import vassaux
from heraut.games.vassaux import notation
from heraut.games.vassaux import orders as o
from heraut.games.vassaux.questions import QUESTIONS
from heraut.games.vassaux.report import advised_seconds
from tests.games.vassaux.builders import SEATS, decision, play, refused, table, troop
from tests.games.vassaux.promises import SAMPLE, bold
from tests.games.vassaux.seldom import seldom_asked

SOURCE = Path(__file__).parents[3] / "src/heraut/games/vassaux"
WORDS = {lang: tomllib.loads((SOURCE / f"text/{lang}.toml").read_text(encoding="utf-8")) for lang in ("fr", "en")}

EVERY = [
    o.Deploy(2, (5000, 2000), {202: (5000, 2500)}), o.Deploy(4, markers=((1, 2), (3, 4), (5, 6))),
    o.Objective((7500, 7500)),
    o.Say(True), o.Say(False), o.Orders(0), o.Orders(2, ("MT", "ALE")), o.Move("hold"), o.Move("move"),
    o.Move("move", ((1, 2), (3, 4)), {5: (6, 7)}, (8, 9)), o.Move("reorganise", ((1, 2),)), o.Charge(-52, 5203),
    o.Charge(52, 5203, 0, {202: (1, 1)}), o.Fight((52, -53), {202: -53}), o.Shoot(52), o.Shoot(0), o.Shoot(-2),
    o.Cast("METEORE", 52, 1, 0, 7), o.Cast("POSSESSION", invocation=2), o.React(0), o.React(3, "CHA", 1200),
    o.Counter(0),
    o.Counter(51), o.Assign("ATT"), o.Lose((5201, 5202)), o.Leave(()), o.Leave((101,)),
    o.Arrive((1, 2), {3: (4, 5)}, -52),
    o.Concede(), o.Draw(),
    o.Instruct("react"), o.Instruct("react", (o.Rule(3, "CHA", 1500, "ATT"), o.Rule(0, "", 0, "ask"))),
    o.Instruct("react", (o.Rule(0, "", None, "pass"),)), o.Instruct("react", (o.Rule(0, "", None, "WAI"),)),
    o.Instruct("cede", say=False), o.Instruct("martyrs"), o.Instruct("counter", unit=51), o.Instruct("counter", unit=0),
]  # fmt: skip


@pytest.mark.parametrize("answer", EVERY, ids=repr)
def test_every_answer_reads_back_as_itself(answer: o.Answer) -> None:
    assert notation.read(notation.write(answer), (type(answer),)) == answer


def test_small_letters_and_accents_are_read_too() -> None:
    assert notation.read("  réagir 3 cha à 1200 ", (o.React,)) == o.React(3, "CHA", 1200)
    assert notation.read("Déployer 2 en 5000,2000", (o.Deploy,)) == o.Deploy(2, (5000, 2000))


@given(st.text(max_size=60))
def test_no_text_is_a_fault_of_the_program(text: str) -> None:
    found = notation.read(text, o.Answer.__args__)  # type: ignore[attr-defined]
    if not isinstance(found, Refusal):
        assert notation.read(notation.write(found), (type(found),)) == found


@given(st.sampled_from(EVERY), st.integers(0, 60), st.sampled_from(["", "x", "-", ",", "=", " ", "٣", "B", "1" * 12]))
def test_a_slip_of_the_pen_is_refused_or_read(answer: o.Answer, at: int, slip: str) -> None:
    text = notation.write(answer)
    notation.read(text[:at] + slip + text[at + 1 :], (type(answer),))


def test_the_two_languages_have_the_same_keys_and_fields() -> None:
    def fields(sentence: str) -> set[str]:
        return set(re.findall(r"\{(\w+)", sentence))

    for group in ("event", "page", "refusal", "remedy", "syntax", "option_sort"):
        assert list(WORDS["fr"][group]) == list(WORDS["en"][group])
        for key in WORDS["fr"][group]:
            assert fields(WORDS["fr"][group][key]) == fields(WORDS["en"][group][key]), (group, key)
    assert {key: list(names) for key, names in WORDS["fr"]["names"].items()} == {
        key: list(names) for key, names in WORDS["en"]["names"].items()
    }


def test_every_event_refusal_and_question_has_its_words() -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.py"))
    codes = set(re.findall(r'refusal\(\s*"SV-[A-Z]+-\d\d", "(\w+)"', source, re.I))
    codes |= set(re.findall(r'UnreadEntry\("(\w+)"', source))
    codes |= set(re.findall(r'_needs\([^\n]*?"SV-[A-Z]+-\d\d", "(\w+)"\)', source))
    told = set(re.findall(r'(?:announce|tell)\(\s*(?:place, |seat, )?"SV-[A-Z]+-\d\d", "(\w+)"', source))
    codes |= {"unknown_option", "bad_option"}  # of engine.choices
    codes |= set(UNFIT)
    assert codes == set(WORDS["fr"]["refusal"]) == set(WORDS["fr"]["remedy"]), codes ^ set(WORDS["fr"]["refusal"])
    assert set(notation.verbs_of(o.Answer.__args__)) == set(WORDS["fr"]["syntax"])  # type: ignore[attr-defined]
    assert len(told) > 40 and told <= set(WORDS["fr"]["event"]), told - set(WORDS["fr"]["event"])
    assert set(QUESTIONS) == set(WORDS["fr"]["names"]["question"]) == set(WORDS["fr"]["names"]["duty"])


@pytest.mark.slow
@pytest.mark.rule("SV-OST-10", "SV-INF-01", "SV-GEN-06")
@pytest.mark.parametrize("number", range(0, len(SAMPLE), 3))
def test_every_step_is_told_in_both_languages(number: int) -> None:
    step = vassaux.setup(SEATS, SAMPLE[number], Rng(b"told"))
    rng = Rng(b"told %d" % number)
    for _ in range(150):
        for lang in ("fr", "en"):
            for seat in (*SEATS, None):
                view = vassaux.view(step.state, seat)
                events = [event for event in step.events if event.seen_by is None or seat in event.seen_by]
                text = vassaux.report(view, events, lang) + vassaux.chronicle(view, events, lang)
                assert "{" not in text and "None" not in text
        if step.state.road is not None:
            break
        (seat,) = vassaux.pending(step.state)
        answer = bold(vassaux.pending(step.state)[seat], None, rng)
        step = vassaux.advance(step.state, {seat: answer}, rng)


def test_a_report_worth_reading() -> None:
    state = table(
        [troop((5000, 5000), (5500, 5000), name="Bretteurs de Brantôme")],
        [troop((5000, 5500), (5500, 5500), fighter="MILICIEN", name="Milice")],
    )
    for unit in (51, 52):
        state.units[unit].ordered = True
    after = play(state, "ORDRE 2 ATT", "FRAPPER 52", dice=(4, 1, 4, 2, 3, 1, 5, 1, 1, 2, 3, 2, 5))
    text = vassaux.report(vassaux.view(after.state, SEATS[0]), after.events, "fr")
    assert "Bretteurs de Brantôme (2) frappent Milice (52) : 4 dés contre un seuil de 4 (4 et 1)" in text.replace(
        "\u00a0", " "
    ).replace("\n    ", " ")
    assert "1 combattant tombe chez Milice (52)" in text


LISTS: list[dict[str, object]] = [  # options that cannot be played
    {"tempo": 1}, {"senario": 1}, {"magic": "x"}, {"scenario": 9}, {"map": "M9"}, {"scenario": 1, "map": "M0"},
    {"table": 11}, {"table": 10}, {"limit": -1}, {"limit": 1351}, {"hosts": {"j9": "FRANC_400"}},
    {"hosts": {"j1": "FRANC"}},
    {"hosts": {"j1": "{"}}, {"hosts": {"j1": {"lord": {"title": "ROI"}, "units": [{"title": "VASSAL"}]}}},
    {"limit": 300}, {"scenario": 1, "hosts": {"j1": "FRANC_400", "j2": "BARBARE_400"}},
    {"scenario": 2, "hosts": {"j1": "S2_FRANCS", "j2": "S2_ANGLAIS"}}, {"scenario": 3, "hosts": {"j1": "FRANC_400"}},
    {"scenario": 2, "hosts": {"j1": "BARBARE_400"}},
    {"names": {"j1": ""}}, {"names": {"j1": " Hugues"}}, {"names": {"j1": "Hugues", "j2": "Hugues"}},
    {"names": {"j1": "x" * 41}}, {"names": {"j3": "Hugues"}}, {"automated_units": [99]}, {"automated_units": [2, 56]},
]  # fmt: skip
KNIGHT = {"title": "BARON", "profile": "CHEVALIER"}
ENTRIES: list[tuple[dict[str, object], dict[str, object]]] = [  # a Lord, and a unit, of which one is refused
    (KNIGHT, {"title": "BARON", "fighter": "ARCHER", "size": 4}),
    (KNIGHT, {"title": "VASSAL", "fighter": "ARCHER"}),
    (KNIGHT, {"title": "VASSAL", "profile": "PAYSAN", "weapon": "HEAVY_MISSILE", "size": 4}),
    (KNIGHT, {"title": "VASSAL", "profile": "PAYSAN", "armour": "KNIGHT", "size": 4}),
    (KNIGHT, {"title": "VASSAL", "profile": "PAYSAN", "up": "at", "down": "at", "size": 4}),
    (KNIGHT, {"title": "VASSAL", "profile": "PAYSAN", "up": "mv", "down": "at", "size": 4}),
    (KNIGHT, {"title": "VASSAL", "profile": "CHEVALIER", "size": 4}),
    (KNIGHT | {"gear": [2, 2, 2]}, {"title": "VASSAL", "fighter": "ARCHER", "size": 4}),
    (KNIGHT, {"title": "VASSAL", "fighter": "ARCHER", "size": 4, "powers": ["MAJE", "VOLANT"]}),
    (KNIGHT | {"powers": ["MAJE", "MAJE"]}, {"title": "VASSAL", "fighter": "ARCHER", "size": 4}),
    (KNIGHT, {"title": "VASSAL", "fighter": "ARCHER", "size": 4, "powers": ["FEROCE"]}),
    (KNIGHT, {"title": "VASSAL", "fighter": "ARCHER", "size": 4, "powers": ["PRESOMPTUEUX"]}),
    (KNIGHT, {"title": "VASSAL", "fighter": "ARCHER", "size": 4, "powers": ["INFILTRATION"]}),
]


def explained(refusal: Refusal) -> None:
    """In both languages: the line, a reason, a remedy, the rule; every figure filled in."""
    for lang, line, remedy in (("fr", "Ligne", "Remède\u00a0: "), ("en", "Line", "Remedy: ")):
        words = vassaux.explain(refusal, lang)
        assert words.startswith(line) is bool(refusal.line) and words.endswith(f"({refusal.rule})")
        reason, _, rest = words.removesuffix(f" ({refusal.rule})").partition(f" {remedy}")
        assert reason.endswith(".") and rest.endswith(".") and rest[0] not in ".\u00a0 ", words
        assert not set("{}") & set(words) and "None" not in words, words


@pytest.mark.rule("SV-OST-10")
@pytest.mark.parametrize("options", LISTS)
def test_options_that_cannot_be_played_are_explained(options: dict[str, object]) -> None:
    with pytest.raises(SetupError) as caught:
        vassaux.setup(SEATS, options, Rng(b""))
    for refusal in caught.value.refusals:
        explained(refusal)


@pytest.mark.rule("SV-OST-10")
@pytest.mark.parametrize(("lord", "unit"), ENTRIES)
def test_a_list_that_cannot_be_fielded_is_explained(lord: dict[str, object], unit: dict[str, object]) -> None:
    host = {"school": "ROUGE", "lord": lord, "units": [unit]}
    with pytest.raises(SetupError) as caught:
        vassaux.setup(SEATS, {"magic": True, "hosts": {"j1": host}}, Rng(b""))
    for refusal in caught.value.refusals:
        explained(refusal)


@pytest.mark.slow
def test_slips_of_the_pen_in_the_midst_of_battles_are_explained() -> None:
    rng, codes = Rng(b"slips"), set()
    for number in (3, 6, 8):
        state = vassaux.setup(SEATS, SAMPLE[number], rng.at("start", number)).state
        for _ in range(200):
            if state.road is not None:
                break
            owed = decision(state)
            text = owed.write(owed.sample(rng))
            for _ in range(3):
                for refusal in owed.parse(slip(text, rng)).refusals:
                    codes.add(refusal.code)
                    explained(refusal)
            (seat,) = vassaux.pending(state)
            state = vassaux.advance(state, {seat: bold(owed, None, rng)}, rng).state
    for owed in map(decision, seldom_asked()):
        for _ in range(20):
            for refusal in owed.parse(slip(owed.write(owed.sample(rng)), rng)).refusals:
                codes.add(refusal.code)
                explained(refusal)
    assert len(codes) > 20 and {"cannot_counter", "cannot_leave"} <= codes


def slip(text: str, rng: Rng) -> str:
    """The line with another figure in it, another word, or a word less."""
    words = text.split()
    place = rng.randint(0, len(words) - 1)
    other = rng.choice([*"0123456789", "52", "B2", "5000,5000", "-7,9", "ATT", "CHC", "MT FOR", "A", "EN", ""])
    return " ".join([*words[:place], other, *words[place + 1 :]])


@pytest.mark.rule("SV-ORD-01")
def test_the_hourglass_advises_ninety_seconds_for_orders() -> None:
    # SV-EX-13: 90 seconds to choose the orders of a unit; whatever else is asked takes less (SV-DPR-01)
    state = table([troop((5000, 5000), (5500, 5000))], [troop((5000, 9000), (5500, 9000))])
    assert "(au sablier, 90 s)" in vassaux.report(vassaux.view(state, SEATS[0]), [], "fr").replace("\n  ", " ")
    asked = play(state, "ORDRE 2 MAR", on=False).state
    assert "(30 s by the hourglass)" in vassaux.report(vassaux.view(asked, SEATS[0]), [], "en").replace("\n  ", " ")
    assert "hourglass" not in vassaux.report(vassaux.view(asked, SEATS[1]), [], "en")
    assert {advised_seconds(kind) for kind in QUESTIONS if kind != "activate"} == {30}


def test_refusals_say_the_line_the_reason_the_remedy_and_the_rule() -> None:
    state = table([troop((5000, 5000), (5500, 5000))])
    (refusal,) = decision(state).parse("ORDRE 2 CHA").refusals
    assert vassaux.explain(refusal, "fr") == (
        "Ligne 1\u00a0: Aucun ennemi ne peut être atteint par cette charge. "
        "Remède\u00a0: rapprochez-vous d'abord. (SV-CHG-04)"
    )
    assert refused(state, "ORDRE 2 MAR\nORDRE 1 MAR") == [("SV-ORD-01", "one_line")]
    assert refused(state, "ALLER 1,1") == [("SV-ORD-01", "unknown_verb")]
    assert notation.verbs_of((o.React,)) == ["REAGIR", "PASSER"]


def test_a_line_that_breaks_off_after_its_verb_is_told_what_it_lacks() -> None:
    state = table([troop((5000, 5000), (5500, 5000))])
    assert refused(state, "ORDRE") == [("SV-ORD-01", "unreadable")]
    assert refused(state, "ORDRE 2") == [("SV-ORD-01", "no_order")]
    for line in ("REAGIR", "REAGIR 52", "REAGIR 52 WAI A", "REAGIR 52 WAI A 5 6"):
        found = notation.read(line, (o.React,))
        assert isinstance(found, Refusal) and found.code == "unreadable", line
