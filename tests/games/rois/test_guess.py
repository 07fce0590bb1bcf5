"""A whole world guessed from what one King knows: it agrees with all of it, in every year of any match."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from heraut import bots
from heraut.engine.conformance import check_guess, random_player
from heraut.engine.play import Player
from heraut.engine.protocol import Event, Guessing, Seat, seen_by
from heraut.engine.rng import Rng
from heraut.games import rois
from heraut.games.rois.phases.offices import standings
from heraut.games.rois.sight import look_around
from heraut.games.rois.state import MAGICS, Kingdom, Sighting, Tactic, World
from heraut.games.rois.world.copies import copy
from heraut.games.rois.world.whereabouts import Whereabouts

from .builders import feature, item, land, meet, own, person, play, relate, turn_of, units, view, world
from .promises import check_world
from .scramble import scramble

bot = bots.player("rois", "classic")

J1 = Seat("j1")
MATCHES: list[tuple[int, str, dict[str, Any], int]] = [  # Kings, seed, options, every how manieth plays at random
    (2, "a", {"turns": 15}, 0),
    (4, "b", {"turns": 9, "open_relations": True}, 0),
    (6, "c", {"turns": 8, "hardened": True}, 2),
    (3, "d", {"turns": 16}, 1),
    (8, "e", {"turns": 12}, 0),
    (12, "f", {"short": True}, 0),
]


def seats(number: int) -> list[Seat]:
    """j1, j2…"""
    return [Seat(f"j{n}") for n in range(1, number + 1)]


def years(number: int, seed: str, options: Mapping[str, Any], random: int) -> Iterator[tuple[World, tuple[Event, ...]]]:
    """The years of a match, each with the events that led to it, until it is over."""
    rng = Rng(seed.encode())
    step = rois.setup(seats(number), options, rng.at("setup"))
    while rois.result(step.state) is None:
        yield step.state, step.events
        answers = {}
        for place, (seat, owed) in enumerate(rois.pending(step.state).items()):
            who: Player[Any] = random_player if random and place % random == 0 else bot
            answers[seat] = who(owed, owed.view, rng.at("player", seat, step.state.turn))
        step = rois.advance(step.state, answers, rng.at("year", step.state.turn))


@pytest.mark.slow
@pytest.mark.rule("RO-INFO-03", "RO-INFO-06", "RO-GEN-04")
@pytest.mark.parametrize(("number", "seed", "options", "random"), MATCHES)
def test_a_guess_agrees_with_all_that_its_king_knows(
    number: int, seed: str, options: dict[str, Any], random: int
) -> None:
    """Every seat of every year: the view byte for byte, a sound world, what stands in sight, the race for offices."""
    rng = Rng(b"guess")
    for state, events in years(number, seed, options, random):
        for seat, guessed in check_guess(rois, state, events, seats(number), rng.at(state.turn)).items():
            where = f"{seat}, year {state.turn}"
            check_world(guessed)
            check_places_of_items(guessed, where)
            kingdom = guessed.seat(seat)
            if not kingdom.fallen:
                check_sight(guessed, seat, where)
                check_offices(guessed, kingdom, where)


def check_places_of_items(guessed: World, where: str) -> None:
    """Each item is in one place."""
    places: Counter[int] = Counter()
    for holder in (*guessed.characters.values(), *guessed.provinces.values(), *guessed.features.values()):
        places.update(holder.items)
    assert places == Counter([*guessed.items]), where


def check_sight(guessed: World, seat: Seat, where: str) -> None:
    """Where the King has eyes stands what he sees there, and nothing else; the disguised are strangers to the guess."""
    other = copy(guessed)
    now = (guessed.turn - 1, 6) if guessed.turn > 1 else (0, 0)
    look_around(Whereabouts(other), *now)
    seen, looked = guessed.seat(seat).sightings, other.seat(seat).sightings
    fresh = {number for number, sighting in seen.items() if (sighting.turn, sighting.season) == now}
    assert fresh == {number for number, sighting in looked.items() if (sighting.turn, sighting.season) == now}, where
    for number in fresh:
        if 0 not in seen[number].characters:
            assert looked[number] == seen[number], f"{where}, province {number}"


def check_offices(guessed: World, kingdom: Kingdom, where: str) -> None:
    """The standings would be the same, but for lands that nobody can count."""
    told, found = kingdom.standings, standings(guessed)[kingdom.number]
    for office in told.keys() - {"emperor"}:
        assert found[office] == told[office], f"{where}, {office}"


def test_the_game_declares_that_it_guesses() -> None:
    assert isinstance(rois, Guessing)


def test_other_streams_are_other_worlds_and_views_are_left_alone() -> None:
    state = rois.setup(seats(4), {}, Rng(b"streams")).state
    seen = rois.view(state, J1)
    text = json.dumps(seen)
    found = {rois.dump(rois.guess(seen, (), J1, Rng(f"{n}".encode()))) for n in range(4)}
    assert len(found) == 4 and json.dumps(seen) == text
    again = rois.guess(json.loads(text), (), J1, Rng(b"0"))
    assert rois.dump(again) in found, "a view that came as JSON is the same view"


@pytest.mark.slow
@pytest.mark.rule("RO-INFO-03", "RO-INFO-06")
def test_what_is_hidden_changes_no_guess() -> None:
    for state, events in years(3, "hidden", {"turns": 8}, 0):
        for seat in rois.pending(state):
            other = scramble(state, seat, Rng(b"secrets").at(state.turn, seat))
            told = seen_by(events, seat)
            here, there = (rois.guess(rois.view(each, seat), told, seat, Rng(b"same")) for each in (state, other))
            assert rois.dump(here) == rois.dump(there)


def test_a_match_that_is_over_hides_nothing() -> None:
    *_, (state, _) = years(2, "over", {"turns": 8}, 0)
    step = rois.advance(state, {seat: owed.default for seat, owed in rois.pending(state).items()}, Rng(b"last"))
    with pytest.raises(ValueError, match="over"):
        rois.guess(rois.view(step.state, J1), (), J1, Rng(b""))


def test_the_seat_of_a_fallen_kingdom_guesses_from_what_is_public() -> None:
    state = rois.setup(seats(3), {"turns": 20}, Rng(b"fallen")).state
    for unit in [unit for unit in state.units.values() if unit.kingdom == 1]:
        del state.units[unit.number]
    state.provinces[state.kingdoms[1].home].owner = 2
    step = play(state, chance=Rng(b"falls"))
    assert step.state.kingdoms[1].fallen == 1
    guesses = check_guess(rois, step.state, step.events, seats(3), Rng(b"guess"))
    assert guesses[J1].kingdoms[1].fallen == 1 and set(rois.pending(guesses[J1])) == {"j2", "j3"}


@pytest.mark.slow
def test_guessed_kingdoms_are_about_as_large_as_true_ones() -> None:
    """Within a half of what bots have on average, early and late."""
    for state, events in years(8, "size", {"turns": 15}, 0):
        if state.turn not in (1, 5, 10, 15):
            continue
        true: Counter[str] = Counter()
        drawn: Counter[str] = Counter()
        for seat in rois.pending(state):
            me = state.seat(seat).number
            measure(true, state, me)
            measure(drawn, rois.guess(rois.view(state, seat), seen_by(events, seat), seat, Rng(b"size")), me)
        for figure, total in true.items():
            assert total / 2 <= drawn[figure] <= total * 2, (state.turn, figure, total, drawn[figure])


def measure(figures: Counter[str], state: World, me: int) -> None:
    """The provinces, the armies, the people and the gold of all kingdoms but one."""
    others = {kingdom.number for kingdom in state.living()} - {me}
    figures["provinces"] += sum(province.owner in others for province in state.provinces.values())
    figures["units"] += sum(unit.kingdom in others for unit in state.units.values())
    figures["natives"] += sum(unit.kingdom == 0 for unit in state.units.values())
    figures["people"] += sum(each.kingdom in others and each.alive for each in state.characters.values())
    figures["gold"] += sum(state.kingdoms[number].gold for number in others)
    figures["places"] += len(state.features)
    figures["items"] += len(state.items)


# What events tell


def guess_after(state: World, orders: dict[str, str], **chance: Any) -> tuple[World, World]:
    """The truth after a year of these orders, and what the first King guesses of it."""
    step = play(state, orders, chance=Rng(b"told")) if not chance else play(state, orders, **chance)
    return step.state, rois.guess(view(step.state, J1), seen_by(step.events, J1), J1, Rng(b"guess"))


@pytest.mark.rule("RO-SPY-02")
def test_a_spy_s_report_tells_the_treasury_and_how_others_stand() -> None:
    state = world(3)
    spy = person(state, 1, 51, SP=9, name="Espion")
    land(state, 51, owner=2)
    units(state, 2, 50, *["HC"] * 5)
    relate(state, 2, 3, "enemy")
    state.kingdoms[2].gold = 77
    state.kingdoms[1].inventions = []
    truth, guessed = guess_after(state, {"j1": f"@{spy.number}\n5: SP 50"})
    assert truth.kingdoms[1].sightings[51]
    assert abs(guessed.kingdoms[2].gold - 77) <= 5 and guessed.kingdoms[2].relation(3) == "enemy"


@pytest.mark.rule("RO-SPY-11")
def test_who_is_trailed_keeps_his_plan_his_wounds_and_his_items() -> None:
    state = world(2)
    spy = person(state, 1, 60, SP=9, name="Limier")
    prey = person(state, 2, 60, name="Proie", plan=(Tactic("FL"),), duel=(Tactic("ME"),))
    carried = item(state, "PP", prey)
    meet(state, 1, prey.number)
    truth, guessed = guess_after(state, {"j1": f"@{spy.number}\n5: TR {prey.number}"})
    assert carried.number in truth.kingdoms[1].items
    there = guessed.characters[prey.number]
    assert (there.plan, there.duel, there.items) == (prey.plan, prey.duel, [carried.number])


@pytest.mark.rule("RO-MAG-06")
def test_a_mind_that_was_read_has_the_levels_that_were_read() -> None:
    state = world(2)
    mage = person(state, 1, 60, **dict.fromkeys(MAGICS, 5), name="Mage")
    prey = person(state, 2, 60, ME=4, SP=2, name="Proie")
    meet(state, 1, prey.number)
    truth, guessed = guess_after(
        state, {"j1": f"@{mage.number}\n" + "\n".join(f"{n}: CA TE {prey.number}" for n in range(1, 6))}
    )
    assert truth.kingdoms[1].met[prey.number].levels == {"ME": 4, "SP": 2}
    assert guessed.characters[prey.number].levels == {"ME": 4, "SP": 2}


@pytest.mark.rule("RO-BAT-35")
def test_who_took_a_province_holds_it() -> None:
    state = world(4)
    own(state, 1, 60)
    relate(state, 1, 3, "enemy")
    raider = person(state, 3, 61, TA=5, name="Pillard")
    units(state, 3, 61, *["HC"] * 3, leader=raider.number)
    truth, guessed = guess_after(state, {"j3": f"@{raider.number}\n1: MO 60"})
    assert truth.provinces[60].owner == guessed.provinces[60].owner == 3


@pytest.mark.rule("RO-VAR-04")
@pytest.mark.parametrize("hardened", [False, True])
def test_recruits_betray_whether_bleus_become_moyenne(hardened: bool) -> None:
    state = world(2, hardened=hardened)
    own(state, 1, 42)
    state.kingdoms[1].gold = 50
    captain = person(state, 1, 42, name="Sergent")
    truth, guessed = guess_after(state, {"j1": f"@{captain.number}\n1: RE LE 2"})
    assert sum(unit.kingdom == 1 for unit in truth.units.values()) == 2
    assert guessed.settings.hardened == hardened


@pytest.mark.rule("RO-FEAT-06")
def test_a_place_that_was_looted_stays_empty() -> None:
    state = world(2)
    hero = person(state, 1, 60, name="Chercheuse")
    place = feature(state, 60, "DJ", gold=9)
    state.kingdoms[1].features[place.number] = 0
    step = play(state, {"j1": f"@{hero.number}\n1: SE 1"})
    seen, told = view(step.state, J1), seen_by(step.events, J1)
    for n in range(20):
        guessed = rois.guess(seen, told, J1, Rng(f"{n}".encode()))
        found = [each for each in guessed.features.values() if each.province == 60 and each.place == 1]
        assert [(each.gold, each.items) for each in found] == [(0, [])]


def test_numbers_of_recruits_go_on_behind_those_that_were_seen() -> None:
    state = rois.setup(seats(2), {}, Rng(b"numbers")).state
    guessed = rois.guess(rois.view(state, J1), (), J1, Rng(b""))
    assert guessed.raised[1] == state.raised[1]
    sighting = guessed.kingdoms[1].sightings[state.kingdoms[1].home]
    assert isinstance(sighting, Sighting) and turn_of(guessed).now.raised[1] == 4
