"""The lord of the first release, whose counsels all others have: what he never does, what he does, that he wins."""

from __future__ import annotations

import copy
from collections.abc import Callable
from statistics import median
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heraut import bots
from heraut.bots.daifen.learning import DOCTRINES
from heraut.bots.daifen.planner import Planner
from heraut.bots.daifen.strength import body, foresee, hits
from heraut.bots.daifen.training import best_soldiers
from heraut.bots.daifen.traits import CLASSIC, by_turn
from heraut.bots.daifen.war import SUSPECT
from heraut.engine.conformance import random_player
from heraut.engine.play import play
from heraut.engine.protocol import Result, Seat
from heraut.engine.rng import Rng
from heraut.games import daifen
from heraut.games.daifen import orders as o
from heraut.games.daifen.orders import Form, Order
from heraut.games.daifen.races import RACES, TECHNOLOGIES, UNITS
from heraut.games.daifen.sheet.checks import gold_of
from heraut.games.daifen.state import Continent, KingdomName, SpyReport
from tests.games.daifen import builders as b

Bot = Callable[..., Form]
player: Bot = bots.player("daifen", "classic")
LONG = 100  # turns: no match of these tests should last so long


def orders(state: Continent, seat: str) -> tuple[Order, ...]:
    """The orders that the bot gives in this seat; all are taken."""
    decision = b.decision(state, seat)
    form = player(decision, decision.view, Rng(b"bot"))
    assert not decision.check(form)
    return form.orders


def those(given: tuple[Order, ...], kind: type[Order]) -> list[Any]:
    """The orders of one kind."""
    return [order for order in given if type(order) is kind]


def saw(state: Continent, seat: str, other: str, *, ago: int = 1, gold: int = 0, **units: int) -> None:
    """A spy of this seat saw these units there, and the buildings that stand now."""
    there = b.kingdom(state, other)
    report = SpyReport(state.turn - ago, gold, dict(there.buildings), units, {})
    b.kingdom(state, seat).reports[Seat(other)] = report


def neighbours(*, turn: int = 15, **army: int) -> Continent:
    """Two kingdoms that know each other; the first has this army."""
    state = b.acquainted(2)
    state.turn = turn
    b.endow(state, "j1", units=army)
    return state


# What he never does


@pytest.mark.slow
def test_his_form_is_always_taken_whatever_happens_around_him() -> None:
    """Every seat of a table of random lords, where anything may have happened, asks the bot for a form each turn."""
    for seed in range(4):
        state = b.acquainted(5, seed=bytes([seed]), races=tuple(RACES))
        for turn in range(25):
            pending = daifen.pending(state)
            for decision in pending.values():
                form = player(decision, decision.view, Rng(b"bot"))
                assert form.sent
                assert not decision.check(form)
                assert decision.parse(decision.write(form)).answer == form
            answers = {seat: decision.sample(Rng(b"x").at(seed, turn, seat)) for seat, decision in pending.items()}
            state = daifen.advance(state, answers, Rng(b"adv").at(seed, turn)).state


def test_the_same_view_gives_the_same_form_and_is_left_unchanged() -> None:
    state = neighbours(archer=40, espion=4)
    saw(state, "j1", "j2", archer=30)
    decision = b.decision(state, "j1")
    before = copy.deepcopy(decision.view)
    assert player(decision, decision.view, Rng(b"a")) == player(decision, before, Rng(b"a"))
    assert decision.view == before


def test_he_does_not_attack_those_who_are_stronger() -> None:
    state = neighbours(archer=40)
    saw(state, "j1", "j2", archer=40)
    assert not those(orders(state, "j1"), o.Attack)


def test_he_never_sends_everybody_while_the_match_is_young() -> None:
    state = neighbours(turn=15, archer=100)
    saw(state, "j1", "j2")
    (attack,) = those(orders(state, "j1"), o.Attack)
    assert dict(attack.units)["archer"] <= (1 - by_turn(CLASSIC.guards, 15)) * 100 + 1


def test_he_trusts_an_old_report_only_with_a_great_superiority() -> None:
    for ago, attacks in ((1, 1), (SUSPECT, 0)):
        state = neighbours(archer=60)
        saw(state, "j1", "j2", ago=ago, archer=26)
        assert len(those(orders(state, "j1"), o.Attack)) == attacks


def test_those_who_cannot_attack_are_not_sent_and_those_who_cannot_defend_do_not_guard() -> None:
    state = neighbours(harpie=20, archer=20, scribe=5, espion=2)
    saw(state, "j1", "j2", guerrier=1)
    sent = {code: number for attack in those(orders(state, "j1"), o.Attack) for code, number in attack.units}
    assert set(sent) == {"harpie", "archer"}
    assert sent["harpie"] > sent["archer"]


# What he does


def test_he_builds_quarries_first() -> None:
    assert those(orders(b.continent(2), "j1"), o.Build) == [o.Build("carriere", 1)]


def test_he_leaves_little_gold_to_loot() -> None:
    state = b.continent(2)
    for _ in range(14):
        decisions = daifen.pending(state)
        forms = {seat: player(decision, decision.view, Rng(b"bot")) for seat, decision in decisions.items()}
        state = daifen.advance(state, forms, Rng(b"spend")).state
    left = Planner(daifen.view(state, Seat("j1")), Rng(b"x"))
    assert sum(gold_of(order) for order in orders(state, "j1")) >= 0.9 * left.purse


def test_he_looks_around_then_watches_those_he_has_found() -> None:
    state = b.continent(4)
    state.turn = 10
    b.endow(state, "j1", units={"guerrier": 20, "espion": 4})
    assert those(orders(state, "j1"), o.Explore) == [o.Explore(4)]
    b.know(state, "j1", "j2", "j3", "j4")
    given = orders(state, "j1")
    assert those(given, o.SpyOn) == [o.SpyOn(KingdomName(name), 1) for name in b.NAMES[1:4]]
    assert not those(given, o.Explore)


def test_he_sends_more_spies_where_they_are_caught() -> None:
    state = neighbours(archer=10, espion=9)
    b.endow(state, "j2", buildings={"tour_de_guet": 6})
    saw(state, "j1", "j2", archer=90)
    assert those(orders(state, "j1"), o.SpyOn) == [o.SpyOn(KingdomName(b.NAMES[1]), 5)]


def test_he_robs_the_rich() -> None:
    state = neighbours(espion=4)
    saw(state, "j1", "j2", gold=2000, archer=99)
    assert those(orders(state, "j1"), o.Steal) == [o.Steal(b.kingdom(state, "j2").name, 3)]
    saw(state, "j1", "j2", gold=40, archer=99)
    assert not those(orders(state, "j1"), o.Steal)


def test_he_attacks_up_to_three_who_are_weak_each_with_a_part_of_the_army_and_boasts() -> None:
    state = b.acquainted(6)
    state.turn = 15
    b.endow(state, "j1", units={"archer": 400})
    for seat in ("j2", "j3", "j4", "j5", "j6"):
        saw(state, "j1", seat, guerrier=4)
    given = orders(state, "j1")
    assert len({attack.kingdom for attack in those(given, o.Attack)}) == 3
    assert those(given, o.Rumour) == [o.Rumour(b.kingdom(state, "j1").name, "ARMEE_FORTE", None)]


def test_he_attacks_blindly_once_nobody_could_withstand_him() -> None:
    state = neighbours(turn=15, archer=60)
    assert not those(orders(state, "j1"), o.Attack)
    b.endow(state, "j1", units={"archer": 900})
    assert those(orders(state, "j1"), o.Attack)


def test_he_votes_for_a_shared_victory() -> None:
    state = b.continent(4)
    assert not those(orders(state, "j1"), o.Vote)
    b.fell(state, "j4")
    assert those(orders(state, "j1"), o.Vote) == [o.Vote(yes=True)]


@pytest.mark.parametrize("race", RACES)
def test_every_race_learns_only_what_it_can_in_an_order_that_works(race: str) -> None:
    known: set[str | None] = {None}
    for technology in DOCTRINES[race]:
        assert technology in RACES[race].technologies
        assert TECHNOLOGIES[technology].requires in known
        known.add(technology)


@pytest.mark.parametrize(
    ("race", "soldier"),
    [
        ("elfes", "danseur_de_guerre"),
        ("orcs", "eluros"),
        ("humains", "paladin"),
        ("nains", "catapulte"),
        ("morts_vivants", "harpie"),
    ],
)
def test_every_race_ends_with_its_best_soldiers(race: str, soldier: str) -> None:
    state = b.continent(2, races=(race,))
    b.kingdom(state, "j1").technologies = list(DOCTRINES[race])
    soldiers = best_soldiers(Planner(daifen.view(state, Seat("j1")), Rng(b"x")))
    assert soldiers[0].code == soldier
    assert "caserne" in {unit.trained_in for unit in soldiers}


# What he foresees

armies = st.dictionaries(st.sampled_from([code for code in UNITS if UNITS[code].offensive]), st.integers(1, 500))


@pytest.mark.slow
@given(armies, armies, st.integers(0, 30), st.integers(0, 30))
def test_an_assault_can_always_be_foreseen(
    ours: dict[str, int], theirs: dict[str, int], walls: int, towers: int
) -> None:
    left = foresee(ours, theirs, {"mur": walls, "tour_de_garde": towers, "carriere": 5})
    assert -1 <= left <= 1


@pytest.mark.parametrize(
    ("ours", "theirs", "buildings", "outcome"),
    [
        ({"archer": 50}, {}, {"carriere": 5}, 1.0),
        ({"archer": 50}, {"archer": 20}, {}, 0.5),
        ({"archer": 20}, {"archer": 50}, {}, -0.5),
        ({"archer": 20}, {"archer": 20}, {"mur": 9}, -0.1),
        ({"archer": 5}, {}, {"tour_de_garde": 9}, -1.0),
        ({"fee": 5}, {"fee": 5}, {}, -1.0),
    ],
)
def test_the_stronger_is_foreseen_to_win(
    ours: dict[str, int], theirs: dict[str, int], buildings: dict[str, int], outcome: float
) -> None:
    left = foresee(ours, theirs, buildings)
    assert left >= outcome if outcome > 0 else left <= outcome


def test_hits_and_body_add_up() -> None:
    assert hits({"archer": 3, "scribe": 2}) == 12
    assert body({"guerrier": 2}) == pytest.approx(6.2)


# That he wins


def table(players: dict[str, Bot], races: list[str], seed: bytes) -> tuple[int, Result | None]:
    """A match between these players, of these races: how many turns it took, and how it ended."""
    seats: dict[Seat, Bot] = {Seat(seat): bot for seat, bot in players.items()}
    match = play(daifen, seats, {"races": dict(zip(seats, races, strict=True))}, seed, max_steps=LONG)
    return len(match.record.steps), daifen.result(match.state)


def one_among(count: int, mine: str) -> dict[str, Bot]:
    """One lord who wins, at this seat, among lords who do anything."""
    return {f"j{number}": player if f"j{number}" == mine else random_player for number in range(1, count + 1)}


@pytest.mark.parametrize("race", RACES)
def test_he_beats_a_lord_who_does_anything(race: str) -> None:
    for number, other in enumerate(RACES):
        mine = f"j{1 + number % 2}"
        races = [race, other] if mine == "j1" else [other, race]
        _, result = table(one_among(2, mine), races, f"duel {race} {other}".encode())
        assert result is not None
        assert result.scores[Seat(mine)] == 1


@pytest.mark.slow
def test_he_wins_among_five_who_do_anything() -> None:
    wins = 0
    for number, race in enumerate(RACES):
        mine = f"j{1 + number}"
        _, result = table(one_among(6, mine), [*RACES, race], f"table {race}".encode())
        wins += result is not None and result.scores[Seat(mine)] == 1
    assert wins >= 4


@pytest.mark.slow
def test_ten_of_them_always_come_to_an_end_and_never_at_once() -> None:
    ends = [table({f"j{n}": player for n in range(1, 11)}, [*RACES] * 2, bytes([seed])) for seed in range(3)]
    assert all(result is not None and any(result.scores.values()) for _, result in ends)
    assert all(turns >= 12 for turns, _ in ends)
    assert 15 <= median(turns for turns, _ in ends) <= 45


def test_he_and_those_who_do_anything_come_to_an_end_together() -> None:
    players: dict[str, Bot] = {f"j{n}": (player if n % 2 else random_player) for n in range(1, 11)}
    turns, result = table(players, [*RACES] * 2, b"mixed")
    assert result is not None
    assert any(result.scores[Seat(seat)] for seat, bot in players.items() if bot is player)
    assert turns < LONG
