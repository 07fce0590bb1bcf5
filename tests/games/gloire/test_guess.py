"""A realm guessed from a view: public figures to the last bit, what is known as it is known, the rest as it may be."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heraut import bots
from heraut.engine.conformance import canonical, check_guess, in_turn, random_player
from heraut.engine.match import Match
from heraut.engine.play import ask
from heraut.engine.protocol import Seat, seen_by
from heraut.engine.rng import Rng
from heraut.games import gloire
from heraut.games.gloire.guess.patience import Counted
from heraut.games.gloire.guess.simplex import Tableau
from heraut.games.gloire.state import Realm

from .builders import ally, arm, find, garrison, knight, lord, lord_knight, play, realm, seats, war
from .promises import check_references, sociable

J1, J2 = Seat("j1"), Seat("j2")
bot = bots.player("gloire", "classic")
CHANCE = Rng(b"guess")
HURRIED = SimpleNamespace(**{name: getattr(gloire, name) for name in gloire.__all__})  # searches in vain take a minute
HURRIED.guess = lambda *known: gloire.guess(*known, Counted(200))


def guessed(state: Realm, seat: Seat = J1, events: Any = (), chance: Rng = CHANCE) -> Realm:
    """A guess, which has the view of the truth."""
    view = gloire.view(state, seat)
    found = gloire.guess(view, seen_by(events, seat), seat, chance)
    assert canonical(gloire.view(found, seat)) == canonical(view)
    check_references(found)
    assert min(one.renown for one in found.knights.values()) > 1 - 1e-6
    return found


def after(turns: int, lords: int, player: Any, seed: bytes, **options: Any) -> Match[Any, Any]:
    """A match after so many turns, or when it is over."""
    match = Match.new(gloire, seats(lords), {"lords": lords, **options}, seed)
    for turn in range(turns):
        if gloire.result(match.state) is None:
            match.advance(ask(match, dict.fromkeys(seats(lords), player), Rng(seed).at(turn)))
    return match


@pytest.mark.slow
@settings(max_examples=20, deadline=None)
@given(
    seed=st.binary(min_size=1, max_size=8),
    turns=st.integers(0, 12),
    lords=st.integers(2, 10),
    player=st.sampled_from((bot, random_player, sociable)),
    options=st.fixed_dictionaries({}, optional={"militia": st.booleans(), "varied_lands": st.booleans()}),
)
def test_every_lord_sees_in_his_guess_what_he_sees(
    seed: bytes, turns: int, lords: int, player: Any, options: dict[str, Any]
) -> None:
    match = after(turns, lords, player, seed, **options)
    if gloire.result(match.state) is None:
        check_guess(HURRIED, match.state, match.events, seats(lords), Rng(seed).at("guess"))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("place", "lords", "turns"), [("SCANDINAVIE", 10, 8), ("MOYEN-ORIENT", 20, 5), ("EUROPE", 30, 4)]
)
def test_guesses_of_every_scale_are_realms_as_good_as_any(place: str, lords: int, turns: int) -> None:
    match = after(turns, lords, bot, b"scale", map=place)
    for seat in in_turn(seats(lords), turns):
        guessed(match.state, seat, match.events)


@pytest.mark.slow
def test_a_hundred_lords_can_be_guessed() -> None:
    match = after(2, 100, bot, b"hundred", map="EUROPE")
    guessed(match.state, Seat("j7"), match.events)


@pytest.mark.rule("GP-INF-03", "GP-INF-04")
def test_a_guess_depends_on_what_is_known_alone_and_differs_by_chance() -> None:
    state = after(5, 6, bot, b"alone").state
    view = gloire.view(state, J1)
    dumps = {gloire.dump(gloire.guess(view, (), J1, Rng(b"guess").at(number))) for number in range(6)}
    assert len(dumps) == 6
    assert gloire.dump(gloire.guess(view, (), J1, CHANCE)) == gloire.dump(gloire.guess(view, (), J1, CHANCE))


def test_allies_and_enemies_weigh_in_a_guess_as_they_do() -> None:
    state = realm(6)
    for place, seat in enumerate(seats(6)):
        lord_knight(state, seat).renown = 100 + 17.3 * place
        knight(state, seat, "Bras-de-Fer", next(iter(state.lands)), renown=33.25 + place, men=100)
    ally(state, "j1", "j2")
    ally(state, "j3", "j4")
    for foe in ("j3", "j5"):
        war(state, "j1", foe)
    state.turn = 4
    found = guessed(state)
    assert lord_knight(found, "j2").renown == pytest.approx(lord_knight(state, "j2").renown, abs=1e-9), "an only ally"


@pytest.mark.rule("GP-INF-01")
def test_the_first_turn_is_known() -> None:
    state = realm(5)
    found = guessed(state)
    assert {one.treasury for one in found.lords.values()} == {5000} and not found.armies


@pytest.mark.rule("GP-ELI-04")
def test_a_lord_who_has_fallen_guesses_from_what_is_public() -> None:
    state = realm(4)
    fallen = play(state, {"j1": "ABD"})
    found = guessed(fallen.state, J1, fallen.events)
    assert not lord(found, "j1").alive and set(gloire.pending(found)) == {"j2", "j3", "j4"}


@pytest.mark.rule("GP-OPT-06")
def test_a_secret_last_turn_is_any_still_to_come() -> None:
    state = realm(4, turn_limit=9, turn_limit_secret=True)
    limits = {guessed(state, chance=Rng(b"limit").at(number)).settings.turn_limit for number in range(40)}
    assert min(one or 0 for one in limits) >= state.turn and len(limits) > 5


@pytest.mark.rule("GP-ESP-03")
def test_what_a_spy_has_seen_stands_in_the_guess() -> None:
    state = realm(4)
    land = next(name for name, one in state.lands.items() if one.owner == "j2")
    galahad = knight(state, "j2", "Galahad", land, renown=62.5)
    arm(state, galahad, 321)
    garrison(state, "j2", land, 77)
    state.lands[land].fortification = 2
    state.lands[land].tax_coefficient = 0.61
    state.turn = 3
    for number in range(40):
        step = play(state, {"j1": f"ESP {land}"}, seed=b"%d" % number)
        if find(step, "spied", "j1"):
            break
    found = guessed(step.state, J1, step.events)
    assert (found.lands[land].fortification, found.lands[land].tax_coefficient) == (2, 0.61)
    seen = {one.name: one for one in found.knights.values() if one.lord == "j2" and one.land == land}
    assert seen["Galahad"].renown == 62.5
    army = seen["Galahad"].army
    assert army is not None and found.armies[army].men == 321
    assert sum(one.men for one in found.armies.values() if one.land == land and one.knight is None) == 77


def test_a_match_that_is_over_has_no_guess() -> None:
    state = realm(3)
    view = gloire.view(state, J1) | {"road": "renown"}
    with pytest.raises(ValueError, match="over"):
        gloire.guess(view, (), J1, CHANCE)


@pytest.mark.slow
def test_even_those_who_have_next_to_nothing_can_nearly_always_be_guessed() -> None:
    """Destitute lords leave no room: whole écus, hardly a knight, and all that is public to the last bit."""
    found = 0
    for turns in (4, 7, 9):
        match = after(turns, 5, random_player, b"hard8", varied_lands=True, start_treasury=300)
        guesses = check_guess(gloire, match.state, match.events, seats(5), CHANCE)
        found += len(guesses)
    assert found >= 14, "one in twenty may fail, and no more"


# The simplex method


def test_the_simplex_method_finds_the_best_corner_or_none() -> None:
    """3x + 2y with x + y <= 4, x + 3y <= 6, x <= 3: at (3, 1)."""
    rows = [[1.0, 1, 1, 0, 0], [1.0, 3, 0, 1, 0], [1.0, 0, 0, 0, 1]]
    tableau = Tableau(rows, [4.0, 6.0, 3.0])
    assert tableau.feasible()
    assert tableau.best([3, 2, 0, 0, 0])[:2] == pytest.approx([3, 1])
    assert tableau.best([0, 1, 0, 0, 0])[1] == pytest.approx(2)
    assert not Tableau([[1.0, 1.0], [1.0, 1.0]], [1.0, 2.0]).feasible()
