"""What stands behind a sentence: every die, factor and chance, in both languages."""

from __future__ import annotations

import re
from typing import Any

import pytest

from heraut.engine.protocol import Event
from heraut.engine.rng import Rng
from heraut.games import vassaux
from heraut.games.vassaux.calculators.luck import Weigher, thrown
from heraut.games.vassaux.calculators.reasons import REASONS, reasons
from heraut.games.vassaux.herald import Herald
from heraut.games.vassaux.state import Battle
from tests.games.vassaux.builders import SEATS, lord, play, table, troop
from tests.games.vassaux.promises import SAMPLE, bold
from tests.games.vassaux.test_words import WORDS

LANGUAGES = ("fr", "en")


def opened(state: Battle, event: Event, lang: str) -> list[str]:
    """The lines behind an event."""
    weigher = Weigher({unit.id: unit.sheet for unit in state.units.values()})
    return reasons(Herald(vassaux.view(state, None), lang), event, weigher.roll(event))


def test_both_languages_have_the_same_reasons() -> None:
    french, english = WORDS["fr"]["why"], WORDS["en"]["why"]
    assert list(french) == list(english)
    for key in french:
        assert set(re.findall(r"\{(\w+)", french[key])) == set(re.findall(r"\{(\w+)", english[key])), key


@pytest.mark.rule("SV-ATK-01", "SV-ATK-03", "SV-ATK-08", "SV-MEL-01")
def test_a_blow_opens_to_its_dice_its_factors_and_what_they_promised() -> None:
    state = table([troop((5000, 5000), (5500, 5000))], [troop((5000, 5500), (5500, 5500), fighter="MILICIEN")])
    for unit in (51, 52):
        state.units[unit].ordered = True
    after = play(state, "ORDRE 2 ATT", "FRAPPER 52", dice=(4, 1, 4, 2, 3, 1, 5, 1, 1, 2, 3, 2, 5))
    (blow,) = after.find("struck")
    assert [re.sub(r"\s", " ", line) for line in opened(after.state, blow, "fr")] == [
        "2 combattants au contact, 2 dés par homme : 4 dés d'attaque.",
        "Défense de 2 dés : 4 et 1. Le plus haut fait le seuil : 4.",
        "Attaque : 4, 2, 3 et 1.",
        "1 touche, Ps 1 : 1 homme à faire tomber, s'il y en a autant.",
        "Les dés promettaient 1,8 touche ; 1 ou plus, dans 78,9 % des cas.",
    ]
    assert "2 figures in contact, 2 dice a man: 4 attack dice." in opened(after.state, blow, "en")
    (fall,) = after.find("fallen")
    assert opened(after.state, fall, "en") == [f"They are: {fall.data['figures'][0]}."]


@pytest.mark.rule("SV-SDR-01", "SV-SDR-03", "SV-CMD-07")
def test_a_test_opens_to_each_roll_against_its_target() -> None:
    state = table([troop((5000, 5000))], [troop((5000, 9500))], lords=(lord((4000, 4000)), lord((6000, 9500))))
    rolls = [[[5, 4], [6, 3]], [[1, 2], [2, 2]]]
    event = Event("SV-CMD-07", "initiative", {"place": 0, "re": [7, 7], "rolls": rolls, "lot": 2})
    assert opened(state, event, "en") == [
        "j1: 5 and 4, that is 9, to reach 7; made by 2.",
        "j2: 6 and 3, that is 9, to reach 7; made by 2.",
        "Equal margins: rolled again.",
        "j1: 1 and 2, that is 3, to reach 7; missed by 4.",
        "j2: 2 and 2, that is 4, to reach 7; missed by 3.",
        "Both failed: a die decides, 2 (1 to 3 for j1, 4 to 6 for j2).",
        "j1 was to win 50.0% of the time.",
    ]


@pytest.mark.rule("SV-ATK-04", "SV-ATK-08", "SV-RED-07", "SV-RED-08")
def test_hits_open_to_the_men_they_fell_and_rerolls_to_the_die() -> None:
    state = table([troop((5000, 5000))], [troop((5000, 9500))])
    shot = {
        "unit": 2, "target": 52, "men": 1, "each": 3, "bonus": 0, "df": 2, "defence": [3, 1], "threshold": 3,
        "blocked": False, "dice": [6, 2, 5], "rerolls": [[1, 4]], "hits": 3, "ps": 2, "casualties": 1, "covered": False,
        "high": False, "spell": "",
    }  # fmt: skip
    assert opened(state, Event("SV-SHT-04", "shot", shot), "en")[2:4] == [
        "Attack: 6, 2 and 5; re-rolls, die 2: 4.",
        "3 hits, Ps 2: 1 man falls, if there are as many.",
    ]
    stung = {"unit": 52, "target": 2, "hits": 5, "ps": 2, "casualties": 2}
    fall = "5 hits, Ps 2: 2 men fall, if there are as many."
    assert opened(state, Event("SV-RED-07", "thorns", stung), "en")[1] == fall
    assert opened(state, Event("SV-RED-08", "burnt", stung), "en")[1] == fall


@pytest.mark.rule("SV-SDR-01", "SV-MAG-09")
def test_whoever_just_reaches_his_target_has_made_it_by_nothing() -> None:
    state = table([troop((5000, 5000))], [troop((5000, 9500))])
    data = {"unit": 52, "target": 2, "cd": [5, 3], "rolls": [[[5], [2]]], "lot": 0, "winner": 2}
    lines = opened(state, Event("SV-MAG-09", "countered", data), "en")
    assert [line.split(": ")[1] for line in lines[:2]] == ["5 to reach 5; made by 0.", "2 to reach 3; missed by 1."]


@pytest.mark.rule("SV-ATK-04")
@pytest.mark.parametrize(("dice", "told"), [([6, 2], True), ([5, 2], False)])
def test_a_block_is_told_where_there_was_a_six_to_be_blocked(dice: list[int], told: bool) -> None:
    state = table([troop((5000, 5000))], [troop((5000, 5500))])
    data = {
        "unit": 2, "target": 52, "men": 1, "each": 2, "bonus": 0, "df": 2, "defence": [6, 1], "threshold": 6,
        "blocked": True, "dice": dice, "rerolls": [], "hits": dice.count(6), "ps": 1, "casualties": dice.count(6),
    }  # fmt: skip
    lines = opened(state, Event("SV-MEL-01", "struck", data), "en")
    assert ("A 6 in defence: the 6s of the attack re-roll nothing." in lines) is told


@pytest.mark.rule("SV-MOV-01", "SV-MOV-02")
@pytest.mark.parametrize(
    ("lang", "way"),
    [
        ("fr", "Chemin du chef, en R : (5,0 ; 5,0) → (5,0 ; 6,0) → (5,3 ; 6,4), soit 1,5 réglette."),
        ("en", "Leader's path, in R: (5.0; 5.0) → (5.0; 6.0) → (5.3; 6.4), that is 1.5 rulers."),
    ],
)
def test_a_move_opens_to_its_way_its_length_and_who_stayed_behind(lang: str, way: str) -> None:
    state = table([troop((5000, 5000), (5500, 5000))])
    moved = {"unit": 2, "start": [5000, 5000], "path": [[5000, 6000], [5300, 6400]], "stayed": [202]}
    lines = [re.sub(r"\s", " ", line) for line in opened(state, Event("SV-MOV-01", "moved", moved), lang)]
    assert lines[0] == way and len(lines) == 2 and "202" in lines[1]
    still = {**moved, "path": [[5000, 5000]], "stayed": []}
    for data in (still, {"unit": 2, "stayed": []}):  # a reorganisation after a fight has no way
        assert opened(state, Event("SV-MOV-11", "regrouped", data), lang) == []


@pytest.mark.rule("SV-SOL-04")
def test_an_order_of_the_reaction_table_opens_to_its_row_and_its_cell() -> None:
    data = {"unit": 52, "fm": 2, "fs": 3, "die": 4, "cell": ["AC", "CH"], "action": "CH", "rejected": ["AC"]}
    lines = opened(table(b=[troop((5000, 5000))]), Event("SV-SOL-04", "solo", data), "en")
    assert lines[0] == "Morale 2 and situation 3: row 5 of the table, die 4." and len(lines) == 2


@pytest.mark.rule("SV-MUL-04", "SV-MEL-06")
def test_a_ranking_opens_to_the_die_of_each_unit() -> None:
    state = table([troop((5000, 5000))], [troop((5000, 9500)), troop((7000, 9500))])
    ranked = {"units": [2, 52, 53], "pe": [2, 4, 0], "rolls": [2, 1, 6], "order": [53, 2, 52]}
    lines = opened(state, Event("SV-MUL-04", "melee_ranking", ranked), "en")
    assert [line.split(": ")[1] for line in lines[1:4]] == [
        "2 to reach 2; made by 0.",
        "1 to reach 4; missed by 3.",
        "6 to reach 0; made by 6.",
    ]


@pytest.mark.rule("SV-MAG-04", "SV-MAG-05")
def test_a_spell_opens_to_its_dice_and_to_which_of_them_were_rolled_again() -> None:
    state = table([troop((5000, 5000))], [troop((5000, 9500))])
    cast = {
        "unit": 2, "spell": "PARALYSIE", "target": 52, "power": 13, "dice": [6, 2, 3], "rerolls": [[1, 6], [2, 4]],
        "extra": 1, "invocation": 1, "total": 16,
    }  # fmt: skip
    assert opened(state, Event("SV-MAG-05", "spell_cast", cast), "en")[:2] == [
        "One die by right, 1 from the reserve, 1 of invocation: 3 dice.",
        "Roll: 6, 2 and 3; each 6 re-rolls the lowest, die 2: 6, die 3: 4. Total: 16.",
    ]


@pytest.mark.slow
@pytest.mark.parametrize("number", range(0, len(SAMPLE), 4))
def test_every_die_that_is_thrown_can_be_read(number: int) -> None:
    step = vassaux.setup(SEATS, SAMPLE[number], Rng(b"why"))
    rng, told = Rng(b"why %d" % number), dict[str, Any]()
    for _ in range(150):
        for lang in LANGUAGES:
            for event in step.events:
                lines = opened(step.state, event, lang)
                text = f"{vassaux_sentence(step.state, event, lang)} {' '.join(lines)}"
                assert "{" not in text and "None" not in text
                faces = [face for _, dice in thrown(event) for face in dice]
                digits = [int(one) for one in re.findall(r"\d", text)]
                assert all(digits.count(face) >= faces.count(face) for face in faces), (event, text)
                told[event.kind] = lines
        if step.state.road is not None:
            break
        (seat,) = vassaux.pending(step.state)
        step = vassaux.advance(step.state, {seat: bold(vassaux.pending(step.state)[seat], None, rng)}, rng)
    assert any(lines for kind, lines in told.items() if kind in REASONS)


def vassaux_sentence(state: Battle, event: Event, lang: str) -> str:
    """The sentence of an event."""
    return Herald(vassaux.view(state, None), lang).say(event)
