"""Spies: interception, theft, sabotage, exploration, spying, revelation (DA-SPY), each die told (DA-RNG-05)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from heraut.engine.protocol import Event, Seat, seen_by
from heraut.engine.rng import Rng
from heraut.engine.words import catalogue
from heraut.games import daifen
from heraut.games.daifen.phases.interception import intercepted
from heraut.games.daifen.resolution import Turn
from heraut.games.daifen.state import Continent
from tests.games.daifen.builders import (
    NO,
    ONE,
    THREE,
    TWO,
    YES,
    A,
    Always,
    B,
    C,
    D,
    Fate,
    Told,
    acquainted,
    continent,
    endow,
    find,
    know,
    one,
    place,
    play,
    run,
)

J1, J2, J3 = Seat("j1"), Seat("j2"), Seat("j3")
MISSIONS = {
    "VOLER": ("theft", "steal", 2),
    "SABOTER": ("sabotage", "sabotage", 2),
    "ESPIONNER": ("spying", "spy_on", 5),
}


def spies(number: int = 3, *, gold: int = 100, **wealth: object) -> Continent:
    """j1 has ten spies and knows all; nobody knows j1, nor anybody else."""
    state = continent(number)
    know(state, "j1", *state.kingdoms)
    endow(state, "j1", units={"espion": 10})
    endow(state, "j2", gold=gold, **wealth)
    return state


def caught_told(events: Sequence[Event], seat: str) -> list[tuple[str, str, int]]:
    return [
        (event.data["kingdom"], event.data["mission"], event.data["count"])
        for event in find(events, "spy_caught", seat)
    ]


# Interception


@pytest.mark.rule("DA-SPY-05", "DA-RNG-05")
@pytest.mark.parametrize(
    ("towers", "guards", "chance"),
    [
        (0, 0, 1 / 8), (0, 1, 15 / 64), (0, 3, 1695 / 4096), (1, 0, 13 / 48), (2, 1, 1079 / 2304),
        (3, 3, 584611 / 884736),
    ],
)  # fmt: skip
def test_the_chance_of_catching_a_spy(towers: int, guards: int, chance: float) -> None:
    """DA-EX-04: every source by itself, summed over all that its dice may give."""
    state = spies(buildings={"tour_de_guet": towers, "mine": 1}, units={"espion": guards, "guerrier": 1})
    turn = Turn(state, {}, Rng(b""))
    odds = [8, *[6] * towers, *[8] * guards]
    total, before = 0.0, 1.0
    for n, faces in enumerate(odds):
        dice = Told(*[NO] * n, YES)
        assert intercepted(turn, state.kingdoms[J2], dice) and not dice.values
        total += before / faces
        before *= (faces - 1) / faces
    assert not intercepted(turn, state.kingdoms[J2], Told(*[NO] * len(odds)))
    assert total == pytest.approx(chance)
    for faces, n in zip(odds, range(len(odds)), strict=True):  # one face in so many catches, and no more
        rest = Told(*[NO] * n, place(1, faces), *[NO] * (len(odds) - n - 1))
        assert not intercepted(turn, state.kingdoms[J2], rest)


@pytest.mark.rule("DA-SPY-03", "DA-SPY-06")
def test_spies_without_a_mission_guard_and_those_abroad_do_not() -> None:
    state = spies(units={"espion": 3})
    know(state, "j2", "j3")
    order = {"j1": f"VOLER {B} 1"}

    for text, draws in ((None, 4), ("CONTRE-ESPIONNER 1", 4), (f"VOLER {C} 2", 2), (f"DONNER {C} : Espion 3", 1)):
        turn, _ = run(state, order if text is None else order | {"j2": text}, 1)
        told = Told(*[NO] * 4)
        assert not intercepted(turn, turn.now.kingdoms[J2], told)
        assert len(told.values) == 4 - draws


@pytest.mark.rule("DA-SPY-06")
def test_guards_are_not_used_up_and_those_trained_this_turn_watch_from_phase_5_on() -> None:
    state = spies(units={"espion": 1}, buildings={"caserne": 1, "mine": 1})
    orders = {"j1": f"VOLER {B} 2\nESPIONNER {B} 2", "j2": "ENTRAINER Espion 2\nCONSTRUIRE Tour de guet 1"}
    dice = Fate(
        theft=(place(1, 2), NO, YES, NO, YES),  # their order; each is missed by the kingdom, then caught by the guard
        spying=(NO, NO, NO, NO, YES, NO, NO, NO, NO, NO),  # kingdom, new tower, three guards: the last one catches
    )
    turn, events = run(state, orders, 1, 2, 3, 4, 5, chance=dice)

    assert (dice.left("theft"), dice.left("spying")) == ([], [])
    assert turn.now.kingdoms[J2].units["espion"] == 3
    assert caught_told(events, "j2") == [(A, "steal", 2), (A, "spy_on", 1)]


@pytest.mark.rule("DA-SPY-04")
def test_explorers_and_ambassadors_are_never_intercepted() -> None:
    state = spies(4, units={"espion": 200}, buildings={"tour_de_guet": 200})
    step = play(state, {"j1": f"EXPLORER 5\nINDIQUER {A} A {B}\nINDIQUER {C} A {B}"})

    assert not find(step, "spy_caught") and not find(step, "spy_lost")
    assert len(find(step, "reveal_received", "j2")) == 2


@pytest.mark.rule("DA-SPY-04", "DA-SPY-07", "DA-SPY-08", "DA-FOG-02", "DA-FOG-04")
@pytest.mark.parametrize("word", MISSIONS)
def test_an_intercepted_spy_dies_and_gives_its_master_away(word: str) -> None:
    stream, mission, phase = MISSIONS[word]
    dice = Fate(**{stream: Told(YES)})
    turn, events = run(spies(), {"j1": f"{word} {B} 1"}, *range(1, phase + 1), chance=dice)

    assert turn.spies_abroad[J1] == 0
    assert turn.now.kingdoms[J2].known == {J1: 1}
    assert turn.now.kingdoms[J2].gold == 100 and not find(events, "theft_victim")
    assert one(events, "spy_caught", "j2").data == {"kingdom": A, "mission": mission, "count": 1}
    assert one(events, "spy_lost", "j1").data == {"mission": mission, "kingdom": B, "count": 1}
    assert not find(events, "spy_report") and turn.now.kingdoms[J1].reports == {}


@pytest.mark.rule("DA-SPY-08")
def test_a_spy_that_is_not_caught_leaves_no_trace() -> None:
    dice = Fate(theft=(NO,), sabotage=(NO, NO), spying=(NO,))
    step = play(spies(gold=0), {"j1": f"VOLER {B} 1\nSABOTER {B} 1\nESPIONNER {B} 1"}, chance=dice)
    plain = play(spies(gold=0))

    assert [(e.kind, e.data) for e in seen_by(step.events, J2) if e.kind != "rumour"] == [
        (e.kind, e.data) for e in seen_by(plain.events, J2) if e.kind != "rumour"
    ]
    assert step.state.kingdoms[J2].known == {}


@pytest.mark.rule("DA-SPY-09", "DA-SPY-02")
def test_spies_that_survive_are_there_for_the_next_form() -> None:
    dice = Fate(theft=(place(1, 2), NO, NO), sabotage=(NO, NO), spying=(NO,), exploration=Always(NO))
    orders = f"VOLER {B} 2\nSABOTER {B} 1\nESPIONNER {B} 1\nINDIQUER {B} A {C}\nCONTRE-ESPIONNER 1"
    step = play(spies(), {"j1": orders}, chance=dice)

    assert step.state.kingdoms[J1].units == {"espion": 10}


# STEAL


@pytest.mark.rule("DA-SPY-11", "DA-SPY-12", "DA-SPY-14", "DA-RNG-05")
def test_thieves_go_in_one_random_order_and_take_a_tenth_of_what_is_left() -> None:
    state = spies(gold=129)
    endow(state, "j3", units={"espion": 1})
    know(state, "j3", "j2")
    # canonical j1 j1 j3: place 3 with place 1 (0), then place 2 with itself: j3 j1 j1
    dice = Fate(theft=(place(0, 3), place(1, 2), NO, NO, NO))
    turn, events = run(state, {"j1": f"VOLER {B} 2", "j3": f"VOLER {B} 1"}, 1, 2, chance=dice)

    assert one(events, "theft_gain", "j3").data == {"kingdom": B, "amounts": [12]}
    assert one(events, "theft_gain", "j1").data == {"kingdom": B, "amounts": [11, 10]}
    assert turn.now.kingdoms[J2].gold == 96
    assert one(events, "theft_victim", "j2").data == {"gold": 33}
    assert [event.kind for event in events if event.seen_by == ("j2",)] == ["theft_victim"]


@pytest.mark.rule("DA-SPY-12")
@pytest.mark.parametrize(("gold", "taken"), [(0, 0), (1, 1), (9, 1), (10, 1), (19, 1), (20, 2), (999, 99)])
def test_a_thief_takes_a_tenth_rounded_down_but_at_least_a_piece(gold: int, taken: int) -> None:
    turn, events = run(spies(gold=gold), {"j1": f"VOLER {B} 1"}, 1, 2, chance=Fate(theft=(NO,)))

    assert one(events, "theft_gain", "j1").data["amounts"] == [taken]
    assert turn.now.kingdoms[J2].gold == gold - taken
    assert bool(find(events, "theft_victim")) is bool(taken)


@pytest.mark.rule("DA-SPY-12")
def test_what_is_spent_or_given_cannot_be_stolen() -> None:
    state = spies(gold=100)
    know(state, "j2", "j3")
    step = play(state, {"j1": f"VOLER {B} 1", "j2": f"DONNER {C} : OR 40\nCONSTRUIRE Mine 2"}, chance=Fate(theft=(NO,)))

    assert one(step, "theft_gain").data["amounts"] == [2]  # of 20


@pytest.mark.rule("DA-SPY-13", "DA-PHA-08")
def test_stolen_gold_is_delivered_in_reception() -> None:
    state = spies(gold=100)
    endow(state, "j1", gold=5)
    turn, _ = run(state, {"j1": f"VOLER {B} 1"}, 1, 2, 3, 4, 5, chance=Fate(theft=(NO,)))
    assert (turn.now.kingdoms[J1].gold, turn.now.kingdoms[J2].gold) == (5, 90)

    turn, _ = run(state, {"j1": f"VOLER {B} 1"}, 1, 2, 3, 4, 5, 6, chance=Fate(theft=(NO,)))
    assert turn.now.kingdoms[J1].gold == 15


@pytest.mark.rule("DA-SPY-13", "DA-END-02")
def test_gold_on_the_way_is_lost_with_the_thief_and_safe_from_the_fall_of_the_victim() -> None:
    lost = spies(gold=100)
    endow(lost, "j1", buildings={}, gold=7)
    step = play(lost, {"j1": f"VOLER {B} 1"}, chance=Fate(theft=(NO,)))
    assert one(step, "kingdom_lost", "j1").data["gold"] == 17
    assert sum(found.gold for found in step.state.kingdoms.values()) == 90 + 50 + 50 + 50

    safe = spies(gold=100, buildings={})
    step = play(safe, {"j1": f"VOLER {B} 1"}, chance=Fate(theft=(NO,)))
    assert step.state.kingdoms[J1].gold == 50 + 10 + 50


@pytest.mark.rule("DA-SPY-15", "DA-PHA-04")
def test_theft_comes_before_loot_and_loot_cannot_be_stolen() -> None:
    """DA-EX-09."""
    state = acquainted(3)
    endow(state, "j1", units={"guerrier": 30, "espion": 1}, gold=0)
    endow(state, "j2", units={}, gold=100)
    endow(state, "j3", units={"espion": 1}, gold=0)
    orders = {"j1": f"VOLER {B} 1\nATTAQUER {B} : Guerrier 30", "j3": f"VOLER {A} 1"}
    step = play(state, orders, chance=Fate(theft=Always(NO)))

    assert one(step, "theft_gain", "j1").data["amounts"] == [10]
    assert one(step, "assault_defender", "j2").data["gold_lost"] == 90
    assert one(step, "theft_gain", "j3").data["amounts"] == [0]


# SABOTAGE


@pytest.mark.rule("DA-SPY-17", "DA-SPY-20", "DA-RNG-05")
@pytest.mark.parametrize(("spot", "building"), [(0, "carriere"), (4, "carriere"), (5, "barricades"), (6, "caserne")])
def test_a_successful_saboteur_blows_up_any_building_and_dies(spot: int, building: str) -> None:
    state = spies(buildings={"caserne": 1, "barricades": 1, "carriere": 5})
    dice = Fate(sabotage=(NO, YES, place(spot, 7)))
    turn, events = run(state, {"j1": f"SABOTER {B} 1"}, 1, 2, chance=dice)

    assert sum(turn.now.kingdoms[J2].buildings.values()) == 6
    assert one(events, "sabotage_victim", "j2").data == {"building": building}
    assert turn.spies_abroad[J1] == 0 and turn.now.kingdoms[J2].known == {}
    assert [event.kind for event in events if event.seen_by == ("j2",)] == ["sabotage_victim"]


@pytest.mark.rule("DA-SPY-17", "DA-SPY-09")
def test_a_saboteur_who_fails_comes_back() -> None:
    turn, events = run(spies(), {"j1": f"SABOTER {B} 1"}, 1, 2, chance=Fate(sabotage=(NO, NO)))

    assert one(events, "sabotage_failed", "j1").data == {"kingdom": B, "count": 1}
    assert turn.spies_abroad[J1] == 1


@pytest.mark.rule("DA-SPY-05", "DA-SPY-17")
def test_what_becomes_of_a_saboteur() -> None:
    """DA-EX-05: caught 1/8, building destroyed 7/16, back 7/16, counted over all dice."""
    ends: Counter[str] = Counter()
    for base in range(8):
        for luck in range(2):
            dice = Fate(sabotage=(place(base, 8), place(luck, 2), 0.0))
            _, events = run(spies(), {"j1": f"SABOTER {B} 1"}, 1, 2, chance=dice)
            ends[next(event.kind for event in events if event.kind != "spy_lost")] += 1

    assert ends == {"spy_caught": 2, "sabotage_victim": 7, "sabotage_failed": 7}  # of 16


@pytest.mark.rule("DA-SPY-16")
def test_saboteurs_go_one_after_the_other_so_that_a_tower_blown_up_watches_no_more() -> None:
    state = spies(buildings={"tour_de_guet": 1})
    # their order; kingdom and tower miss the first, who succeeds; only the kingdom is left against the second
    dice = Fate(sabotage=(place(1, 2), NO, NO, YES, 0.0, NO, YES))
    turn, events = run(state, {"j1": f"SABOTER {B} 2"}, 1, 2, chance=dice)

    assert dice.left("sabotage") == [] and turn.now.kingdoms[J2].buildings == {}
    assert one(events, "sabotage_failed", "j1").data["count"] == 1  # the second: nothing stood any more (DA-SPY-18)
    assert one(events, "spy_lost", "j1").data["count"] == 1


@pytest.mark.rule("DA-SPY-18")
def test_nothing_to_blow_up_and_the_spy_returns() -> None:
    dice = Fate(sabotage=(NO, YES))
    turn, events = run(spies(buildings={}), {"j1": f"SABOTER {B} 1"}, 1, 2, chance=dice)

    assert turn.spies_abroad[J1] == 1 and dice.left("sabotage") == []
    assert one(events, "sabotage_failed", "j1") and not find(events, "sabotage_victim")


@pytest.mark.rule("DA-SPY-19", "DA-FOG-08")
@pytest.mark.parametrize("count", [1, 2, 3])
def test_caught_or_successful_looks_the_same_from_home(count: int) -> None:
    """The whole report and the whole view, whoever was caught and whoever succeeded."""
    orders = {"j1": f"SABOTER {B} {count}"}
    rich = {"buildings": {"mine": 10}, "gold": 100}
    seen = []
    for fates in ([[YES]] * count, [[NO, YES, 0.0]] * count, [[YES], *[[NO, YES, 0.0]] * (count - 1)]):
        order = [place(n, n + 1) for n in range(count - 1, 0, -1)]
        dice = Fate(sabotage=(*order, *[draw for fate in fates for draw in fate]), rumour=Always(NO))
        step = play(spies(4, **rich), orders, chance=dice)
        assert dice.left("sabotage") == []
        own = seen_by(step.events, J1)
        view = daifen.view(step.state, J1)
        seen.append((own, view, [daifen.report(view, own, lang) for lang in ("fr", "en")]))
    assert seen[0] == seen[1] == seen[2]


@pytest.mark.rule("DA-SPY-16", "DA-PHA-04")
def test_all_thefts_come_before_all_sabotages_and_have_streams_of_their_own() -> None:
    state = spies(buildings={"tour_de_guet": 1, "mine": 1})
    dice = Fate(theft=(NO, NO), sabotage=(NO, NO, YES, place(1, 2)))
    turn, _ = run(state, {"j1": f"SABOTER {B} 1\nVOLER {B} 1"}, 1, 2, chance=dice)

    assert dice.left("theft") == [] and dice.left("sabotage") == []  # the thief met the tower that was blown up later
    assert turn.now.kingdoms[J2].buildings == {"mine": 1}


@pytest.mark.rule("DA-SPY-21")
def test_a_sabotaged_tower_does_not_fire_and_a_sabotaged_wall_protects_nobody() -> None:
    state = acquainted(2)
    endow(state, "j1", units={"espion": 2, "guerrier": 5})
    endow(state, "j2", buildings={"tour_de_garde": 1, "barricades": 1, "mine": 9}, units={"guerrier": 1})
    orders = {"j1": f"SABOTER {B} 2\nATTAQUER {B} : Guerrier 5"}
    dice = Fate(sabotage=(place(1, 2), NO, YES, place(10, 11), NO, YES, place(9, 10)))
    step = play(state, orders, chance=dice)
    told = one(step, "assault_attacker", "j1").data

    assert told["volley"] is None
    assert all(fight["walls"] == 0 for fight in told["rounds"])


# EXPLORE


@pytest.mark.rule("DA-SPY-22", "DA-SPY-23", "DA-FOG-02", "DA-RNG-05")
@pytest.mark.parametrize(("spot", "found"), [(0, "j2"), (1, "j4")])
def test_an_explorer_finds_one_of_the_unknown_kingdoms(spot: int, found: str) -> None:
    """U = 2 of N = 4: faces 0 and 1 of four succeed."""
    state = continent(5)
    state.kingdoms[Seat("j5")].fallen = 1
    know(state, "j1", "j3")
    endow(state, "j1", units={"espion": 1})
    dice = Fate(exploration=(place(1, 4), place(spot, 2)))
    step = play(state, {"j1": "EXPLORER 1"}, chance=dice)
    other = state.kingdoms[Seat(found)]

    assert one(step, "explore_found", "j1").data == {"kingdom": other.name, "lord": other.lord, "race": other.race}
    assert step.state.kingdoms[J1].known == {J3: 0, found: 1}
    assert step.state.kingdoms[Seat(found)].known == {}  # and is not told
    assert not [event for event in seen_by(step.events, Seat(found)) if "explor" in event.kind]


@pytest.mark.rule("DA-SPY-22")
def test_an_explorer_fails_above_his_chance() -> None:
    state = continent(4)
    know(state, "j1", "j3")
    endow(state, "j1", units={"espion": 1})
    step = play(state, {"j1": "EXPLORER 1"}, chance=Fate(exploration=(place(2, 4), place(0, 12))))

    assert one(step, "explore_event", "j1").data["event"] == "nothing"
    assert step.state.kingdoms[J1].known == {J3: 0}


@pytest.mark.rule("DA-SPY-23")
def test_each_success_lowers_the_chance_of_the_next() -> None:
    state = continent(3)
    endow(state, "j1", units={"espion": 3})
    # 2 of 3: face 1 finds; then 1 of 3: face 0 finds; then 0 of 3: face 0 does not, and the event is "nothing"
    dice = Fate(exploration=(place(1, 3), place(1, 2), place(0, 3), place(0, 1), place(0, 3), place(0, 12)))
    step = play(state, {"j1": "EXPLORER 3"}, chance=dice)

    assert [event.data["kingdom"] for event in find(step, "explore_found", "j1")] == [C, B]
    assert dice.left("exploration") == []


@pytest.mark.rule("DA-SPY-24")
def test_with_nobody_left_to_find_exploring_always_fails() -> None:
    state = spies()
    step = play(state, {"j1": "EXPLORER 2"}, chance=Fate(exploration=(YES, place(0, 12), YES, place(5, 12))))

    assert [event.data["event"] for event in find(step, "explore_event", "j1")] == ["nothing", "nothing"]


@pytest.mark.rule("DA-SPY-25", "DA-SPY-26", "DA-RNG-05", "DA-PHA-08")
@pytest.mark.parametrize(
    ("die", "draws", "event", "amount", "unit"),
    [
        (1, (), "nothing", 0, ""),
        (6, (), "nothing", 0, ""),
        (7, (ONE, TWO, THREE), "gold", 6, ""),
        (8, (THREE, THREE, THREE), "gold", 9, ""),
        (9, (TWO,), "intellect", 2, ""),
        (10, (ONE,), "intellect", 1, ""),
        (11, (THREE, place(1, 3)), "troops", 3, "automate"),
        (12, (), "death", 0, ""),
    ],
)
def test_the_special_events_of_a_fruitless_journey(
    die: int, draws: tuple[float, ...], event: str, amount: int, unit: str
) -> None:
    dice = Fate(exploration=(NO, place(die - 1, 12), *draws))
    turn, events = run(spies(), {"j1": "EXPLORER 1"}, 1, 5, chance=dice)
    assert one(events, "explore_event", "j1").rule == ("DA-SPY-26" if event == "death" else "DA-SPY-25")
    told = one(events, "explore_event", "j1").data

    assert told == {"event": event, "amount": amount, "unit": unit}
    assert dice.left("exploration") == []
    assert (turn.now.kingdoms[J1].gold, turn.now.kingdoms[J1].intellect) == (50, 0)  # finds come with Réception
    turn, _ = run(spies(), {"j1": "EXPLORER 1"}, 1, 5, 6, chance=Fate(exploration=(NO, place(die - 1, 12), *draws)))
    home = turn.now.kingdoms[J1]
    assert home.gold == 50 + (amount if event == "gold" else 0)
    assert home.intellect == (amount if event == "intellect" else 0)
    assert home.units == {"espion": 9 if event == "death" else 10} | ({unit: amount} if unit else {})


@pytest.mark.rule("DA-SPY-26", "DA-TEC-07")
def test_the_technology_exploration_helps_no_explorer() -> None:
    state = continent(3, races=["elfes"])
    endow(state, "j1", units={"espion": 1}, technologies=["mysticisme", "exploration"])
    dice = Fate(exploration=(place(2, 3), place(11, 12)))  # 2 of 3 are unknown: face 2 fails all the same
    step = play(state, {"j1": "EXPLORER 1"}, chance=dice)

    told = one(step, "explore_event", "j1")
    assert (told.rule, told.data["event"]) == ("DA-SPY-26", "death")
    assert step.state.kingdoms[J1].units == {}


# SPY_ON


@pytest.mark.rule("DA-SPY-28")
def test_each_master_gets_one_report_however_many_of_his_spies_come_back() -> None:
    state = spies()
    endow(state, "j3", units={"espion": 1})
    know(state, "j3", "j2")
    _, events = run(state, {"j1": f"ESPIONNER {B} 3", "j3": f"ESPIONNER {B} 1"}, 1, 5, chance=Fate(spying=(NO,) * 4))

    assert [event.seen_by for event in find(events, "spy_report")] == [(J1,), (Seat("j3"),)]


@pytest.mark.rule("DA-SPY-27", "DA-SPY-28", "DA-FOG-10", "DA-PHA-07")
def test_a_spy_sees_what_stands_there_after_combats_and_construction_before_reception() -> None:
    state = acquainted(4)
    endow(state, "j1", units={"espion": 3})
    endow(
        state,
        "j2",
        gold=80,
        intellect=33,
        technologies=["fleches"],
        units={"guerrier": 6, "scribe": 2, "espion": 1},
        buildings={"caserne": 1, "mine": 2},
    )
    endow(state, "j3", units={"archer": 2, "guerrier": 1})
    orders = {
        "j1": f"ESPIONNER {B} 3",
        "j2": f"ENTRAINER Guerrier 1\nCONSTRUIRE Mine 1\nSOUTENIR {A} : Guerrier 2\nATTAQUER {D} : Guerrier 1",
        "j3": f"SOUTENIR {B} : Archer 2\nDONNER {B} : OR 5",
    }
    step = play(state, orders, chance=Fate(spying=(YES, NO, NO, NO, NO)))
    told = one(step, "spy_report", "j1").data

    assert told == {
        "kingdom": B,
        "turn": 1,
        "gold": 57,
        "buildings": {"mine": 3, "caserne": 1},
        "units": {"guerrier": 4, "espion": 1, "scribe": 2},
        "supports": {"archer": 2},
    }
    seen = daifen.view(step.state, J1)["own"]["known"][B]["report"]
    assert seen == {key: value for key, value in told.items() if key != "kingdom"}
    assert one(step, "spy_lost", "j1").data["count"] == 1


@pytest.mark.rule("DA-SPY-27", "DA-PHA-08")
def test_a_spy_sees_neither_loot_nor_gifts_nor_stolen_gold_nor_the_absent_army() -> None:
    state = acquainted(4)
    endow(state, "j1", units={"espion": 1})
    endow(state, "j2", units={"guerrier": 20, "espion": 1}, gold=7)
    endow(state, "j3", units={}, gold=100)
    orders = {"j1": f"ESPIONNER {B} 1", "j2": f"ATTAQUER {C} : Guerrier 20\nVOLER {C} 1", "j4": f"DONNER {B} : OR 9"}
    step = play(state, orders, chance=Fate(theft=(NO,), spying=(NO,)))
    told = one(step, "spy_report", "j1").data

    assert (told["gold"], told["units"]) == (7, {})
    assert step.state.kingdoms[J2].gold >= 7 + 10 + 90 + 9


@pytest.mark.rule("DA-SPY-10")
def test_missions_about_a_kingdom_that_fell_are_void_and_the_spies_return() -> None:
    state = acquainted(4)
    endow(state, "j1", units={"espion": 5})
    endow(state, "j2", buildings={})
    orders = {"j1": f"ESPIONNER {B} 1\nINDIQUER {B} A {C}\nINDIQUER {C} A {B}\nINDIQUER {A} A {C}\nEXPLORER 1"}
    step = play(state, orders, chance=Fate(exploration=(NO, place(0, 12))))

    assert [event.data["line"].split()[0] for event in find(step, "mission_void", "j1")] == [
        "ESPIONNER",
        "INDIQUER",
        "INDIQUER",
    ]
    assert step.state.kingdoms[J1].units == {"espion": 5}
    assert len(find(step, "reveal_done")) == 1 and not find(step, "spy_report")
    report = daifen.report(daifen.view(step.state, J1), seen_by(step.events, J1), "fr").split("\n")
    told = [n for n, line in enumerate(report) if "Mission sans objet" in line]
    phases = catalogue("heraut.games.daifen", "fr").groups["phase"]
    headings = [line.strip("─ ") for line in report[: told[0]] if line.startswith("──")]
    assert len(told) == 3 and headings[-1] == phases["intelligence"] and phases["departure"] not in headings


# REVEAL


@pytest.mark.rule("DA-SPY-29", "DA-SPY-30", "DA-FOG-02", "DA-FOG-07", "DA-PHA-07")
def test_an_ambassador_makes_a_kingdom_known_and_tells_it_nothing() -> None:
    state = continent(4)
    know(state, "j1", "j2", "j3")
    endow(state, "j1", units={"espion": 2})
    step = play(state, {"j1": f"INDIQUER {C} A {B}"})

    assert step.state.kingdoms[J2].known == {J3: 1}
    assert one(step, "reveal_received", "j2").data == {"kingdom": C, "sender": "?"}
    assert one(step, "reveal_done", "j1").data == {"kingdom": C, "recipient": B}
    assert "reveal_received" not in [event.kind for event in seen_by(step.events, J3)]
    assert step.state.kingdoms[J1].units == {"espion": 2}

    own = play(state, {"j1": f"INDIQUER {A} A {B}"})
    assert one(own, "reveal_received", "j2").data == {"kingdom": A, "sender": A}


@pytest.mark.rule("DA-PHA-07")
def test_exploring_comes_first_then_spying_then_revealing() -> None:
    state = spies(3)
    state.kingdoms[J1].known = {J2: 0}
    turn, events = run(
        state,
        {"j1": f"INDIQUER {A} A {B}\nESPIONNER {B} 1\nEXPLORER 1"},
        1,
        5,
        chance=Fate(exploration=(YES, 0.0), spying=(NO,)),
    )

    kinds = [event.kind for event in events if event.seen_by == ("j1",)]
    assert kinds == ["explore_found", "spy_report", "reveal_done"]
    assert turn.now.kingdoms[J2].known == {J1: 1}
