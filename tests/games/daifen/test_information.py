"""The fog: who may know what (DA-FOG), and what must not betray it."""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec
import pytest

from heraut.engine.play import play as play_match
from heraut.engine.protocol import Seat, seen_by
from heraut.engine.record import public_copy
from heraut.engine.rng import Rng
from heraut.games import daifen
from heraut.games.daifen.naming import plain
from heraut.games.daifen.orders import Explore, Form
from heraut.games.daifen.races import NELRKS
from heraut.games.daifen.resolution import letter
from heraut.games.daifen.state import Continent, KingdomName
from tests.games.daifen.builders import (
    NO,
    YES,
    A,
    Always,
    B,
    C,
    D,
    Fate,
    acquainted,
    continent,
    decision,
    endow,
    fell,
    find,
    kingdom,
    know,
    one,
    play,
    run,
    seats,
)
from tests.games.daifen.promises import strings, warlike
from tests.games.daifen.scramble import disguise_strangers

J1, J2, J3, J4 = (Seat(f"j{n}") for n in range(1, 5))


def told(state: Continent, orders: dict[str, str], seat: Seat, **streams: Any) -> list[Any]:
    """Everything that leaves the engine for one seat on a turn: events, view, report, next decision."""
    step = play(state, orders, chance=Fate(**streams))
    own = seen_by(step.events, seat)
    view = daifen.view(step.state, seat)
    return [own, view, daifen.report(view, own, "fr"), daifen.report(view, own, "en")]


# DA-FOG-01 to 06


@pytest.mark.rule("DA-FOG-01", "DA-FOG-05")
def test_a_lord_sees_of_others_only_names_races_and_whether_they_live() -> None:
    state = continent(4, races=["elfes", "orcs", "nains", "morts_vivants"])
    know(state, "j1", "j2", "j4", since=3)
    fell(state, "j4")
    own = daifen.view(state, J1)["own"]

    assert own["known"] == {
        B: {"lord": "Sire B", "race": "orcs", "alive": True, "since": 3, "report": None},
        D: {"lord": "Sire D", "race": "morts_vivants", "alive": False, "since": 3, "report": None},
    }
    assert not {C, "Sire C", "nains"} & set(strings(daifen.view(state, J1)))


@pytest.mark.rule("DA-FOG-03")
def test_gifts_attacks_supports_rumours_make_nobody_known() -> None:
    state = continent(3)
    know(state, "j1", "j2")
    know(state, "j3", "j2")
    for seat in ("j1", "j3"):
        endow(state, seat, units={"guerrier": 9}, gold=100)
    orders = {
        "j1": f"ATTAQUER {B} : Guerrier 5\nDONNER {B} : OR 1\nRUMEUR {B} : OR_PEU\nDONNER {B} : Guerrier 1",
        "j3": f'SOUTENIR {B} : Guerrier 5\nRUMEUR {B} : "Aubelune est à craindre"',
    }
    step = play(state, orders, chance=Fate(launched=Always(YES)))

    assert kingdom(step.state, "j2").known == {}
    assert J3 not in kingdom(step.state, "j1").known and J1 not in kingdom(step.state, "j3").known
    assert one(step, "assault_attacker", "j1").data["supporters"] == ["?"]
    assert one(step, "assault_supporter", "j3").data["attackers"] == ["?"]


@pytest.mark.rule("DA-FOG-08")
def test_free_words_are_carried_as_written_and_make_nobody_known() -> None:
    state = continent(3)
    know(state, "j3", "j2")
    step = play(state, {"j3": f'RUMEUR {B} : "{A} est à craindre"'}, chance=Fate(launched=Always(YES)))

    assert A in one(step, "rumour", "j2", statement="").data["text"] and kingdom(step.state, "j2").known == {}


@pytest.mark.rule("DA-FOG-04")
def test_knowledge_is_one_way_and_for_good() -> None:
    state = continent(3)
    know(state, "j1", "j2")
    for _ in range(4):
        state = play(state).state

    assert kingdom(state, "j1").known == {J2: 0} and kingdom(state, "j2").known == {}
    endow(state, "j2", buildings={})
    assert kingdom(play(state).state, "j1").known == {J2: 0}


@pytest.mark.rule("DA-FOG-06")
def test_what_is_learnt_serves_the_next_form() -> None:
    state = continent(2)
    endow(state, "j1", units={"espion": 1, "guerrier": 1})
    assert decision(state, "j1").parse(f"EXPLORER 1\nATTAQUER {B} : Guerrier 1").refusals

    after = play(state, {"j1": "EXPLORER 1"}, chance=Fate(exploration=(0.0, 0.0))).state
    assert not decision(after, "j1").parse(f"ATTAQUER {B} : Guerrier 1").refusals


# DA-FOG-07


@pytest.mark.rule("DA-FOG-07")
def test_unknown_kingdoms_of_one_item_are_letters_in_random_order() -> None:
    state = continent(5)
    for seat in ("j2", "j3", "j4", "j5"):
        know(state, seat, "j1")
        endow(state, seat, units={"guerrier": 3})
    know(state, "j1", "j4")
    endow(state, "j1", units={"gardien": 90})
    orders = {seat: f"ATTAQUER {A} : Guerrier {n}" for n, seat in enumerate(("j2", "j3", "j4"), start=1)}
    orders["j5"] = f"SOUTENIR {A} : Guerrier 3"
    letters = set()
    for n in range(20):
        data = one(play(state, orders, chance=Rng(b"%d" % n)), "assault_defender", "j1").data
        assert data["kingdom"] == A
        assert data["attackers"][0] == D and data["attackers"][1:] == sorted(data["attackers"][1:])
        assert {*data["attackers"], *data["supporters"]} == {D, "?A", "?B", "?C"}
        letters.add(data["supporters"][0])
    assert letters == {"?A", "?B", "?C"}


@pytest.mark.rule("DA-FOG-07")
def test_after_z_strangers_are_called_by_two_letters() -> None:
    assert [letter(place) for place in (0, 25, 26, 27, 39, 52)] == ["A", "Z", "AA", "AB", "AN", "BA"]


@pytest.mark.rule("DA-FOG-07", "DA-FOG-08")
def test_known_kingdoms_of_one_item_stand_in_the_order_of_their_names() -> None:
    names = ("Aubelune", "Zibeline", "Val", "Mirefeu", "Ecu")
    state = acquainted(5, kingdoms={f"j{n}": name for n, name in enumerate(names, start=1)})
    for seat in ("j2", "j3", "j4", "j5"):
        endow(state, seat, units={"guerrier": 1})
    step = play(state, dict.fromkeys(("j2", "j3", "j4", "j5"), "ATTAQUER Aubelune : Guerrier 1"))

    told = one(step, "assault_defender", "j1").data["attackers"]
    assert told == ["Ecu", "Mirefeu", "Val", "Zibeline"]


@pytest.mark.rule("DA-FOG-07", "DA-REP-02")
def test_names_are_those_known_at_the_end_of_the_turn() -> None:
    """A kingdom learnt in phase 5 is named in the assault of phase 3, and the report never changes afterwards."""
    state = continent(3)
    know(state, "j2", "j1")
    know(state, "j3", "j1", "j2")
    endow(state, "j2", units={"guerrier": 2})
    endow(state, "j3", units={"espion": 1})
    orders = {"j2": f"ATTAQUER {A} : Guerrier 2", "j3": f"INDIQUER {B} A {A}"}

    assert one(play(state, {"j2": orders["j2"]}), "assault_defender", "j1").data["attackers"] == ["?"]
    assert one(play(state, orders), "assault_defender", "j1").data["attackers"] == [B]


@pytest.mark.rule("DA-FOG-07")
def test_strangers_are_told_in_words() -> None:
    state = continent(4)
    for seat in ("j2", "j3", "j4"):
        know(state, seat, "j1")
        endow(state, seat, units={"guerrier": 1}, gold=9)
    orders = dict.fromkeys(("j2", "j3", "j4"), f"ATTAQUER {A} : Guerrier 1\nDONNER {A} : OR 1")
    step = play(state, orders)
    own, view = seen_by(step.events, J1), daifen.view(step.state, J1)

    fr, en = daifen.report(view, own, "fr"), daifen.report(view, own, "en")
    assert "un royaume inconnu (A), un royaume inconnu (B)" in " ".join(fr.split())
    assert "an unknown kingdom gives you 1 gold" in en
    assert not re.search(r"\?[A-C]?[ ,.]", fr.replace("\u202f?", ""))


# DA-FOG-08: nothing else leaves


@pytest.mark.rule("DA-FOG-08")
def test_a_passer_by_sees_the_continent_its_pace_its_turn_and_how_many_live() -> None:
    state = acquainted(5)
    fell(state, "j2")

    assert daifen.view(state, None) == {
        "game": "daifen",
        "continent": "Daifen",
        "pace": "normal",
        "abandon_after": None,
        "turn": 1,
        "living": 4,
        "association": False,
        "road": None,
    }
    step = play(state)
    assert [event.kind for event in seen_by(step.events, None)] == ["turn_header"]
    chronicle = daifen.chronicle(daifen.view(step.state, None), seen_by(step.events, None), "fr")
    assert "4 royaumes vivent encore" in chronicle
    assert not any(name in chronicle for name in (A, B, C, D, "Sire"))


@pytest.mark.rule("DA-FOG-08")
def test_identifiers_tell_neither_how_many_kingdoms_there_are_nor_their_order() -> None:
    """Beyond their own, no seat and no number stands in anything that a lord is given; others bear names alone."""
    match = play_match(daifen, dict.fromkeys(seats(9), warlike), {"abandon_after": None}, b"identifiers", max_steps=12)
    state = match.state
    for seat in state.kingdoms:
        given = [daifen.view(state, seat), *[event.data for event in seen_by(match.events, seat)]]
        words = set(strings(json.loads(json.dumps(given))))
        assert {word for word in words if re.fullmatch(r"j\d+", word)} <= {seat}
        assert not {"number", "seats", "kingdoms"} & set(given[0])
        if state.kingdoms[seat].alive:
            assert "number" not in given[0]["own"]
            assert list(given[0]["own"]["known"]) == sorted(given[0]["own"]["known"], key=plain)


@pytest.mark.rule("DA-FOG-08")
def test_the_order_in_which_news_stands_does_not_betray_numbers() -> None:
    """The same world with j2 and j4 seated the other way round tells j1 the same, in the same order."""

    def world(second: str, fourth: str) -> Continent:
        names = {"j1": "Aubelune", second: "Zibeline", fourth: "Brumeval", "j3": "Corvaille"}
        state = acquainted(4, kingdoms=names)
        for seat in state.kingdoms:
            endow(state, seat, units={"espion": 9, "guerrier": 8}, gold=100)
        state.kingdoms[J1].known.pop(Seat(second))
        return state

    text = "DONNER Aubelune : OR 3\nVOLER Aubelune 1\nINDIQUER Corvaille A Aubelune"
    mine = "VOLER Brumeval 1\nVOLER Corvaille 1\nSABOTER Corvaille 1\nSABOTER Brumeval 1\nESPIONNER Brumeval 1"
    quiet = {
        "theft": Always(YES), "sabotage": Always(YES), "spying": Always(NO), "rumour": Always(NO),
    }  # fmt: skip

    def news(second: str, fourth: str) -> list[tuple[str, Any]]:
        orders = dict.fromkeys((second, fourth), text) | {"j1": mine}
        step = play(world(second, fourth), orders, chance=Fate(**quiet))  # type: ignore[arg-type]
        return [(event.kind, event.data) for event in seen_by(step.events, J1)]

    assert news("j2", "j4") == news("j4", "j2")


@pytest.mark.rule("DA-FOG-08", "DA-SPY-08")
def test_failed_and_successful_acts_against_others_leave_the_bystander_alone() -> None:
    state = acquainted(3)
    endow(state, "j1", units={"espion": 6})
    quiet = {"rumour": Always(NO)}
    silent = told(state, {}, J3, **quiet)

    assert told(state, {"j1": f"VOLER {B} 2\nSABOTER {B} 1\nESPIONNER {B} 1\nDONNER {B} : OR 9"}, J3, **quiet) == silent


# DA-FOG-09: refusals


@pytest.mark.rule("DA-FOG-09")
def test_unknown_destroyed_unknown_and_invented_kingdoms_are_refused_in_the_same_words() -> None:
    state = continent(4)
    know(state, "j1", "j2")
    fell(state, "j4")
    endow(state, "j1", units={"guerrier": 1, "espion": 1})
    lines = ("ATTAQUER {} : Guerrier 1", "VOLER {} 1", "INDIQUER {} A Brumeval", "RUMEUR {} : OR_PEU")
    for line in lines:
        words = set()
        for name in (C, D, "Xanadou"):
            refusals = decision(state, "j1").parse(line.format(name)).refusals
            assert [(fault.rule, fault.code) for fault in refusals] == [("DA-FOG-09", "unknown_kingdom")]
            words.add(
                daifen.explain(refusals[0], "fr").replace(name, "X")
                + daifen.explain(refusals[0], "en").replace(name, "X")
            )
        assert len(words) == 1


@pytest.mark.rule("DA-FOG-09")
def test_no_refusal_proposes_a_kingdom_that_is_not_known() -> None:
    state = continent(16, kingdoms={f"j{n}": f"Corvaille {n}" for n in range(1, 17)})
    know(state, "j1", "j2")
    for near in ("Corvaille", "Corvaill", "corvaille 33", "Corvaille 5"):
        refusals = decision(state, "j1").parse(f"VOLER {near} 1").refusals
        assert refusals
        for fault in refusals:
            assert fault.data.get("nearest", "") in ("", "Corvaille 1", "Corvaille 2")


@pytest.mark.rule("DA-FOG-09", "DA-ORD-08")
def test_entry_tests_nothing_hidden() -> None:
    """The decision is made from the view alone: whatever is hidden, the same texts get the same answers."""
    state, other = continent(4), continent(4, kingdoms={"j1": A, "j2": B, "j3": "Tout Autre", "j4": "Chose"})
    for where in (state, other):
        know(where, "j1", "j2")
    endow(other, "j2", gold=0, units={}, buildings={"mine": 1})
    texts = [f"VOLER {B} 1", f"ATTAQUER {C} : Guerrier 1", "VOLER Chose 1", f"ATTAQUER {B} : Guerrier 4", "EXPLORER 1"]

    for text in texts:
        assert decision(state, "j1").parse(text) == decision(other, "j1").parse(text)


# DA-FOG-10, DA-FOG-11


@pytest.mark.rule("DA-FOG-10")
def test_nobody_sees_the_intellect_or_the_technologies_of_another() -> None:
    state = acquainted(2)
    endow(state, "j1", units={"espion": 3, "guerrier": 50})
    orders = {"j1": f"ESPIONNER {B} 2\nVOLER {B} 1\nATTAQUER {B} : Guerrier 9"}
    quiet: dict[str, Any] = {"theft": Always(NO), "spying": Always(NO), "rumour": Always(NO)}
    dull, clever = told(state, orders, J1, **quiet), []
    endow(state, "j2", intellect=999, technologies=["fleches", "cheval", "religion"])
    clever = told(state, orders, J1, **quiet)

    assert dull == clever


@pytest.mark.rule("DA-FOG-11", "DA-CON-10")
def test_once_finished_everything_is_open_to_its_players_and_not_before() -> None:
    state = acquainted(3)
    before = daifen.view(state, J1)
    assert "kingdoms" not in before and "nelrks" not in before
    for seat in ("j2", "j3"):
        endow(state, seat, buildings={})
    over = play(state).state

    for seat in (J1, J2, J3):
        seen = daifen.view(over, seat)
        assert [found["name"] for found in seen["kingdoms"]] == [A, B, C]
        assert set(seen["nelrks"]) == set(NELRKS)
    assert "kingdoms" not in daifen.view(over, None) and "nelrks" not in daifen.view(over, None)


@pytest.mark.rule("DA-CON-10", "DA-SPY-25")
def test_the_figures_of_the_nelrks_stand_nowhere_while_the_match_lasts() -> None:
    state = acquainted(2)
    endow(state, "j1", units={"espion": 1, **dict.fromkeys(NELRKS, 2)})
    quiet: dict[str, Any] = {"exploration": (NO, 0.9, 0.0, 0.0), "rumour": Always(NO)}
    one_way = told(state, {"j1": "EXPLORER 1"}, J1, **quiet)
    state.nelrks = dict(zip(state.nelrks, reversed(list(state.nelrks.values())), strict=True))

    assert told(state, {"j1": "EXPLORER 1"}, J1, **quiet) == one_way


def test_a_spied_dossier_is_private() -> None:
    state = acquainted(3)
    endow(state, "j1", units={"espion": 1})
    after = play(state, {"j1": f"ESPIONNER {B} 1"}, chance=Fate(spying=(NO,))).state

    assert daifen.view(after, J1)["own"]["known"][B]["report"]["gold"] == 50
    assert daifen.view(after, J3)["own"]["known"][B]["report"] is None
    assert KingdomName(B) in daifen.view(after, J1)["own"]["known"]
    turn, events = run(state, {"j1": f"ESPIONNER {B} 1"}, 1, 5, chance=Fate(spying=(NO,)))
    assert not find(events, "spy_report", "j3") and turn.now.kingdoms[J3].reports == {}


@pytest.mark.rule("DA-CON-10", "DA-FOG-08")
def test_no_count_of_dice_tells_the_figures_of_the_nelrks() -> None:
    state = acquainted(3)
    endow(state, "j1", units=dict.fromkeys(NELRKS, 6))
    endow(state, "j3", units=dict.fromkeys(NELRKS, 6))
    orders = {"j1": f"ATTAQUER {B} : Automate 6", "j3": f"SOUTENIR {B} : Homme-lézard 6"}
    step = play(state, orders)

    for kind in ("assault_attacker", "assault_defender", "assault_supporter"):
        data = one(step, kind).data
        assert data["rounds"] and not any("dice" in key for fight in data["rounds"] for key in fight)
        assert "dice" not in (data.get("pillage") or {})


@pytest.mark.rule("DA-FOG-08")
def test_a_record_given_away_before_the_end_names_nobody() -> None:
    options = {
        "kingdoms": {"j1": A}, "names": {"j1": "Sire A"}, "races": {"j1": "nains"}, "returning": ["j1"],
        **dict.fromkeys(("kingdoms_secret", "names_secret", "races_secret", "returning_secret"), True),
    }  # fmt: skip
    match = play_match(daifen, dict.fromkeys(seats(3), warlike), options, b"public", max_steps=2)
    text = msgspec.json.encode(public_copy(match.record, over=False)).decode()

    assert not any(word in text for word in (A, "Sire A", "nains", '"returning":'))


@pytest.mark.rule("DA-FOG-08", "DA-FOG-09")
@pytest.mark.parametrize("number", range(4))
def test_whatever_a_lord_does_to_those_he_knows_strangers_change_nothing_in_what_he_sees(number: int) -> None:
    """Steal, spy, sabotage, attack, give, support, reveal, launch rumours: two worlds, the same report and view."""
    players = dict.fromkeys(seats(7), warlike)
    match = play_match(daifen, players, {"abandon_after": None}, b"strangers %d" % number, max_steps=10)
    rng = Rng(b"strangers %d" % number)
    acted = 0
    for seat, owed in match.pending().items():
        other = disguise_strangers(match.state, seat, rng.at("world", seat))
        drawn = [owed.sample(rng.at("form", seat, n)) for n in range(6)]
        longest = max(drawn, key=lambda answer: len(answer.orders))
        answer = Form(tuple(order for order in longest.orders if not isinstance(order, Explore)))
        seen = []
        for state in (match.state, other):
            pending = daifen.pending(state)
            assert pending[seat].write(answer) == owed.write(answer) and not pending[seat].check(answer)
            answers = {one: decision.default for one, decision in pending.items()} | {seat: answer}
            step = daifen.advance(state, answers, Rng(b"same"))
            own, view = seen_by(step.events, seat), daifen.view(step.state, seat)
            seen.append((own, view, daifen.report(view, own, "fr")))
        assert seen[0] == seen[1]
        acted += len(answer.orders)
    assert acted > 10
