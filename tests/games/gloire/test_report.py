"""What players read: every event, every ignored order and every refusal has its words, in both languages."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from heraut.engine import words
from heraut.engine.layout import WIDTH
from heraut.engine.protocol import Event, Refusal, Seat, SetupError, Step, seen_by
from heraut.engine.rng import Rng
from heraut.engine.sheets import UNFIT
from heraut.engine.words import LANGUAGES, catalogue
from heraut.games import gloire
from heraut.games.gloire import orders as o
from heraut.games.gloire.herald import Herald
from heraut.games.gloire.orders import BY_CODE, ForeignKnight, Order
from heraut.games.gloire.realm_report import renown_told
from heraut.games.gloire.report import FAMILIES, OTHERS, reader
from heraut.games.gloire.sheet.reading import READERS
from heraut.games.gloire.state import ArmyId, KnightId, LandName, Memory, Realm, copy
from heraut.games.gloire.turn import PHASES
from tests.games.gloire.builders import (
    ally,
    arm,
    decision,
    find,
    garrison,
    give,
    knight,
    land,
    lord,
    lord_knight,
    play,
    realm,
    seats,
    war,
)
from tests.games.sources import arguments, source, texts

SOURCE = Path(gloire.__file__).parent
WORDS = {lang: catalogue("heraut.games.gloire", lang) for lang in LANGUAGES}

# What a scan of the source finds


def assigned(name: str) -> set[str]:
    """The strings that a variable of this name is given, alone or as the last of two."""
    found: set[str] = set()
    for tree in source(SOURCE):
        for node in (node for node in ast.walk(tree) if isinstance(node, ast.Assign)):
            target = node.targets[0]
            if getattr(target.elts[-1] if isinstance(target, ast.Tuple) else target, "id", "") == name:
                found.update(texts(node.value))
    return found


def returned(suffix: str) -> set[str]:
    """The strings that functions whose names end so return."""
    return {
        text
        for tree in source(SOURCE)
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef) and function.name.endswith(suffix)
        for node in ast.walk(function)
        if isinstance(node, ast.Return)
        for text in texts(node.value)
        if text
    }


def kinds() -> set[str]:
    """Every kind of event that the game records."""
    told = arguments(SOURCE, {"tell": 2, "announce": 1, "tell_outcome": 1, "Event": 1})
    return (told | assigned("kind")) - {"order_ignored", "order_sheet"}


def codes() -> set[str]:
    """Every code of refusal."""
    return arguments(SOURCE, {"Unread": 0, "Refusal": 1}) | set(UNFIT)


# The catalogues


@pytest.mark.slow
def test_every_kind_of_event_has_its_sentence_and_no_sentence_is_unused() -> None:
    assert set(WORDS["fr"].groups["event"]) == kinds()


def test_every_reason_of_an_ignored_order_has_its_sentence_and_no_sentence_is_unused() -> None:
    assert set(WORDS["fr"].groups["ignored"]) == arguments(SOURCE, {"ignore": 3, "Obstacle": 1}) | returned("_obstacle")


def test_every_code_of_refusal_has_its_reason_and_its_remedy_and_no_sentence_is_unused() -> None:
    assert set(WORDS["fr"].groups["refusal"]) == codes()
    assert set(WORDS["fr"].groups["remedy"]) == codes()


def test_every_order_has_a_name_and_a_syntax_with_its_arguments() -> None:
    for lang in LANGUAGES:
        groups = WORDS[lang].groups
        assert list(groups["order"]) == list(groups["syntax"]) == list(BY_CODE)
        for code, text in groups["syntax"].items():
            shape = ["]" if sort.endswith("?") else ">" for _, sort in BY_CODE[code].syntax]
            assert text.startswith(code)
            assert re.findall(r"[>\]]", text) == shape, text


def test_every_sort_of_argument_phase_title_and_road_has_a_word() -> None:
    groups = WORDS["fr"].groups
    constants = realm(2).settings.constants
    assert set(groups["sort"]) == set(READERS)
    assert set(groups["what"]) == arguments(SOURCE, {"check_range": -1})
    assert list(groups["phase"]) == [phase.name for phase in PHASES]
    assert tuple(groups["names"]["title"]) == constants.titles
    assert list(groups["names"]["fortification"]) == ["0", "1", "2", "3"]


def test_every_page_word_is_used() -> None:
    reports = [SOURCE / f"{name}.py" for name in ("report", "realm_report", "herald")]
    sources = (*reports, Path(words.__file__))  # refusals are explained there, for all games alike
    text = "".join(source.read_text(encoding="utf-8") for source in sources)
    for key in WORDS["fr"].groups["page"]:
        assert re.search(rf"""['"]{key}['"]""", text) or key.startswith("first_"), key


def test_french_sentences_are_typed_with_a_blank_before_high_signs() -> None:
    for group in ("event", "ignored", "refusal", "remedy"):
        for key, text in WORDS["fr"].groups[group].items():
            spoken = re.sub(r"\{[^{}]*\}", "x", re.sub(r"[|?!<~][\w@]*\|?", "", text))
            assert not re.search(r"\w[;%»]|’|\s,|\s\.", spoken), (group, key, spoken)


# Random turns


def wild_sheet(state: Realm, seat: Seat, rng: Rng) -> tuple[Order, ...]:
    """Two random sheets, and a taste for company: offers answered, jousts entered, lands bought."""
    mine = decision(state, seat)
    extra: list[Order] = [
        order
        for other in state.living()
        if other.seat != seat
        for order in (o.OfferAlliance(other.seat), o.OfferPeace(other.seat), o.CallToArms(other.seat))
        if rng.random() < 0.3
    ]
    if rng.random() < 0.5:
        extra.append(o.OrganiseJoust(rng.randint(2, 4), 600, "lys"))
    for id in mine.book.knights:
        extra += [o.Transfer(id, ForeignKnight(other, "Guy"), 2) for other in state.lords if rng.random() < 0.2]
        extra.append(o.EnterJoust(id, rng.choice([*state.lords, None]), "lys"))
    if state.turn > 1:
        for other in state.living():
            if other.seat != seat:
                extra += [o.Sell(other.seat, LandName(name), 5) for name in list(mine.book.own_lands)[1:2]]
                theirs = [land.name for land in state.lands.values() if land.owner == other.seat]
                extra += [o.Buy(other.seat, name, 5) for name in theirs[1:2]]
    sheet = [*mine.sample(rng.at(1)), *mine.sample(rng.at(2)), *extra]
    return tuple(order for order in sheet if not mine.check((order,)))


@cache
def wild_turns() -> tuple[tuple[Step[Realm], Realm], ...]:
    """Some dozens of turns of rich lords who fight, joust and trade, each with the realm before it."""
    turns = []
    for match in range(4):
        rng = Rng(b"wild").at(match)
        state = realm(8, seed=bytes([match]), start_treasury=40_000, royal_period=2, renown_victory=1e9)
        for seat in state.lords:
            arm(state, lord_knight(state, seat), 1500)
            give(state, seat, *[near for near in state.lands if rng.random() < 0.15])
            knight(
                state, seat, "Guy", lord_knight(state, seat).land, renown=60.0 + 60 * (seat == "j1"), men=300, pay=40
            )
        for turn in range(12):
            if gloire.result(state) is not None:
                break
            sheets = {seat: wild_sheet(state, seat, rng.at(seat, turn)) for seat in gloire.pending(state)}
            step = gloire.advance(state, sheets, rng.at(turn))
            turns.append((step, state))
            state = step.state
    return tuple(turns)


def told(step: Step[Realm], seat: Seat | str | None, lang: str = "fr") -> str:
    """The report of this seat."""
    name = None if seat is None else Seat(seat)
    return gloire.report(gloire.view(step.state, name), seen_by(step.events, name), lang)


def flat(text: str) -> str:
    """A text without its line breaks and its columns."""
    return " ".join(text.split())


@pytest.mark.slow
def test_the_random_turns_show_nearly_every_kind_of_event() -> None:
    seen = {event.kind for step, _ in wild_turns() for event in step.events}
    assert kinds() - seen <= {"fief_given", "no_refuge", "garrison_lost", "no_king", "crowned"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_event_is_told_in_both_languages(lang: str) -> None:
    for step, _ in wild_turns():
        herald = Herald(gloire.view(step.state, None), lang)
        for event in step.events:
            lines = herald.lines(event, "  ")
            assert lines[0].strip() and all(len(line) <= WIDTH for line in lines), lines
            assert "{" not in lines[0] and "None" not in " ".join(lines), lines


@pytest.mark.slow
@pytest.mark.rule("GP-INF-10")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_report_shows_every_order_with_its_outcome(lang: str) -> None:
    for step, before in wild_turns():
        herald = Herald(gloire.view(step.state, None), lang)
        for seat in gloire.pending(before):
            text = flat(told(step, seat, lang))
            mine = [event for event in seen_by(step.events, seat) if event.seen_by is not None]
            sheet = [event.data["lines"] for event in mine if event.kind == "sheet_read"]
            outcomes = [event for event in mine if "order" in event.data]
            if step.state.lords[seat].alive and sheet:
                assert {event.data["order"] for event in outcomes} == set(range(1, len(sheet[0]) + 1))
            for number, line in enumerate(sheet[0] if sheet else [], start=1):
                assert f" {number} {line} " in text
            for event in outcomes:
                assert flat(herald.say(event)) in text


@pytest.mark.slow
@pytest.mark.rule("GP-INF-10")
def test_the_sheet_is_read_back_as_it_was_entered() -> None:
    for step, before in wild_turns():
        for event in find(step, "sheet_read"):
            assert event.seen_by is not None and len(event.seen_by) == 1
            text = "\n".join(event.data["lines"])
            reading = decision(before, event.seen_by[0]).parse(text)
            assert not reading.refusals
            assert decision(before, event.seen_by[0]).write(reading.answer) == text


def test_a_lord_without_orders_is_told_so() -> None:
    step = play(realm(2))
    assert not find(step, "sheet_read")
    assert "Aucun ordre valable de votre part" in told(step, "j1")


def test_orders_of_the_first_phase_stand_under_its_name() -> None:
    text = told(play(realm(2), {"j1": 'REN "Seigneur A" Perceval'}), "j1")
    assert 'Phase 1 : Abdications et nouveaux noms 1 REN "Seigneur A" Perceval' in flat(text)


def test_what_befalls_a_lord_in_one_phase_stands_under_one_heading() -> None:
    state = realm(2, starts=["NARVIK", "DOLON"])
    state.turn = 2
    lord(state, "j1").treasury = 0
    knight(state, "j1", "Guy", "NARVIK", pay=5)
    garrison(state, "j1", "NARVIK", 100)
    befallen = told(play(state), "j1").split("Ce qui vous advient")[1].split("Votre royaume")[0]

    assert re.findall(r"^  (Phase \d+|·)", befallen, re.M) == ["Phase 15", "·", "·"]


def test_what_a_report_has_to_say_stands_under_one_heading_and_what_it_has_not_under_none() -> None:
    state = realm(4, starts=["NARVIK", "DOLON", "OLAND", "TURKU"])
    ally(state, "j2", "j3")
    orders = {"j1": "CHE 1\nESP OLAND\nIMP 3 NARVIK\nESP TURKU\nRED 9 NARVIK", "j4": "ABD", "j2": 'GUE "Seigneur A"'}
    lord(state, "j1").treasury = 50_000  # enough renown for spies who cannot fail
    lord_knight(state, "j1").renown = 500.0
    text = told(play(state, orders), "j1")

    assert re.findall(r"^  (Phase \d+|Abdications|Diplomatie|Alliances|Guerres)\b", text, re.M) == [
        *("Phase 3", "Phase 5", "Phase 13"),  # of his orders
        *("Abdications", "Diplomatie"),  # of the news
        *("Alliances", "Guerres"),
    ]
    assert text.count("Rien d'autre ne vous est advenu.") == 1
    assert text.count("Nul homme d'armes") == 1 and re.search(r"- Seigneur C\s: renommée 100,0", text)
    ranks = re.findall(r"^ +([\d–])  Seigneur (\w)  ", text, re.M)
    assert ranks == [("1", "A"), ("2", "C"), ("3", "B"), ("–", "D")]


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_reports_keep_to_the_width_of_a_page(lang: str) -> None:
    for step, _ in wild_turns():
        for seat in step.state.lords:
            assert max(map(len, told(step, seat, lang).split("\n"))) <= WIDTH


def test_events_stand_under_the_phase_that_made_them() -> None:
    families = {rule.split("-")[1] for step, _ in wild_turns() for rule in (event.rule for event in step.events)}
    assert families <= {*FAMILIES, *[rule.split("-")[1] for rule in OTHERS], "ELI", "GEN", "DIP"}
    for step, _ in wild_turns():
        text = gloire.chronicle(gloire.view(step.state, None), step.events, "fr")
        headings = [
            name for name in re.findall(r"^  (\w.*)$", text, re.M) if name in WORDS["fr"].groups["phase"].values()
        ]
        order = list(WORDS["fr"].groups["phase"].values())
        assert headings == sorted(headings, key=order.index)
        assert len(headings) == len(set(headings))


def test_a_lord_who_abdicates_and_one_who_dies_fall_in_the_phases_1_and_7() -> None:
    state = realm(4, starts=["NARVIK", "DOLON", "OLAND", "TURKU"])
    arm(state, lord_knight(state, "j1"), 5)
    step = play(state, {"j1": 'ATT "Seigneur A" LAPPLAND 0', "j2": "ABD"})
    text = gloire.chronicle(gloire.view(step.state, None), step.events, "fr")
    told = re.findall(r"^  (?:(Abdi.*|Démob.*|Attaques|Diplo.*)|· La maison de (Seigneur .) n'est plus.*)$", text, re.M)
    assert told == [("Abdications et nouveaux noms", ""), ("", "Seigneur B"), ("Attaques", ""), ("", "Seigneur A")]


@pytest.mark.rule("GP-ELI-01", "GP-SITE-37")
@pytest.mark.parametrize(("lang", "heading"), [("fr", "Décision de l'arbitre"), ("en", "The referee's decision")])
def test_what_the_referee_decided_is_told_before_the_phases(lang: str, heading: str) -> None:
    ruled = gloire.rule(realm(4, starts=["NARVIK", "DOLON", "OLAND", "TURKU"]), "ELIMINER j4")
    step = play(ruled.state, {"j1": 'GUE "Seigneur C"', "j2": "ABD"})
    told = gloire.chronicle(gloire.view(step.state, None), (*ruled.events, *step.events), lang)
    phases = WORDS[lang].groups["phase"]
    headings = [heading, phases["abdicate_and_rename"], phases["diplomacy"]]
    assert re.findall(r"^  (\w.*)$", told, re.M)[-3:] == headings
    places = [
        told.index(word) for word in (heading, "Seigneur D", headings[1], "Seigneur B", headings[2], "Seigneur C")
    ]
    assert places == sorted(places)


def test_the_price_of_a_felony_stands_in_the_phase_of_the_felony() -> None:
    state = realm(3, starts=["NARVIK", "THULE", "OLAND"])
    ally(state, "j1", "j3")
    arm(state, lord_knight(state, "j1"), 90)
    text = flat(told(play(state, {"j1": 'ATT "Seigneur A" THULE 0\nGUE "Seigneur C"'}), "j1"))
    attacked, declared = "tombe de 100,0 à 33,3. (GP-FEL-03)", "tombe de 33,3 à 11,1. (GP-FEL-03)"
    assert f"Phase 7 : Attaques · Prix de la félonie : la renommée de Seigneur A {attacked}" in text
    assert f"Phase 8 : Diplomatie · Prix de la félonie : la renommée de Seigneur A {declared}" in text


# What a lord may read, and what he may not


def hidden_life(state: Realm) -> None:
    """Changes of j2 all that j1 may not know, and nothing of what he may: the sums of renown stay the same."""
    two = lord(state, "j2")
    land(state, "DOLON").tax_coefficient = 0.25
    land(state, "DOLON").fortification = 3
    lord_knight(state, "j2").renown += 2
    find_knight(state, "Yvain").renown -= 2
    two.treasury -= 900
    find_knight(state, "Yvain").land = LandName("KOLA")
    find_knight(state, "Yvain").name = "Lancelot"
    for army in state.armies.values():
        army.men += 7 * (army.lord == "j2")
    two.memories[LandName("OULU")] = Memory(3.25, 0)
    two.retreat = msgspec.structs.replace(two.retreat, knight=11)


def find_knight(state: Realm, name: str) -> Any:
    return next(knight for knight in state.knights.values() if knight.name == name)


@pytest.mark.rule("GP-INF-03", "GP-INF-04")
def test_no_report_betrays_another_lord_s_secrets() -> None:
    state = realm(3, starts=["NARVIK", "DOLON", "OLAND"])
    knight(state, "j2", "Yvain", "DOLON", renown=60.0)
    garrison(state, "j2", "DOLON", 20)
    lord(state, "j2").treasury = 20_000
    other = copy(state)
    hidden_life(other)
    mine = "IMP 3 NARVIK\nINI 10 20 30"
    first = play(state, {"j1": mine, "j2": 'MOV Yvain THULE\nORG 2 500 lys\nPAR Yvain - x\nDEF #2 5\nALL "Seigneur C"'})
    second = play(other, {"j1": mine, "j2": "ORG 2 500 rose\nINI 1 2 3\nREN Lancelot Perceval"})
    for lang in LANGUAGES:
        assert told(first, "j1", lang) == told(second, "j1", lang)
        assert told(first, "j2", lang) != told(second, "j2", lang)


def test_a_report_leaves_out_what_was_told_to_others() -> None:
    for step, _ in wild_turns()[::6]:
        view = gloire.view(step.state, None)
        assert gloire.chronicle(view, step.events, "fr") == gloire.chronicle(view, seen_by(step.events, None), "fr")
        for seat in [*gloire.pending(step.state)]:
            assert gloire.report(gloire.view(step.state, seat), step.events, "fr") == told(step, seat)


@pytest.mark.rule("GP-INF-10")
def test_the_report_shows_all_that_is_private_to_its_lord() -> None:
    state = realm(4, starts=["NARVIK", "DOLON", "LIVO-JOKI", "TURKU"])
    state.turn = 4
    lord(state, "j1").treasury = 12_345
    lord(state, "j1").memories[LandName("OULU")] = Memory(3.25, 4)
    land(state, "NARVIK").tax_coefficient = 0.37
    land(state, "NARVIK").fortification = 2
    arm(state, knight(state, "j1", "Galahad", "NARVIK", renown=77.7, pay=42), 321)
    garrison(state, "j1", "NARVIK", 654)
    ally(state, "j1", "j3")
    war(state, "j1", "j2")
    text = flat(told(play(state, {"j1": 'INI 11 22 33\nAPP "Seigneur C"'}), "j1"))

    assert "Trésor 12 204 écus" in text
    assert "Soldes des chevaliers : 42 écus ; entretien des armées : 99 écus" in text
    assert "paysans 11 %, garnisons 22 %, chevaliers 33 %" in text
    assert "Narvik 20,7 16 500 0,37 muraille" in text
    assert "101 Galahad 77,7 42 Narvik #1 321" in text
    assert "1 Seigneur A (en personne) 100,0 0 Narvik – –" in text
    assert "#101 654 Narvik" in text
    assert "Mémoire du peuple Oulu 3,2" in text
    assert "Alliés Seigneur C Ennemis Seigneur B Mémoire" in text
    assert "Vous avez appelé Seigneur C aux armes contre Seigneur B (tour 4)." in text
    assert re.search(r"= vous-même 100,0 \+ chevaliers 7,8 \+ terres .* \+ alliés 10,0 − ennemis 10,0", text)


@pytest.mark.rule("GP-INF-03", "GP-RG-01")
@pytest.mark.parametrize(("enemies", "least"), [(99.0, ""), (99.1, " (jamais moins de 1,0)")])
def test_renown_at_its_least_says_that_its_parts_come_to_less(enemies: float, least: str) -> None:
    parts = {"lord_knight": 100.0, "knights": 0.0, "lands": 0.0, "treasury": 0.0, "allies": 0.0, "enemies": enemies}
    view = gloire.view(realm(2), Seat("j1"))
    view["lords"]["j1"]["global_renown"] = 1.0
    assert renown_told(Herald(view, "fr"), view["own"] | {"renown": parts}).endswith(
        f"alliés 0,0 − ennemis {enemies}".replace(".", ",") + least
    )


@pytest.mark.rule("GP-INF-05")
def test_a_battle_is_told_pass_by_pass_to_those_engaged_to_the_owner_and_to_nobody_else() -> None:
    state = realm(4, starts=["NARVIK", "THULE", "OLAND", "TURKU"])
    arm(state, lord_knight(state, "j1"), 900)
    arm(state, knight(state, "j4", "Yvain", "THULE", renown=90.0), 300)
    ally(state, "j2", "j4")
    war(state, "j1", "j2")
    war(state, "j1", "j4")
    step = play(state, {"j1": 'ATT "Seigneur A" THULE 300'})
    [battle] = find(step, "battle")

    for seat in ("j1", "j2", "j4"):
        assert "Bataille de Thulé. Seigneur A, 900 hommes, renommée 100,0, contre Yvain" in flat(told(step, seat))
        rows = re.findall(r"^ +(\d+) .* (?:attaquant|défenseur) .*$", told(step, seat), re.M)
        assert rows == [str(n) for n in range(1, len(battle.data["passes"]) + 1)]
    assert "Bataille" not in told(step, "j3") + told(step, None)


@pytest.mark.rule("GP-SET-07")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_lord_has_a_first_report_before_the_first_turn(lang: str) -> None:
    step = gloire.setup(seats(10), {"lords": 10}, Rng(b"first"))
    for seat in step.state.lords:
        text = told(step, seat, lang)
        home = Herald(gloire.view(step.state, seat), lang).names["land"][lord_knight(step.state, seat).land]
        assert {"fr": "Premier bilan", "en": "First report"}[lang] in text
        assert lord(step.state, seat).name in text and f" {home} " in text
        assert {"fr": "Premier bilan pour ", "en": "First report for "}[lang] + lord(step.state, seat).name in text
        assert {"fr": "Joutes royales", "en": "Royal jousts"}[lang] in text
        assert re.findall(
            {"fr": r"Le sort vous donne (.+) en fief", "en": r"The lot gives you (.+) in fief"}[lang], text
        ) == [home]
        assert {"fr": "Vos ordres", "en": "Your orders"}[lang] not in text
        assert {"fr": "\n  Les fiefs\n", "en": "\n  The fiefs\n"}[lang] in text
        assert re.search(r"5[\s,]000 écus", text) and re.search(r"130[,.]6 =", text)


def test_an_eliminated_lord_has_a_last_report_and_then_only_the_news() -> None:
    state = realm(3, starts=["NARVIK", "DOLON", "OLAND"])
    arm(state, lord_knight(state, "j1"), 5)
    step = play(state, {"j1": 'ATT "Seigneur A" LAPPLAND 0\nMOV "Seigneur A" THULE', "j2": "ABD"})
    for seat, cause in (("j1", "mort au combat"), ("j2", "abdication")):
        text = told(step, seat)
        assert f"Ainsi finit l'histoire de Seigneur {'AB'[seat == 'j2']}" in text and cause in text
    assert "Resté sans suite" in told(step, "j1") and "Bataille de Lappland" in told(step, "j1")

    later = play(copy_open(step.state))
    assert "Vos ordres" not in told(later, "j1") and "Les seigneurs" in told(later, "j1")


def copy_open(state: Realm) -> Realm:
    """The realm with a match that goes on: its last lord has company again."""
    state = copy(state)
    state.king = state.road = None
    return state


def test_a_lord_without_a_title_an_ally_or_an_enemy_is_told_that_he_has_none() -> None:
    assert "Titre aucun Renommée" in (text := flat(told(play(realm(2)), "j1")))
    assert "Alliés aucun Ennemis aucun" in text
    state = realm(2)
    lord(state, "j1").title = "prince"
    assert "Titre prince Renommée" in flat(gloire.report(gloire.view(state, "j1"), (), "fr"))


def test_of_two_lords_who_fall_in_one_turn_each_reads_his_own_last_report() -> None:
    events = (
        Event("GP-ATT-13", "attack_repelled", {}, (Seat("j1"), Seat("j2"))),
        Event("GP-ELI-01", "lord_eliminated", {"lord": "j1", "cause": "death"}),
        Event("GP-ELI-01", "lord_eliminated", {"lord": "j2", "cause": "death"}),
        Event("GP-TRE-01", "rent", {}, (Seat("j2"),)),
    )
    assert reader({}, events) == "j2" and reader({}, events[:3]) == "j1" and reader({}, events[1:3]) is None


def test_a_match_that_is_over_names_the_king() -> None:
    step = play(realm(2), {"j1": 'ALL "Seigneur B"', "j2": 'ALL "Seigneur A"'})
    assert "règne par l'alliance. La partie est finie." in flat(told(step, "j1"))
    assert "monte sur le trône par l'alliance" in flat(
        gloire.chronicle(gloire.view(step.state, None), step.events, "fr")
    )
    nobody = play(realm(2), {"j1": "ABD", "j2": "ABD"})
    assert "sans roi" in told(nobody, "j1") and "le trône reste vide" in flat(told(nobody, None))


PUBLIC_NEWS = {
    "fief_given", "abdicated", "lord_eliminated", "land_taken", "felony", "alliance_broken", "war_declared", "alliance",
    "peace", "alliance_cancelled", "joust_held", "royal_jousts_held", "land_sold", "revolt", "title_gained",
    "title_lowered", "title_lost", "crowned", "no_king",
}  # fmt: skip


@pytest.mark.rule("GP-INF-02")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_chronicle_tells_all_the_public_news_and_nothing_else(lang: str) -> None:
    for step, _ in wild_turns():
        view = gloire.view(step.state, None)
        herald, text = Herald(view, lang), flat(gloire.chronicle(view, step.events, lang))
        public = [event for event in step.events if event.seen_by is None]
        assert {event.kind for event in public} == {event.kind for event in step.events} & PUBLIC_NEWS
        assert all(flat(herald.say(event)) in text for event in public)
        assert text.count("(GP-") == len(public)


def test_the_chronicle_tells_the_duels_of_the_royal_jousts() -> None:
    state = realm(3, starts=["NARVIK", "DOLON", "OLAND"])
    state.turn = 5
    step = play(state, {"j1": 'PAR "Seigneur A"', "j2": 'PAR "Seigneur B"', "j3": "ORG 2 500 lys"})
    text = flat(gloire.chronicle(gloire.view(step.state, None), step.events, "fr"))
    assert "Chronique du tour 5" in text and "Joutes royales" in text
    assert re.search(r"- Seigneur [AB] \(renommée 100,0 → 110,0\) bat Seigneur [AB] \(100,0 → 100,0\)", text)
    assert "moins de deux chevaliers" not in text  # of the joust that nobody entered, only its host is told


@pytest.mark.parametrize(
    ("first_wins", "told"),
    [
        (True, "Seigneur A (renommée 80,0 → 81,0) bat Aubert (Seigneur B, 60,0 → 59,0) : 93,0 à 50,0 (tirages 0,70 et"),
        (
            False,
            "Aubert (Seigneur B, renommée 60,0 → 59,0) bat Seigneur A (80,0 → 81,0) : 50,0 à 93,0 (tirages 0,30 et",
        ),
    ],
)
def test_a_duel_is_told_with_the_winner_and_his_figures_first(first_wins: bool, told: str) -> None:
    duel = {
        "first": "Seigneur A", "first_lord": "j1", "second": "Aubert", "second_lord": "j2", "first_wins": first_wins,
        "before": [80.0, 60.0], "after": [81.0, 59.0], "passes": [[0.7, 0.3, 93.0, 50.0]],
    }  # fmt: skip
    news = {"organiser": None, "knight": "Aubert", "lord": "j2", "prize": 15_000, "duels": [duel]}
    text = gloire.chronicle(gloire.view(realm(2), None), [Event("GP-JST-09", "royal_jousts_held", news)], "fr")

    assert f"- {told}" in flat(text)
    assert "Aubert l'emporte après 1 duel : 15 000 écus pour Seigneur B." in flat(text)
    himself = [Event("GP-JST-09", "royal_jousts_held", news | {"knight": "Seigneur B"})]
    assert "Seigneur B l'emporte après 1 duel : 15 000 écus." in flat(
        gloire.chronicle(gloire.view(realm(2), None), himself, "fr")
    )


# Refusals


def explained(refusal: Refusal) -> None:
    """A refusal is explained in both languages with its line, a reason, a remedy and its rule."""
    for lang, line, remedy in (("fr", "Ligne", "Remède"), ("en", "Line", "Remedy")):
        text = gloire.explain(refusal, lang)
        assert text.startswith(f"{line} {refusal.line}") == bool(refusal.line), text
        assert f". {remedy}" in text
        assert text.endswith(f". ({refusal.rule})"), text
        assert "None" not in text.replace("None of your", "")


def test_a_refusal_says_what_to_write_instead() -> None:
    state = realm(3, starts=["NARVIK", "DOLON", "OLAND"])
    knight(state, "j1", "Aubert le Roux", "NARVIK")
    garrison(state, "j1", "NARVIK", 10)
    lines = {
        'ATT "Seigneur A" OULU': "Ligne 1 : Oulu n'est pas à la portée de Seigneur A, qui se tient en terre de Narvik. "
        "Remède : choisissez parmi Lappland, Svartsen, Thulé et Vadvet-Jakko. (GP-ATT-01)",
        "MOV Aubert THULE": "Ligne 1, argument 1 : Aucun de vos chevaliers ne s'appelle « Aubert ». "
        'Remède : écrivez "Aubert le Roux". (GP-GEN-13)',
        "IMP 5 NARVIX": "Ligne 1, argument 2 : « NARVIX » n'est pas une terre de la carte. "
        "Remède : écrivez NARVIK. (GP-GEN-13)",
        "IMP 50 NARVIK": "Ligne 1 : 50 n'est pas permis pour le niveau. "
        "Remède : choisissez un nombre de 0 à 10. (GP-IMP-01)",
        "IMP NARVIK": "Ligne 1, argument 1 : « NARVIK » n'est pas un nombre. "
        "Remède : écrivez un nombre en chiffres, sans signe ni espace, comme 250 ; "
        "l'ordre s'écrit IMP <niveau de 0 à 10> <terre>. (GP-GEN-19)",
        "DEM #7": "Ligne 1, argument 1 : Vous n'avez pas d'armée #7. "
        "Remède : choisissez parmi vos armées : #1. (GP-GEN-13)",
        "AT Aubert": "Ligne 1 : « AT » n'est pas un ordre. "
        "Remède : écrivez ATT <chevalier> <terre> [hommes]. (GP-GEN-19)",
        "GUE": "Ligne 1, argument 1 : Il manque le nom d'un seigneur. Remède : écrivez GUE <seigneur>. (GP-GEN-19)",
    }
    for line, expected in lines.items():
        [refusal] = decision(state, "j1").parse(line).refusals
        assert flat(gloire.explain(refusal, "fr")) == expected


def mutated(line: str, rng: Rng) -> str:
    """A line with one fault or two."""
    words = line.split(" ")
    for _ in range(rng.randint(1, 2)):
        at = rng.randint(0, len(words) - 1) if words else 0
        fault = rng.choice(("drop", "double", "swap", "letter", "stray", "number", "quote"))
        if fault == "drop":
            del words[at : at + 1]
        elif fault == "double":
            words.insert(at, rng.choice(["lys", "#3", "12", "OULU", "-", '"Seigneur B"']))
        elif fault == "swap":
            rng.shuffle(words)
        elif fault == "letter" and words:
            words[at] = words[at][1:] + rng.choice("aéx9#/")
        elif fault == "stray" and words:
            words[at] = rng.choice(
                ["ABD", "Seigneur B/", "#", "#99", "xyz", "ALA", '"Seigneur B"', "VA", "OULU", "é/x", "«"]
            )
        elif fault == "number" and words:
            words[at] = rng.choice(["0", "-1", "101", "999999999999", "9999999999999999", "3,5"])
        elif words:
            words[at] += '"'
    return " ".join(words)


@pytest.mark.slow
def test_thousands_of_faulty_lines_are_explained() -> None:
    seen, count = set(), 0
    rng = Rng(b"mutants")
    for step, before in wild_turns()[::4]:
        for event in find(step, "sheet_read"):
            assert event.seen_by is not None
            text = "\n".join(mutated(line, rng) for line in event.data["lines"])
            for refusal in decision(before, event.seen_by[0]).parse(text).refusals:
                explained(refusal)
                seen.add(refusal.code)
                count += 1
    assert seen >= {
        "unknown_code", "open_quote", "unknown_knight", "not_an_army", "unknown_army", "unknown_land", "unknown_lord",
        "not_a_number", "number_too_large", "unknown_work", "missing_argument", "extra_argument", "not_your_land",
        "out_of_range", "out_of_reach",
    }  # fmt: skip
    assert count > 2000


def wrong_orders() -> Sequence[Order]:
    """Orders that no text gives, but that a page or a program might send."""
    one, nowhere, nobody = KnightId(1), LandName("NOWHERE"), Seat("j99")
    return [
        o.Rename(KnightId(99), "Guy"),
        o.Rename(one, "9"),
        o.Dismiss(one),
        o.Demobilise(ArmyId(99)),
        o.Tax(3, nowhere),
        o.Spy(nowhere),
        o.DeclareWar(nobody),
        o.DeclareWar(Seat("j1")),
        o.DeclareWar(Seat("j3")),
        o.EnterJoust(one, nobody),
        o.Transfer(one, one, 5),
        o.Transfer(one, ForeignKnight(nobody, "x"), 5),
        o.Assign(one, ArmyId(1)),
        o.OrganiseJoust(2, 500, ""),
        o.Sell(Seat("j2"), LandName("NARVIK"), 5),
        o.Fortify(LandName("NARVIK"), 4),
        o.Tax(3, LandName("THULE")),
        o.Attack(one, LandName("OLAND")),
    ]


def setup_refusals(number: int, **options: Any) -> Sequence[Refusal]:
    with pytest.raises(SetupError) as error:
        gloire.setup(seats(number), options, Rng(b""))
    return error.value.refusals


def test_every_refusal_that_is_no_misspelling_is_explained_too() -> None:
    state = realm(3, starts=["NARVIK", "DOLON", "OLAND"])
    arm(state, lord_knight(state, "j1"), 10)
    lord(state, "j3").alive = False
    del state.knights[lord(state, "j3").knight]
    give(state, None, "OLAND")
    refusals = [
        *decision(state, "j1").check(tuple(wrong_orders())),
        *decision(state, "j1").parse('IMP 3 VA\nTSF "Seigneur A" "Seigneur B/" 5').refusals,
        *setup_refusals(1),
        *setup_refusals(3),
        *setup_refusals(2, lords=2, map="MORDOR"),
        *setup_refusals(2, lords=2, manprice=3, militia="yes"),
        *setup_refusals(2, lords=2, names={"j1": "9", "j2": "x" * 40, "j9": "Guy"}),
        *setup_refusals(2, lords=2, names={"j1": "Guy", "j2": "guy"}),
        *setup_refusals(2, lords=2, man_price=0, titles=["a"]),
        *setup_refusals(2, lords=2, turn_limit=0),
    ]
    for refusal in refusals:
        explained(refusal)
    assert {refusal.code for refusal in refusals} == {
        "not_your_knight", "bad_name", "lord_knight", "not_your_army", "unknown_land", "unknown_lord", "yourself",
        "dead_lord", "same_knight", "not_a_garrison", "bad_password", "too_early", "out_of_range", "not_your_land",
        "out_of_reach", "lords_out_of_range", "lords_missing", "bad_option", "unknown_seat", "name_taken", "bad_figure",
        "bad_turn_limit", "ambiguous_land", "foreign_knight_without_name", "unknown_map",
        "unknown_option", "bad_titles",
    }  # fmt: skip


def test_a_rare_event_has_words_that_fit_its_figures() -> None:
    herald = Herald(gloire.view(realm(2), None), "fr")
    rare = [
        Event("GP-RAP-05", "no_refuge", {"knight": "Guy", "land": "NARVIK"}),
        Event("GP-RAP-05", "garrison_lost", {"land": "ALAND", "men": 12}),
    ]
    assert [flat(herald.say(event)) for event in rare] == [
        "Guy, indésirable en terre de Narvik, ne sait où aller et y demeure. (GP-RAP-05)",
        "La garnison d'Åland se disperse, faute d'une terre à vous où rentrer : 12 hommes perdus. (GP-RAP-05)",
    ]


@pytest.mark.parametrize(("lang", "told"), [("fr", "en terre d'Åland"), ("en", "in Åland")])
def test_a_refusal_calls_lands_by_their_names(lang: str, told: str) -> None:
    data = {"knight": "Guy", "here": "ALAND", "land": "DOLON", "near": ["ESTLAND", "SVEALAND"]}
    text = flat(gloire.explain(Refusal("GP-MOV-01", "out_of_reach", data), lang))
    assert told in text and "Estland" in text and "ALAND" not in text
