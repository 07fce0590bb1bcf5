"""What a report says to whoever is asked: the order he may interrupt, an answer he may give, what lies on the field."""

from __future__ import annotations

import re
from typing import Any

import pytest

from heraut.engine.protocol import Event
from heraut.engine.rng import Rng
from heraut.games import vassaux
from heraut.games.vassaux.herald import Herald
from heraut.games.vassaux.instructions import Outlook
from heraut.games.vassaux.picture import table_svg
from heraut.games.vassaux.picture.scene import Looks, scene_file
from heraut.games.vassaux.prospects import Reactor, field_of, reactors_told, sample
from heraut.games.vassaux.questions import QUESTIONS
from heraut.games.vassaux.report import as_told
from heraut.games.vassaux.scene import figures
from heraut.games.vassaux.state import Battle, Demand
from tests.games.vassaux.builders import SEATS, changed, decision, marked, play, table, troop
from tests.games.vassaux.promises import SAMPLE, bold
from tests.games.vassaux.seldom import seldom_asked


def told(state: Battle, place: int, lang: str = "fr") -> str:
    """The report of this seat, on one line, with plain spaces."""
    text = vassaux.report(vassaux.view(state, SEATS[place]), (), lang)
    return re.sub(r"\s+", " ", text)


def interrupted(**marks: Any) -> Battle:
    """Unit 2 has declared a march of 2400 mR; the archers 52 and the swordsmen 53 may react."""
    state = table(
        [troop((5000, 3000), (5000, 2500), name="Bretteurs")],
        [
            troop((5000, 7200), (5500, 7200), fighter="ARCHER", name="Archers"),
            troop((7000, 12500), (7500, 12500), name="Lames"),
        ],
    )
    state.units[51].ordered = True
    state = marked(state, 52, **marks)
    return play(state, "ORDRE 2 MAR", "ALLER 5000,4250 5000,5400", on=False).state


@pytest.mark.rule("SV-ORD-06", "SV-REA-01", "SV-REA-02")
@pytest.mark.parametrize(
    ("lang", "order", "way", "archers", "lames"),
    [
        (
            "fr",
            "Bretteurs (2) s'apprêtent : Marche.",
            "5000,3000 → 5000,4250 → 5000,5400, 2,4 R. On peut l'interrompre à ces points, en millièmes de réglette "
            "(mR), de 100 en 100 : de 0 à 2400.",
            "ATT (de 700 à 2400)",
            "Lames (53) : MAR (de 0 à 2400) · WAI (de 0 à 2400).",
        ),
        (
            "en",
            "Bretteurs (2) are about to act: March.",
            "5000,3000 → 5000,4250 → 5000,5400, 2.4 R. It may be interrupted at these points, in thousandths of a "
            "ruler (mR), by steps of 100: from 0 to 2400.",
            "ATT (from 700 to 2400)",
            "Lames (53): MAR (from 0 to 2400) · WAI (from 0 to 2400).",
        ),
    ],
)
def test_who_may_react_is_told_to_what_where_and_how(lang: str, order: str, way: str, archers: str, lames: str) -> None:
    # bows carry 3R: from 7200 the base of a man at 3700 + 250 + 250 is reached; it is 12500 for those without bows
    state = interrupted()
    text = told(state, 1, lang)
    assert order in text and way in text and archers in text and lames in text
    assert way not in told(state, 0, lang)  # he knows what he has declared


def test_a_unit_on_alert_is_told_that_it_needs_no_roll_and_one_that_was_stopped_how_far_it_is() -> None:
    assert "Archers (52), en alerte, sans jet de réactivité : " in told(interrupted(alert=True, ordered=True), 1)
    stopped = marked(interrupted(), 53, alert=True, ordered=True)
    after = play(stopped, "REAGIR 53 WAI A 1000", "PASSER", on=False).state
    assert after.asked == (1, "react") and "2,4 R, dont 1 déjà faits" in told(after, 1)


def test_a_charge_and_a_shot_are_told_with_whom_they_are_against() -> None:
    state = table(
        [troop((5000, 3000), (5000, 2500), fighter="ARCHER", name="Archers")],
        [troop((5000, 5200), (5500, 5200), name="Lames")],
    )
    state.units[51].ordered = True
    charge = play(state, "ORDRE 2 CHA", "CHARGER 52 VISER 5201", on=False).state
    assert "Charge, contre Lames (52), droit sur 5201." in told(charge, 1)
    shot = play(state, "ORDRE 2 ATT", "TIRER 52", on=False).state
    assert "Attaque, contre Lames (52). · Leur chef reste où il est : on réagit au point 0." in told(shot, 1)
    assert 'class="trace shot A"' in table_svg(vassaux.view(shot, SEATS[1]))


def test_the_reaction_table_has_one_name_and_a_capital_where_a_sentence_begins_with_it() -> None:
    state = vassaux.setup(SEATS[:1], {}, Rng(b"alone")).state
    herald = Herald(vassaux.view(state, SEATS[0]), "fr")
    ready = Event("SV-CMD-07", "passed", {"place": 1})
    assert herald.sentence(ready) == "La table de réaction passe, et n'ordonnera plus rien ce tour."
    assert herald.names["unit"][1] == f"{SEATS[0]}, Seigneur (1)"
    assert herald.names["unit"][51] == "Seigneur de la table de réaction (51)"
    assert "table de réaction</text>" in table_svg(vassaux.view(state, SEATS[0]))


@pytest.mark.parametrize(
    ("seat", "report", "chronicle"),
    [("j1", "Tour 1, rapport de j1", "Tour 1, chronique"), (None, *["Tour 1, chronique"] * 2)],
)
def test_a_report_names_its_reader_a_chronicle_nobody(seat: str | None, report: str, chronicle: str) -> None:
    view = vassaux.view(table([troop((5000, 3000))]), None if seat is None else SEATS[0])
    assert report in vassaux.report(view, (), "fr").replace("\u00a0", " ")
    assert chronicle in vassaux.chronicle(view, (), "fr").replace("\u00a0", " ")


def test_each_host_is_told_with_its_own_units_and_what_has_become_of_them() -> None:
    state = table([troop((5000, 3000), (5500, 3000), name="Lames")], [troop((5000, 9000)), troop((8000, 9000))])
    state = marked(state, 2, alert=True, ordered=True, band=[203])
    state = marked(state, 52, leader=0, men=[5202], post=(5000, 9000), fortified=True)
    state = marked(state, 53, leader=0, men=[], post=(8000, 9000))
    del state.at[5201], state.at[5301]
    rows = [
        re.split(r"\s{2,}", line.strip())
        for line in vassaux.report(vassaux.view(state, SEATS[0]), (), "fr").splitlines()
        if re.match(r"\s*\d+  ", line)
    ]
    assert [row[0] for row in rows] == ["1", "2", "51", "52", "53"]
    assert rows[1] == ["2", "Lames", "5000,3000", "2", "1", *"21413", "a eu son ordre, en alerte"]
    assert rows[3][2] == "mort" and rows[3][-1] == "attend un ordre, fortifiée"
    assert rows[4][2] == "mort" and rows[4][-1] == "hors de combat"


@pytest.mark.rule("SV-CMD-06", "SV-CMD-07")
@pytest.mark.parametrize(
    ("initiative", "said"),
    [(0, "L'initiative est à j1 ; réactivités 5 et 8."), (1, "L'initiative est à j2 ; réactivités 5 et 8."), (-1, "")],
)
def test_whoever_has_the_initiative_is_told_once_somebody_has(initiative: int, said: str) -> None:
    text = told(table(initiative=initiative, re=(5, 8)), 0)
    assert said in text and bool(said) is ("L'initiative" in text)


@pytest.mark.rule("SV-MEL-06")
@pytest.mark.parametrize(
    ("winner", "said"), [(1, "j1, Seigneur (1) se reprend en"), (52, "Écuyers (52) se reprennent en")]
)
def test_the_verb_of_a_test_of_losses_is_that_of_its_winner(winner: int, said: str) -> None:
    data = {"unit": 1, "target": 52, "pe": [0, 0], "rolls": [[[1], [2]]], "lot": 0, "winner": winner}
    herald = Herald(vassaux.view(table([], [troop((5000, 9000))]), None), "fr")
    assert said in herald.sentence(Event("SV-MEL-06", "melee_test", data))


@pytest.mark.rule("SV-SDR-03", "SV-SDR-04", "SV-CMD-07")
@pytest.mark.parametrize(
    ("rolls", "lot", "said"),
    [
        ([[[3, 4], [1, 1]]], 0, "(3 and 4 against 1 and 1; "),
        ([[[3, 4], [6, 2]], [[1, 2], [2, 2]]], 5,
         "(3 and 4 against 6 and 2, then 1 and 2 against 2 and 2, the lot decides: 5; "),
    ],
)  # fmt: skip
def test_a_test_tells_every_roll_and_the_lot_if_one_was_drawn(
    rolls: list[list[list[int]]], lot: int, said: str
) -> None:
    event = Event("SV-CMD-07", "initiative", {"place": 1, "re": [7, 8], "rolls": rolls, "lot": lot})
    assert said in Herald(vassaux.view(table(), None), "en").sentence(event)


@pytest.mark.rule("SV-MAG-05")
def test_a_spell_tells_which_dice_were_rolled_again() -> None:
    data = {
        "unit": 2, "spell": "METEORE", "target": 52, "power": 15, "extra": 2, "invocation": 0, "dice": [6, 4, 2],
        "rerolls": [[2, 5]], "total": 15,
    }  # fmt: skip
    herald = Herald(vassaux.view(table([troop((5000, 3000))], [troop((5000, 9000))]), None), "en")
    assert "die 3: 5" in herald.sentence(Event("SV-MAG-04", "spell_cast", data))


@pytest.mark.rule("SV-END-04")
@pytest.mark.parametrize(
    ("winner", "said"), [(0, "Victoire\u00a0: j1."), (1, "Victoire\u00a0: j2."), (-1, "Personne ne")]
)
def test_who_has_won_is_told_or_that_nobody_has(winner: int, said: str) -> None:
    event = Event("SV-END-04", "over", {"winner": winner, "road": "marginal"})
    assert said in Herald(vassaux.view(table(), None), "fr").say(event)


@pytest.mark.rule("SV-DPR-02", "SV-MAG-09")
@pytest.mark.parametrize(
    ("line", "said"),
    [("1", "j1, Seigneur (1)."), ("*", "qui le pourra."), ("NON", "personne."), ("DEMANDER", "on vous demandera.")],
)
def test_an_instruction_for_counter_spells_is_told_to_whom_it_is_given(line: str, said: str) -> None:
    given = play(table([troop((5000, 3000))], schools=("ROUGE", "")), f"CONSIGNE CONTRER {line}", on=False)
    (event,) = given.events
    assert f"\u00a0: {said} (SV-DPR-02)" in Herald(vassaux.view(given.state, SEATS[0]), "fr").say(event)


@pytest.mark.rule("SV-SCN-31", "SV-SCN-32")
def test_in_the_duel_those_whose_hour_has_not_come_are_not_named() -> None:
    state = table([troop((5000, 3000), (5000, 2500))], [troop((5000, 7200), (5500, 7200))], scenario=3)
    state.units[51].ordered = True
    state.hosts[1].number = 5
    held = play(state, "ORDRE 2 MAR", "ALLER 5000,4000", on=False).state
    assert "vous ne pouvez que passer" in told(held, 1) and "Par exemple : PASSER" in told(held, 1)


@pytest.mark.rule("SV-REA-01")
def test_a_declared_way_is_drawn_with_its_lengths() -> None:
    state = interrupted()
    drawn = table_svg(vassaux.view(state, SEATS[1]))
    assert 'd="M500 1200L500 1075L500 960"' in drawn
    assert re.findall(r'class="mile" x="[\d.]+" y="[\d.]+">(\d+)<', drawn) == ["1000", "2000", "2400"]
    page = scene_file(vassaux.view(state, SEATS[1]), Looks())
    assert re.findall(r'class="mile"[^>]*>([^<]+)<', page) == ["1,0 R", "2,0 R", "2,4 R"]
    assert 'class="mile"' not in table_svg(vassaux.view(play(state, "PASSER", on=False).state, SEATS[1]))


def test_every_figure_is_drawn_with_its_number() -> None:
    drawn = table_svg(vassaux.view(interrupted(), None))
    assert re.findall(r'class="id" y="5">(\d+)<', drawn) == [
        "101",
        "201",
        "202",
        "5101",
        "5201",
        "5202",
        "5301",
        "5302",
    ]


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(SAMPLE)))
def test_the_example_is_legal_for_whoever_is_asked(number: int) -> None:
    step = vassaux.setup(SEATS, SAMPLE[number], Rng(b"sample"))
    rng = Rng(b"sample %d" % number)
    for count in range(200):
        if step.state.road is not None:
            break
        owed = decision(step.state)
        assert not owed.check(sample(owed.field)), (owed.kind, sample(owed.field))
        if count % 20 == 0:
            (text,) = re.findall(r"(?:Par exemple|For instance)\s*: (.*?) \(", told(step.state, owed.place))
            assert not owed.parse(text).refusals, text
        step = vassaux.advance(step.state, {SEATS[owed.place]: bold(owed, None, rng)}, rng)


def test_every_question_has_an_example() -> None:
    kinds = set()
    for state in seldom_asked():
        owed = decision(state)
        kinds.add(owed.kind)
        assert not owed.check(sample(owed.field)) and told(state, owed.place)
    assert kinds <= set(QUESTIONS)


def test_examples_do_something_where_something_can_be_done() -> None:
    state = table([troop((5000, 5000), (5500, 5000))], [troop((5000, 9000), (5500, 9000))])
    state.units[1].ordered = True
    assert "Par exemple : ORDRE 2 MAR" in told(state, 0)
    asked = play(state, "ORDRE 2 MAR", on=False).state
    assert "Par exemple : ALLER 5000,7500" in told(asked, 0)
    assert "Les hommes de l'unité : 202 (5500,5000)." in told(asked, 0)
    assert re.search(r"Par exemple : REAGIR 52 (CHA|ATT)", told(interrupted(), 1))


def test_figures_that_an_answer_names_are_told_with_their_places() -> None:
    state = table(
        [troop((5000, 5000), (5500, 5000), (4500, 5000))],
        [troop((5000, 5500), (5500, 5500), (4500, 5500), fighter="MILICIEN"), troop((5000, 9000), (5500, 9000))],
    )
    for unit in (51, 52, 53):
        state.units[unit].ordered = True
    charge = table(
        [troop((5000, 5000), (5500, 5000))], [troop((5000, 6800), (5600, 6900)), troop((900, 900), (900, 400))]
    )
    asked = play(charge, "ORDRE 2 CHA", on=False).state
    assert "On peut viser : 5201 (5000,6800)." in told(asked, 0)
    fallen = play(state, "ORDRE 2 ATT", "FRAPPER 52", dice=(6, 6, 6, 1, 1, 1, 1, 1), on=False).state
    assert "Peuvent tomber : 5201 (5000,5500) · 5202 (5500,5500) · 5203 (4500,5500)." in told(fallen, 1)
    assert "Par exemple : PERDRE 5203" in told(fallen, 1)


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_every_man_has_his_place_in_words(lang: str) -> None:
    state = marked(interrupted(), 52, men=[5201], band=[5202])
    lines = "\n".join(figures(Herald(vassaux.view(state, None), lang)))
    colon = ":" if lang == "en" else "\u00a0:"
    assert f"Bretteurs (2){colon} 201 (5000,3000) · 202 (5000,2500)" in lines
    assert f"(52){colon} 5201 (5000,7200)" in lines and f"(B52){colon} 5202 (5500,7200)" in lines


@pytest.mark.rule("SV-SCN-51", "SV-SCN-41", "SV-SCN-12", "SV-SCN-21", "SV-MAG-08", "SV-BLK-05", "SV-BLK-08")
@pytest.mark.parametrize(
    ("lang", "sentences"),
    [
        (
            "fr",
            [
                "Objectif de j1 : tuer le Seigneur adverse.", "Objectif de j2 : garder la ligne de défense.",
                "Points d'intérêt : 7500,7500.", "par le bord est", "La nuit éternelle",
                "sous la corruption : il leur faudra Attaque.", "Écuyers (2) : Aura de défense.",
                "la bande d'Écuyers (B2) : Nécrose.",
            ],
        ),
        (
            "en",
            [
                "Objective of j1: kill the enemy Lord.", "Objective of j2: keep the defence line.",
                "Objective points: 7500,7500.", "by the east edge", "eternal night",
                "corrupted: they will have to Attack.", "Squires (2): Aura of Defence.", "(B2): Necrosis.",
            ],
        ),
    ],
)  # fmt: skip
def test_what_lies_on_the_field_is_told(lang: str, sentences: list[str]) -> None:
    state = table([troop((5000, 5000), (5500, 5000))], scenario=5, points=[(7500, 7500)], edge="E", night=True)
    state = changed(marked(state, 2, effects=["AURA_DEFENSE", "-NECROSE"]), corrupted=[Demand(2, "ATT")])
    state.hosts[0].objective, state.hosts[1].objective = "kill_lord", "line"
    text = told(state, 0, lang)
    for sentence in sentences:
        assert sentence.casefold() in text.casefold(), (sentence, text)


@pytest.mark.parametrize(("scenario", "said"), [(1, "entre x = 6500 et x = 8500"), (2, "Marques à embraser : ")])
def test_the_marks_of_a_scenario_are_told(scenario: int, said: str) -> None:
    state = vassaux.setup(SEATS, {"scenario": scenario}, Rng(b"marks")).state
    assert said in told(state, 0)
    if scenario == 2:
        state.lit[0] = 2
        assert "En flammes : 2500,2500." in told(state, 0)
    elsewhere = vassaux.setup(SEATS, {"scenario": 0, "map": "M2"}, Rng(b"marks")).state
    assert said not in told(elsewhere, 0)  # a plain battle in the same village burns nothing down


def test_a_leader_is_where_he_stands_and_nobody_lost_a_point_yet() -> None:
    text = told(interrupted(), 0)
    assert "Bretteurs 5000,3000 2 0" in text and "0 point perdu sur" in text


def test_what_is_declared_alone_is_told() -> None:
    state = table([troop((5000, 3000), (5000, 2500))], [troop((5000, 7200), (5500, 7200))])
    asked = play(state, "ORDRE 2 MAR", on=False).state
    step = vassaux.advance(asked, {SEATS[0]: decision(asked).parse("ALLER 5000,4000").answer}, Rng(b""))
    text = vassaux.report(vassaux.view(step.state, SEATS[1]), step.events, "fr")
    assert "c'est dit" in text and "Rien de nouveau" not in text


def test_what_is_told_of_reactors_is_what_may_be_answered() -> None:
    state = interrupted()
    field = field_of(vassaux.view(state, SEATS[1]))
    able = reactors_told(Outlook(field))
    assert [one.unit for one in able] == [52, 53]
    for one in able:
        assert isinstance(one, Reactor)
        for order in ("MAR", "ATT", "CHA", "WAI"):
            for point in range(0, 2401, 100):
                legal = any(first <= point <= last for first, last in one.orders.get(order, []))
                line = f"REAGIR {one.unit} {order} A {point}"
                assert bool(decision(state).parse(line).refusals) is not legal, line


@pytest.mark.rule("SV-MUL-02")
def test_who_touches_whom_is_told_where_several_may_be_struck() -> None:
    state = table(
        [troop((5000, 5000), (5500, 5000), (4500, 5000))],
        [troop((5250, 5433), (6000, 6000), fighter="MILICIEN"), troop((4500, 5500), (4000, 6000), fighter="MILICIEN")],
    )
    state = marked(state, 53, leader=0, men=[], band=[5301, 5302])
    for unit in (51, 52):
        state.units[unit].ordered = True
    asked = play(state, "ORDRE 2 ATT", on=False).state
    flat = " ".join(vassaux.report(vassaux.view(asked, SEATS[0]), [], "fr").replace("\u00a0", " ").split())
    assert "Qui touche qui : 201 → 52 · 202 → 52 · 203 → B53." in flat and "sauf PARTAGE" in flat
    theirs = vassaux.report(vassaux.view(asked, SEATS[1]), [], "fr")
    assert "Qui touche qui" not in theirs
    alone = marked(asked, 53, band=[])
    del alone.at[5301], alone.at[5302]
    assert "Qui touche qui" not in vassaux.report(vassaux.view(alone, SEATS[0]), [], "fr")


@pytest.mark.rule("SV-MEL-03", "SV-COH-03")
def test_those_who_fall_by_one_blow_are_told_in_one_line_with_their_leader() -> None:
    def fall(unit: int, *figures: int, leader: bool = False, rule: str = "SV-MEL-03") -> Event:
        data = {"unit": unit, "figures": list(figures), "places": [[0, 0] for _ in figures], "leader": leader}
        return Event(rule, "fallen", {**data, "cause": "melee"})

    dead = Event("SV-COH-03", "vassal_fell", {"unit": 2})
    confused = Event("SV-COH-04", "confused", {"unit": 2})
    events = [
        fall(2, 201),
        fall(2, 202, 203),
        fall(2, 204, leader=True),
        dead,
        confused,
        fall(52, 5201),
        fall(53, 5301),
    ]
    one, *others = as_told(events)
    assert one.data == fall(2, 201, 202, 203, 204, leader=True).data
    assert others == [confused, fall(52, 5201), fall(53, 5301)]
    assert as_told([one, *others]) == [one, *others]
    for apart in (
        [fall(2, 201), fall(2, 202, rule="SV-SHT-07")],
        [fall(2, 201), dead],
        [fall(52, 5201, leader=True), dead],
    ):
        assert as_told(apart) == apart
