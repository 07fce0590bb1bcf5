"""A whole continent guessed from what one lord knows: it agrees with all of it, on every turn of any match."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from heraut import bots
from heraut.engine.conformance import check_guess, random_player
from heraut.engine.play import Player
from heraut.engine.protocol import Event, Guessing, Seat, Step, seen_by
from heraut.engine.rng import Rng
from heraut.games import daifen
from heraut.games.daifen.naming import plain
from heraut.games.daifen.races import BUILDINGS, RACES, UNITS
from heraut.games.daifen.state import Continent, SpyReport

from .builders import NO, YES, Always, B, C, Fate, acquainted, continent, endow, fell, know, play, seats
from .promises import check_bounds
from .scramble import scramble

bot: Player[Any] = bots.player("daifen", "classic")
J1, J2, J3 = Seat("j1"), Seat("j2"), Seat("j3")
MATCHES: list[tuple[int, dict[str, Any], int, int]] = [  # lords, options, every how manieth plays at random, turns
    (2, {}, 0, 30),
    (3, {"abandon_after": None}, 1, 20),
    (5, {"abandon_after": 1, "pace": "rapide"}, 2, 30),
    (6, {"returning": ["j1", "j4"], "races_secret": True}, 0, 26),
    (8, {"abandon_after": 2, "pace": "lent"}, 3, 24),
    (16, {}, 0, 26),
    (24, {"lords": 40}, 2, 12),
    *((4, {"races": dict.fromkeys(("j1", "j2", "j3", "j4"), race)}, 0, 26) for race in RACES),
]


def turns(
    number: int, options: Mapping[str, Any], random: int = 0, most: int = 40, seed: bytes = b"guess"
) -> Iterator[tuple[Continent, tuple[Event, ...]]]:
    """The turns of a match, each with the events that led to it, until it is over."""
    rng = Rng(seed).at(number)
    step = daifen.setup(seats(number), options, rng.at("setup"))
    while daifen.result(step.state) is None and step.state.turn <= most:
        yield step.state, step.events
        answers = {}
        for place, (seat, owed) in enumerate(daifen.pending(step.state).items()):
            who: Player[Any] = random_player if random and place % random == 0 else bot
            answers[seat] = who(owed, owed.view, rng.at("player", seat, step.state.turn))
        step = daifen.advance(step.state, answers, rng.at("turn", step.state.turn))


@pytest.mark.slow
@pytest.mark.rule("DA-FOG-05", "DA-FOG-08", "DA-INV-04")
@pytest.mark.parametrize(("number", "options", "random", "most"), MATCHES)
def test_a_guess_agrees_with_all_that_its_lord_knows(
    number: int, options: dict[str, Any], random: int, most: int
) -> None:
    """Every seat of every turn: the view byte for byte, a sound continent, as many kingdoms as there may be."""
    for state, events in turns(number, options, random, most):
        guesses = check_guess(daifen, state, events, seats(number), Rng(b"guess").at(state.turn), strangers=True)
        for seat, guessed in guesses.items():
            check_bounds(guessed)
            check_crowd(guessed, seat)


def check_crowd(guessed: Continent, seat: Seat) -> None:
    """Seats, numbers and names are sound, and the seat is the one that it says it is."""
    kingdoms = [*guessed.kingdoms.values()]
    assert [kingdom.number for kingdom in kingdoms] == [*range(1, len(kingdoms) + 1)]
    assert all(kingdom.seat == name for name, kingdom in guessed.kingdoms.items())
    assert len({plain(kingdom.name) for kingdom in kingdoms}) == len(kingdoms) <= 40
    assert guessed.kingdoms[seat].number == int(seat[1:])
    assert all(kingdom.fallen is None or 1 <= kingdom.fallen < guessed.turn for kingdom in kingdoms)


def test_the_game_declares_that_it_guesses() -> None:
    assert isinstance(daifen, Guessing)


def test_other_streams_are_other_worlds_and_views_are_left_alone() -> None:
    *_, (state, events) = turns(5, {}, most=9)
    seen, told = daifen.view(state, J1), seen_by(events, J1)
    text = json.dumps(seen)
    found = {daifen.dump(daifen.guess(seen, told, J1, Rng(f"{n}".encode()))) for n in range(5)}
    assert len(found) == 5 and json.dumps(seen) == text
    again = daifen.guess(json.loads(text), told, J1, Rng(b"0"))
    assert daifen.dump(again) in found, "a view that came as JSON is the same view"


@pytest.mark.slow
@pytest.mark.rule("DA-FOG-08", "DA-FOG-10")
def test_what_is_hidden_changes_no_guess() -> None:
    for state, events in turns(6, {}, most=26):
        for seat in daifen.pending(state):
            other = scramble(state, seat, Rng(b"secrets").at(state.turn, seat))
            told = seen_by(events, seat)
            here, there = (daifen.guess(daifen.view(each, seat), told, seat, Rng(b"same")) for each in (state, other))
            assert daifen.dump(here) == daifen.dump(there)


def test_a_match_that_is_over_hides_nothing() -> None:
    state = continent(3)
    over = daifen.rule(state, "CLORE").state
    with pytest.raises(ValueError, match="over"):
        daifen.guess(daifen.view(over, J1), (), J1, Rng(b""))


@pytest.mark.rule("DA-END-03", "DA-FOG-08")
def test_the_seat_of_a_fallen_kingdom_guesses_from_what_is_public() -> None:
    state = acquainted(4)
    endow(state, "j1", buildings={"carriere": 1}, units={})
    endow(state, "j2", units={"guerrier": 60})
    step = play(state, {"j2": "ATTAQUER Aubelune : guerrier 60"})
    assert step.state.kingdoms[J1].fallen == 1
    guesses = check_guess(daifen, step.state, step.events, seats(4), Rng(b"fallen"), strangers=True)
    assert guesses[J1].kingdoms[J1].fallen == 1 and len(daifen.pending(guesses[J1])) == 3
    assert J1 not in daifen.pending(guesses[J1])
    gone = [kingdom for kingdom in guesses[J2].kingdoms.values() if not kingdom.alive]
    assert [(kingdom.name, kingdom.fallen) for kingdom in gone] == [("Aubelune", 1)]


@pytest.mark.rule("DA-END-05")
def test_who_is_asked_to_associate_knows_that_somebody_has_fallen() -> None:
    for begun, offered in ((3, False), (4, True), (5, True)):
        state = continent(begun)
        for gone in range(4, begun + 1):
            fell(state, f"j{gone}")
        state.turn = 5
        for n in range(8):
            guessed = daifen.guess(daifen.view(state, J1), (), J1, Rng(b"%d" % n))
            assert (len(guessed.kingdoms) > 3) is offered and guessed.offered is offered


def test_a_host_s_decision_between_two_turns_is_guessed_around() -> None:
    state = daifen.rule(acquainted(4), "ELIMINER j4").state
    guesses = check_guess(daifen, state, (), seats(4), Rng(b"ruled"), strangers=True)
    assert not guesses[J1].offered and len(daifen.pending(guesses[J1])) == 3


@pytest.mark.slow
def test_guessed_kingdoms_are_about_as_large_as_true_ones() -> None:
    """Within a half of what bots have on average, early and late."""
    for state, events in turns(8, {}, seed=b"size"):
        if state.turn not in (1, 5, 10, 15, 20, 25):
            continue
        true: Counter[str] = Counter()
        drawn: Counter[str] = Counter()
        for seat in daifen.pending(state):
            measure(true, state, seat)
            measure(drawn, daifen.guess(daifen.view(state, seat), seen_by(events, seat), seat, Rng(b"size")), seat)
        for figure, total in true.items():
            assert total * 2 / 3 <= drawn[figure] <= total * 3 / 2, (state.turn, figure, total, drawn[figure])


def measure(figures: Counter[str], state: Continent, me: Seat) -> None:
    """What all kingdoms but one own."""
    for kingdom in state.living():
        if kingdom.seat != me:
            figures["gold"] += kingdom.gold
            figures["units"] += sum(kingdom.units.values())
            figures["worth"] += sum(UNITS[code].cost * number for code, number in kingdom.units.items())
            figures["buildings"] += sum(kingdom.buildings.values())


# What view and events tell


def guesses_of(step: Step[Continent], name: str, times: int = 12) -> list[Any]:
    """What the first lord guesses of a kingdom that he knows, several times."""
    seen, told = daifen.view(step.state, J1), seen_by(step.events, J1)
    found = []
    for n in range(times):
        guessed = daifen.guess(seen, told, J1, Rng(b"%d" % n))
        found.append(next(kingdom for kingdom in guessed.kingdoms.values() if kingdom.name == name))
    return found


@pytest.mark.rule("DA-CON-08")
def test_before_the_first_turn_all_have_the_starting_kit() -> None:
    step = Step(acquainted(3), ())
    for found in guesses_of(step, B):
        truth = step.state.kingdoms[J2]
        assert (found.gold, found.buildings, found.intellect) == (truth.gold, truth.buildings, 0)
        assert found.units in ({"guerrier": 4}, {"veteran": 4})


@pytest.mark.rule("DA-SPY-27")
def test_what_spies_saw_last_night_stands_as_they_saw_it() -> None:
    state = acquainted(3)
    state.turn = 9
    endow(state, "j1", units={"espion": 1})
    endow(state, "j2", gold=70, buildings={"carriere": 7, "ourte": 2, "ka_ban": 1}, units={"troll": 9}, race="orcs")
    step = play(state, {"j1": "ESPIONNER Brumeval 1"}, chance=Fate(spying=Always(NO)))
    for found in guesses_of(step, B):
        assert found.buildings == {"carriere": 7, "ourte": 2, "ka_ban": 1}
        assert found.gold == step.state.kingdoms[J2].gold == 70 + 70 + 12
        assert set(found.units) == {"troll"} and 9 <= found.units["troll"] <= 13, "at home, or just back"
        assert {"taille", "groz_pat"} <= set(found.technologies), "no Ka'Ban, no troll without"


@pytest.mark.rule("DA-SPY-27")
def test_an_old_report_is_grown_by_the_turns_since() -> None:
    state = acquainted(3)
    state.turn = 15
    know(state, "j1", "j2")
    state.kingdoms[J1].reports[J2] = SpyReport(5, 10, {"carriere": 9, "caserne": 2}, {"guerrier": 12}, {})
    for found in guesses_of(Step(state, ()), B):
        assert found.buildings["carriere"] >= 9 and sum(found.buildings.values()) > 15
        assert found.units["guerrier"] >= 12 and sum(found.units.values()) > 40


@pytest.mark.rule("DA-ASS-17")
def test_what_was_taken_by_storm_is_bare() -> None:
    state = acquainted(3)
    state.turn = 9
    endow(state, "j1", units={"guerrier": 90})
    endow(state, "j2", gold=500, buildings={"carriere": 40, "caserne": 2}, units={"guerrier": 5})
    step = play(state, {"j1": "ATTAQUER Brumeval : guerrier 90"})
    assert step.state.kingdoms[J2].gold < 500
    for found in guesses_of(step, B):
        fighters = sum(number for code, number in found.units.items() if UNITS[code].defensive)
        assert fighters <= 3 * sum(number for code, number in found.buildings.items() if BUILDINGS[code].trains)
        assert found.gold == sum(BUILDINGS[code].gold_gain * number for code, number in found.buildings.items())


@pytest.mark.rule("DA-ATK-02", "DA-FOG-02")
def test_a_lone_attacker_has_what_came_home_to_him_and_knows_his_way() -> None:
    state = acquainted(3)
    endow(state, "j1", units={"guerrier": 2}, buildings={"carriere": 40})
    endow(state, "j3", units={"veteran": 77})
    step = play(state, {"j3": "ATTAQUER Aubelune : veteran 77"})
    for found in guesses_of(step, C):
        assert found.units["veteran"] >= 70 and J1 in found.known


@pytest.mark.rule("DA-SPY-07", "DA-SPY-30")
def test_whoever_sent_a_caught_spy_or_caught_one_knows_the_kingdom() -> None:
    state = acquainted(3)
    for seat in ("j1", "j3"):
        endow(state, seat, units={"espion": 1})
    step = play(
        state, {"j1": "VOLER Brumeval 1", "j3": "ESPIONNER Aubelune 1"},
        chance=Fate(theft=Always(YES), spying=Always(YES)),
    )  # fmt: skip
    for name in (B, C):
        assert all(J1 in found.known for found in guesses_of(step, name))


@pytest.mark.rule("DA-RUM-02", "DA-RUM-07")
@pytest.mark.parametrize(("statement", "more"), [("ARMEE_FORTE", True), ("ARMEE_FAIBLE", False)])
def test_rumours_are_half_believed(statement: str, more: bool) -> None:
    state = acquainted(3)
    state.turn = 12
    rumour = Event("DA-RUM-07", "rumour", {"kingdom": B, "statement": statement, "text": ""}, (J1,))

    def armies(events: tuple[Event, ...]) -> int:
        return sum(sum(found.units.values()) for found in guesses_of(Step(state, events), B, 40))

    assert (armies((rumour,)) > 1.15 * armies(())) if more else (armies((rumour,)) < 0.85 * armies(()))
