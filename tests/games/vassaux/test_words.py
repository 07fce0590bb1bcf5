"""What players write and read: notation, refusals, reports, in both languages."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heraut.engine.protocol import Refusal
from heraut.engine.rng import Rng
from heraut.games import vassaux
from heraut.games.vassaux import answers as a
from heraut.games.vassaux import notation
from heraut.games.vassaux.questions import QUESTIONS
from heraut.games.vassaux.report import EXAMPLES
from tests.games.vassaux.builders import SEATS, decision, play, refused, table, troop
from tests.games.vassaux.promises import SAMPLE, bold

SOURCE = Path(__file__).parents[3] / "src/heraut/games/vassaux"
WORDS = {lang: tomllib.loads((SOURCE / f"text/{lang}.toml").read_text(encoding="utf-8")) for lang in ("fr", "en")}

EVERY = [
    a.Deploy(2, (5000, 2000), {202: (5000, 2500)}), a.Deploy(4, markers=((1, 2), (3, 4), (5, 6))),
    a.Objective((7500, 7500)),
    a.Say(True), a.Say(False), a.Orders(0), a.Orders(2, ("MT", "ALE")), a.Move("hold"), a.Move("move"),
    a.Move("move", ((1, 2), (3, 4)), {5: (6, 7)}, (8, 9)), a.Move("reorganise", ((1, 2),)), a.Charge(-52, 5203),
    a.Charge(52, 5203, 0, {202: (1, 1)}), a.Fight((52, -53), {202: -53}), a.Shoot(52), a.Shoot(0), a.Shoot(-2),
    a.Cast("METEORE", 52, 1, 0, 7), a.Cast("POSSESSION", invocation=2), a.React(0), a.React(3, "CHA", 1200),
    a.Counter(0),
    a.Counter(51), a.Assign("ATT"), a.Lose((5201, 5202)), a.Leave(()), a.Leave((101,)),
    a.Arrive((1, 2), {3: (4, 5)}, -52),
    a.Concede(), a.Draw(),
]  # fmt: skip


@pytest.mark.parametrize("answer", EVERY, ids=repr)
def test_every_answer_reads_back_as_itself(answer: a.Answer) -> None:
    assert notation.read(notation.write(answer), (type(answer),)) == answer


def test_small_letters_and_accents_are_read_too() -> None:
    assert notation.read("  réagir 3 cha à 1200 ", (a.React,)) == a.React(3, "CHA", 1200)
    assert notation.read("Déployer 2 en 5000,2000", (a.Deploy,)) == a.Deploy(2, (5000, 2000))


@given(st.text(max_size=60))
def test_no_text_is_a_fault_of_the_program(text: str) -> None:
    found = notation.read(text, a.Answer.__args__)  # type: ignore[attr-defined]
    if not isinstance(found, Refusal):
        assert notation.read(notation.write(found), (type(found),)) == found


@given(st.sampled_from(EVERY), st.integers(0, 60), st.sampled_from(["", "x", "-", ",", "=", " ", "٣", "B", "1" * 12]))
def test_a_slip_of_the_pen_is_refused_or_read(answer: a.Answer, at: int, slip: str) -> None:
    text = notation.write(answer)
    notation.read(text[:at] + slip + text[at + 1 :], (type(answer),))


def test_the_two_languages_have_the_same_keys_and_fields() -> None:
    def fields(sentence: str) -> set[str]:
        return set(re.findall(r"\{(\w+)", sentence))

    for group in ("event", "page", "refusal"):
        assert list(WORDS["fr"][group]) == list(WORDS["en"][group])
        for key in WORDS["fr"][group]:
            assert fields(WORDS["fr"][group][key]) == fields(WORDS["en"][group][key]), (group, key)
    assert {key: list(names) for key, names in WORDS["fr"]["names"].items()} == {
        key: list(names) for key, names in WORDS["en"]["names"].items()
    }


def test_every_event_refusal_and_question_has_its_words() -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in SOURCE.glob("*.py"))
    codes = set(re.findall(r'refusal\(\s*"SV-[A-Z]+-\d\d", "(\w+)"', source, re.I))
    codes |= set(re.findall(r'_needs\([^\n]*"SV-[A-Z]+-\d\d", "(\w+)"\)', source))
    told = set(re.findall(r'(?:tell|confide)\(\s*(?:place, |seat, )?"SV-[A-Z]+-\d\d", "(\w+)"', source))
    assert len(codes) > 100 and codes <= set(WORDS["fr"]["refusal"]), codes - set(WORDS["fr"]["refusal"])
    assert len(told) > 40 and told <= set(WORDS["fr"]["event"]), told - set(WORDS["fr"]["event"])
    assert set(QUESTIONS) == set(WORDS["fr"]["names"]["question"]) == set(EXAMPLES)


@pytest.mark.parametrize("kind", EXAMPLES)
def test_the_examples_of_the_reports_are_well_written(kind: str) -> None:
    assert not isinstance(notation.read(EXAMPLES[kind], QUESTIONS[kind].answers), Refusal)


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


def test_refusals_say_the_line_the_reason_the_remedy_and_the_rule() -> None:
    state = table([troop((5000, 5000), (5500, 5000))])
    (refusal,) = decision(state).parse("ORDRE 2 CHA").refusals
    assert vassaux.explain(refusal, "fr") == (
        "Ligne 1\u00a0: Aucun ennemi ne peut être atteint par cette charge. Rapprochez-vous d'abord. (SV-CHG-04)"
    )
    assert refused(state, "ORDRE 2 MAR\nORDRE 1 MAR") == [("SV-ORD-01", "one_line")]
    assert refused(state, "ALLER 1,1") == [("SV-ORD-01", "unknown_verb")]
