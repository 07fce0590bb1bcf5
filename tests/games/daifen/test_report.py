"""What players read: every event, refusal and option has its words, in both languages, and the report its order."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from heraut.engine.layout import WIDTH
from heraut.engine.protocol import Event, Refusal, Seat, SetupError, seen_by
from heraut.engine.rng import Rng
from heraut.engine.sheets import UNFIT
from heraut.engine.words import LANGUAGES, catalogue
from heraut.games import daifen
from heraut.games.daifen.herald import Herald, aftermath, assault_round, fortunes
from heraut.games.daifen.orders import BY_CODE
from heraut.games.daifen.races import BUILDINGS
from heraut.games.daifen.report import PHASE_OF, phase_of
from heraut.games.daifen.tables import exploration_events, statements
from tests.games.daifen.builders import A, B, C, acquainted, decision, endow, fell, find, know, one, play, seats
from tests.games.daifen.test_form import rich
from tests.games.sources import arguments

SOURCE = Path(daifen.__file__).parent
WORDS = {lang: catalogue("heraut.games.daifen", lang) for lang in LANGUAGES}
J1, J2 = Seat("j1"), Seat("j2")


def kinds() -> set[str]:
    """Every kind of event that the game records."""
    return arguments(SOURCE, {"tell": 2, "announce": 1, "Event": 1}) | {"army_back", "support_back"}


def codes() -> set[str]:
    """Every code of refusal; `too_many` makes one of its own."""
    return arguments(SOURCE, {"Unread": 0, "Refusal": 1}) | set(UNFIT)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_event_and_every_refusal_has_its_words(lang: str) -> None:
    groups = WORDS[lang].groups

    assert kinds() == set(groups["event"])
    assert codes() == set(groups["refusal"]) == set(groups["remedy"])
    assert set(BY_CODE) == set(groups["order"]) == set(groups["syntax"])
    assert set(exploration_events()) == set(groups["exploration"])
    assert {*statements(), "text"} == set(groups["rumour"])
    placed = {*PHASE_OF, "kingdom_founded", "kingdom_lost", "turn_header", "game_over", "orders_used", "rumour"}
    assert kinds() == placed


REFUSED = [
    "DANSER", 'CONSTRUIRE "Mine 1', f"ATTAQUER {B} Guerrier 1", "CONSTRUIRE", f'ATTAQUER "{B}" x : Guerrier 1',
    "EXPLORER x", "EXPLORER 9999999999", "EXPLORER 0", "VOLER Xanadou 1", "VOLER Dragonne 1", f"VOLER {A} 1",
    "CONSTRUIRE Palais 1", "CONSTRUIRE Carrieres-x 1", f"RUMEUR {B} : fou", f'RUMEUR {B} : "{"x" * 150}"',
    "ASSOCIATION X", "CONSTRUIRE Forge 1", "CONSTRUIRE Donjon 1", "ENTRAINER Troll 1", "ENTRAINER Caravane 1",
    "ENTRAINER Archer 1",
    "DEVELOPPER Terreur", "DEVELOPPER Cheval\nDEVELOPPER Cheval", "DEVELOPPER Religion", f"ATTAQUER {B} : Scribe 1",
    f"SOUTENIR {B} : Harpie 1", f"INDIQUER {B} A {B}", "ASSOCIATION OUI", "CONSTRUIRE Mine 6", "ENTRAINER Guerrier 7",
    f"ATTAQUER {B} : Archer 1\nSOUTENIR {B} : Archer 1", "EXPLORER 11", f"DONNER {B} : OR 1001",
    f"DONNER {B} : INTELLECT 101",
]  # fmt: skip


@pytest.mark.rule("DA-ORD-06")
@pytest.mark.parametrize("text", REFUSED)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_refusal_names_line_reason_remedy_and_rule(text: str, lang: str) -> None:
    state = rich()
    fell(state, "j4")
    refusals = decision(state, "j1").parse(text).refusals
    assert refusals
    for refusal in refusals:
        words = daifen.explain(refusal, lang)
        line = {"fr": f"Ligne {refusal.line}\u00a0: ", "en": f"Line {refusal.line}: "}[lang]
        assert words.startswith(line) and {"fr": "Remède\u00a0: ", "en": "Remedy: "}[lang] in words
        assert words.endswith(f"({refusal.rule})") and re.match(r"DA-[A-Z]{3}-\d\d$", refusal.rule)
        assert "{" not in words


def test_every_code_of_refusal_can_be_explained() -> None:
    """All but those that no text can cause are explained above; here the rest, and the options."""
    state = rich()
    fell(state, "j4")
    seen = {fault.code for text in REFUSED for fault in decision(state, "j1").parse(text).refusals}
    options = [
        {"tempo": 1}, {"lords": "x"}, {"lords": 1}, {"races": {"j9": "nains"}}, {"kingdoms": {"j1": "x"}},
        {"races": {"j1": "nelrks"}}, {"pace": "lune"}, {"abandon_after": 0},
        {"names": {"j1": " "}}, {"names": {"j1": "Jean", "j2": "jean"}},
    ]  # fmt: skip
    for chosen in options:
        with pytest.raises(SetupError) as caught:
            daifen.setup(seats(2), chosen, Rng(b""))
        for refusal in caught.value.refusals:
            seen.add(refusal.code)
            assert daifen.explain(refusal, "fr") and daifen.explain(refusal, "en")
    endow(state, "j1", technologies=["cheval"])
    seen |= {fault.code for fault in decision(state, "j1").parse("DEVELOPPER Cheval").refusals}
    assert codes() - seen == {"no_units", *UNFIT}  # tests/games/test_bounds.py
    no_units = Refusal("DA-ATK-01", "no_units", {"order": "ATTAQUER"}, 1)
    assert "ATTAQUER <royaume>" in daifen.explain(no_units, "fr")


# DA-REP


@pytest.mark.rule("DA-REP-01", "DA-ORD-04")
def test_every_lord_who_lived_at_the_start_has_a_report_with_his_form_and_the_phases_in_order() -> None:
    state = acquainted(3)
    endow(state, "j1", units={"guerrier": 9, "espion": 4}, gold=100, intellect=20)
    endow(state, "j3", buildings={})
    text = f"CONSTRUIRE Mine 1\nDONNER {B} : OR 1\nVOLER {B} 1\nATTAQUER {B} : Guerrier 9\nEXPLORER 1\n"
    step = play(state, {"j1": text + "DEVELOPPER Cheval"})
    report = daifen.report(daifen.view(step.state, J1), seen_by(step.events, J1), "fr")
    headings = re.findall(r"── (.*?) ─", report)

    assert headings[0] == "Votre formulaire"
    phases = ["Départ", "Vols et sabotages", "Combats", "Construction et entraînement"]
    phases += ["Exploration, espionnage et indication", "Réception", "Collecte", "Connaissances"]
    assert [heading for heading in headings if heading in phases] == [name for name in phases if name in headings]
    assert headings[-3:] == ["Votre royaume", "Royaumes connus", "Le continent"]
    assert f'DONNER "{B}" : OR 1' in report and "Tour 1" in report
    lines = re.findall(r"^ +(\d)  ([A-Z]+) ", report, re.MULTILINE)
    codes = ["CONSTRUIRE", "DONNER", "VOLER", "ATTAQUER", "EXPLORER", "DEVELOPPER"]
    assert lines == [(str(number), code) for number, code in enumerate(codes, start=1)]
    assert all(len(line) <= WIDTH for line in report.splitlines())
    for seat in ("j2", "j3"):
        assert daifen.report(daifen.view(step.state, Seat(seat)), seen_by(step.events, Seat(seat)), "en")
    assert "Aucun formulaire" in daifen.report(daifen.view(step.state, J2), seen_by(step.events, J2), "fr")


@pytest.mark.rule("DA-REP-02", "DA-SUP-05")
def test_an_assault_is_told_round_by_round_and_to_each_what_he_may_know() -> None:
    state = acquainted(4)
    endow(state, "j1", units={"guerrier": 20})
    endow(state, "j2", units={"guerrier": 4, "scribe": 3, "espion": 2}, gold=77, intellect=55, buildings={
        "tour_de_garde": 1, "barricades": 3, "mine": 4})  # fmt: skip
    endow(state, "j3", units={"archer": 4})
    endow(state, "j4", units={"guerrier": 6})
    orders = {"j1": f"ATTAQUER {B} : Guerrier 20", "j3": f"SOUTENIR {B} : Archer 4", "j4": f"ATTAQUER {B} : Guerrier 6"}
    step = play(state, orders)
    attacker, defender = one(step, "assault_attacker", "j1").data, one(step, "assault_defender", "j2").data
    supporter = one(step, "assault_supporter", "j3").data

    for data in (attacker, defender, supporter):
        assert data["attacking"] == {"guerrier": 26} and data["defending"] == {"guerrier": 4, "archer": 4}
        assert set(data["attackers"]) == {A, "Dragonne"} and data["supporters"] == [C]
        assert "scribe" not in str(data) and "espion" not in str(data)
        assert "55" not in str(data.values())
        for field in ("attacker_hits", "defender_hits", "attacker_losses", "defender_losses"):
            assert all(field in fight for fight in data["rounds"])
    assert attacker["share"] <= attacker["loot"] and "gold_lost" not in attacker
    assert not {"share", "loot", "gold_lost", "buildings_lost", "pillage", "supports"} & set(supporter)
    assert set(supporter["volley"]) == {"losses"}
    for data in (attacker, defender):
        assert set(data["volley"]) == {"losses", "dice", "hits", "absorbed"} and data["volley"]["dice"] > 0
    report = daifen.report(daifen.view(step.state, J1), seen_by(step.events, J1), "fr")
    rounds = [str(number) for number in range(1, len(attacker["rounds"]) + 1)]
    assert re.findall(r"- Round (\d+)\s:", report) == rounds and "une salve" in report
    assert "murs" in " ".join(report.split())
    supported = daifen.report(daifen.view(step.state, Seat("j3")), seen_by(step.events, Seat("j3")), "fr")
    assert re.findall(r"- Round (\d+)\s:", supported) == rounds
    assert not re.search("murs|flèche|touché|dryades", " ".join(supported.split()))
    assert WORDS["fr"].say("assault", f"ending_{attacker['ending']}") in " ".join(report.split())


@pytest.mark.rule("DA-REP-02")
@pytest.mark.parametrize(
    ("losses", "said"),
    [
        (({}, {}), ["Personne ne tombe."]),
        (({"guerrier": 2}, {}), ["Pertes des assaillants : 2 Guerriers."]),
        (({"guerrier": 2}, {"archer": 1}), ["Pertes des assaillants : 2 Guerriers.", "des défenseurs : 1 Archer."]),
    ],
)
def test_a_round_tells_who_fell_or_that_nobody_did(losses: tuple[dict[str, int], ...], said: list[str]) -> None:
    herald = Herald(daifen.view(acquainted(2), J1), "fr")
    one_round = {
        "attacker_dice": 3, "attacker_hits": 5, "defender_dice": 2, "defender_hits": 4, "absorbed": 0, "walls": 0,
        "attacker_losses": losses[0], "defender_losses": losses[1],
    }  # fmt: skip
    told = assault_round(herald, 1, one_round).replace("\u00a0", " ").replace("\u202f", " ")

    assert all(sentence in told for sentence in said)
    assert ("Personne ne tombe." in told) is (not any(losses))


@pytest.mark.rule("DA-REP-02", "DA-ASS-18")
@pytest.mark.parametrize(
    ("sent", "gold", "buildings", "said"),
    [
        ({"guerrier": 2}, 0, {}, ["Your forces: 2 Warriors; losses: none; survivors: 2 Warriors."]),
        ({}, 0, {}, ["None of your units took part in the defence."]),
        ({}, 5, {}, ["None of your units took part in the defence.", "The kingdom loses 5 gold."]),
        ({}, 0, {"mine": 1}, ["None of your units took part in the defence.", "The kingdom loses 0 gold, 1 Mine."]),
    ],
)
def test_an_assault_ends_with_one_s_own_units_and_what_the_kingdom_has_lost(
    sent: dict[str, int], gold: int, buildings: dict[str, int], said: list[str]
) -> None:
    data = {"sent": sent, "lost": {}, "survivors": sent, "skeletons": 0, "ending": "pillage"}
    herald = Herald(daifen.view(acquainted(2), J1), "en")

    assert aftermath(herald, {**data, "gold_lost": gold, "buildings_lost": buildings}) == said


def test_attacker_and_attacked_read_what_the_fallen_buildings_add_to_the_loot() -> None:
    herald = Herald(daifen.view(acquainted(2), J1), "fr")
    assault = {"ending": "pillage", "pillage": {"hits": 9, "buildings": {"mine": 2}}, "loot": 30}
    stones = 2 * BUILDINGS["mine"].resistance
    won = fortunes(herald, {**assault, "share": 30})
    lost = fortunes(herald, {**assault, "gold_lost": 30 - stones, "buildings_lost": {"mine": 2}})

    assert won[0].endswith(f"on en a tiré {stones}.")
    assert lost[0].endswith(f"les assaillants tirent encore {stones} or.")
    bare = fortunes(herald, {**assault, "pillage": {"hits": 0, "buildings": {}}, "share": 30})
    assert "bâtiments" not in bare[0]


@pytest.mark.rule("DA-REP-02", "DA-ASS-17")
@pytest.mark.parametrize(("warriors", "told"), [(40, True), (1, False)])
def test_only_who_pillages_reads_of_his_loot(warriors: int, told: bool) -> None:
    state = acquainted(2)
    endow(state, "j1", units={"guerrier": warriors})
    endow(state, "j2", units={"gardien": 5}, gold=77)
    step = play(state, {"j1": f"ATTAQUER {B} : Guerrier {warriors}"})
    report = daifen.report(daifen.view(step.state, J1), seen_by(step.events, J1), "en")

    assert (one(step, "assault_attacker", "j1").data["ending"] == "pillage") is told
    assert ("Loot: " in report) is told


@pytest.mark.rule("DA-COL-02", "DA-COL-05")
def test_the_collecte_counts_each_type_in_the_singular_or_the_plural() -> None:
    state = acquainted(2)
    endow(state, "j1", buildings={"carriere": 1, "mine": 2, "telhin": 1}, units={"mineur": 1, "scribe": 3})
    step = play(state)
    report = daifen.report(daifen.view(step.state, J1), seen_by(step.events, J1), "en")

    assert re.findall(r"- (\d+ .*)", report) == [
        "2 Mines: 10 gold", "1 Quarry: 10 gold", "1 Telhin: 4 gold, 1 intellect",
        "3 Scribes: 3 intellect", "1 Miner: 1 gold",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("lang", "number", "words"),
    [
        ("fr", 0, "0 Guerrier"), ("fr", 1, "1 Guerrier"), ("fr", 2, "2 Guerriers"),
        ("en", 0, "0 Warriors"), ("en", 1, "1 Warrior"), ("en", 2, "2 Warriors"),
    ],
)  # fmt: skip
def test_units_are_counted_as_a_language_does(lang: str, number: int, words: str) -> None:
    counted = Herald(daifen.view(acquainted(2), J1), lang).counted("guerrier", number)
    assert counted.replace("\u00a0", " ").replace("\u202f", " ") == words


@pytest.mark.rule("DA-REP-01", "DA-KIN-01", "DA-FOG-05")
def test_a_report_ends_with_the_kingdom_the_known_ones_and_the_continent() -> None:
    state = acquainted(4)
    fell(state, "j4")
    fell(state, "j3")
    state.kingdoms[J2].known = {}
    endow(state, "j1", units={"guerrier": 3}, buildings={"mine": 2})
    endow(state, "j2", units={}, buildings={"caserne": 1})
    step = play(state, {"j1": "", "j2": ""})
    first, second = (
        daifen.report(daifen.view(step.state, seat), seen_by(step.events, seat), "en") for seat in (J1, J2)
    )

    assert re.search(r"^ *Buildings +2 Mines$", first, re.MULTILINE)
    assert re.search(r"^ *Units +3 Warriors$", first, re.MULTILINE) and re.search("Units +none$", second, re.MULTILINE)
    assert re.search(rf"^ *{B} .* alive$", first, re.MULTILINE)
    assert re.search(rf"^ *{C} .* is no more$", first, re.MULTILINE)
    assert "You know no other kingdom yet" in second and "You know no other kingdom yet" not in first
    assert all("Your form was empty." in report and "asked to associate" in report for report in (first, second))
    assert "Turns of silence" not in first
    silent = daifen.report(daifen.view(play(step.state).state, J1), (), "en")
    assert re.search(r"^ *Turns of silence +1$", silent, re.MULTILINE)
    passer_by = daifen.chronicle(daifen.view(step.state, None), seen_by(step.events, None), "en")
    assert "asked to associate" not in passer_by


@pytest.mark.rule("DA-REP-01", "DA-PAC-07")
def test_who_reads_and_under_which_moon_stands_above_a_report() -> None:
    state = acquainted(2)
    step = play(state)
    view = {**daifen.view(step.state, J1), "moon": 12}
    report, chronicle = (tell(view, seen_by(step.events, J1), "en") for tell in (daifen.report, daifen.chronicle))

    assert f"Report of turn 1, moon 12 for “{A}”" in report
    assert "Chronicle of turn 1, moon 12" in chronicle and f"for “{A}”" not in chronicle


@pytest.mark.rule("DA-REP-01")
def test_a_first_report_tells_of_no_turn() -> None:
    step = daifen.setup(seats(2), {}, Rng(b"first"))
    first = daifen.report(daifen.view(step.state, J1), seen_by(step.events, J1), "en")

    assert "Nothing else to report" not in first and "Your form" not in first


@pytest.mark.rule("DA-REP-01")
def test_spies_caught_spying_are_told_of_with_the_spying_and_thieves_with_the_thefts() -> None:
    def caught(mission: str) -> Event:
        return Event("DA-SPY-08", "spy_caught", {"kingdom": B, "mission": mission, "count": 1}, (J1,))

    assert [phase_of(caught(mission)) for mission in ("steal", "sabotage", "spy_on")] == [2, 2, 5]


@pytest.mark.rule("DA-REP-01")
def test_a_report_bears_its_turn_and_tells_what_is_known() -> None:
    first = daifen.setup(seats(2), {}, Rng(b"first"))
    assert "Premier rapport" in daifen.report(daifen.view(first.state, J1), seen_by(first.events, J1), "fr")

    state = acquainted(2)
    endow(state, "j1", technologies=["cheval", "taille"])
    step = play(state)
    for seat, known in ((J1, "Cheval, Taille"), (J2, "–")):
        report = daifen.report(daifen.view(step.state, seat), seen_by(step.events, seat), "fr")
        assert "Bilan du tour 1" in report and "Premier rapport" not in report
        assert re.search(rf"Connaissances .*{known}$", report, re.MULTILINE)


@pytest.mark.rule("DA-REP-01")
def test_the_first_report_welcomes_and_the_last_says_who_won() -> None:
    step = daifen.setup(seats(3), {"kingdoms": {"j1": A, "j2": B}}, Rng(b"first"))
    first = daifen.report(daifen.view(step.state, J1), seen_by(step.events, J1), "fr")
    assert f"«\u00a0{A}\u00a0» est à vous" in first
    assert f"“{A}” is yours" in daifen.report(daifen.view(step.state, J1), seen_by(step.events, J1), "en")

    state = acquainted(3)
    for seat in ("j2", "j3"):
        endow(state, seat, buildings={})
    over = play(state)
    for seat, lang in ((J1, "fr"), (J2, "en")):
        last = daifen.report(daifen.view(over.state, seat), seen_by(over.events, seat, over=True), lang)
        assert f"{A}" in last and {"fr": "Victoire", "en": "Victory"}[lang] in last and "1. " in last and "2. " in last
        header = {"fr": "Tour 1", "en": "Turn 1:"}[lang]
        assert last.index(header) < last.index("1. ")


def test_a_report_after_the_end_holds_only_the_readers_own_news() -> None:
    state = acquainted(3)
    for seat in ("j2", "j3"):
        endow(state, seat, buildings={}, gold=12_345)
    over = play(state)
    report = daifen.report(daifen.view(over.state, J1), seen_by(over.events, J1, over=True), "fr")

    assert "votre royaume n'est plus" not in report


@pytest.mark.rule("DA-END-08", "DA-REP-01")
def test_a_turn_that_a_decision_came_before_is_told_as_the_end_and_not_as_a_quiet_turn() -> None:
    over = daifen.rule(acquainted(3), "ELIMINER j2 j3")
    for seat, reader in ((J1, A), (J2, B)):
        report = daifen.report(daifen.view(over.state, seat), seen_by(over.events, seat, over=True), "fr")
        assert f"La fin, avant le tour 1 pour « {reader} »" in report.replace("\u202f", " ").replace("\xa0", " ")
        assert "n'a pas été joué" in report
        assert "tranquille" not in report and "Bilan du tour" not in report and "Votre formulaire" not in report
        assert "Combats" not in report and "n'est plus" in report
    closed = daifen.rule(acquainted(3), "CLORE")
    chronicle = daifen.chronicle(daifen.view(closed.state, None), seen_by(closed.events, None), "en")
    assert "The end, before turn 1" in chronicle and "Turn 1 was not played" in chronicle


@pytest.mark.rule("DA-END-08", "DA-REP-01")
def test_a_turn_that_is_played_after_a_decision_is_told_as_a_turn() -> None:
    ruled = daifen.rule(acquainted(3), "ELIMINER j3")
    played = play(ruled.state)
    events = (*ruled.events, *played.events)
    report = daifen.report(daifen.view(played.state, J1), seen_by(events, J1), "fr")
    assert "Bilan du tour 1" in report and "n'a pas été joué" not in report


def test_sentences_agree_in_number() -> None:
    state = acquainted(2)
    know(state, "j1", "j2")
    endow(state, "j1", units={"caravane": 1, "guerrier": 2})
    step = play(state, {"j1": f"DONNER {B} : Caravane 1\nDONNER {B} : Guerrier 2"})
    report = daifen.report(daifen.view(step.state, J2), seen_by(step.events, J2), "fr")

    assert "vous donne 1 Caravane ; le voyage rapporte 3 or" in report.replace("\u202f", " ")
    assert "vous donne 2 Guerriers." in report
    assert find(step, "gift_received", "j2")
